from __future__ import annotations

import json
from dataclasses import replace

import pytest

from querious.model import Exchange, Request, rest_case
from querious.model.exchange import Failure
from querious.model.severity import Severity
from querious.model.state import Command
from querious.rest.openapi.checks import ResponseChecks
from querious.rest.openapi.schemas import Schemas
from services.transport import ANY_CASE
from unit.rest.openapi.descriptions import answers, described

BOOK = {
    "type": "object",
    "required": ["id", "title", "secret"],
    "properties": {
        "id": {"type": "integer", "format": "int32"},
        "title": {"type": "string"},
        "secret": {"type": "string", "writeOnly": True},
        "at": {"type": "string", "format": "date-time"},
        "key": {"type": "string", "format": "uuid"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "next": {"$ref": "#/components/schemas/Book"},
    },
}
FINE = {"id": 1, "title": "War"}


def checks(told, command=Command.GET, schemas=None):
    description = described({"/books/{id}": {"get": told}}, schemas or {"Book": BOOK})
    checks = ResponseChecks(description.operations, Schemas(description.document, description.dialect))
    return checks.of_commands({command: description.operations[0]})


def reply(payload=None, status=200, kind="application/json", **headers):
    body = b"" if payload is None else json.dumps(payload).encode()
    named = {**({"content-type": kind} if kind else {}), **headers}
    return Exchange(ANY_CASE, status, named, body, payload, is_json=payload is not None and kind != "text/html")


def told(check, answer, command=Command.GET):
    return [(breach.rule, breach.message) for breach in check(command, answer)]


GET = checks(answers({"$ref": "#/components/schemas/Book"}))


def test_what_is_documented_is_fine():
    assert told(GET, reply({**FINE, "next": {**FINE, "at": "2020-01-01T10:00:00"}, "more": 1})) == []


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        ({"id": 1}, "the body: 'title' is a required property"),
        ({**FINE, "id": "1"}, "id: '1' is not of type 'integer'"),
        ({**FINE, "id": 2**31}, "id: 2147483648 is not a valid int32"),
        ({**FINE, "at": "yesterday"}, "at: 'yesterday' is not a valid date-time"),
        ({**FINE, "at": "2020-13-01T10:00:00Z"}, "at: '2020-13-01T10:00:00Z' is not a valid date-time"),
        ({**FINE, "key": "12-34"}, "key: '12-34' is not a valid uuid"),
        ({**FINE, "tags": ["a", 1, 2]}, "tags[1]: 1 is not of type 'string'"),
        ({**FINE, "next": {**FINE, "title": None}}, "next.title: None is not of type 'string'"),
        ([], "the body: an array is not of type 'object'"),
    ],
)
def test_a_payload_against_its_schema(payload, message):
    assert told(GET, reply(payload)) == [("schema", f"GET /books/{{id}} 200: {message}")]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("at", "2020-01-01 10:00:00.123456"),
        ("at", "2020-01-01T10:00+0200"),
        ("key", "6D1A6C1A5B1C4B0C8F0E1F6D3C1B2A11"),
    ],
)
def test_formats_are_held_against_nobody_who_is_only_lax(name, value):
    assert told(GET, reply({**FINE, name: value})) == []


def test_the_same_fault_in_every_entry_is_told_once():
    check = checks(answers({"type": "array", "items": {"$ref": "#/components/schemas/Book"}}))
    assert len(told(check, reply([{"id": 1}, {"id": 2}, {"id": 3}]))) == 1


def test_long_values_are_cut():
    ((_, message),) = told(GET, reply({**FINE, "title": ["x" * 5_000]}))
    assert len(message) < 300


def test_an_undocumented_status_is_a_suspicion():
    (breach,) = GET(Command.GET, reply({}, 418))
    assert (breach.rule, breach.severity) == ("undocumented-status", Severity.SUSPICION)
    assert breach.message == "`GET /books/{id}` responded with 418 I'm a Teapot; documented: `200`"


@pytest.mark.parametrize("status", [500, 503, 429])
def test_statuses_that_are_nobodys_documentation(status):
    assert told(GET, reply({}, status)) == []


@pytest.mark.parametrize(
    ("status", "header"), [(206, "Range"), (416, "range"), (304, "if-none-match"), (412, "if-match"), (406, "accept")]
)
def test_a_status_that_answers_a_header_need_not_be_documented(status, header):
    asked = rest_case(Request("GET", "/books/1", headers={header: "x"}))
    assert told(GET, replace(reply(FINE, status), case=asked)) == []
    assert told(GET, reply(FINE, status)) != []


