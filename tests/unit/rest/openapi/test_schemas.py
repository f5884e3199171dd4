from __future__ import annotations

import pytest

from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.schemas import Schemas
from querious.rest.openapi.validity import validator
from unit.rest.openapi.descriptions import ref


def shown(schema, schemas=None, dialect="3.0"):
    return Schemas({"components": {"schemas": schemas or {}}}, dialect).shown(schema)


def sent(schema, schemas=None, dialect="3.0"):
    return Schemas({"components": {"schemas": schemas or {}}}, dialect).sent(schema)


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
def test_older_drafts_are_converted_to_the_newest(schema, valid, invalid):
    check = validator(shown(schema)).is_valid
    assert all(check(value) for value in valid)
    assert not any(check(value) for value in invalid)


def test_newer_words_are_kept():
    check = validator(shown({"type": ["string", "null"], "const": "a"}, dialect="3.1")).is_valid
    assert check("a")
    assert not check(None)


def test_beside_a_reference_older_drafts_say_nothing():
    schemas = {"A": {"type": "string"}}
    schema = {**ref("A"), "minLength": 3}
    assert validator(shown(schema, schemas, "3.0")).is_valid("a")
    assert not validator(shown(schema, schemas, "3.1")).is_valid("a")


def test_directions_hide_what_is_not_theirs():
    schemas = {"Secret": {"type": "string", "writeOnly": True}}
    schema = {
        "required": ["id", "secret", "name"],
        "properties": {"id": {"readOnly": True}, "secret": ref("Secret"), "name": {"allOf": [{"type": "string"}]}},
    }
    request = sent(schema, schemas)
    assert request.properties["secret"] == {"$ref": "#/$defs/Secret"}
    assert (list(request.properties), request.required) == (["secret", "name"], ["secret", "name"])
    assert shown(schema, schemas).source["required"] == ["id", "name"]


def test_what_an_all_of_requires_elsewhere_is_hidden_too():
    schemas = {"Base": {"properties": {"id": {"readOnly": True}, "name": {}}}}
    assert sent({"allOf": [ref("Base"), {"required": ["id", "name"]}]}, schemas).required == ["name"]


def test_a_schema_that_holds_itself_is_fine():
    schema = shown(ref("Node"), {"Node": {"properties": {"next": ref("Node"), "name": {"type": "string"}}}})
    assert validator(schema).is_valid({"next": {"next": {"name": "a"}}})
    assert not validator(schema).is_valid({"next": {"next": {"name": 1}}})


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
def test_circles_without_end_and_references_to_nothing_are_unusable(schemas):
    reader = Schemas({"components": {"schemas": schemas}}, "3.1")
    for _ in range(2):
        with pytest.raises(UnusableError):
            reader.shown(ref("A"))


def test_long_chains_of_references_are_no_trouble():
    chain = {f"S{n}": {"properties": {"next": ref(f"S{n + 1}")}} for n in range(2_000)}
    schema = shown(ref("S0"), {**chain, "S2000": {"type": "string"}})
    assert len(schema.definitions) == 2_001


def test_what_a_hidden_property_refers_to_is_not_needed():
    schema = {"properties": {"id": {"readOnly": True, "items": ref("Gone")}, "name": {}}}
    assert list(sent(schema).properties) == ["name"]


def test_patterns_of_names_that_python_does_not_know_are_left_out():
    schema = shown({"patternProperties": {"[": {"type": "string"}, "^a": {"type": "string"}}})
    assert list(schema.merged["patternProperties"]) == ["^a"]
    assert not validator(schema).is_valid({"ab": 1})
