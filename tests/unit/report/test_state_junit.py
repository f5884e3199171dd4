from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st

import crud_runs
from querious.model.crud import Command, CrudRun, Violation
from querious.model.finding import Severity
from querious.report.context import Context
from querious.report.state_junit import dump

steady = settings(derandomize=True, deadline=None, max_examples=60)
ANY = st.text(st.characters(exclude_categories=()))


def parsed(run: CrudRun) -> ET.Element:
    return ET.fromstring(dump(run, Context()).encode("utf-8"))  # noqa: S314 - our own text


def counts(element: ET.Element):
    return tuple(element.get(name) for name in ("tests", "failures", "skipped", "errors"))


def test_a_suite_for_each_collection_and_a_case_for_each_rule():
    suspicion = replace(crud_runs.still_found(), rule="odd", collection="comments", severity=Severity.SUSPICION)
    collections = (
        crud_runs.collection(),
        crud_runs.collection("comments"),
        crud_runs.collection("authors"),
        crud_runs.untested(left_out="it cannot be read"),
        crud_runs.untested("late"),
    )
    root = parsed(crud_runs.run(crud_runs.still_found(), crud_runs.merging(), suspicion, collections=collections))
    told = {suite.get("name"): [(case.get("name"), [child.tag for child in case]) for case in suite] for suite in root}
    assert told == {
        "books": [("deleted-still-found", ["failure"]), ("put-merges", ["failure"])],
        "comments": [("odd", ["skipped"]), ("state model of comments", [])],
        "authors": [("state model of authors", [])],
        "tokens": [("state model of tokens", ["skipped"])],
        "late": [("state model of late", ["skipped"])],
    }
    assert counts(root) == ("7", "2", "3", "0")
    assert counts(root[0]) == ("2", "2", "0", "0")
    assert root.find("testsuite[@name='tokens']/testcase/skipped").get("message") == "it cannot be read"
    assert root.find("testsuite[@name='late']/testcase/skipped").get("message") == "it was not tested"


def test_a_failure_holds_the_sequence():
    failure = parsed(crud_runs.run(crud_runs.merging())).find(".//failure")
    assert failure.get("message") == 'put left out `subtitle`, but it still is `"B"`'
    assert failure.get("type") == "fault"
    for part in (
        'given: authors 4 {"name":"Emmy"}',
        "1  post_first  #1",
        "!  3  get_norm",
        "curl -sSi",
        "once, seed 4711",
    ):
        assert part in failure.text


def test_several_violations_of_a_rule_are_one_case():
    other = replace(crud_runs.still_found(), message="get of #2 is answered with the entry", count=1)
    (case,) = parsed(crud_runs.run(other, crud_runs.still_found())).iter("testcase")
    (failure,) = case
    assert failure.get("message") == "get of #1, which was deleted, is answered with the entry (and 1 more)"
    assert failure.text.count("!  3  get_del") == 2


def test_a_fault_is_not_hidden_by_a_suspicion_of_the_same_rule():
    suspicion = replace(crud_runs.still_found(), severity=Severity.SUSPICION, count=100)
    (case,) = parsed(crud_runs.run(suspicion, replace(crud_runs.still_found(), message="other"))).iter("testcase")
    assert case[0].tag == "failure"


def test_no_violation_is_lost_whatever_its_collection_is_called():
    root = parsed(crud_runs.run(replace(crud_runs.still_found(), collection="elsewhere")))
    assert [suite.get("name") for suite in root] == ["books", "elsewhere"]
    assert counts(root) == ("2", "1", "0", "0")


def test_hostile_answers():
    (suite, other) = parsed(crud_runs.run(crud_runs.hostile()))
    assert "\\x1b[31mred" in other[0][0].text
    assert "state model of books" in [case.get("name") for case in suite]


@steady
@given(ANY, ANY)
def test_hostile_text_never_breaks_the_xml(text: str, other: str):
    steps = (crud_runs.step(Command.PUT, text, other, 200, text, {text: other}, key=text),)
    run = CrudRun(text, 1, text, (crud_runs.untested(other, left_out=text),), (Violation(text, other, text, steps),))
    assert parsed(run).get("failures") == "1"
