from __future__ import annotations

import json
import time

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from querious.rest.openapi.schemas import Schemas
from querious.rest.openapi.validity import strict_validator
from querious.rest.openapi.values.bodies import BodyMaker
from querious.state.samples import samples

TEXTS = st.fixed_dictionaries(
    {"type": st.just("string")},
    optional={
        "format": st.sampled_from(["date", "date-time", "email", "uri", "uuid", "ipv4", "byte", "password", "strange"]),
        "nullable": st.booleans(),
    },
) | st.builds(
    lambda low, more: {"type": "string", "minLength": low, "maxLength": low + more}, st.integers(0, 60), st.integers(0, 9)
)  # fmt: skip
PATTERNS = st.sampled_from(
    [
        "^[A-Z]{2}-\\d{3,5}$",
        "^\\w+$",
        "a.c",
        "^(red|green)$",
        "^[^@]+@x$",
        "^$",
        "\\.json$",
        "^[a-z]*$",
        "^\\+?[0-9]{4}$",
    ]
).map(lambda pattern: {"type": "string", "pattern": pattern})
NUMBERS = st.builds(
    lambda kind, low, width, exclusive, step: {
        "type": kind, "minimum": low, "maximum": low + width, "exclusiveMinimum": exclusive, **step,
    },
    st.sampled_from(["integer", "number"]), st.integers(-1000, 1000), st.integers(20, 10**12), st.booleans(),
    st.sampled_from([{}, {"multipleOf": 3}, {"multipleOf": 0.01}, {"format": "int32"}, {"format": "float"}]),
)  # fmt: skip
LEAVES = TEXTS | PATTERNS | NUMBERS | st.sampled_from(
    [{"type": "boolean"}, {"enum": ["a", 2, None, {"b": []}]}, {}, {"$ref": "#/components/schemas/Node"}, {"type": "object"}]
)  # fmt: skip
FIELDS = st.sampled_from(["a", "b", "c", "d"])


def objects(inner):
    properties = st.dictionaries(FIELDS, inner, max_size=4)
    return st.builds(
        lambda known, required, closed: {
            "type": "object", "properties": known, "required": [name for name in required if name in known or not closed],
            **({"additionalProperties": False} if closed else {}),
        },
        properties, st.sets(FIELDS), st.booleans(),
    )  # fmt: skip


def deeper(inner):
    lists = st.builds(
        lambda items, low, unique: {"type": "array", "items": items, "minItems": low, "uniqueItems": unique},
        inner, st.integers(0, 1), st.booleans(),
    )  # fmt: skip
    both = st.tuples(objects(inner), objects(inner)).map(lambda parts: {"allOf": list(parts)})
    either = st.lists(inner, min_size=1, max_size=3).flatmap(
        lambda parts: st.sampled_from([{"anyOf": parts}, {"oneOf": parts}])
    )
    maps = inner.map(lambda values: {"type": "object", "additionalProperties": values, "maxProperties": 2})
    return objects(inner) | lists | both | either | maps


SCHEMAS = st.recursive(LEAVES, deeper, max_leaves=8)
NODE = {"type": "object", "required": ["name"],
        "properties": {"name": {"type": "string"}, "nodes": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
                       "next": {"$ref": "#/components/schemas/Node"}}}  # fmt: skip


def sent(schema, dialect="3.0", **schemas):
    return Schemas({"components": {"schemas": {"Node": NODE, **schemas}}}, dialect).sent(schema)


def drawn(schema, count=60, **schemas):
    return samples(BodyMaker(sent(schema, "3.1", **schemas), {}).whole().make({}), count, 3)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(SCHEMAS, st.data())
def test_every_body_is_valid_by_its_schema(schema, data):
    body = sent(schema)
    maker = BodyMaker(body, {})
    made = maker.whole()
    if made is not None:
        value = data.draw(made.make({}))
        assert strict_validator(body).is_valid(value)
        assert json.loads(json.dumps(value)) == value


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(objects(LEAVES), st.data())
def test_parts_are_valid_but_for_what_is_missing_and_never_empty(schema, data):
    body = sent(schema)
    made = BodyMaker(body, {}).parts(anything=True)
    if made is not None and schema["properties"]:
        value = data.draw(made.make({}))
        assert strict_validator(body.inner({**body.source, "required": []})).is_valid(value)
        assert value or all(
            each is None for each in [BodyMaker(body.inner(one), {}).whole() for one in schema["properties"].values()]
        )