@pytest.mark.parametrize("status", ["default", "4XX", "404"])
def test_statuses_are_documented_in_groups_too(status):
    check = checks({"responses": {**answers()["responses"], **answers({"type": "object"}, status)["responses"]}})
    assert told(check, reply({}, 404)) == []
    assert told(check, reply(["x"], 404)) == [
        ("schema", "GET /books/{id} 404: the body: an array is not of type 'object'")
    ]


def test_json_is_answered_as_json():
    assert told(GET, reply("<html>", kind="text/html")) == [
        ("content-type", "GET /books/{id} 200: JSON is documented, but the content type is text/html")
    ]
    assert [rule for rule, _ in told(GET, reply(FINE, kind="text/plain"))] == ["content-type"]
    assert told(GET, reply(FINE, kind="application/problem+json; charset=utf-8")) == []
    assert told(GET, reply(FINE, kind="")) == []


@pytest.mark.parametrize(
    ("documented", "kind", "severities"),
    [
        ("text/csv", "text/csv; charset=utf-8", []),
        ("text/csv", "text/html", [Severity.FAULT]),
        ("text/csv", "application/json", [Severity.SUSPICION]),
        ("text/csv", "", []),
        ("text/*", "text/html", []),
        ("image/*", "text/html", [Severity.FAULT]),
        ("application/octet-stream", "image/png", []),
        ("*", "image/png", []),
        ("application/xml", "text/xml", []),
        ("application/x-yaml", "text/yaml", []),
    ],
)
def test_what_is_not_json_has_its_documented_kind(documented, kind, severities):
    check = checks({"responses": {"200": {"description": "", "content": {documented: {"schema": {"type": "string"}}}}}})
    breaches = check(Command.GET, reply("a,b", kind=kind))
    assert [(one.rule, one.severity) for one in breaches] == [("content-type", each) for each in severities]


def test_another_documented_kind_is_fine():
    told_so = answers({"type": "object"})
    told_so["responses"]["200"]["content"]["application/xml"] = {}
    assert told(checks(told_so), reply("<a/>", kind="application/xml")) == []


def test_what_a_head_would_show_by_its_description_is_what_get_shows():
    description = described({"/books/{id}": {"head": answers({"$ref": "#/components/schemas/Book"})}}, {"Book": BOOK})
    every = ResponseChecks(description.operations, Schemas(description.document, description.dialect))
    assert list(every.breaches(description.operations[0], reply())) == []


def test_a_documented_body_that_does_not_come():
    assert told(GET, reply()) == [("schema", "GET /books/{id} 200: a body is documented, but there is none")]
    assert told(checks(answers({"type": "object"}, "204")), reply(status=204)) == []
    assert told(checks(answers({"type": "object"}, "default")), reply(status=202)) == []


def test_headers():
    location, etag = {"Location": {"schema": {}}}, {"ETag": {"required": True, "schema": {}}, "X-Rate": {"schema": {}}}
    check = checks(answers(status="201", headers={**location, **etag}))
    assert told(check, reply(status=201)) == [
        ("location", "GET /books/{id} 201: the documented Location is missing"),
        ("missing-header", "GET /books/{id} 201: the documented header etag is missing"),
    ]
    assert told(check, reply(status=201, location="/books/1", etag='"1"')) == []


def test_what_did_not_come_is_not_judged():
    assert told(GET, Exchange(ANY_CASE, failure=Failure.TIMEOUT)) == []
    assert told(GET, reply({}, 200), Command.DELETE) == []


def test_a_schema_that_cannot_be_followed_is_not_held_against_the_service():
    assert told(checks(answers({"$ref": "#/components/schemas/Gone"})), reply({})) == []
    looped = {"A": {"allOf": [{"$ref": "#/components/schemas/A"}]}}
    assert told(checks(answers({"$ref": "#/components/schemas/A"}), schemas=looped), reply({})) == []


@pytest.mark.parametrize(
    ("about", "is_choice"), [("Comma-separated list of fields to show", True), ("Related entries to embed", False)]
)
def test_who_says_which_members_to_include_misses_no_others_if_the_description_means_that(about, is_choice):
    parameter = {"name": "include", "in": "query", "schema": {"type": "string"}, "description": about}
    check = checks({**answers({"$ref": "#/components/schemas/Book"}), "parameters": [parameter]})
    asked = replace(reply({"title": "War"}), case=rest_case(Request("GET", "/books/1?include=title")))
    assert (told(check, asked) == []) is is_choice


def test_who_asks_for_some_members_alone_misses_no_others():
    asked = rest_case(Request("GET", "/books/1?fields=title"))
    assert told(GET, replace(reply({"title": "War"}), case=asked)) == []
    assert told(GET, reply({"title": "War"})) != []
    assert told(GET, replace(reply({"title": 1}), case=asked)) != []
