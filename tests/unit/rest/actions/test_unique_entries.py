"""What one entry alone can have, given to two."""

from __future__ import annotations

import json

import pytest

from querious.model import Exchange, Severity
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.actions import may_be_unique
from querious.rest.actions.unique_entries import UNIQUE_ENTRIES
from querious.rest.call_requests import call_case
from querious.rest.openapi import RestOperation
from querious.rest.openapi.operations import DocumentedResponse
from querious.rest.relations import rest_answer

FAULT, SUSPICION = Severity.FAULT, Severity.SUSPICION


def created(body, shown, *, status=201, documented=("201", "409"), path="/people", header=""):
    operation = RestOperation("post", path, responses={code: DocumentedResponse() for code in documented})
    arguments = (RestArgument("header", header, "k1"),) if header else ()
    call = RestCall("POST", path, arguments, "application/json", body)
    exchange = Exchange(
        call_case(0, call, operation),
        status,
        {"content-type": "application/json"},
        json.dumps(shown).encode(),
        shown,
        is_json=True,
    )
    return rest_answer(exchange, operation)


ADA = {"email": "a@x.org", "name": "Ada"}
BEA = {"email": "a@x.org", "name": "Bea"}
HALL = {"slug": "hall", "seats": 3}
ROOM = {"slug": "hall", "seats": 9}


def people(**more):
    return created(ADA, {"id": 1, **ADA}), created(BEA, {"id": 2, **BEA}, **more)


def halls(**more):
    return created(HALL, {"data": HALL}, **more), created(ROOM, {"data": ROOM}, **more)


@pytest.mark.parametrize(
    ("trace", "severities"),
    [
        (people(), [SUSPICION]),
        (people(status=409), []),
        (people(documented=("201",)), []),
        (people(header="Idempotency-Key"), []),
        ((created(ADA, {"id": 1}), created({**BEA, "email": "b@x.org"}, {"id": 2})), []),
        ((created(ADA, {"id": 1}), created(ADA, {"id": 2})), []),  # the same request twice may be a retry
        (halls(), [FAULT]),
        (halls(documented=("201",)), [SUSPICION]),
        ((*halls()[:1], created(ROOM, {"data": ROOM}, status=200)), []),  # replaced, and said so
        ((created({"name": "x"}, {"name": "x", "n": 1}), created({"name": "x", "n": 2}, {"name": "x", "n": 2})), []),
    ],
)
def test_two_entries_do_not_share_what_one_alone_can_have(trace, severities):
    assert [mismatch.severity for mismatch in UNIQUE_ENTRIES.check(trace)] == severities


def test_members_that_one_entry_alone_can_have():
    operation = created(ADA, {}).operation
    assert may_be_unique(["name", "email", "workEmail", "slug"], operation, "slug") == ["email", "workEmail", "slug"]
    assert may_be_unique(["email"], created(ADA, {}, documented=("201",)).operation, "") == []
    assert may_be_unique(["email"], created(ADA, {}, path="/events/{id}/tickets").operation, "") == []
