from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from querious.rest.openapi.schemas import Schemas
from querious.rest.openapi.validity import validator


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
    schema = Schemas({}, "3.0").shown({"allOf": parts})
    merged = validator(schema.inner(schema.merged)).is_valid
    apart = validator(schema).is_valid
    assert all(merged(value) == apart(value) for value in (*range(-60, 61), None, 0.5, "a"))


def test_a_part_that_is_closed_forbids_the_properties_of_the_other():
    closed = {"properties": {"a": {}}, "additionalProperties": False}
    schema = Schemas({}, "3.1").shown({"allOf": [closed, {"properties": {"b": {}}}]})
    assert (list(schema.properties), schema.merged["additionalProperties"]) == (["a"], False)


def test_what_one_schema_cannot_say_is_kept_to_be_checked():
    schema = Schemas({}, "3.1").shown({"allOf": [{"pattern": "^a"}, {"pattern": "z$"}]})
    assert schema.merged == {"pattern": "^a", "x-rest": [{"pattern": "z$"}]}
