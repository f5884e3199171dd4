from __future__ import annotations

import hashlib
import json
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.harvest.request_operations import LARGEST, RequestedOperation, asked, may_ask

HASH = "ecf4edb46db40b5132295c0291d62fb65d6759a9eedfa4d5d612dd5ec54a6b38"


def posted(content: Any, content_type: str = "application/json", query_string: str = "") -> list[RequestedOperation]:
    return asked("POST", query_string, content_type, json.dumps(content).encode())


def test_json() -> None:
    content = {"query": "{ a }", "operationName": "A", "variables": {"x": [1, None]}, "extensions": {"client": 1}}
    assert posted(content) == [RequestedOperation("{ a }", "", "A", {"x": [1, None]})]
    for content_type in ("application/json; charset=utf-8", "Application/JSON", "application/graphql+json"):
        assert posted({"query": "{ a }"}, content_type) == [RequestedOperation("{ a }", "", "", {})]


def test_variables_may_be_missing_null_or_text() -> None:
    for variables in ({}, None, "", "{}", "null"):
        assert posted({"query": "{a}", "variables": variables}) == [RequestedOperation("{a}", "", "", {})]
    assert posted({"query": "{a}", "variables": '{"x": 1}'}) == [RequestedOperation("{a}", "", "", {"x": 1})]
    for variables in ([], 1, "[]", "{"):
        assert posted({"query": "{a}", "variables": variables}) == []


def test_every_operation_of_a_batch_and_nothing_else_in_it() -> None:
    batch = [{"query": "{ a }"}, 7, {"query": "{ b }", "variables": {"n": 1}}, {}]
    assert [one.document for one in posted(batch)] == ["{ a }", "{ b }"]
    assert len(posted([{"query": "{ a }"}] * 1_500)) == 1_000


def test_get() -> None:
    query = urlencode({"query": "query A { é }", "variables": '{"x": 1}', "operationName": "A", "other": "1"})
    for text in (query, query.encode()):
        assert may_ask("GET", text, "")
        assert asked("GET", text, "", b"") == [RequestedOperation("query A { é }", "", "A", {"x": 1})]


def test_a_document_as_the_body_and_a_form() -> None:
    assert asked("POST", "variables=%7B%22x%22%3A1%7D", "application/graphql", "{ é }".encode()) == [
        RequestedOperation("{ é }", "", "", {"x": 1})
    ]
    form = urlencode({"query": "{ a }", "variables": '{"x": 2}'}).encode()
    assert asked("POST", "", "application/x-www-form-urlencoded", form) == [
        RequestedOperation("{ a }", "", "", {"x": 2})
    ]


def test_the_document_may_stand_in_the_address_of_a_post() -> None:
    assert posted({"variables": {"x": 1}}, query_string="query=%7Ba%7D") == [
        RequestedOperation("{a}", "", "", {"x": 1})
    ]


def test_a_persisted_query_with_and_without_its_text() -> None:
    text = "{__typename}"
    persisted = {"persistedQuery": {"version": 1, "sha256Hash": HASH}}
    assert hashlib.sha256(text.encode()).hexdigest() == HASH
    assert posted({"extensions": persisted, "variables": {"x": 1}}) == [RequestedOperation("", HASH, "", {"x": 1})]
    assert posted({"query": text, "extensions": persisted}) == [RequestedOperation(text, HASH, "", {})]
    assert asked("GET", urlencode({"extensions": json.dumps(persisted)}), "", b"") == [
        RequestedOperation("", HASH, "", {})
    ]


