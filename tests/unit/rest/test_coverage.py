from __future__ import annotations

import pytest

from querious.model import Exchange
from querious.model.coverage import Level
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.call_requests import call_case
from querious.rest.cases.calls import OperationCalls
from querious.rest.coverage import RestCoverage
from querious.rest.openapi.schemas import Schemas
from querious.values import Pool
from unit.rest.openapi.descriptions import BOOK, answers, body, described

ORDER = {"name": "order", "in": "query", "schema": {"enum": ["asc", "desc"]}}
KEY = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
KIND = {"enum": ["novel", "poem"]}
LISTED = {"type": "array", "items": {**BOOK, "properties": {**BOOK["properties"], "tags": {"type": "array"}}}}
PATHS = {
    "/books": {
        "get": {"parameters": [ORDER], "responses": {**answers(LISTED)["responses"], "4XX": {}, "500": {}}},
        "post": {
            **body({**BOOK, "properties": {**BOOK["properties"], "kind": KIND}}),
            **answers(BOOK, "201"),
        },
    },
    "/books/{id}": {"get": {"parameters": [KEY], **answers(BOOK)}},
}
JSON = {"content-type": "application/json; charset=utf-8"}


class Noted:
    def __init__(self, **more):
        description = described(PATHS)
        schemas = Schemas(description.document, description.dialect)
        self.calls = OperationCalls(description.operations, schemas, Pool())
        self.covered = RestCoverage(self.calls.plans.values(), schemas, **more)

    def note(self, method, path, status, payload=None, sent=None, flaw="", **arguments):
        where = "path" if "{" in path else "query"
        given = tuple(RestArgument(where, name, value) for name, value in arguments.items())
        call = RestCall(method, path, given, "application/json" if sent else "", sent)
        case = call_case(0, call, self.calls.plans[call.coordinate].operation, flaw=flaw)
        self.covered.note(Exchange(case, status, JSON, b"x", payload, is_json=True))

    def at(self, kind, level):
        return self.covered.coverage().places[kind].at(level)


@pytest.fixture
def noted():
    return Noted()


def test_operations_are_covered_at_three_levels(noted):
    assert noted.covered.counts() == (3, 0, 0, 0)
    noted.note("POST", "/books", 400, {})
    noted.note("GET", "/books", 200, [])
    assert noted.covered.counts() == (3, 2, 1, 0)
    noted.note("GET", "/books", 200, [{"id": 1}])
    assert noted.covered.coverage().at(Level.WITNESSED) == {"GET /books"}
    assert noted.covered.is_reached("GET /books")
    assert not noted.covered.is_reached("POST /books")


def test_what_a_call_sends_is_covered_as_far_as_its_answer_goes(noted):
    noted.note("POST", "/books", 400, {}, {"title": "A", "more": 1, "kind": "poem"})
    noted.note("GET", "/books", 200, [], order="asc")
    found = noted.covered.coverage().places
    assert found["parameters"].every == {"GET /books.order", "GET /books/{id}.id"}
    assert found["parameters"].reached == {"GET /books.order"}
    assert found["parameters"].witnessed == set()
    assert found["body properties"].every == {f"POST /books.body.{name}" for name in ("title", "pages", "kind")}
    assert found["body properties"].requested == {"POST /books.body.title", "POST /books.body.kind"}
    assert found["body properties"].reached == set()
    assert found["enum values"].requested == {"POST /books.body.kind=poem", "GET /books.order=asc"}


def test_what_answers_show_is_covered_by_status_content_type_and_property(noted):
    noted.note("GET", "/books", 404, {"detail": "no"})
    assert noted.at("status codes", Level.REACHED) == {"GET /books 4XX"}
    assert noted.at("content types", Level.REACHED) == set()
    noted.note("GET", "/books", 200, [{"id": 0, "title": None, "tags": []}])
    assert noted.at("status codes", Level.REACHED) == {"GET /books 200", "GET /books 4XX"}
    assert noted.at("content types", Level.REACHED) == {"GET /books 200 application/json"}
    shown = {f"GET /books 200 [].{name}" for name in ("id", "title", "pages", "tags")}
    assert noted.at("response properties", Level.REQUESTED) == shown
    assert noted.at("response properties", Level.REACHED) == shown
    assert noted.at("response properties", Level.WITNESSED) == {"GET /books 200 [].id"}


def test_of_a_call_that_is_deliberately_invalid_the_answer_counts_alone(noted):
    noted.note("GET", "/books", 400, {}, flaw="order: not one of its values", order="up")
    assert noted.covered.counts() == (3, 0, 0, 0)
    assert noted.at("parameters", Level.REQUESTED) == set()
    assert noted.at("status codes", Level.REACHED) == {"GET /books 4XX"}


def test_of_everything_that_is_missing_it_is_said_why():
    noted = Noted(left_out={"DELETE /books": "needs --mutations"})
    noted.note("POST", "/books", 422, {}, {"title": "A"})
    noted.note("GET", "/books", 200, [{"title": None}])
    for _ in range(2):
        noted.note("GET", "/books/{id}", 404, {}, id=7)
    missing = noted.covered.coverage().missing
    assert missing["DELETE /books"] == "needs --mutations"
    assert missing["POST /books"] == "no request found that is accepted (422)"
    assert missing["POST /books.body.title"] == "every call with it was refused, last with 422"
    assert missing["POST /books.body.pages"] == "never sent: the operation was not reached"
    assert missing["GET /books/{id}"] == "no value found for {id} (404)"
    assert missing["GET /books/{id} 200"] == "no answer had this status"
    assert missing["GET /books/{id} 200 title"] == "no answer had this status"
    assert missing["GET /books.order"] == "never sent"
    assert missing["GET /books 200 [].title"] == "always null or empty"
    assert "GET /books" not in missing
    assert "GET /books 200" not in missing


@pytest.mark.parametrize(
    ("status", "why"),
    [
        (401, "credentials or permissions missing (401)"),
        (500, "server errors (500)"),
        (0, "no answer"),
    ],
)
def test_an_operation_that_is_never_reached_is_told_by_its_answers(noted, status, why):
    noted.note("GET", "/books", status)
    assert noted.covered.coverage().missing["GET /books"] == why
    assert noted.covered.coverage().missing["GET /books/{id}"] == "not asked before the run ended"
