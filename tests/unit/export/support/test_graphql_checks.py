"""The support file for Python. Those for PHP and TypeScript are held against it in tests/integration/test_export.py."""

from __future__ import annotations

import json

import pytest

from querious.export.support import graphql_checks
from querious.export.support.graphql_checks import Response, ask, check, check_not_said, differences
from servers import answering, respond

TYPES = {"Mood": ["GLAD", "SAD"], "Hit": ["Book", "Film"], "Date": "string"}


def found(value, kind, types=TYPES, errors=None):
    """What is held against one field of a type."""
    return differences({"x": value}, ("Query!", {"x": kind}), types, errors)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("Int!", 0),
        ("Int", None),
        ("Int!", -(2**31)),
        ("Float!", 0),
        ("Float!", 0.5),
        ("String!", ""),
        ("Boolean!", False),
        ("ID!", "0"),
        ("Mood!", "SAD"),
        ("[Int!]!", []),
        ("[[Int]]!", [[], None, [None, 0]]),
        ("Date!", "today"),
        ("Strange!", 0),
        ("Strange!", {"a": []}),
        ("[Strange]", [None, False]),
    ],
)
def test_what_is_promised_is_fine(kind, value):
    assert found(value, kind) == []


@pytest.mark.parametrize(
    ("kind", "value", "told"),
    [
        ("Int!", None, "null, but it may not be"),
        ("Strange!", None, "null, but it may not be"),
        ("Int!", "0", 'a string ("0"), but Int was promised'),
        ("Int", True, "a boolean (true), but Int was promised"),
        ("Int", 0.5, "a number (0.5), but Int was promised"),
        ("Int", 2**31, "2147483648 does not fit in the 32 bits of an Int"),
        ("Float", False, "a boolean (false), but Float was promised"),
        ("String", 0, "an integer (0), but String was promised"),
        ("String", [], "a list ([]), but String was promised"),
        ("ID", 1, "an integer (1), but ID was promised"),
        ("Boolean", 0, "an integer (0), but Boolean was promised"),
        ("Mood", "ANGRY", '"ANGRY" is no member of Mood'),
        ("Mood", ["SAD"], '["SAD"] is no member of Mood'),
        ("Date", 0, "an integer (0), but Date was promised"),
        ("[Int]", 0, "an integer, but a list was promised"),
        ("[Int]", {}, "an object, but a list was promised"),
    ],
)
def test_what_is_not_is_told_with_its_place_and_promise(kind, value, told):
    assert found(value, kind) == [f"data.x: {told} (Query.x: {kind})"]


def test_lists_are_looked_at_item_by_item_at_any_depth():
    assert found([[1, None], None, ["a"]], "[[Int!]]!") == [
        "data.x[0][1]: null, but it may not be (Query.x: [[Int!]]!)",
        'data.x[2][0]: a string ("a"), but Int was promised (Query.x: [[Int!]]!)',
    ]


def test_a_message_points_at_the_place_in_the_words_of_the_schema():
    promised = (
        "Query!",
        {"products": ("Page", {"edges": ("[Edge!]!", {"node": ("Product!", {"p": "price: Money!"})})})},
    )
    data = {"products": {"edges": [{"node": {"p": 1}}] * 3 + [{"node": {"p": None}}]}}
    assert differences(data, promised) == [
        "data.products.edges[3].node.p: null, but it may not be (Product.price: Money!)"
    ]


def test_what_is_missing_and_what_nobody_asked_for_is_told():
    assert differences({"y": 0}, ("Query!", {"x": "Int"})) == [
        "data.x: missing, though it was asked for (Query.x: Int)",
        "data.y: not part of the request (Query)",
    ]


@pytest.mark.parametrize(
    ("data", "told"), [(None, "null, but it may not be"), ([], "a list, but an object was promised")]
)
def test_data_itself_must_be_an_object(data, told):
    assert differences(data, ("Query!", {"x": "Int"})) == [f"data: {told} (Query!)"]


HIT = (
    "Hit",
    {"__typename": "String!", "id": "ID!", "... on Book": {"pages": "Int!"}, "... on Film": {"length": "Int"}},
)


def test_members_are_told_apart_by_their_type_name():
    assert found({"__typename": "Book", "id": "1", "pages": 0}, HIT) == []
    assert found({"__typename": "Film", "id": "1", "pages": 0}, HIT) == [
        "data.x.length: missing, though it was asked for (Film.length: Int)",
        "data.x.pages: not part of the request (Film)",
    ]
    assert found({"__typename": "Shelf", "id": None, "pages": 1}, HIT) == [
        'data.x.__typename: "Shelf", but it can only be Book or Film (Hit.__typename: String!)',
        "data.x.id: null, but it may not be (Hit.id: ID!)",
    ]
    assert found({"__typename": None, "id": "1"}, HIT) == [
        "data.x.__typename: null, but it can only be Book or Film (Hit.__typename: String!)"
    ]


