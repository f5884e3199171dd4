from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.rest.openapi.keywords import compiled, plain
from querious.rest.openapi.merged_schemas import fields, opened, properties
from querious.rest.openapi.pointers import Broken
from querious.rest.openapi.schemas import Direction, Schemas
from querious.rest.openapi.validity import validator


def turned(schema, schemas=None, dialect="3.0", direction=Direction.SHOWN):
    return Schemas({"components": {"schemas": schemas or {}}}, dialect).bundle(schema, direction)


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


@pytest.mark.parametrize(
    ("schema", "valid", "invalid"),
    [
        ({"type": "string", "nullable": True}, ["a", None], [1]),
        ({"type": "string", "nullable": True, "enum": ["a"]}, ["a", None], ["b"]),
        ({"allOf": [{"type": "string"}], "nullable": True}, ["a", None], [1]),
        ({"type": "integer", "minimum": 1, "exclusiveMinimum": True}, [2], [1]),
        ({"type": "integer", "maximum": 1, "exclusiveMaximum": False}, [1], [2]),
        ({"type": "strange"}, ["a", 1], []),
        ({"type": "string", "pattern": "^\\p{L}+$"}, ["ab"], ["12"]),
        ({"type": "string", "pattern": "(", "minLength": "x", "enum": "y"}, ["ab"], [1]),
        ({"type": "object", "required": "name"}, [{}], [1]),
        ({"properties": {"a": {"type": "integer", "required": True}}}, [{}, {"a": 1}], [{"a": "x"}]),
        ({"items": [{"type": "integer"}, {"type": "string"}]}, [[1, "a"]], [["a"]]),
    ],
)
def test_older_drafts_are_turned_into_the_newest(schema, valid, invalid):
    check = validator(turned(schema)).is_valid
    assert all(check(value) for value in valid)
    assert not any(check(value) for value in invalid)


def test_newer_words_are_kept():
    check = validator(turned({"type": ["string", "null"], "const": "a"}, dialect="3.1")).is_valid
    assert check("a")
    assert not check(None)


def test_beside_a_reference_older_drafts_say_nothing():
    schemas = {"A": {"type": "string"}}
    schema = {**ref("A"), "minLength": 3}
    assert validator(turned(schema, schemas, "3.0")).is_valid("a")
    assert not validator(turned(schema, schemas, "3.1")).is_valid("a")


def test_directions_hide_what_is_not_theirs():
    schemas = {"Secret": {"type": "string", "writeOnly": True}}
    schema = {
        "required": ["id", "secret", "name"],
        "properties": {"id": {"readOnly": True}, "secret": ref("Secret"), "name": {"allOf": [{"type": "string"}]}},
    }
    sent, shown = (turned(schema, schemas, direction=direction) for direction in (Direction.SENT, Direction.SHOWN))
    assert properties(sent.schema) == ({"secret": {"$ref": "#/$defs/Secret"}, "name": sent.schema["properties"]["name"]},
                                       ["secret", "name"])  # fmt: skip
    assert shown.schema["required"] == ["id", "name"]


def test_what_an_all_of_requires_elsewhere_is_hidden_too():
    schemas = {"Base": {"properties": {"id": {"readOnly": True}, "name": {}}}}
    sent = turned({"allOf": [ref("Base"), {"required": ["id", "name"]}]}, schemas, direction=Direction.SENT)
    assert properties(opened(sent, sent.schema).schema)[1] == ["name"]


def test_a_schema_that_holds_itself_is_fine():
    bundle = turned(ref("Node"), {"Node": {"properties": {"next": ref("Node"), "name": {"type": "string"}}}})
    assert validator(bundle).is_valid({"next": {"next": {"name": "a"}}})
    assert not validator(bundle).is_valid({"next": {"next": {"name": 1}}})


@pytest.mark.parametrize(
    "schemas",
    [
        {"A": ref("A")},
        {"A": ref("B"), "B": ref("A")},
        {"A": {"allOf": [ref("A")]}},
        {"A": {"oneOf": [ref("B")]}, "B": {"allOf": [ref("A"), {}]}},
        {"A": ref("Gone")},
        {"A": {"$ref": "b.json#/B"}},
        {"A": {"properties": {"a": {"$ref": 5}}}},
    ],
)
def test_circles_without_end_and_references_to_nothing_are_broken(schemas):
    shelf = Schemas({"components": {"schemas": schemas}}, "3.1")
    for _ in range(2):
        with pytest.raises(Broken):
            shelf.bundle(ref("A"), Direction.SHOWN)


def test_long_chains_of_references_are_no_trouble():
    chain = {f"S{n}": {"properties": {"next": ref(f"S{n + 1}")}} for n in range(2_000)}
    bundle = turned(ref("S0"), {**chain, "S2000": {"type": "string"}})
    assert len(bundle.definitions) == 2_001


def test_parts_are_taken_together():
    schemas = {
        "Named": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 9}}},
        "Aged": {"properties": {"age": {"type": "integer", "minimum": 3}, "name": {"minLength": 2}}},
    }
    bundle = turned({"allOf": [ref("Named"), ref("Aged"), {"properties": {"age": {"minimum": 5}}}]}, schemas)
    found = {field.path: (field.schema, field.required) for field in fields(bundle)}
    assert found[("name",)] == ({"type": "string", "maxLength": 9, "minLength": 2}, True)
    assert found[("age",)] == ({"type": "integer", "minimum": 5}, False)


@settings(max_examples=40)
@given(
    st.integers(1, 60),
    st.integers(1, 60),
    st.integers(-50, 50),
    st.integers(-50, 50),
    st.sets(st.integers(0, 9), min_size=1),
)
def test_what_is_valid_for_both_parts_is_valid_for_their_union(one, other, low, high, options):
    parts = [{"multipleOf": one, "minimum": low, "type": "integer"},
             {"multipleOf": other, "maximum": high, "type": ["number", "null"], "enum": [None, *options, *range(-60, 60)]}]  # fmt: skip
    bundle = turned({"allOf": parts})
    merged = validator(bundle.inner(opened(bundle, bundle.schema).schema)).is_valid
    apart = validator(bundle).is_valid
    assert all(merged(value) == apart(value) for value in (*range(-60, 61), None, 0.5, "a"))


def test_fields_of_what_holds_itself_come_to_an_end():
    bundle = turned(ref("Node"), {"Node": {"properties": {"nodes": {"items": ref("Node")}, "id": {}}}})
    assert [field.path for field in fields(bundle)] == [("nodes",), ("nodes", "[]"), ("id",)]


def test_patterns_of_ecmascript():
    assert compiled("^(?<year>\\d{4})$") == "^(?P<year>\\d{4})$"
    assert compiled("[") is None


def test_numbers_that_are_none_are_dropped():
    assert plain({"minimum": True, "maxLength": -1, "multipleOf": 0, "minItems": 1.0}) == {"minItems": 1}
