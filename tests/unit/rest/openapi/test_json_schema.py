from __future__ import annotations

import pytest

from querious.rest.openapi.json_schema import JsonSchema, body_fields, key_type
from querious.rest.openapi.schemas import Schemas
from unit.rest.openapi.descriptions import ref


def shown(schema, schemas=None):
    return Schemas({"components": {"schemas": schemas or {}}}, "3.1").shown(schema)


def test_parts_are_taken_together():
    schemas = {
        "Named": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 9}}},
        "Aged": {"properties": {"age": {"type": "integer", "minimum": 3}, "name": {"minLength": 2}}},
    }
    schema = shown({"allOf": [ref("Named"), ref("Aged"), {"properties": {"age": {"minimum": 5}}}]}, schemas)
    found = {field.path: (field.schema.merged, field.required) for field in body_fields(schema)}
    assert schema.names == ("Named", "Aged")
    assert found[("name",)] == ({"type": "string", "maxLength": 9, "minLength": 2}, True)
    assert found[("age",)] == ({"type": "integer", "minimum": 5}, False)


def test_fields_of_what_holds_itself_come_to_an_end():
    schema = shown(ref("Node"), {"Node": {"properties": {"nodes": {"items": ref("Node")}, "id": {}}}})
    assert [field.path for field in body_fields(schema)] == [("nodes",), ("nodes", "[]"), ("id",)]


@pytest.mark.parametrize(("options", "required"), [([{}], False), ([{"type": "null"}], True)])
def test_a_field_of_an_alternative_is_required_where_there_is_no_other(options, required):
    known = {"required": ["id"], "properties": {"id": {}}}
    assert [field.required for field in body_fields(shown({"oneOf": [known, *options]}))] == [required]


@pytest.mark.parametrize(
    ("schema", "types"),
    [
        ({"type": ["null", "string"]}, ["string", "null"]),
        ({"type": ["number", "integer"]}, ["integer"]),
        ({"minItems": 1}, ["array"]),
        ({"required": ["a"]}, ["object"]),
        ({"maximum": 1}, ["number"]),
        ({}, ["string"]),
    ],
)
def test_the_types_of_a_value(schema, types):
    assert shown(schema).types == types


@pytest.mark.parametrize(
    ("schema", "is_object"),
    [
        ({"properties": {}}, True),
        ({"oneOf": [{"type": "object"}, {"type": "null"}]}, True),
        ({"oneOf": [{"type": "object"}, {"type": "string"}]}, False),
        ({}, False),
        (False, False),
    ],
)
def test_what_is_an_object(schema, is_object):
    assert shown(schema).is_object is is_object


def test_true_and_false_are_schemas():
    assert JsonSchema(True, {}).source == {}
    assert JsonSchema(False, {}).source == {"not": {}}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "number"}, "integer"),
        ({"type": ["string", "null"]}, "string"),
        ({"type": "string", "format": "guid"}, "uuid"),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, "integer"),
        ({"type": "boolean"}, ""),
        ({"type": {}, "anyOf": 3}, ""),
    ],
)
def test_the_type_of_a_key(schema, expected):
    assert key_type(schema) == expected
