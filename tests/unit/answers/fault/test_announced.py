from __future__ import annotations

import pytest
from graphql import build_schema

from querious.answers.fault.announced import announces_failure
from querious.graphql.oracles import server_fault
from querious.graphql.oracles.expectation import Expectation
from querious.model import Exchange, Severity
from querious.oracles import server_error
from sample import case


@pytest.mark.parametrize("name", ["alwaysException", "throwError", "simulate_crash", "throwsAnError", "alwaysFails"])
def test_what_a_name_announces(name: str):
    assert announces_failure(f"Test.{name}")


@pytest.mark.parametrize("name", ["errors", "lastException", "always", "retryFailed", "throwBall", "failureRate", ""])
def test_failures_that_are_only_spoken_of(name: str):
    assert not announces_failure(f"Query.{name}" if name else "")


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize(
    ("name", "severity"), [("alwaysException", Severity.SUSPICION), ("lastException", Severity.FAULT)]
)
def test_a_field_that_fails_on_purpose_is_a_suspicion(name: str, status: int, severity: Severity):
    sdl = f"type Query {{ {name}: String }}"
    payload = {"data": {name: None}, "errors": [{"message": "list index out of range", "path": [name]}]}
    asked = Exchange(case(f"{{ {name} }}", sdl), status=status, payload=payload, is_json=True)
    rule = server_fault.ORACLE if status == 200 else server_error.ORACLE
    (found,) = rule.judge(asked, Expectation(build_schema(sdl), None)) or ()
    assert found.severity is severity