def test_a_branch_may_be_for_several_types_or_for_an_interface():
    shape = {"kind": "__typename: String!", "... on Book | Film": {"a": "Int"}, "... on Hit": {"b": "Int"}}
    assert found({"kind": "Film", "a": None, "b": 0}, ("Hit", shape)) == []


def test_the_type_name_of_a_plain_object_is_its_own():
    shape = ("Book", {"__typename": "String!"})
    assert found({"__typename": "Book"}, shape) == []
    assert found({"__typename": "Film"}, shape) == [
        'data.x.__typename: "Film", but it can only be Book (Book.__typename: String!)'
    ]


def test_errors_explain_what_is_missing_at_above_and_below_their_place():
    promised = ("Query!", {"a": ("A!", {"b": "Int!"}), "c": "Int!"})
    error = {"message": "no", "path": ["a", "b"]}
    assert differences({"a": {"b": None}, "c": 0}, promised, {}, [error]) == []
    assert differences({"a": None, "c": None}, promised, {}, [error]) == [
        "data.c: null, but it may not be (Query.c: Int!)"
    ]
    assert differences({"a": {}, "c": None}, promised, {}, [{"message": "somewhere"}]) == []
    assert differences(None, promised, {}, [error]) == []
    assert differences({"a": {"b": "x"}, "c": 0}, promised, {}, [error]) == [
        'data.a.b: a string ("x"), but Int was promised (A.b: Int!)'
    ]


def test_check_tells_the_first_twenty():
    with pytest.raises(AssertionError) as raised:
        check({"x": [None] * 25}, ("Query!", {"x": "[Int!]"}))
    lines = str(raised.value).splitlines()
    assert lines[0] == "the answer is not as promised"
    assert lines[-1] == "... and 5 more"
    assert len(lines) == 22


def test_words_are_found_anywhere_in_an_error():
    check_not_said(None, "zero")
    check_not_said([{"message": "fine"}, "odd"], "zero")
    with pytest.raises(AssertionError, match="an error still says 'by zero'"):
        check_not_said([{"extensions": {"trace": ["a", "division\nby zero"]}}], "by zero")


@pytest.mark.parametrize("body", ["", "<html>", "[]", "0", '{"data": NaN}'])
def test_an_answer_must_be_json_and_an_object(body):
    with pytest.raises(AssertionError, match="the answer is"):
        Response(200, body).json()


@pytest.fixture
def api(monkeypatch):
    """An API that tells what it was sent."""
    for name in ("GRAPHQL_TOKEN", "GRAPHQL_HEADERS", "GRAPHQL_TIMEOUT"):
        monkeypatch.delenv(name, raising=False)
    asked = []

    def answer(handler, body):
        asked.append(({name.lower(): value for name, value in handler.headers.items()}, json.loads(body)))
        respond(handler, b'{"data": {}}', 503 if "fail" in handler.path else 200)

    with answering(answer) as url:
        monkeypatch.setenv("GRAPHQL_URL", url)
        yield asked


def test_endpoint_token_and_headers_come_from_the_environment(api, monkeypatch):
    monkeypatch.setenv("GRAPHQL_TOKEN", "s3cret")
    monkeypatch.setenv("GRAPHQL_HEADERS", '{"X-Tenant": "7"}')
    response = ask("\n{ a }\n", {"x": ["é", None]})
    assert (response.status, response.json()) == (200, {"data": {}})
    ((headers, body),) = api
    assert body == {"query": "{ a }", "variables": {"x": ["é", None]}}
    assert headers["authorization"] == "Bearer s3cret"
    assert headers["x-tenant"] == "7"


def test_a_status_other_than_200_is_an_answer_too(api, monkeypatch):
    monkeypatch.setenv("GRAPHQL_URL", graphql_checks.os.environ["GRAPHQL_URL"] + "/fail")
    assert repr(ask("{ a }")) == "Response(status=503, body='{\"data\": {}}')"


def test_without_an_endpoint_tests_are_skipped(monkeypatch):
    monkeypatch.delenv("GRAPHQL_URL", raising=False)
    with pytest.raises(pytest.skip.Exception, match="GRAPHQL_URL is not set"):
        ask("{ a }")


def test_an_api_that_is_not_there_fails_in_one_line(monkeypatch):
    monkeypatch.setenv("GRAPHQL_URL", "http://127.0.0.1:9/graphql")
    with pytest.raises(AssertionError, match=r"the API gave no answer: .*refused"):
        ask("{ a }")
