"""Which of the documented media types of a response are asked for."""

from __future__ import annotations

import pytest

from querious.model import Exchange
from querious.model.rest_call import RestCall
from querious.rest.call_requests import call_case
from querious.rest.openapi import RestOperation
from querious.rest.openapi.operations import DocumentedResponse
from querious.rest.relations import rest_answer
from querious.rest.relations.media_choice import MEDIA_CHOICE
from querious.rest.relations.relation import WorkedRead


@pytest.mark.parametrize(
    ("media", "asked"),
    [
        (["application/json", "text/csv"], ["application/json", "text/csv"]),
        (["application/json", "application/problem+json"], []),
        (["application/json", "application/problem+xml", "text/csv"], ["application/json", "text/csv"]),
        (["application/json"], []),
    ],
)
def test_what_only_errors_come_in_is_not_asked_of_what_works(media, asked):
    responses = {"200": DocumentedResponse(media={name: {} for name in media})}
    operation = RestOperation("get", "/depots", responses=responses)
    call = RestCall("GET", "/depots", ())
    exchange = Exchange(call_case(0, call, operation), 200, {}, b"[]", [], is_json=True)
    worked = WorkedRead(call, rest_answer(exchange, operation), {})
    sent = [one for conversation in MEDIA_CHOICE.probe(worked) for one in conversation][1:]
    assert [argument.value for one in sent for argument in one.arguments] == asked
