"""Where ``Location`` leads after something was created."""

from __future__ import annotations

import json

import pytest

from querious.model import Exchange, Severity
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.actions import created_path
from querious.rest.actions.created_places import CREATED_PLACES
from querious.rest.call_requests import call_case
from querious.rest.openapi import RestOperation
from querious.rest.relations import rest_answer

FAULT, SUSPICION = Severity.FAULT, Severity.SUSPICION
TICKET = {"id": 7, "seats": 2}


def answer(call, status, payload, location=""):
    operation = RestOperation(call.method.lower(), call.path)
    headers = {"content-type": "application/json", **({"location": location} if location else {})}
    exchange = Exchange(
        call_case(0, call, operation), status, headers, json.dumps(payload).encode(), payload, is_json=True
    )
    return rest_answer(exchange, operation)


def made(location, status=201, payload=TICKET):
    return answer(RestCall("POST", "/tickets", ()), status, payload, location)


def read(key, status=200, payload=None, path="/tickets/{id}"):
    shown = {**TICKET, "id": key} if payload is None else payload
    return answer(RestCall("GET", path, (RestArgument("path", "id", key),)), status, shown)


@pytest.mark.parametrize(
    ("trace", "severities"),
    [
        ((made("/tickets/7"), read(7)), []),
        ((made("https://box.example/tickets/7"), read(7)), []),
        ((made("/tickets/8"), read(8)), [FAULT]),
        ((made("/tickets/8"), read(8, 404, {"detail": "none"})), [FAULT]),
        ((made("/tickets/8", 202), read(8, 404, {"detail": "none"})), [SUSPICION]),
        ((made("/tickets/8", payload={"data": TICKET}), read(8, payload={"data": {**TICKET, "id": 8}})), [FAULT]),
        ((made("/tickets/7"), read(7, 403, {})), []),
        ((made("/events/3"), read(3, payload={"id": 3, "title": "x"}, path="/events/{id}")), []),  # the parent
        ((made("/tickets/8"), read(7)), []),  # it was not followed
        ((made("/tickets/8", 200), read(8)), []),
    ],
)
def test_location_leads_to_what_was_created(trace, severities):
    assert [mismatch.severity for mismatch in CREATED_PLACES.check(trace)] == severities


def test_an_address_with_a_query_names_no_entry():
    assert created_path(made("/tickets?page=2").exchange) == ""
    assert created_path(made("tickets/8").exchange) == "tickets/8"
    assert created_path(made("").exchange) == ""
