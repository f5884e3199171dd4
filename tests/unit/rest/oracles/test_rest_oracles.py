from __future__ import annotations

import json

import pytest

from querious.model import Exchange, Request, Severity, rest_case
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.call_requests import call_case
from querious.rest.openapi.checks import ResponseChecks
from querious.rest.openapi.schemas import Schemas
from querious.rest.oracles import CATALOGUE, RestExpectation, rest_outcome
from unit.rest.openapi.descriptions import BOOK, answers, described

DESCRIPTION = described({"/books/{id}": {"get": answers({**BOOK, "required": ["id"]})}})
OPERATION = DESCRIPTION.operations[0]
CHECKS = ResponseChecks(DESCRIPTION.operations, Schemas(DESCRIPTION.document, DESCRIPTION.dialect))


def exchange(payload, status=200, kind="application/json", flaw="", arguments=()):
    case = call_case(0, RestCall("GET", "/books/{id}", arguments), OPERATION, flaw=flaw)
    content = json.dumps(payload).encode()
    return Exchange(case, status, {"content-type": kind}, content, payload, is_json="json" in kind)


def found(answer):
    expectation = RestExpectation(OPERATION, CHECKS)
    told = [finding for oracle in CATALOGUE for finding in oracle.judge(answer, expectation) or ()]
    return [(finding.oracle, finding.coordinate, finding.severity) for finding in told]


FAULT, SUSPICION = Severity.FAULT, Severity.SUSPICION


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (exchange({"id": 1}), []),
        (exchange({"title": "A"}), [("response_schema", "GET /books/{id}", FAULT)]),
        (exchange({"id": 1}, 202), [("undocumented_status", "GET /books/{id}", FAULT)]),
        (exchange({"id": 1}, 304), [("undocumented_status", "GET /books/{id}", SUSPICION),
         ("unexpected_body", "GET /books/{id}", FAULT)]),
        (exchange({}, 405), [("undocumented_status", "", SUSPICION), ("missing_allow", "", FAULT)]),
        (exchange("<p>", 200, "text/html"), [("content_type", "GET /books/{id}", FAULT)]),
        (exchange("no", 500, "text/plain"), [("server_error", "GET /books/{id}", FAULT)]),
        (exchange({"id": 1}, 200, flaw="query parameter `a` is not a number"), [("accepted_flaw", "", SUSPICION)]),
        (exchange({"detail": "no"}, 422, flaw="query parameter `a` is not a number"),
         [("undocumented_status", "", SUSPICION)]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_one_answer(answer, told):
    assert found(answer) == told


@pytest.mark.parametrize("status", [401, 403])
def test_who_leaves_credentials_out_is_refused_without_it_being_documented(status):
    made_up = (RestArgument("credential", "x-api-key", None),)
    assert found(exchange({}, status, arguments=made_up)) == []
    assert found(exchange({}, status)) == [("undocumented_status", "", SUSPICION)]
    assert found(exchange({}, 409, arguments=made_up)) == [("undocumented_status", "", SUSPICION)]


def test_one_kind_of_flaw_is_one_finding_whatever_it_is_called():
    judge = CATALOGUE[-2].judge
    expectation = RestExpectation(OPERATION, CHECKS)
    flaws = ("query parameter `a` is not a number", "query parameter `b` is not a number", "without the required body")
    prints = [judge(exchange({"id": 1}, flaw=flaw), expectation)[0].fingerprint for flaw in flaws]
    assert prints[0] == prints[1] != prints[2]


@pytest.mark.parametrize(
    ("status", "word"),
    [
        (200, "data"),
        (304, "redirect"),
        (401, "authorisation"),
        (404, "not found"),
        (422, "refused"),
        (503, "server fault"),
    ],
)
def test_the_word_for_an_answer(status, word):
    assert rest_outcome(exchange({}, status)) == word


@pytest.mark.parametrize(("method", "status", "told"), [("TRACE", 501, 0), ("TRACE", 500, 1), ("GET", 501, 1)])
def test_a_method_that_nobody_documents_may_be_unknown(method, status, told):
    answer = Exchange(rest_case(Request(method, "/books")), status, {"content-type": "text/plain"}, b"no")
    expectation = RestExpectation(None, CHECKS)
    (oracle,) = [oracle for oracle in CATALOGUE if oracle.name == "server_error"]
    assert len(oracle.judge(answer, expectation)) == told


@pytest.mark.parametrize(("status", "told"), [(501, []), (500, [FAULT]), (502, [FAULT])])
def test_a_documented_failure_is_an_answer_but_for_500(status, told):
    description = described({"/books/{id}": {"get": {**answers(BOOK), "responses": _FAILING}}})
    checks = ResponseChecks(description.operations, Schemas(description.document, ""))
    expectation = RestExpectation(description.operations[0], checks)
    (judge,) = (oracle.judge for oracle in CATALOGUE if oracle.name == "server_error")
    found = judge(exchange({"message": "no kernel is installed"}, status), expectation) or ()
    assert [finding.severity for finding in found] == told


_FAILING = {status: {"description": ""} for status in ("200", "500", "501")}
