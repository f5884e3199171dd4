from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.schema.repair import named, reference, repair_directives, repair_types
from querious.graphql.schema.repair_notes import RepairNotes

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(("name", "kind", "ofType", "fields", "args", "type", "locations")), inner)
    ),
    max_leaves=20,
)


@given(JSON)
def test_whatever_is_listed_is_repaired_or_left_out_with_a_note(raw):
    repairs = RepairNotes()
    types = repair_types(raw, repairs)
    assert all(isinstance(name, str) for name in types)
    assert repairs.notes() or (isinstance(raw, list) and len(types) == len(raw))
    for directive in repair_directives(raw, RepairNotes()):
        assert isinstance(directive["args"], list)


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("SCALAR", {"specifiedByURL"}),
        ("OBJECT", {"fields", "interfaces", "possibleTypes"}),
        ("INTERFACE", {"fields", "interfaces", "possibleTypes"}),
        ("UNION", {"possibleTypes"}),
        ("ENUM", {"enumValues"}),
        ("INPUT_OBJECT", {"inputFields", "isOneOf"}),
    ],
)
def test_a_type_has_what_its_kind_needs(kind, keys):
    (repaired,) = repair_types([{"kind": kind, "name": "A"}], RepairNotes()).values()
    assert repaired.keys() == {"kind", "name", "description"} | keys


def test_of_types_with_one_name_the_first_counts_and_unknown_kinds_go():
    repairs = RepairNotes()
    types = repair_types(
        [{"kind": "UNION", "name": "A"}, {"kind": "ENUM", "name": "A"}, {"kind": [], "name": "B"}], repairs
    )
    assert [type_["kind"] for type_ in types.values()] == ["UNION"]
    assert any("listed twice" in note for note in repairs.notes())
    assert any("unreadable" in note for note in repairs.notes())


def test_references_end_in_a_name():
    book = {"kind": "OBJECT", "name": "Book"}
    listed = {"kind": "NON_NULL", "ofType": {"kind": "LIST", "ofType": book}}
    assert named(reference(listed))["name"] == "Book"
    assert reference({"kind": "NON_NULL", "ofType": {"kind": "NON_NULL", "ofType": book}}) is None
    assert reference({"kind": "LIST"}) is None
    assert reference("Book") is None


def test_an_interface_that_knows_its_objects_counts():
    types = repair_types(
        [
            {"kind": "INTERFACE", "name": "Node", "fields": [], "possibleTypes": [{"kind": "OBJECT", "name": "Book"}]},
            {"kind": "OBJECT", "name": "Book", "fields": [], "interfaces": []},
        ],
        RepairNotes(),
    )
    assert [each["name"] for each in types["Book"]["interfaces"]] == ["Node"]
