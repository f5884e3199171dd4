"""Actions in the states for which they are described, and in others."""

from __future__ import annotations

import json

import pytest

from querious.model import Exchange, Severity
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.actions import ACTION_OUTCOME, ACTION_STATE
from querious.rest.call_requests import call_case
from querious.rest.openapi import RestOperation
from querious.rest.openapi.operations import DocumentedResponse
from querious.rest.relations import rest_answer

FAULT, SUSPICION = Severity.FAULT, Severity.SUSPICION


def asked(method, path, key, payload, about="", status=200, documented=("200", "409"), body=None):
    responses = {code: DocumentedResponse() for code in documented}
    operation = RestOperation(method.lower(), path, about=about, responses=responses)
    call = RestCall(method, path, (RestArgument("path", "id", key),), "application/json" if body else "", body)
    raw = json.dumps(payload).encode()
    case = call_case(0, call, operation)
    exchange = Exchange(case, status, {"content-type": "application/json"}, raw, payload, is_json=True)
    return rest_answer(exchange, operation)


def paid(key, before, after, about, **documented):
    """An invoice that was paid, in one state and in another afterwards."""
    old, new = {"id": key, "status": before}, {"id": key, "status": after}
    read, pay = "/invoices/{id}", "/invoices/{id}/pay"
    return [
        asked("GET", read, key, old),
        asked("POST", pay, key, new, about, **documented),
        asked("GET", read, key, new),
    ]


RIGHT = ("7", "issued", "paid")
WRONG = ("8", "draft", "paid")


@pytest.mark.parametrize(
    ("about", "first", "documented", "severities"),
    [
        ("Pay an issued invoice", RIGHT, ("200", "409"), [FAULT]),
        ("Pay an issued invoice", RIGHT, ("200",), [SUSPICION]),
        ("Pay an issued invoice", ("7", "sent", "issued"), ("200", "409"), []),  # it may be what comes of it
        ("Pay an invoice, if it is issued", RIGHT, ("200", "409"), [FAULT]),
        ("Pay an invoice, if it is issued", ("7", "sent", "issued"), ("200", "409"), [SUSPICION]),
        ("Pay an invoice that is issued or a draft", RIGHT, ("200", "409"), []),
        ("Refused for drafts once and for all. Cannot be paid while it is a draft", RIGHT, ("200", "409"), [FAULT]),
        ("Pay an invoice", RIGHT, ("200", "409"), []),
    ],
)
def test_an_action_in_a_state_in_which_its_description_rules_it_out(about, first, documented, severities):
    trace = [*paid(*first, about, documented=documented), *paid(*WRONG, about, documented=documented)]
    assert [mismatch.severity for mismatch in ACTION_STATE.check(trace)] == severities


def test_alone_only_what_is_plainly_said():
    assert list(ACTION_STATE.check(paid(*WRONG, "Pay an issued invoice"))) == []


@pytest.mark.parametrize(
    ("body", "severities"), [({"seats": 2}, [SUSPICION]), ({}, [SUSPICION]), ({"parcelId": 3}, [])]
)
def test_an_action_that_is_refused_in_every_state_but_for_the_state_of_another_thing(body, severities):
    trace = []
    for key, state in (("1", "planned"), ("2", "started"), ("3", "finished")):
        entry = {"id": key, "status": state}
        trace.append(asked("GET", "/trips/{id}", key, entry))
        trace.append(asked("POST", "/trips/{id}/load", key, {}, status=409, body=body))
        trace.append(asked("GET", "/trips/{id}", key, entry))
    assert [mismatch.severity for mismatch in ACTION_OUTCOME.check(trace)] == severities
