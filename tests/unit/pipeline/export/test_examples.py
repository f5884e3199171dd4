from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from graphql import build_schema

import sample
from querious.export import Example, ExampleOrigin, Wants, prepare
from querious.model import Exchange, Finding, Severity
from querious.model.recording import Recording
from querious.pipeline.export.examples import from_findings, from_plan, from_recordings

MAY, JUNE = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)


def recording(document: str = "{ version }", **more: Any) -> Recording:
    return Recording(document, {"x": 1}, MAY, JUNE, **more)


def test_a_recording_becomes_an_example_with_its_calls_and_its_time():
    examples, left_out = from_recordings([recording(operation_name="Q", kind="query", times_called=7)])
    assert examples == [Example("{ version }", {"x": 1}, operation_name="Q", kind="query", calls=7, last_asked=JUNE)]
    assert not left_out


def test_of_a_hash_alone_no_test_is_made():
    examples, left_out = from_recordings([recording("", document_hash="abc")])
    assert not examples
    assert left_out == [("abc", "only its hash is known")]


@pytest.mark.parametrize(
    ("statuses", "kept"),
    [({}, True), ({"200": 1}, True), ({"errors": 5, "200": 1}, True), ({"errors": 5}, False), ({"500": 1}, False)],
)
def test_what_never_went_well_is_left_out_unless_it_is_asked_for(statuses, kept):
    examples, left_out = from_recordings([recording(statuses=statuses)])
    assert (bool(examples), bool(left_out)) == (kept, not kept)
    (example,), _ = from_recordings([recording(statuses=statuses)], failing=True)
    assert example.wants is (Wants.ANSWER if kept else Wants.SOUND)


def finding(oracle: str = "data", message: str = "null where the schema promises String!", **more: Any) -> Finding:
    case = sample.case(more.pop("document", "{ version }"), flaw=more.pop("flaw", ""))
    exchange = Exchange(case, 200, payload=more.pop("payload", {"data": {}}), is_json=True)
    return Finding(oracle, "Root.version", message, exchange, **more)


def only(*findings: Finding) -> Example:
    (example,), left_out = from_findings(findings)
    assert not left_out
    return example


def test_a_finding_says_what_was_wrong_and_where():
    found = finding(path="data.version")
    example = only(found)
    assert example.origin is ExampleOrigin.FINDING
    assert example.wants is Wants.SOUND
    assert example.note == (
        f"Root.version at data.version: null where the schema promises String! (found by data, {found.fingerprint})"
    )
    assert example.mark == f"Root.version {found.fingerprint[:8]}"


def test_an_invalid_operation_wants_to_be_refused():
    assert only(finding("accepted_invalid", "it was accepted", flaw="a string for Int")).wants is Wants.REFUSAL


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("division by zero", "division by zero"),
        ("'NoneType' object has no attribute 'name'", "object has no attribute"),
        ("invalid id 12345 in table users", "in table users"),
        ("ordinal not in range(128)", "ordinal not in range"),
    ],
)
def test_words_that_are_there_every_time_are_what_no_error_may_say(message, words):
    payload = {"data": None, "errors": [{"message": message}]}
    assert only(finding("server_fault", f"server fault: {message}", payload=payload)).unwelcome == words


def test_the_words_are_in_the_answer_as_they_are_looked_for():
    message = "cannot read 'x' of\n  undefined things"
    payload = {"errors": [{"message": message}]}
    example = only(finding("server_fault", "server fault: cannot read 'x' of undefined things", payload=payload))
    assert example.unwelcome == "cannot read"
    assert example.unwelcome in message


def test_a_leak_is_told_by_what_leaked():
    trace = 'Traceback (most recent call last): File "/srv/app.py", line 3'
    payload = {"errors": [{"message": "no", "extensions": {"trace": [trace]}}]}
    example = only(finding("leak", "an error gives away a stack trace", excerpt=trace, payload=payload))
    assert example.unwelcome == "Traceback (most recent call last): File"


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (finding(severity=Severity.SUSPICION), "a suspicion is no fault"),
        (finding("my_rule"), "only your own oracle my_rule can judge it"),
        (finding("pagination"), "pagination compares several answers and a test looks at one: check it with querious"),
        (finding("baseline"), "it differs from a baseline: check it with querious run --baseline"),
        (finding("invariant"), "it differs from a baseline: check it with querious run --baseline"),
        (finding("server_fault", "server fault: 12", payload={"errors": []}), "no words that would tell it again"),
        (finding("envelope", "errors must be a list"), "a test does not look at"),
    ],
)
def test_what_no_test_could_see_is_left_out(found, reason):
    examples, ((_, told),) = from_findings([found])
    assert not examples
    assert reason in told


def test_a_response_map_without_data_is_seen():
    assert only(finding("envelope", "data is null, and no error says why")).wants is Wants.SOUND


@pytest.mark.parametrize("criterion", ["tuples", "edge", "rooted-prime-path"])
def test_planned_paths_become_valid_examples(criterion):
    schema = build_schema(sample.EVERYTHING)
    examples = from_plan(schema, criterion, 20)
    ready, left_out = prepare(schema, examples)
    assert ready
    assert not left_out
    assert all(example.origin is ExampleOrigin.PLAN for example in examples)
    assert all(example.note.startswith(f"By {criterion}: Root.") for example in examples)
    assert examples == from_plan(schema, criterion, 20)


def test_where_values_are_made_up_the_api_may_answer_with_errors():
    schema = build_schema("type Query { a: Int b(x: ID!): Int }")
    wants = {example.document: example.wants for example in from_plan(schema, "tuples", 1)}
    assert wants.pop("{ a }") is Wants.ANSWER
    assert list(wants.values()) == [Wants.SOUND]