def test_a_hash_that_belies_its_text_is_left_out() -> None:
    persisted = {"persistedQuery": {"sha256Hash": HASH}}
    assert posted({"query": "{other}", "extensions": persisted}) == [RequestedOperation("{other}", "", "", {})]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({"documentId": f"sha256:{HASH.upper()}"}, HASH),
        ({"documentId": "my-app:v1"}, "my-app:v1"),
        ({"id": "abc", "variables": {}}, "abc"),
        ({"doc_id": "123", "operationName": "A"}, "123"),
        ({"id": "abc"}, None),
        ({"id": "abc", "variables": {}, "price": 3}, None),
        ({"id": "someone@example.org", "variables": {}}, None),
        ({"id": 7, "variables": {}}, None),
    ],
)
def test_identifiers_of_persisted_documents_are_told_from_those_of_other_apis(content: Any, found: str | None) -> None:
    assert [one.document_hash for one in posted(content)] == ([found] if found else [])


def test_uploads_without_their_files() -> None:
    operations = json.dumps({"query": "mutation ($f: Upload!) { up(f: $f) }", "variables": {"f": None}})
    body = (
        f'--xyz\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{operations}\r\n'
        '--xyz\r\nContent-Disposition: form-data; name="map"\r\n\r\n{"0": ["variables.f"]}\r\n'
        '--xyz\r\nContent-Disposition: form-data; name="0"; filename="a"\r\n\r\n'
    ).encode() + b"\x00\xff" * LARGEST
    kind = 'multipart/form-data; boundary="xyz"'
    expected = [RequestedOperation("mutation ($f: Upload!) { up(f: $f) }", "", "", {"f": None})]
    assert asked("POST", "", kind, body) == expected
    assert asked("POST", "", "multipart/form-data; boundary=xyz", b"preamble\r\n" + body) == expected
    assert asked("POST", "", kind, body[: len(operations)]) == []
    assert asked("POST", "", kind, body.replace(b"operations", b"other")) == []
    assert asked("POST", "", "multipart/form-data", body) == []


@pytest.mark.parametrize(
    ("method", "query_string", "content_type", "body"),
    [
        ("POST", "", "application/json", b"{"),
        ("POST", "", "application/json", b'{"query": {"match": "shoes"}}'),
        ("POST", "", "application/json", b'"{ a }"'),
        ("POST", "", "application/json", b'{"query": " "}'),
        ("POST", "", "application/json", b'{"query": "{a}", "variables": {"x": NaN}}'),
        ("POST", "", "application/json", b'{"query": "{a}", "variables": {"x": ' + b"[" * 100_000 + b"}"),
        ("POST", "", "application/json", b'{"query": "{a}", "variables": {"x": ' + b"9" * 10_000 + b"}}"),
        ("POST", "", "application/json", b'{"query": "\xff"}'),
        ("POST", "", "application/json", b" " * LARGEST + b'{"query": "{a}"}'),
        ("POST", "", "text/html", b'{"query": "{a}"}'),
        ("PUT", "", "application/json", b'{"query": "{a}"}'),
        ("GET", "query=%ff", "", b""),
        ("GET", "&".join(["query=a"] * 1_000), "", b""),
        ("GET", "", "", b""),
    ],
)
def test_what_is_no_graphql_request_is_none(method: str, query_string: str, content_type: str, body: bytes) -> None:
    assert asked(method, query_string, content_type, body) == []


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["query", "variables", "extensions", "id", "persistedQuery", "sha256Hash"]), inner
        )
    ),
    max_leaves=10,
)


@given(
    st.sampled_from(["GET", "POST", "PUT"]),
    st.text(max_size=20),
    st.sampled_from(["application/json", "application/graphql", "multipart/form-data; boundary=a", "x", ""]),
    st.one_of(st.binary(max_size=50), _JSON.map(lambda content: json.dumps(content).encode())),
)
def test_it_never_raises_whatever_clients_send(method: str, query_string: str, content_type: str, body: bytes) -> None:
    for one in asked(method, query_string, content_type, body):
        assert one.document or one.document_hash
        assert isinstance(one.variables, dict)


def test_a_glance_tells_requests_that_need_no_look() -> None:
    assert not may_ask("GET", "page=2", "")
    assert not may_ask("POST", "", "text/plain")
    assert not may_ask("DELETE", "query=a", "application/json")
    assert may_ask("POST", "", "multipart/form-data; boundary=a")
