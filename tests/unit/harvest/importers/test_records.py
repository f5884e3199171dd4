from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.harvest.importers.records import all_requests_in, looks_like_graphql, requests_in

QUERY = "query Q($id: ID!) { thing(id: $id) { name } }"
BODY = {"query": QUERY, "variables": {"id": "1"}, "operationName": "Q"}
HASH = "a" * 64


@pytest.mark.parametrize(
    "record",
    [
        BODY,
        {"query": QUERY, "variables": "{'id': '1'}", "operation_name": "Q"},
        {"level": "info", "body": BODY},
        {"request": {"body": json.dumps(BODY)}},
        {"msg": json.dumps(BODY)},
        {"log": json.dumps({"req": {"body": BODY}}) + "\n", "stream": "stdout"},
        {"http": {"request": {"body": {"content": json.dumps(BODY)}}}},
        {"request_body": json.dumps(BODY), "uri": "/graphql"},
        {"graphql": {"document": QUERY, "variables": {"id": "1"}, "operationName": "Q"}},
        {"graphql_query": QUERY, "graphql_variables": '{"id": "1"}', "graphql_operation_name": "Q"},
        {"request": f"GET /graphql?operationName=Q&query={quote(QUERY)}&variables=%7B%22id%22:%221%22%7D HTTP/1.1"},
        {"url": f"https://a.example/graphql?query={quote(QUERY)}&operationName=Q&variables=" + quote('{"id":"1"}')},
        {"args": f"query={quote(QUERY)}&operationName=Q&variables=" + quote('{"id":"1"}')},
        {"response": {"body": {"query": "{ wrong }"}}, "payload": BODY},
    ],
)
def test_the_request_is_found_wherever_a_logger_puts_it(record):
    (found,) = requests_in(record)
    assert (found.document, found.variables, found.operation_name) == (QUERY, {"id": "1"}, "Q")


def test_a_batch_is_all_its_requests():
    assert len(requests_in({"body": [BODY, BODY]})) == 2
    assert len(requests_in({"body": json.dumps([BODY, BODY, BODY])})) == 3


def test_what_a_log_holds_twice_is_found_once():
    assert len(requests_in({"body": BODY, "message": json.dumps(BODY)})) == 1


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"url": "/health", "status": 200},
        {"query": "shoes", "url": "/search?query=shoes"},
        {"query": {"match": {"title": "x"}}},
        {"body": '{"a": {"b": 1}}'},
        {"text": "query for {name}"[:5]},
        {"msg": "{not json"},
        {"response": {"body": BODY}},
    ],
)
def test_what_is_not_about_graphql_is_nothing(record):
    assert requests_in(record) == []


def test_hashes_are_found_with_and_without_their_text():
    extensions = {"persistedQuery": {"version": 1, "sha256Hash": HASH}}
    (found,) = requests_in({"body": {"extensions": extensions, "variables": {"a": 1}}})
    assert (found.document, found.document_hash, found.variables) == ("", HASH, {"a": 1})
    (found,) = requests_in({"query": QUERY, "document_hash": HASH})
    assert (found.document, found.document_hash) == (QUERY, HASH)
    (found,) = requests_in({"query": "", "document_hash": HASH, "variables": {}, "operation_name": "Q"})
    assert (found.document, found.document_hash, found.operation_name) == ("", HASH, "Q")


def test_variables_that_cannot_be_read_are_an_error_of_one_line():
    with pytest.raises(ValueError, match="neither JSON nor a Python dict: 'words'"):
        requests_in({"query": QUERY, "variables": "words"})


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("{ a }", True),
        ("{a}", True),
        ("# note\n\nquery { a }", True),
        ("\ufeffquery A { a }", True),
        ("fragment F on T { a } { ...F }", True),
        ("{ ...F }", True),
        ('{"a": 1}', False),
        ("{}", False),
        ("query", False),
        ("queryable {", False),
        ("type A { b: C }", False),
    ],
)
def test_documents_are_told_from_json(text, like):
    assert looks_like_graphql(text) is like


def test_everything_that_is_saved_is_found():
    content = {"data": {"variant": {"operationCollections": [{"operations": [BODY, {"n": {"body": "{ a }"}}]}]}}}
    assert [request.document for _, request in all_requests_in(content)] == [QUERY, "{ a }"]


@given(
    st.recursive(
        st.none() | st.integers() | st.text() | st.sampled_from([QUERY, json.dumps(BODY), "?query={a}"]),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["body", "query", "msg", "x"]), inner),
    )
)
def test_no_record_breaks_the_search(value):
    assert isinstance(requests_in({"msg": value}), list)
    assert isinstance(list(all_requests_in(value)), list)


def test_the_search_ends_in_a_record_of_any_size():
    record: object = "nothing"
    for _ in range(7):
        record = dict.fromkeys(map(str, range(100)), record)
    assert requests_in({"x": record}) == []
