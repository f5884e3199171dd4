from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st

import state_runs
from querious.model import Exchange, Finding, Operation, Run, graphql_case
from querious.model.severity import Severity
from querious.model.state import Command
from querious.report.context import Context
from querious.report.junit import junit

steady = settings(derandomize=True, deadline=None, max_examples=60)

ANY = st.text(st.characters(exclude_categories=()))


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text.encode("utf-8"))  # noqa: S314 - our own text


def test_findings_fail_suspicions_and_oracles_that_never_applied_are_skipped(run: Run):
    suite = parsed(junit(run, Context(url=run.target)))[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped"), suite.get("errors")) == (
        "6",
        "3",
        "2",
        "0",
    )
    told = {(case.get("classname"), case[0].tag if len(case) else "passed") for case in suite}
    assert told == {
        ("errors", "failure"),
        ("status", "failure"),
        ("lost-connection", "failure"),
        ("data", "skipped"),
        ("envelope", "passed"),
        ("own", "skipped"),
    }


def test_a_failure_holds_what_a_developer_needs(run: Run):
    failure = parsed(junit(run, Context(url=run.target))).find(".//failure")
    assert failure is not None
    assert failure.text is not None
    assert failure.get("message") == "a server fault in a 200: Cannot read properties of undefined"
    for part in (
        "theOwner: owner(first: 10, state: OPEN)",
        "Response: status 200",
        "curl -sSi",
        "seed 4711, case 4012",
    ):
        assert part in failure.text


def test_names_are_unique_and_stay_the_same(run: Run):
    names = [case.get("name") for case in parsed(junit(run, Context())).iter("testcase") if len(case)]
    assert len(names) == len(set(names))
    assert f"Query.projects ({run.findings[1].fingerprint})" in names


@steady
@given(ANY, ANY, ANY, st.binary())
def test_hostile_text_never_breaks_the_xml(oracle: str, message: str, document: str, body: bytes):
    case = graphql_case(1, Operation("query", "", "Query", ()), document, {"a": message})
    finding = Finding(oracle, message, message, Exchange(case, body=body), path=message, excerpt=message)
    run = Run("x", 1, (finding,), oracles={message: {"passed": 1}})
    parsed(junit(run, Context()))


def test_what_fails_a_run_is_for_the_run_to_say(run: Run):
    for fail_on, failures in (("none", 0), ("fault", len(run.faults)), ("suspicion", len(run.findings))):
        suite = ET.fromstring(junit(replace(run, fail_on=fail_on), Context())).find("testsuite")  # noqa: S314 (ours)
        assert suite.get("failures") == str(failures)


# ---------------------------------------------------------------------------- collections


def parsed_run(run: Run) -> ET.Element:
    return parsed(junit(run, Context()))


def test_a_case_for_each_finding_and_for_each_collection_without_faults():
    suspicion = state_runs.finding("odd", "comments", "odd", severity=Severity.SUSPICION)
    collections = (
        state_runs.collection(),
        state_runs.collection("comments"),
        state_runs.untested(left_out="it cannot be read"),
        state_runs.untested("late"),
    )
    root = parsed_run(state_runs.run(state_runs.still_found(), suspicion, collections=collections))
    told = [(case.get("classname"), case.get("name"), [child.tag for child in case]) for case in root.iter("testcase")]
    assert told == [
        ("deleted-still-found", f"books ({state_runs.still_found().fingerprint})", ["failure"]),
        ("odd", f"comments ({suspicion.fingerprint})", ["skipped"]),
        ("state", "state model of comments", []),
        ("state", "state model of tokens", ["skipped"]),
        ("state", "state model of late", ["skipped"]),
    ]
    assert [skipped.get("message") for skipped in root.iter("skipped")][1:] == [
        "it cannot be read",
        "it was not tested",
    ]


def test_a_failure_holds_the_sequence():
    failure = parsed_run(state_runs.run(state_runs.merging())).find(".//failure")
    assert failure.get("message") == 'put left out `subtitle`, but it still is `"B"`'
    for part in ('given: authors 4 {"name":"Emmy"}', "1  post_first  #1", "!  3  get_norm", "curl -sSi", "seed 4711"):
        assert part in failure.text


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.text(st.characters(exclude_categories=())), st.text(st.characters(exclude_categories=())))
def test_hostile_text_of_collections_never_breaks_the_xml(text, other):
    steps = (state_runs.step(Command.PUT, text, other, 200, text, {text: other}, key=text),)
    found = state_runs.finding(text, other, text, steps)
    run = state_runs.run(found, name=text, collections=(state_runs.untested(other, left_out=text),))
    assert len(parsed_run(run).findall(".//failure")) == 1
