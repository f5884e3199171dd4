from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from querious.model import Exchange, Finding, Operation, Run, Severity, graphql_case
from querious.model.accepted import AcceptedFinding
from querious.report.context import Context
from querious.report.sarif import sarif

steady = settings(derandomize=True, deadline=None, max_examples=60)

ANY = st.text(st.characters(exclude_categories=()))


def results(run: Run, context: Context) -> list[dict]:
    (told,) = json.loads(sarif(run, context))["runs"]
    assert all(told["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] == one["ruleId"] for one in told["results"])
    return told["results"]


def test_faults_are_errors_and_suspicions_warnings(run: Run):
    told = {one["partialFingerprints"]["querious/v1"]: one["level"] for one in results(run, Context())}
    levels = {Severity.FAULT: "error", Severity.SUSPICION: "warning"}
    assert told == {one.fingerprint: levels[one.severity] for one in run.findings}


def test_the_place_is_the_description_or_the_address_without_its_secrets(run: Run):
    def places(context: Context) -> set[str]:
        return {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in results(run, context)}

    url = "https://ada:secret@host/graphql?key=hidden"
    assert places(Context(target_url=url, schema="our schema.graphql")) == {"our%20schema.graphql"}
    (place,) = places(Context(target_url=url))
    assert "secret" not in place
    assert "hidden" not in place


def test_what_is_accepted_is_suppressed_with_the_reason(run: Run):
    finding = run.findings[0]
    entry = AcceptedFinding((finding.fingerprint,), date(2999, 1, 31), "known", "a finding")
    told = results(replace(run, accepted=(entry,)), Context())
    suppressed = {one["partialFingerprints"]["querious/v1"]: one.get("suppressions") for one in told}
    assert suppressed.pop(finding.fingerprint)[0]["justification"] == "accepted until 2999-01-31: known"
    assert not any(suppressed.values())


def test_a_run_that_judged_nothing_was_no_success(run: Run):
    def successful(told: Run) -> bool:
        return json.loads(sarif(told, Context()))["runs"][0]["invocations"][0]["executionSuccessful"]

    assert successful(run)
    assert not successful(replace(run, unjudged="all answers were refused"))


@steady
@given(ANY, ANY, st.binary())
def test_hostile_text_stays_text(oracle: str, message: str, body: bytes):
    case = graphql_case(1, Operation("query", "", "Query", ()), message, {"a": message})
    finding = Finding(oracle, message, message, Exchange(case, body=body), path=message, excerpt=message)
    text = sarif(Run(message, 1, (finding,)), Context())
    assert text.isascii()
    (result,) = json.loads(text)["runs"][0]["results"]
    assert "\x1b" not in result["message"]["text"]
