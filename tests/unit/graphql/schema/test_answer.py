from __future__ import annotations

from typing import Any

import pytest

from querious.graphql.schema.answer import codes_of, messages_of, schema_of


@pytest.mark.parametrize(
    ("payload", "messages"),
    [
        ({"errors": [{"message": "a"}, {"message": "b"}]}, ["a", "b"]),
        ({"data": {"a": 1}}, []),
        ({"data": None, "errors": []}, []),
        ({"errors": "a"}, ["a"]),
        ({"errors": ["a", "b"]}, ["a", "b"]),
        ({"errors": {"message": "a"}}, ["a"]),
        ({"message": "a"}, ["a"]),
        ({"error": {"message": "a"}}, ["a"]),
        ({"detail": "a", "status": 4}, ["a"]),
        ({"errors": [None, 3, {"message": None}]}, []),
        ({"__schema": {}, "message": "a"}, []),
        ([{"message": "a"}], []),
        (None, []),
        ("a", []),
    ],
)
def test_messages_are_found_wherever_servers_put_them(payload: Any, messages: list[str]):
    assert messages_of(payload) == messages


def test_codes_are_found_in_extensions_and_beside_the_message():
    payload = {"errors": [{"message": "a", "extensions": {"code": "X"}}, {"code": "Y"}, "Z", {"extensions": [1]}]}
    assert codes_of(payload) == ["X", "Y"]
    assert codes_of(None) == []


@pytest.mark.parametrize("payload", [None, [], {}, {"data": None}, {"data": {"__schema": None}}, {"data": []}])
def test_no_schema_is_none(payload: Any):
    assert schema_of(payload) is None


def test_the_schema_is_found():
    assert schema_of({"data": {"__schema": {"types": []}}}) == {"types": []}
