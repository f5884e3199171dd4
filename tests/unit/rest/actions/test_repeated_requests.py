"""Requests that are sent twice with one idempotency key."""

from __future__ import annotations

import pytest

from querious.model import Exchange, Severity
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.actions.repeated_requests import IDEMPOTENCY, is_idempotency_key
from querious.rest.relations.relation import RestAnswer
from services.transport import ANY_CASE

KEYED = RestCall(
    "POST", "/payments", (RestArgument("header", "Idempotency-Key", "k1"),), "application/json", {"sum": 3}
)
PLAIN = KEYED._replace(arguments=())
PAID = {"id": "p1", "sum": 3}


def found(*answers):
    trace = [RestAnswer(call, status, payload, Exchange(ANY_CASE, status=status)) for call, status, payload in answers]
    return [(one.severity, one.step) for one in IDEMPOTENCY.check(trace)]


@pytest.mark.parametrize(
    ("call", "status", "payload", "expected"),
    [
        (KEYED, 201, PAID, []),
        (KEYED, 200, PAID, []),
        (KEYED, 201, {"id": "p2", "sum": 3}, [(Severity.FAULT, 1)]),
        (KEYED, 409, {"detail": "used"}, [(Severity.SUSPICION, 1)]),
        (KEYED, 429, None, []),
        (KEYED, 503, None, []),
        (PLAIN, 201, {"id": "p2", "sum": 3}, []),
    ],
)
def test_the_second_answer_is_that_of_the_first(call, status, payload, expected):
    assert found((call, 201, PAID), (call, status, payload)) == expected


def test_another_key_or_a_refusal_before_tells_nothing():
    other = KEYED._replace(arguments=(RestArgument("header", "Idempotency-Key", "k2"),))
    assert found((KEYED, 201, PAID), (other, 201, {"id": "p2"})) == []
    assert found((KEYED, 422, {}), (KEYED, 201, PAID)) == []


@pytest.mark.parametrize("value", ["", "  ", None])
def test_an_empty_key_names_no_request(value):
    call = KEYED._replace(arguments=(RestArgument("header", "Idempotency-Key", value),))
    assert found((call, 201, PAID), (call, 201, PAID | {"id": "p2"})) == []


def test_the_key_may_stand_in_an_envelope():
    assert found((KEYED, 201, {"payment": PAID}), (KEYED, 201, {"payment": PAID | {"id": "p2"}})) != []


def test_headers_of_many_spellings():
    assert [is_idempotency_key(name) for name in ("Idempotency-Key", "x-idempotency-key", "If-Match")] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("status", "payload", "expected"),
    [
        (201, PAID, [(Severity.SUSPICION, 1)]),
        (201, {"id": "p2", "sum": 5}, []),
        (200, {"id": "p1", "sum": 5}, []),
        (422, {"detail": "used for something else"}, []),
    ],
)
def test_another_request_with_the_key_is_not_taken_for_the_first(status, payload, expected):
    assert found((KEYED, 201, PAID), (KEYED._replace(body={"sum": 5}), status, payload)) == expected
