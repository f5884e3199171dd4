from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from rich.console import Console

from querious.errors import ConfigError
from querious.model import Coverage, Exchange, Run
from querious.model.traffic import OperationTimes, TimeSlice, Traffic
from querious.report.console import report
from querious.report.context import Context
from querious.report.json_report import dump, load
from querious.report.junit import junit


def test_a_run_comes_back(run: Run):
    saved = load(dump(run, run.target, "schema.graphql"))
    assert (saved.url, saved.whole, saved.schema) == (run.target, True, "schema.graphql")
    assert sorted(saved.run.findings, key=repr) == sorted(run.findings, key=repr)
    assert replace(saved.run, findings=()) == replace(run, findings=())


def test_times_and_what_came_when_come_back(run: Run):
    times = {"Query.book": OperationTimes(0.5, {0: 2, 40: 7}), "": OperationTimes(0.001, {9: 1})}
    traffic = Traffic(times, 0.5, (TimeSlice(requests=9, faults=1), TimeSlice(), TimeSlice(1, limited=1)))
    run = replace(run, begun=datetime(2026, 5, 1, 12, 30, tzinfo=UTC), traffic=traffic)
    text = dump(run)
    written = json.loads(text)["traffic"]
    assert written["operations"]["Query.book"] == {
        "longest": 0.5,
        "bins": {"0": 2, "40": 7},
        "count": 9,
        "p50": 0.1024,
        "p95": 0.1024,
        "p99": 0.1024,
    }
    assert written["slices"] == [{"requests": 9, "faults": 1}, {}, {"requests": 1, "limited": 1}]
    again = load(text).run
    assert (again.traffic, again.begun) == (traffic, run.begun)


def test_the_format_is_told_first_and_is_strict_ascii_json(run: Run):
    text = dump(run)
    assert text.startswith('{\n  "querious": 1,')
    assert text.isascii()
    json.loads(text, parse_constant=pytest.fail)


def test_secrets_stay_out(run: Run):
    exchange = replace(run.findings[0].exchange, headers={"content-type": "text/html", "set-cookie": "secret"})
    run = replace(run, target="x", findings=(replace(run.findings[0], exchange=exchange),))
    text = dump(run, "https://bob:secret@host/graphql?token=secret")
    assert "secret" not in text
    saved = load(text)
    assert (saved.url, saved.whole) == ("https://host/graphql", False)
    assert saved.run.findings[0].exchange.headers == {"content-type": "text/html"}


def response(run: Run, exchange: Any):
    text = dump(replace(run, findings=(replace(run.findings[0], exchange=exchange),)))
    return json.loads(text)["findings"][0]["response"], load(text).run.findings[0].exchange


def test_a_long_body_is_cut_between_characters(run: Run):
    body = b'"' + "é".encode() * 100_000 + b'"'
    told, again = response(run, Exchange(run.findings[0].exchange.case, 200, body=body, payload="x", is_json=True))
    assert told["bytes"] == 200_002
    assert len(told["body"].encode()) == 64 * 1024 - 1
    assert (again.is_json, again.payload) == (True, None)


def test_a_body_that_is_no_text_is_kept_as_it_is(run: Run):
    told, again = response(run, Exchange(run.findings[0].exchange.case, 200, body=b"\xff\x00"))
    assert "body" not in told
    assert again.body == b"\xff\x00"


def test_a_run_without_anything_comes_back():
    run = Run("shop:schema", 1, coverage=Coverage())
    assert load(dump(run)).run == run


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "is not a saved run"),
        ("{}", "is not a saved run"),
        ('{"querious": 2}', "has format 2, but this querious reads format 1"),
        ('{"querious": 1}', "is damaged"),
        ('{"querious": 1, "target": "x", "seed": "y", "findings": []}', "is damaged"),
        ('{"querious": 1, "target": "x", "seed": 1, "findings": [{"case": 1}]}', "is damaged"),
        ('{"querious": 1, "target": "x", "seed": 1, "findings": [], "coverage": {"fields": {"a": "b"}}}', "is damaged"),
    ],
)
def test_what_is_no_saved_run_gives_one_clear_line(text: str, told: str):
    with pytest.raises(ConfigError) as caught:
        load(text, "run.json")
    assert str(caught.value).startswith(f"run.json {told}")
    assert "\n" not in str(caught.value)


def test_a_scenario_comes_back_with_all_its_steps(run: Run):
    steps = tuple(finding.exchange for finding in run.findings[:2])
    told = replace(run, findings=(replace(run.findings[0], trace=steps),), fail_on="suspicion", baseline="b.json")
    again = load(dump(told, "")).run
    assert [step.case for step in again.findings[0].trace] == [step.case for step in steps]
    assert (again.fail_on, again.baseline) == ("suspicion", "b.json")


ODD: tuple[Any, ...] = (None, True, -1, 10**400, 1.5, "odd", "\ud800", [], [1], {}, {"$enum": 5}, {"a": [None]})


def everywhere(value: Any, odd: Any):
    """Copies of a value, in each of which another part is the odd one."""
    items = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    for key, inner in items:
        for changed in (odd, *everywhere(inner, odd)):
            copy = dict(value) if isinstance(value, dict) else list(value)
            copy[key] = changed
            yield copy


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: repr(odd)[:9])
def test_whatever_stands_in_a_saved_run_it_can_be_reported_or_is_refused_in_one_line(run: Run, odd: Any):
    content = json.loads(dump(replace(run, findings=run.findings[:2])))
    refused = 0
    for damaged in everywhere(content, odd):
        try:
            saved = load(json.dumps(damaged), "run.json")
        except ConfigError as told:
            refused += str(told).startswith("run.json ")
        else:
            junit(saved.run, Context())
            list(report(saved.run, Context(), Console(file=io.StringIO())))
            assert dump(saved.run)
    assert refused
