from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.rest.cases.schema_values import SchemaMakers
from querious.rest.openapi.json_schema import JsonSchema
from querious.rest.openapi.validity import validator
from querious.values import Chance

NODE = {"type": "object", "required": ["name"], "properties": {
    "name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
    "parent": {"$ref": "#/$defs/Node"}}}  # fmt: skip
SCHEMAS = {
    "anything": {},
    "text": {"type": "string", "minLength": 3, "maxLength": 5},
    "pattern": {"type": "string", "pattern": r"^[A-Z]{2}-\d{3,}(x|yy)?$"},
    "whole": {"type": "integer", "minimum": -3, "maximum": 3},
    "exclusive": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 4},
    "multiple": {"type": "integer", "multipleOf": 5, "minimum": 3},
    "fraction": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
    "only above": {"type": "number", "minimum": 1000},
    "only below": {"type": "integer", "maximum": -5},
    "choice": {"enum": ["a", 1, None]},
    "constant": {"const": {"a": [1]}},
    "null or text": {"type": ["string", "null"]},
    "list": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 4, "uniqueItems": True},
    "tuple": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False},
    "one of": {"oneOf": [{"type": "integer"}, {"type": "array", "items": {"type": "string"}}]},
    "beside": {"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}},
               "anyOf": [{"required": ["a"], "properties": {"a": {"type": "integer"}}}, {"properties": {}}]},
    "all of": {"allOf": [{"$ref": "#/$defs/Node"}, {"required": ["age"], "properties": {"age": {"type": "integer"}}}]},
    "recursive": {"$ref": "#/$defs/Node"},
    "undescribed": {"type": "object", "required": ["x"]},
}  # fmt: skip


def values(schema, seed, wild, size=8):
    chance = Chance(Random(seed))
    chance.wild, chance.size = wild, size
    make = SchemaMakers().maker(schema, "POST /nodes.body")
    return [make(chance) for _ in range(8)]


@pytest.mark.parametrize("name", SCHEMAS)
@given(seed=st.integers(0, 2**32), wild=st.sampled_from([0.0, 0.5, 1.0]))
def test_values_are_valid(name, seed, wild):
    schema = JsonSchema(SCHEMAS[name], {"Node": NODE})
    check = validator(schema)
    for value in values(schema, seed, wild):
        assert check.is_valid(value), value


def test_multiples_of_a_fraction_are_written_as_they_are_read():
    schema = JsonSchema({"type": "number", "multipleOf": 0.01, "minimum": 0, "maximum": 10_000}, {})
    for seed in range(60):
        assert all(value == round(value, 2) for value in values(schema, seed, 0.5))


def test_the_same_draws_give_the_same_values():
    schema = JsonSchema({"$ref": "#/$defs/Node"}, {"Node": NODE})
    assert values(schema, 5, 0.3) == values(schema, 5, 0.3)
    assert values(schema, 5, 0.3) != values(schema, 6, 0.3)


def test_a_schema_that_needs_itself_comes_to_an_end():
    endless = {"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#/$defs/Endless"}}}
    (value, *_) = values(JsonSchema({"$ref": "#/$defs/Endless"}, {"Endless": endless}), 1, 0.0)
    assert set(value) == {"next"}


def test_examples_and_edges_are_drawn():
    drawn = values(JsonSchema({"type": "string", "examples": ["exemplary", 7]}, {}), 3, 0.0)
    assert "exemplary" in drawn
    assert 7 not in drawn
    bounded = JsonSchema({"type": "integer", "minimum": 7, "maximum": 900}, {})
    assert {7, 900} <= {value for seed in range(20) for value in values(bounded, seed, 1.0)}


def test_leaves_may_be_learned():
    makers = SchemaMakers(lambda place, _schema, make: (lambda _: place) if place.endswith("name") else make)
    make = makers.maker(JsonSchema({"$ref": "#/$defs/Node"}, {"Node": NODE}), "POST /nodes.body")
    assert make(Chance(Random(1)))["name"] == "Node.name"