@pytest.mark.parametrize(
    ("schema", "simplest"),
    [
        ({"type": "object", "properties": {"a": {"type": "string"}}}, {}),
        ({"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}, {"a": ""}),
        ({"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "minLength": 1}}}, {"a": "0"}),
        ({"type": "object", "required": ["a"], "properties": {"a": {"type": "integer", "minimum": -9}}}, {"a": 0}),
        ({"type": "object", "required": ["a"], "properties": {"a": {"type": "number", "minimum": 2}}}, {"a": 2.0}),
        ({"type": "object", "required": ["a"], "properties": {"a": {"type": "array", "items": {}}}}, {"a": []}),
        ({"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "format": "date"}}}, {"a": "2000-01-01"}),
    ],
)  # fmt: skip
def test_bodies_shrink_to_simple_values(schema, simplest):
    made = BodyMaker(sent(schema, "3.1"), {}).whole()
    assert find(made.make({}), lambda _: True, settings=settings(database=None)) == simplest


def test_unknown_properties_are_not_invented():
    values = drawn({"type": "object", "properties": {"a": {}}, "additionalProperties": True})
    assert {name for value in values for name in value} == {"a"}


def test_what_holds_itself_is_bounded():
    values = drawn({"$ref": "#/components/schemas/Node"})
    assert max(len(json.dumps(value)) for value in values) < 2_000
    assert any(value.get("nodes") for value in values)


def test_what_must_hold_itself_cannot_be_made():
    endless = {"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#/components/schemas/End"}}}
    assert BodyMaker(sent(endless, End=endless), {}).whole() is None


def test_a_discriminator_says_which_of_the_alternatives_it_is():
    alternatives = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat", "dog": "Dog"}},
    }
    kind = {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}}
    cat = {"allOf": [kind, {"properties": {"lives": {"type": "integer"}}, "required": ["lives"]}]}
    dog = {"allOf": [kind, {"properties": {"barks": {"type": "boolean"}}, "required": ["barks"]}]}
    values = drawn(alternatives, Cat=cat, Dog=dog)
    assert {(value["kind"], "lives" in value, "barks" in value) for value in values} == {
        ("cat", True, False),
        ("dog", False, True),
    }


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "not": {"enum": [0, 1]}},
        {"type": "array", "items": {"type": "integer"}, "contains": {"const": 77}},
        {"type": "object", "properties": {"a": {"type": "boolean"}, "b": {}}, "dependentRequired": {"a": ["b"]}},
        {"type": "integer", "if": {"minimum": 5}, "then": {"multipleOf": 2}},
        {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
        {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 2, "propertyNames": {"pattern": "^x"}},
        {"type": "string", "minLength": 5_000},
        {"type": "array", "items": {"type": "boolean"}, "minItems": 500},
        {"type": "string", "pattern": "^(?=.*[A-Z])(?=.*\\d)(?=.*[@$!%])[A-Za-z\\d@$!%]{8,}$"},
        {"type": "string", "format": "email", "maxLength": 12},
    ],
)  # fmt: skip
def test_rare_keywords_are_kept(schema):
    check = strict_validator(sent(schema, "3.1"))
    for value in drawn(schema, 20):
        assert check.is_valid(value)


def test_texts_are_printable_and_have_no_space_at_their_ends():
    values = drawn({"type": "string"}, 200)
    assert all(value.isprintable() and value.strip() == value for value in values)
    assert 0 < values.count("") < 60, "what is empty is tried too, but seldom: services refuse it"
    assert "" not in drawn({"type": "string", "minLength": 1}, 200)


def test_examples_are_used_where_nothing_else_is_said():
    assert "doggie" in drawn({"type": "string", "examples": ["doggie"]}, 100)


def test_names_tell_formats():
    values = drawn({"type": "object", "required": ["userEmail"], "properties": {"userEmail": {"type": "string"}}})
    assert all(value["userEmail"].endswith("@example.com") for value in values)


def test_bodies_are_made_fast():
    """Bodies of a sequence, as a run draws them; the bound is far below what is measured, for slow machines."""
    name = {"type": "string", "minLength": 1, "maxLength": 80}
    book = {
        "type": "object", "required": ["title", "year", "authorId"],
        "properties": {"title": name, "year": {"type": "integer", "minimum": 1000, "maximum": 2100},
                       "isbn": {"type": ["string", "null"], "pattern": "^\\d{13}$"}, "price": {"type": "number", "minimum": 0},
                       "tags": {"type": "array", "items": name}, "published": {"type": "string", "format": "date"},
                       "authorId": {"type": "integer"}, "kind": {"enum": ["novel", "poem"]}},
    }  # fmt: skip
    body = BodyMaker(sent(book, "3.1"), {}).whole().make({})
    began = time.process_time()
    count = sum(len(several) for several in samples(st.lists(body, min_size=10, max_size=10), 50, 0))
    assert count / (time.process_time() - began) > 200
