from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from querious.causes import folded
from querious.model import Case, Exchange, Finding, FoldedFinding, Request, Severity
from querious.model.rest_call import RestCall
from querious.pipeline.explain.use_case import FurtherEvidence
from querious.report.json_report import dump

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Run

URL = "http://127.0.0.1:1/graphql"
BENEATH = FoldedFinding("abcdef012345", Severity.FAULT, "data", "Query.name", "expected <>", 3)


@pytest.fixture
def saved(finding: Callable[..., Finding], make_run: Callable[..., Run]) -> Finding:
    """The one finding of the last run, with another beneath it."""
    told = replace(finding(severity=Severity.SUSPICION), others=(BENEATH,))
    Path(".querious").mkdir()
    Path(".querious/last-run.json").write_text(dump(make_run(told), URL, "/schema.graphql"))
    return told


@pytest.fixture
def explained(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The calls of the use-case; what it gives is asked again three times, shown twice."""
    calls: list[Any] = []

    def explain(finding: Finding, target: str, settings: Any, _observer: Any) -> FurtherEvidence:
        calls.append((finding, target, settings))
        return FurtherEvidence(finding, 3, 2, elsewhere=(finding,), requests=400)

    monkeypatch.setattr("querious.cli.show.explain", explain)
    return calls


def test_a_rest_call_is_sent_to_the_service_and_not_below_its_description(
    querious: Callable[..., int], make_run: Callable[..., Run], capsys: pytest.CaptureFixture[str]
):
    call = RestCall("GET", "/books/7")
    exchange = Exchange(Case(0, call, Request("GET", "/v1/books/7")), 500)
    told = Finding("server_error", call.coordinate, "HTTP 500", exchange)
    Path(".querious").mkdir()
    run = replace(make_run(told), protocol="REST")
    Path(".querious/last-run.json").write_text(dump(run, "http://127.0.0.1:1/v1/openapi.json", ""))
    assert querious("show", told.fingerprint) == 0
    assert "curl -sSi -g http://127.0.0.1:1/v1/books/7" in capsys.readouterr().out


@pytest.mark.parametrize("line", [(), (".querious/last-run.json",)])
def test_without_an_id_all_of_the_run_is_shown(
    querious: Callable[..., int], saved: Finding, capsys: pytest.CaptureFixture[str], line: tuple[str, ...]
):
    assert querious("show", *line) == 0
    out = capsys.readouterr().out
    assert f"id {saved.fingerprint}" in out
    assert "Coverage" in out
    assert out.rstrip().endswith("1 suspicion found, 1 more of the same cause folded beneath.")


def test_to_explain_needs_an_id(querious: Callable[..., int], saved: Finding, capsys: pytest.CaptureFixture[str]):
    del saved
    assert querious("show", "--explain") == 2
    assert "--explain needs the ID of a finding" in capsys.readouterr().err


@pytest.mark.parametrize("of", ["told", "beneath"])
def test_a_finding_is_shown_with_all_that_is_folded_beneath_it(
    querious: Callable[..., int], saved: Finding, capsys: pytest.CaptureFixture[str], of: str
):
    start = saved.fingerprint[:6] if of == "told" else BENEATH.fingerprint[:6]
    assert querious("show", start) == 0
    out = capsys.readouterr().out
    assert "suspicion  data  Query.age" in out
    assert "Also at 1 other: Query.name" in out
    assert "abcdef012345      3x  fault  data  Query.name  expected <>" in out
    assert "Certain with a baseline" in out


def test_a_folded_finding_shows_what_was_asked_for_it(
    querious: Callable[..., int],
    finding: Callable[..., Finding],
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
):
    exchange = Exchange(Case(0, RestCall("GET", "/books/7"), Request("GET", "/books/7")), 500)
    own = Finding("server_error", "GET /books/{id}", "HTTP 500", exchange)
    told = folded([finding(), own])
    Path(".querious").mkdir()
    Path(".querious/last-run.json").write_text(dump(make_run(told), URL, ""))
    assert querious("show", own.fingerprint[:8]) == 0
    out = capsys.readouterr().out
    assert "server_error  GET /books/{id}" in out
    assert "/books/7" in out


def test_an_id_that_is_not_there_is_refused(
    querious: Callable[..., int], saved: Finding, capsys: pytest.CaptureFixture[str]
):
    assert querious("show", "zzz") == 2
    assert "the saved run has no finding 'zzz'" in capsys.readouterr().err


def test_asking_more_tells_what_it_has_shown(
    querious: Callable[..., int], saved: Finding, explained: list[Any], capsys: pytest.CaptureFixture[str]
):
    assert querious("show", saved.fingerprint, "--explain", "--bearer", "t") == 0
    ((finding, target, settings),) = explained
    assert (finding.fingerprint, target, settings.mutations) == (saved.fingerprint, URL, False)
    out = " ".join(capsys.readouterr().out.split())
    assert "Asked again 3 times: it showed 2 times." in out
    assert "The simplest that shows it: { age }" in out
    assert "By other ways, 400 requests with another seed: the same cause shows at Query.age." in out


def test_without_being_asked_to_nothing_is_sent(querious: Callable[..., int], saved: Finding, explained: list[Any]):
    assert querious("show", saved.fingerprint) == 0
    assert explained == []
