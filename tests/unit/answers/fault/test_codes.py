from __future__ import annotations

from typing import Any

import pytest

from querious.answers.fault.codes import Sense, read, senses

ROWS = [
    ("code", "INTERNAL_SERVER_ERROR", Sense.INTERNAL),
    ("code", "BAD_USER_INPUT", Sense.USER),
    ("code", "EMAIL_ALREADY_TAKEN", Sense.USER),
    ("code", "E_MADE_UP", Sense.USER),
    ("code", "undefinedField", Sense.INVALID),
    ("code", "validation-failed", Sense.INVALID),
    ("code", "VALIDATION_ERROR", Sense.USER),
    ("classification", "ValidationError", Sense.INVALID),
    ("classification", "DataFetchingException", Sense.INTERNAL),
    ("classification", "NullValueInNonNullableField", Sense.CRASH),
    ("errorType", "PERMISSION_DENIED", Sense.AUTHORISATION),
    ("category", "authentication", Sense.AUTHORISATION),
    ("category", "internal", Sense.INTERNAL),
    ("type", "RATE_LIMITED", Sense.LIMIT),
    ("type", "NOT_FOUND", Sense.USER),
    ("type", "SomeException", None),
    ("code", "P2002", Sense.INTERNAL),
    ("code", "ER_DUP_ENTRY", Sense.INTERNAL),
    ("code", "ERROR", None),
    ("code", "GRAPHQL_ERROR", None),
    ("code", "--", None),
    ("code", "404", Sense.USER),
    ("code", "500", Sense.INTERNAL),
    ("code", "23505", None),
    ("code", 401, Sense.AUTHORISATION),
    ("code", 413, Sense.LIMIT),
    ("code", 422, Sense.USER),
    ("code", 503, Sense.INTERNAL),
    ("code", 200, None),
    ("code", 1001, Sense.NUMBERED),
    ("code", 137, Sense.NUMBERED),
    ("code", "137", Sense.NUMBERED),
    ("errorCode", "20017", Sense.NUMBERED),
    ("code", "22001", None),
    ("code", "1" * 40, None),
    ("code", 0, None),
    ("code", -1, None),
    ("code", 13, None),
    ("code", 9999, None),
    ("code", 5000, None),
    ("code", 50013, None),
]


@pytest.mark.parametrize(("key", "code", "sense"), ROWS)
def test_codes_are_read_as_words(key: str, code: str | int, sense: Sense | None):
    assert read((key, code)) is sense


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ({}, set()),
        ({"extensions": "x"}, set()),
        ({"extensions": {"code": True, "status": False}}, set()),
        ({"type": "FORBIDDEN"}, {Sense.AUTHORISATION}),
        ({"extensions": {"code": "INTERNAL", "status": 404}}, {Sense.INTERNAL, Sense.USER}),
        ({"extensions": {"http": {"status": 400}}}, {Sense.USER}),
        ({"extensions": {"response": {"statusCode": 403, "code": "INTERNAL"}}}, {Sense.AUTHORISATION}),
        ({"extensions": {"classification": {"type": "ExtendedValidationError"}}}, {Sense.USER}),
    ],
)
def test_codes_are_found_where_servers_put_them(error: dict[str, Any], said: set[Sense]):
    assert senses(error) == said
