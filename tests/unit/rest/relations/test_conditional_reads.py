"""What the pure check of entity tags says of traces."""

from __future__ import annotations

from dataclasses import replace

import pytest

from querious.model import Exchange, Severity
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.call_requests import call_case
from querious.rest.openapi import RestOperation
from querious.rest.relations import rest_answer
from querious.rest.relations.conditional_reads import CONDITIONAL


def read(about, status=200, **headers):
    operation = replace(RestOperation("get", "/cache"), about=about)
    arguments = tuple(RestArgument("header", name.replace("_", "-"), value) for name, value in headers.items())
    case = call_case(0, RestCall("GET", "/cache", arguments), operation)
    exchange = Exchange(case, status, {"etag": '"a"'}, b"{}", {}, is_json=True)
    return rest_answer(exchange, operation)


@pytest.mark.parametrize(
    ("about", "severity"),
    [
        ("", Severity.FAULT),
        ("Shows an entry. Answers 304 if If-None-Match names its tag.", Severity.FAULT),
        ("Returns a 304 if an If-Modified-Since header or If-None-Match is present.", Severity.SUSPICION),
    ],
)
def test_304_for_a_made_up_tag_may_be_what_the_description_says(about, severity):
    trace = [read(about), read(about, 304, if_none_match='"b"')]
    assert [one.severity for one in CONDITIONAL.check(trace)] == [severity]
