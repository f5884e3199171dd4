from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.execute.payload import decode, headers_of, path_below
from querious.model import Failure, Request
from querious.model.request_body import encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Case


def test_the_body_is_what_graphql_over_http_asks_for(make_case: Callable[..., Case]) -> None:
    body = json.loads(encode(make_case("query A { a }", {"n": 1}, "A").request))
    assert body == {"query": "query A { a }", "variables": {"n": 1}, "operationName": "A"}


def test_lone_surrogates_travel_as_escapes(make_case: Callable[..., Case]) -> None:
    text = encode(make_case("{a}", {"s": "\ud800 é \x00"}).request)
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
    assert decode(body) == (payload, True, None)


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
    ],
)
def test_what_is_not_json_is_not_read(body: bytes) -> None:
    assert decode(body) == (None, False, None)


@pytest.mark.parametrize("body", [b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000, b"[" * 201 + b"]" * 201])
def test_what_is_nested_too_deeply_is_told_as_such(body: bytes) -> None:
    assert decode(body) == (None, False, Failure.TOO_DEEP)


def test_an_answer_may_be_as_deep_as_honest_ones_get() -> None:
    assert decode(b"[" * 200 + b"]" * 200).is_json


def test_brackets_in_texts_are_no_depth() -> None:
    assert decode(b'["' + b"[" * 1000 + b'"]').payload == ["[" * 1000]


@pytest.mark.parametrize("number", [b"9" * 10_000, b"9" * 309, b"1e999", b"9" * 250 + b"e99"])
@pytest.mark.parametrize("sign", [b"", b"-"])
def test_a_number_beyond_every_float_is_cut_to_one_that_can_be_calculated_with(sign: bytes, number: bytes) -> None:
    payload = decode(b'{"n": ' + sign + number + b', "m": 1}').payload
    assert payload["m"] == 1
    assert 1e290 < abs(payload["n"]) < math.inf
    assert (payload["n"] < 0) == bool(sign)
    assert float(payload["n"]) / 1000


def test_what_the_user_set_wins_over_what_the_request_asks_for() -> None:
    request = Request("PUT", "/", {}, has_body=True, headers={"Accept": "text/csv", "X-Key": "its own"})
    assert headers_of(request, {"x-key": "mine"}) == {
        "accept": "text/csv",
        "content-type": "application/json",
        "x-key": "mine",
    }


def test_what_a_request_goes_without_nobody_adds() -> None:
    request = Request("POST", "", {}, has_body=True, without=("accept", "content-type", "authorization"))
    assert headers_of(request, {"authorization": "Bearer mine", "x-key": "mine"}) == {"x-key": "mine"}


def test_a_request_without_a_body_may_name_a_content_type_itself() -> None:
    request = Request("GET", "", headers={"content-type": "application/json"})
    assert headers_of(request, {})["content-type"] == "application/json"


def test_without_a_body_there_is_no_content_type() -> None:
    assert encode(Request("DELETE", "/a")) == b""
    assert "content-type" not in headers_of(Request("DELETE", "/a"), {"content-type": "application/json"})
    assert encode(Request("PUT", "/a", None, has_body=True)) == b"null"


@pytest.mark.parametrize(
    ("base", "path", "whole"),
    [
        ("/", "/books", "/books"),
        ("", "", "/"),
        ("/api", "/books?page=2", "/api/books?page=2"),
        ("/api/", "/", "/api/"),
        ("/graphql", "", "/graphql"),
        ("/graphql?key=k", "", "/graphql?key=k"),
        ("/api?key=k", "/books?page=2", "/api/books?page=2&key=k"),
        ("/api?key=k", "?page=2", "/api?page=2&key=k"),
        ("/?key=k", "/a%2Fb", "/a%2Fb?key=k"),
    ],
)
def test_paths_stand_below_that_of_the_address(base: str, path: str, whole: str) -> None:
    assert path_below(base, path) == whole


WORDS = st.lists(st.text("abc%20", min_size=1), min_size=1).map("/".join)


@given(WORDS, WORDS, st.booleans())
def test_nothing_of_either_path_is_lost(base: str, path: str, slash: bool) -> None:
    end = "/" if slash else ""
    assert path_below(f"/{base}{end}", f"/{path}") == f"/{base}/{path}"
    assert path_below("", f"/{path}") == f"/{path}"
