from __future__ import annotations

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
PATHS = {"/books": {"get": {"parameters": [ORDER], **answers(BOOK)}, "post": {**body(BOOK), **answers(BOOK, "201")}}}


def test_operations_are_covered_at_three_levels_and_what_was_sent_is_counted():
    description = described(PATHS)
    calls = OperationCalls(description.operations, Schemas(description.document, description.dialect), Pool())
    covered = RestCoverage(calls.plans.values())

    def note(call, status, payload):
        case = call_case(0, call, calls.plans[call.coordinate].operation)
        covered.note(Exchange(case, status, body=b"x", payload=payload, is_json=True))

    assert covered.counts() == (2, 0, 0, 0)
    note(RestCall("POST", "/books", (), "application/json", {"title": "A", "more": 1}), 400, {})
    note(RestCall("GET", "/books", (RestArgument("query", "order", "asc"),)), 200, [])
    assert covered.counts() == (2, 2, 1, 0)
    note(RestCall("GET", "/books"), 200, [{"id": 1}])
    found = covered.coverage()
    assert found.at(Level.WITNESSED) == {"GET /books"}
    assert (found.arguments, found.arguments_used) == ({"GET /books(order:)"}, {"GET /books(order:)"})
    assert found.inputs == {"POST /books.title", "POST /books.pages"}
    assert found.inputs_used == {"POST /books.title"}
    assert (len(found.enums), found.enums_used) == (2, {"GET /books(order:)=asc"})
    assert covered.is_reached("GET /books")
    assert not covered.is_reached("POST /books")
