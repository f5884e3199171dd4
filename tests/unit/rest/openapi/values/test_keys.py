from __future__ import annotations

import re

import pytest

from querious.rest.openapi.schemas import Schemas
from querious.rest.openapi.validity import strict_validator
from querious.rest.openapi.values.keys import new_key, typed


def sent(schema):
    return Schemas({}, "3.1").sent(schema)


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "integer"},
        {"type": "string", "maxLength": 8},
        {"type": "string", "format": "uuid"},
        {"type": "string", "pattern": "^[a-z][a-z0-9-]{0,30}$"},
        {"type": "string", "pattern": "^[a-z]{3,12}$"},
        {"type": "string", "pattern": "^[A-Z]{2}-\\d{6}$"},
        {"type": "string", "pattern": "^[0-9]+$"},
    ],
)
def test_keys_are_valid_and_never_the_same(schema):
    make = new_key(sent(schema))
    keys = [make() for _ in range(50)]
    value = int if schema.get("type") == "integer" else str
    assert all(strict_validator(sent(schema)).is_valid(value(key)) for key in keys)
    assert len(set(keys)) == 50
    assert all(re.fullmatch(r"[A-Za-z0-9-]+", key) for key in keys)


@pytest.mark.parametrize("schema", [{"enum": ["a", "b"]}, {"type": "string", "maxLength": 2}, {"type": "boolean"}])
def test_where_there_is_no_choice_there_is_no_key(schema):
    assert new_key(sent(schema)) is None


@pytest.mark.parametrize(
    ("key", "key_type", "value"), [("7", "integer", 7), ("-7", "integer", -7), ("7", "string", "7")]
)
def test_a_key_as_it_stands_in_a_body(key, key_type, value):
    assert typed(key, key_type) == value
    assert typed("a", key_type) == "a"
