from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest

from querious.execute.payload import decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Case


def test_the_body_is_what_graphql_over_http_asks_for(make_case: Callable[..., Case]) -> None:
    body = json.loads(encode(make_case("query A { a }", {"n": 1}, "A")))
    assert body == {"query": "query A { a }", "variables": {"n": 1}, "operationName": "A"}


def test_lone_surrogates_travel_as_escapes(make_case: Callable[..., Case]) -> None:
    text = encode(make_case("{a}", {"s": "\ud800 é \x00"}))
    assert b"\\ud800" in text
    assert json.loads(text)["variables"] == {"s": "\ud800 é \x00"}


@pytest.mark.parametrize(
    ("body", "payload"),
    [
        (b'{"data": null}', {"data": None}),
        ('{"a": "é"}'.encode(), {"a": "é"}),
        (b"\xef\xbb\xbf[1]", [1]),
        (b"null", None),
        (b"0", 0),
        (b' "\\ud800" ', "\ud800"),
    ],
)
def test_json_is_read(body: bytes, payload: object) -> None:
    assert decode(body) == (payload, True)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        b'{"a": NaN}',
        b"[Infinity]",
        b"[-Infinity]",
        b'{"a": "\xff"}',
        '{"a": 1}'.encode("utf-16"),
        b'{"a": 1} x',
        b"[" + b"9" * 10_000 + b", x]",
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
    ],
    ids=[
        "empty",
        "html",
        "nan",
        "infinity",
        "minus infinity",
        "latin-1",
        "utf-16",
        "rest",
        "long integer and rest",
        "open bomb",
        "closed bomb",
    ],
)
def test_what_is_not_json_is_not_read(body: bytes) -> None:
    assert decode(body) == (None, False)


def test_an_integer_longer_than_python_reads_is_still_json() -> None:
    payload, is_json = decode(b'{"n": ' + b"9" * 10_000 + b', "m": 1}')
    assert is_json
    assert payload["m"] == 1
    assert payload["n"] > 10**3999


def test_a_float_too_large_is_json_that_says_infinity() -> None:
    payload, is_json = decode(b"[1e999]")
    assert is_json
    assert math.isinf(payload[0])
