from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from querious.model import Case, Exchange, Failure, Request, Severity
from querious.model.rest_call import RestArgument, RestCall
from querious.oracles.connection import ORACLE

TRACEBACK = "Traceback (most recent call last):\n  File \"app.py\", line 3, in name\nKeyError: 'owner'\n"


@pytest.mark.parametrize("failure", [each for each in Failure if each not in {Failure.CRASH, Failure.UNSENDABLE}])
def test_a_failure_is_told_in_its_own_words(api: Any, failure: Failure):
    assert api.told(ORACLE, failure=failure, status=0) == [("", failure.value)]


def test_what_was_never_sent_is_no_fault_of_the_api(api: Any):
    assert api.told(ORACLE, failure=Failure.UNSENDABLE, status=0) == []


def test_a_crash_is_told_by_the_last_line_of_its_traceback(api: Any):
    verdict = api.verdict(ORACLE, failure=Failure.CRASH, detail=TRACEBACK)
    assert verdict[0].message == "the application crashed: KeyError: 'owner'"
    assert 'File "app.py", line 3' in verdict[0].excerpt


def test_a_crash_without_a_traceback_is_still_told(api: Any):
    assert api.told(ORACLE, failure=Failure.CRASH) == [("", Failure.CRASH.value)]


def test_the_same_crash_over_another_value_is_the_same_finding(api: Any):
    first = api.verdict(ORACLE, failure=Failure.CRASH, detail="KeyError: 'a'")[0]
    second = api.verdict(ORACLE, failure=Failure.CRASH, detail="KeyError: 'b'")[0]
    other = api.verdict(ORACLE, failure=Failure.CRASH, detail="TypeError: 'b'")[0]
    assert first.fingerprint == second.fingerprint != other.fingerprint


@pytest.mark.parametrize("failure", [each for each in Failure if each is not Failure.UNSENDABLE])
def test_a_failure_is_one_finding_of_the_whole_catalogue(api: Any, failure: Failure):
    assert api.failing(failure=failure, detail=TRACEBACK, status=0) == ["connection"]


def test_an_answer_passes(api: Any):
    assert api.verdict(ORACLE, payload={"data": {"count": 1}}) == ()


@pytest.mark.parametrize("failure", [Failure.LOST, Failure.TIMEOUT, Failure.TOO_LARGE, Failure.CRASH])
def test_lists_that_nobody_bounds_may_be_large(api: Any, failure: Failure):
    is_certain = failure is not Failure.TOO_LARGE
    assert api.verdict(ORACLE, failure=failure)[0].severity is (Severity.FAULT if is_certain else Severity.SUSPICION)


@pytest.mark.parametrize(
    ("query", "body", "severity"),
    [
        ({"delay": 3600}, None, Severity.SUSPICION),
        ({}, {"wait_seconds": 60}, Severity.SUSPICION),
        ({"delay": 0}, {"wait": None}, Severity.FAULT),
        ({"limit": 3600}, {"wait": [60]}, Severity.FAULT),
    ],
)
def test_a_service_that_is_told_to_wait_may_wait(query: dict[str, Any], body: Any, severity: Severity):
    arguments = tuple(RestArgument("query", name, value) for name, value in query.items())
    call = RestCall("POST", "/drip", arguments, body=body)
    exchange = Exchange(Case(0, call, Request("POST", "/drip")), 0, failure=Failure.TIMEOUT)
    (finding,) = ORACLE.judge(exchange, None) or ()
    assert (finding.coordinate, finding.severity) == ("POST /drip", severity)
    assert ORACLE.judge(replace(exchange, failure=Failure.LOST), None)[0].severity is Severity.FAULT
