from __future__ import annotations

import pytest

from querious.rest.openapi.json_schema import JsonSchema
from querious.rest.openapi.validity import MOST_ERRORS, errors, strict_validator, strict_validators, validator


def told(schema, value):
    return list(errors(strict_validator(JsonSchema(schema, {})), value))


@pytest.mark.parametrize(
    ("schema", "value", "message"),
    [
        ({"type": "string"}, 1, "the body: 1 is not of type 'string'"),
        ({"properties": {"a": {"enum": [1, 2]}}}, {"a": 3}, "a: 3 is not one of 1 or 2"),
        ({"items": {"const": 1}}, [1, 2], "[1]: 2 is not 1"),
        ({"required": ["a"]}, {}, "the body: 'a' is a required property"),
        ({"format": "uuid"}, "x", "the body: 'x' is not a valid uuid"),
        ({"format": "int32"}, 2**31, "the body: 2147483648 is not a valid int32"),
        ({"not": {}}, 1, "the body: 1 is excluded"),
        ({"minimum": 3}, 1, "the body: 1 violates minimum 3"),
    ],
)
def test_what_is_wrong_is_told_in_one_line_with_its_place(schema, value, message):
    assert told(schema, value) == [message]


def test_the_same_error_in_every_entry_is_told_once_and_no_more_than_a_few():
    assert len(told({"items": {"type": "string"}}, [1, 2, 3])) == 1
    schema = {"properties": {name: {"type": "string"} for name in "abcdef"}}
    assert len(told(schema, dict.fromkeys("abcdef", 1))) == MOST_ERRORS


def test_values_of_our_own_are_not_held_to_formats():
    schema = JsonSchema({"format": "email"}, {})
    assert validator(schema).is_valid("x")
    assert not strict_validator(schema).is_valid("x")


@pytest.mark.parametrize(
    ("schema", "value", "valid"),
    [
        ({"type": "string"}, "\ud800", True),
        ({"type": "string", "pattern": "(?P<a>x)(?P=a)"}, "xx", True),
        ({"type": "string", "pattern": "(?P<a>x)(?P=a)"}, "xy", False),
        ({"type": "integer"}, 10**400, True),
        ({"format": "date-time"}, "2024-05-01 10:00:00", True),
        ({"format": "date-time"}, "tomorrow", False),
        ({"format": "hostname"}, "-", True),
        ({"format": "int64"}, -(2**63) - 1, False),
        ({"multipleOf": 0.01}, 106.46000000000001, True),
        ({"multipleOf": 0.01}, 149.95, True),
        ({"multipleOf": 0.01}, 149.955, False),
        ({"multipleOf": 3}, 10**30 + 1, False),
        ({"multipleOf": 0.5}, "a", True),
        ({"properties": {"format": {"const": {"format": "int32"}}}}, {"format": {"format": "int32"}}, True),
    ],
)
def test_what_one_validator_cannot_say_the_other_says(schema, value, valid):
    assert strict_validator(JsonSchema(schema, {})).is_valid(value) is valid
    assert bool(told(schema, value)) is not valid


def test_many_schemas_are_compiled_as_one():
    definitions = {"Id": {"type": "integer", "format": "int32"}}
    schemas = {
        "GET /books 200": JsonSchema({"type": "array", "items": {"$ref": "#/$defs/Id"}}, definitions),
        "GET /moment 200": JsonSchema({"format": "date-time"}, {}),
    }
    books, moment = strict_validators(schemas).values()
    assert books.is_valid([1])
    assert not books.is_valid([2**31])
    assert moment.is_valid("2024-05-01 10:00:00")
    assert list(errors(moment, "tomorrow")) == ["the body: 'tomorrow' is not a valid date-time"]
    assert books._compiled is moment._compiled


def test_a_schema_that_cannot_be_compiled_leaves_the_others_compiled_together():
    odd = JsonSchema({"type": "string", "pattern": "(?P<a>x)(?P=a)"}, {})
    found = strict_validators({"odd": odd} | {name: JsonSchema({"type": "string"}, {}) for name in "abcde"})
    assert list(found) == ["odd", *"abcde"]
    assert found["odd"].is_valid("xx")
    assert not found["odd"].is_valid("xy")
    assert not found["odd"]._compiled.is_usable
    assert found["c"]._compiled is found["e"]._compiled
    assert found["e"]._compiled.is_usable
