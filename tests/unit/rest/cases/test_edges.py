from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from querious.rest.cases.edges import edge_values, unknown_key
from querious.rest.openapi.json_schema import JsonSchema
from querious.values import Chance


def edges(**schema):
    return edge_values(JsonSchema(schema, {}))


BOUNDS = st.integers(-1000, 1000)
NUMBERS = st.fixed_dictionaries(
    {"type": st.sampled_from(["integer", "number"])},
    optional={
        "minimum": BOUNDS,
        "maximum": BOUNDS,
        "exclusiveMinimum": BOUNDS,
        "exclusiveMaximum": BOUNDS,
        "multipleOf": st.integers(1, 5),
    },
)
TEXTS = st.fixed_dictionaries(
    {"type": st.just("string")}, optional={"minLength": st.integers(0, 9), "maxLength": st.integers(9, 2000)}
)


@given(st.one_of(NUMBERS, TEXTS))
def test_edges_are_what_the_schema_allows(schema):
    values = edges(**schema)
    assert len(set(map(repr, values))) == len(values)
    multiple = schema.pop("multipleOf", 0)  # bounds need not be multiples of it
    for value in values:
        assert Draft202012Validator(schema).is_valid(value)
        assert not multiple or value in {schema.get("minimum"), schema.get("maximum")} or _near(value, schema, multiple)


def _near(value, schema, multiple):
    ends = {schema.get("exclusiveMinimum", 0) + multiple, schema.get("exclusiveMaximum", 0) - multiple}
    return value % multiple == 0 or value in ends


def test_bounds_come_first():
    assert edges(type="integer", minimum=1, maximum=5)[:2] == [1, 5]
    assert edges(type="integer", exclusiveMinimum=1, exclusiveMaximum=5)[:2] == [2, 4]
    assert edges(type="number")[0] == 0
    assert edges(type="string", maxLength=3)[:2] == ["", "aaa"]
    assert edges(type="string", minLength=2)[0] == "aa"
    assert "'" in edges(type="string")


def test_null_and_the_empty_list_are_edges_where_they_are_allowed():
    assert edges(type=["integer", "null"])[-1] is None
    assert edges(type="array") == [[]]
    assert edges(type="array", minItems=1) == []


def test_days_are_the_first_and_the_last():
    assert edges(type="string", format="date")[:2] == ["0001-01-01", "9999-12-31"]
    assert edges(type="string", format="date-time")[1] == "9999-12-31T00:00:00Z"


def test_choices_patterns_and_alternatives_have_none():
    assert edges(enum=["a", "b"]) == edges(const=1) == edges(type="string", pattern="^a$") == []
    assert edges(oneOf=[{"type": "string"}, {"type": "integer"}]) == []


KEYS = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("integer")}, optional={"minimum": st.integers(0, 9), "maximum": st.integers(9, 2**40)}
    ),
    TEXTS,
    st.just({"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}$"}),
    st.just({"type": "string", "format": "uuid"}),
)


@given(KEYS, st.integers(0, 99))
def test_the_key_of_nothing_has_the_form_of_a_key(schema, seed):
    key = unknown_key(JsonSchema(schema, {}), Chance(Random(seed)))
    assert Draft202012Validator(schema).is_valid(key)
    assert key not in {0, 1, ""}


def test_choices_have_no_key_of_nothing():
    assert unknown_key(JsonSchema({"enum": ["a"]}, {}), Chance(Random(0))) is None
    assert unknown_key(JsonSchema({"type": "boolean"}, {}), Chance(Random(0))) is None


def test_what_may_be_null_has_the_edges_of_what_else_it_may_be():
    number = {"type": "integer", "minimum": 2, "maximum": 9}
    written = JsonSchema({"anyOf": [number, {"type": "null"}], "title": "Size"}, {})
    assert edge_values(written) == [*edge_values(JsonSchema(number, {})), None]
    assert edge_values(JsonSchema({"anyOf": [number, {"type": "string"}]}, {})) == []
