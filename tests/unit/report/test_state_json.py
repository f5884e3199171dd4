from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import state_runs
from querious.model import Exchange, Request, Run, rest_case
from querious.model.state import Breach, Command, CommandStep, Ending, Outcome
from querious.report import json_report
from querious.report.json_report import dump, load

steady = settings(derandomize=True, deadline=None, max_examples=60)
ANY = st.text(st.characters(exclude_categories=()))
VALUES = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | ANY, st.lists, max_leaves=6)


def loaded(run: Run) -> Any:
    text = dump(run)
    assert text.isascii()
    return json.loads(text, parse_constant=lambda name: (_ for _ in ()).throw(ValueError(name)))


def first_step(run: Run) -> Any:
    return loaded(run)["findings"][0]["sequence"]["steps"][0]


def with_value(value: Any, *, exchanges: int = 1, text: str = "r") -> Run:
    case = rest_case(Request("GET", "/books/1"))
    exchange = Exchange(case, 200, payload=None, body=b"null", is_json=True, began=1.0, elapsed=1.0)
    outcome = Outcome(Ending.DONE, "1", value, (("1", value),), whole=False, exchanges=(exchange,) * exchanges)
    step = CommandStep(Command.GET, "get_norm", "#1", "1", value, outcome)
    return state_runs.run(state_runs.finding(text, text, text, (step,)), name=text, notes=(text,))


def test_the_section_of_a_run():
    found = loaded(state_runs.run(state_runs.still_found(), left=2))["state"]
    assert (found["name"], found["left"], len(found["collections"])) == ("calm-otter", 2, 1)
    assert "state" not in json.loads(dump(Run("x", 1)))


def test_a_collection_with_its_transitions():
    run = state_runs.run(collections=(state_runs.collection(), state_runs.untested(left_out="why")))
    first, second = loaded(run)["state"]["collections"]
    assert first["transitions"][0] == {"from": "EC", "command": "post_first", "to": "NC", "count": 3}
    assert (first["name"], first["delete"], first["tests"], first["steps"]) == ("books", "hard", 30, 412)
    assert sorted(first["commands"]) == ["delete", "get", "list", "patch", "post", "put"]
    assert (second["left_out"], second["delete"], second["transitions"]) == ("why", None, [])


def test_a_finding_with_its_steps_and_exchanges():
    finding = state_runs.merging()
    found = loaded(state_runs.run(finding))["findings"][0]
    assert (found["id"], found["oracle"], found["coordinate"]) == (finding.fingerprint, "put-merges", "books")
    assert found["sequence"]["given"][0] == {"collection": "authors", "key": "4", "entry": {"name": "Emmy"}}
    step = found["sequence"]["steps"][1]
    assert (step["command"], step["verb"], step["name"], step["key"]) == ("put_norm", "put", "#1", "17")
    sent = step["exchanges"][0]["case"]["request"]
    assert (sent["method"], sent["path"], sent["body"]) == ("PUT", "/books/17", {"title": "C", "author_id": 4})


@pytest.mark.parametrize("finding", [state_runs.still_found(), state_runs.merging(), state_runs.lost_update()])
def test_a_run_that_is_read_again_tells_the_same(finding: Any):
    run = state_runs.run(finding, collections=(state_runs.collection(), state_runs.untested(left_out="why")), left=1)
    again = load(dump(run)).run
    assert again.state == run.state
    assert again.findings[0].fingerprint == finding.fingerprint
    assert again.findings[0].sequence.given == finding.sequence.given
    for step, before in zip(again.findings[0].sequence.steps, finding.sequence.steps, strict=True):
        assert replace(step, outcome=before.outcome) == before
        assert replace(step.outcome, exchanges=()) == replace(before.outcome, exchanges=())
        assert [one.case.request for one in step.outcome.exchanges] == [
            one.case.request for one in before.outcome.exchanges
        ]


def test_a_sequence_that_cannot_be_sent_again_is_not_read_again():
    assert load(dump(with_value({"text": "x" * 100_000}))).run.findings[0].sequence.steps == ()


def test_breaches_are_told():
    outcome = Outcome(Ending.DONE, breaches=(Breach("schema", "no id"),))
    step = CommandStep(Command.GET, "get_norm", "#1", "1", None, outcome)
    found = first_step(state_runs.run(state_runs.finding("schema", "books", "no id", (step,))))
    assert found["breaches"] == [{"rule": "schema", "message": "no id", "severity": "fault"}]
    assert found["sent"] is None


def test_long_values_are_cut_and_say_so():
    run = with_value({"text": "é" * 100_000})
    step = first_step(run)
    for name in ("sent", "value"):
        assert step[name].startswith('{"text":"éé')
        assert len(step[name]) == 16 * 1024
        assert step[f"{name}_cut"] is True
    assert "entries_cut" in step
    assert len(dump(run)) < 6 * 6 * 16 * 1024


def test_of_many_pages_the_first_are_told():
    step = first_step(with_value(1, exchanges=51))
    assert (len(step["exchanges"]), step["exchanges_cut"]) == (50, True)
    assert "exchanges_cut" not in first_step(with_value(1, exchanges=50))


def test_what_is_no_json_or_too_deep_is_told_as_text():
    step = first_step(with_value([float("nan"), 1]))
    assert (step["value"], step["value_cut"]) == ("[NaN,1]", True)
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    assert first_step(with_value(deep))["value"].startswith("[[[[")


def test_secrets_of_the_address_stay_out():
    run = state_runs.run(target="https://ada:secret@example.org/api?key=secret")
    assert loaded(run)["target"] == "https://example.org/api"
    assert "secret" not in dump(run)


def test_the_same_run_gives_the_same_text_whatever_the_order():
    one, two = state_runs.still_found(), state_runs.merging()
    assert json_report.dump(state_runs.run(one, two)) == json_report.dump(state_runs.run(two, one))


@steady
@given(VALUES, ANY)
def test_every_value_can_be_told(value: Any, text: str):
    found = loaded(with_value(value, text=text))
    assert (found["state"]["name"], found["notes"], found["findings"][0]["oracle"]) == (text, [text], text)
