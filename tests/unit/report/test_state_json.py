from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import crud_runs
from querious.model import Exchange, Request, rest_case
from querious.model.crud import Breach, Command, CrudRun, Ending, Outcome, Step, Violation
from querious.report.context import Context
from querious.report.state_json import FORMAT, dump

steady = settings(derandomize=True, deadline=None, max_examples=60)
ANY = st.text(st.characters(exclude_categories=()))
VALUES = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | ANY, st.lists, max_leaves=6)


def loaded(run: CrudRun):
    text = dump(run, Context())
    assert text.isascii()
    return json.loads(text, parse_constant=lambda name: (_ for _ in ()).throw(ValueError(name)))


def with_value(value: Any, *, exchanges: int = 1):
    case = rest_case(Request("GET", "/books/1"))
    exchange = Exchange(case, 200, payload=value, is_json=True, began=1.0, elapsed=1.0)
    outcome = Outcome(Ending.DONE, "1", value, (("1", value),), whole=False, exchanges=(exchange,) * exchanges)
    return crud_runs.run(Violation("r", "books", "m", (Step(Command.GET, "get_norm", "#1", "1", value, outcome),)))


def test_the_run():
    found = loaded(crud_runs.run(crud_runs.still_found(), left=2, notes=("a",), ended="30 tests", interrupted=True))
    assert next(iter(found)) == "querious_crud"
    assert {name: value for name, value in found.items() if name not in {"violations", "collections"}} == {
        "querious_crud": FORMAT,
        "version": "0.1.0",
        "target": "http://127.0.0.1:8000",
        "name": "calm-otter",
        "seed": 4711,
        "requests": 1204,
        "elapsed": 12.34,
        "ended": "30 tests",
        "interrupted": True,
        "left": 2,
        "failed": True,
        "notes": ["a"],
    }


def test_a_violation_with_its_steps_and_calls():
    violation = crud_runs.merging()
    found = loaded(crud_runs.run(violation))["violations"][0]
    steps = found.pop("steps")
    assert found == {
        "id": violation.fingerprint,
        "severity": "fault",
        "rule": "put-merges",
        "collection": "books",
        "message": violation.message,
        "count": 1,
        "reproduced": None,
        "given": [
            {"collection": "authors", "key": "4", "entry": {"name": "Emmy"}},
            {"collection": "authors", "key": "5", "entry": {"name": "Grace"}},
        ],
    }
    assert [step["command"] for step in steps] == ["post_first", "put_norm", "get_norm"]
    first = steps[0]
    assert (first["verb"], first["name"], first["key"], first["branch"]) == ("post", "#1", "17", 0)
    assert first["sent"] == {"title": "A", "subtitle": "B", "author_id": 4}
    assert (first["ending"], first["outcome_key"], first["value"]["id"]) == ("done", "17", 17)
    assert (first["entries"], first["whole"], first["breaches"]) == ([], True, [])
    (call,) = first["calls"]
    assert set(call) == {"request", "sent", "status", "answer", "began", "ended", "failure", "curl"}
    assert (call["request"], call["status"], call["answer"]["id"]) == ("POST /books", 201, 17)
    assert call["curl"].startswith("curl -sSi")


def test_a_collection_with_its_transitions():
    found = loaded(crud_runs.run(collections=(crud_runs.collection(), crud_runs.untested(left_out="why"))))
    first, second = found["collections"]
    assert first["transitions"][0] == {"from": "EC", "command": "post_first", "to": "NC", "count": 3}
    assert (first["name"], first["delete"], first["mark"], first["tests"], first["steps"]) == (
        "books",
        "hard",
        "",
        30,
        412,
    )
    assert sorted(first["commands"]) == ["delete", "get", "list", "patch", "post", "put"]
    assert (second["left_out"], second["delete"], second["transitions"]) == ("why", None, [])


def test_breaches_are_told():
    outcome = Outcome(Ending.DONE, breaches=(Breach("schema", "no id"),))
    violation = Violation("schema", "books", "no id", (Step(Command.GET, "get_norm", "#1", "1", None, outcome),))
    step = loaded(crud_runs.run(violation))["violations"][0]["steps"][0]
    assert step["breaches"] == [{"rule": "schema", "message": "no id", "severity": "fault"}]
    assert step["sent"] is None


def test_long_values_are_cut_and_say_so():
    long = {"text": "é" * 100_000}
    run = with_value(long)
    step = loaded(run)["violations"][0]["steps"][0]
    for place, name in ((step, "sent"), (step, "value"), (step["calls"][0], "answer")):
        assert place[name].startswith('{"text":"éé')
        assert len(place[name]) == 16 * 1024
        assert place[f"{name}_cut"] is True
    assert "entries_cut" in step
    assert len(dump(run, Context())) < 6 * 6 * 16 * 1024


def test_of_many_pages_the_first_are_told():
    step = loaded(with_value(1, exchanges=51))["violations"][0]["steps"][0]
    assert (len(step["calls"]), step["calls_cut"]) == (50, True)
    assert "calls_cut" not in loaded(with_value(1, exchanges=50))["violations"][0]["steps"][0]


def test_what_is_no_json_or_too_deep_is_told_as_text():
    step = loaded(with_value([float("nan"), 1]))["violations"][0]["steps"][0]
    assert (step["value"], step["value_cut"]) == ("[NaN,1]", True)
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    step = loaded(with_value(deep))["violations"][0]["steps"][0]
    assert step["value"].startswith("[[[[")


def test_secrets_of_the_address_stay_out():
    run = CrudRun("https://ada:secret@example.org/api?key=secret", 1)
    assert loaded(run)["target"] == "https://example.org/api"
    assert "secret" not in dump(run, Context())


def test_the_same_run_gives_the_same_text_whatever_the_order():
    one, two = crud_runs.still_found(), crud_runs.merging()
    assert dump(crud_runs.run(one, two), Context()) == dump(crud_runs.run(two, one), Context())


@steady
@given(VALUES, ANY)
def test_every_value_can_be_told(value: Any, text: str):
    run = crud_runs.run(Violation(text, text, text, with_value(value).violations[0].steps), name=text, notes=(text,))
    found = loaded(run)
    assert (found["name"], found["notes"], found["violations"][0]["rule"]) == (text, [text], text)
    step = found["violations"][0]["steps"][0]
    assert "value_cut" in step or step["value"] == value
