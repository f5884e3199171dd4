from __future__ import annotations

from querious.graphql.schema.dangling import prune
from querious.graphql.schema.repair import repair_types
from querious.graphql.schema.repair_notes import RepairNotes


def given(name: str, kind: str = "SCALAR", **more) -> dict:
    return {"name": name, "type": {"kind": kind, "name": more.pop("of", "String")}, "args": [], **more}


def pruned(*types: dict) -> tuple[dict, tuple[str, ...]]:
    repairs = RepairNotes()
    repaired = repair_types(list(types), repairs)
    prune(repaired, [], repairs)
    return repaired, repairs.notes()


def required(name: str, kind: str, of: str) -> dict:
    return {"name": name, "type": {"kind": "NON_NULL", "ofType": {"kind": kind, "name": of}}, "defaultValue": None}


def test_a_field_of_an_unknown_type_goes_and_the_others_stay():
    types, notes = pruned(
        {"kind": "OBJECT", "name": "A", "interfaces": [], "fields": [given("x"), given("y", "OBJECT", of="Gone")]}
    )
    assert [field["name"] for field in types["A"]["fields"]] == ["x"]
    assert any("A.y" in note for note in notes)


def test_a_scalar_that_is_used_is_assumed():
    types, notes = pruned({"kind": "OBJECT", "name": "A", "interfaces": [], "fields": [given("x", of="Money")]})
    assert types["Money"]["kind"] == "SCALAR"
    assert any("Money" in note for note in notes)


def test_an_argument_of_an_unknown_type_goes_unless_it_is_required_and_then_the_field_does():
    optional = {"name": "a", "type": {"kind": "INPUT_OBJECT", "name": "Gone"}}
    types, _ = pruned(
        {
            "kind": "OBJECT",
            "name": "A",
            "interfaces": [],
            "fields": [
                given("x") | {"args": [optional]},
                given("y") | {"args": [required("a", "INPUT_OBJECT", "Gone")]},
            ],
        }
    )
    assert [(field["name"], field["args"]) for field in types["A"]["fields"]] == [("x", [])]


def test_input_types_that_require_what_is_unknown_go_and_those_that_require_these():
    types, _ = pruned(
        {"kind": "INPUT_OBJECT", "name": "A", "inputFields": [required("b", "INPUT_OBJECT", "B")]},
        {"kind": "INPUT_OBJECT", "name": "B", "inputFields": [required("c", "INPUT_OBJECT", "Gone")]},
    )
    assert "A" not in types
    assert "B" not in types
