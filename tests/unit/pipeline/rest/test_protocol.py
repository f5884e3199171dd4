from __future__ import annotations

import json
from dataclasses import replace

import pytest

from querious.errors import QueriousError
from querious.model import Settings
from querious.model.coverage import Level
from querious.model.state_settings import StateSettings
from querious.pipeline.explain.use_case import explain
from querious.pipeline.run.use_case import replay, run
from unit.pipeline.rest.conftest import DESCRIPTION, Shop

SETTINGS = Settings(seed=3, requests=500, seconds=None, connections=4)


def test_every_operation_is_reached_with_values_that_answers_showed(healthy):
    report = run(healthy, replace(SETTINGS, requests=120, mutations=True))
    assert report.protocol == "REST"
    assert report.findings == ()
    assert report.coverage.at(Level.WITNESSED) == {
        "GET /items", "GET /items/{item_id}", "GET /items/{item_id}/stats", "POST /items/{item_id}/approve",
    }  # fmt: skip
    assert len(report.coverage.places["enum values"].witnessed) == 3
    assert report.coverage.missing.keys() <= {"GET /items 400", "GET /items/{item_id}/stats 400"}


@pytest.mark.parametrize("seed", range(3))
def test_faults_are_found_shrunk_and_show_again(faulty, seed):
    report = run(faulty, replace(SETTINGS, seed=seed))
    told = {(finding.oracle, finding.coordinate) for finding in report.findings}
    assert told == {
        ("response_schema", "GET /items"),
        ("server_error", "GET /items"),
        ("server_error", "GET /items/{item_id}/stats"),
        *{("response_schema", "GET /items/{item_id}")} & told,
    }
    crash = next(finding for finding in report.findings if finding.coordinate.endswith("stats"))
    assert crash.exchange.case.request.path.endswith("/stats?window=0")
    assert crash.shrunk
    assert [one.shown for one in replay(report.findings, faulty, SETTINGS)] == [True] * len(report.findings)


class Mended(Shop):
    """Answers 404 where the faulty one crashes; ``moved``: and everywhere else, as the API is at another address."""

    def __init__(self, *, moved: bool) -> None:
        super().__init__(faulty=False)
        self.moved = moved

    def answer(self, method, steps, query):
        if steps != ["openapi.json"] and (
            self.moved or query.get("window") == ["0"] or query.get("sort") == ["weight"]
        ):
            return "404 Not Found", {"detail": "not here"}
        return super().answer(method, steps, query)


@pytest.mark.parametrize(("moved", "shown"), [(False, False), (True, None)])
def test_a_crash_that_became_a_404_is_gone_if_the_api_is_there(faulty, moved, shown):
    crashes = [finding for finding in run(faulty, SETTINGS).findings if finding.oracle == "server_error"]
    assert crashes
    assert [one.shown for one in replay(crashes, Mended(moved=moved), SETTINGS)] == [shown] * len(crashes)


def test_more_is_asked_about_a_finding(faulty):
    crash = next(finding for finding in run(faulty, SETTINGS).findings if finding.oracle == "server_error")
    evidence = explain(crash, faulty, SETTINGS)
    assert (evidence.asked, evidence.shown) == (3, 3)
    assert evidence.finding.exchange.case.request.path == "/items?sort=weight"


def test_the_same_seed_asks_the_same(healthy):
    asked = []
    for _ in range(2):
        healthy.asked.clear()
        run(healthy, replace(SETTINGS, requests=150, connections=1))
        asked.append(list(healthy.asked))
    assert asked[0] == asked[1]


def test_without_mutations_nothing_is_changed_and_that_is_said(healthy):
    report = run(healthy, replace(SETTINGS, requests=100))
    assert {method for method, _ in healthy.asked} <= {
        "GET",
        "HEAD",
        "TRACE",
        "POST",
    }  # the probe for GraphQL is a POST
    assert not any(path.endswith("approve") for _, path in healthy.asked)
    assert any("1 operation that changes data was left out" in note for note in report.notes)


def test_what_is_denied_is_not_asked_and_given_values_are(healthy):
    report = run(healthy, replace(SETTINGS, requests=100, deny=("GET /items",), seed_values={"item_id": (705,)}))
    assert "/items" not in {path for _, path in healthy.asked}
    assert "GET /items/{item_id}" in report.coverage.reached
    assert ("GET", "/items/705") in healthy.asked


def test_a_description_at_hand_is_used_for_an_application_that_serves_none(healthy, tmp_path):
    file = tmp_path / "shop.json"
    file.write_text(json.dumps(DESCRIPTION))
    report = run(healthy, replace(SETTINGS, requests=60, schema=str(file)))
    assert ("GET", "/openapi.json") not in healthy.asked
    assert "GET /items" in report.coverage.reached


def test_a_service_that_is_not_there_is_no_success(tmp_path):
    file = tmp_path / "shop.json"
    file.write_text(json.dumps(DESCRIPTION))
    settings = replace(SETTINGS, requests=60, state=StateSettings(url="http://127.0.0.1:9"))
    with pytest.raises(QueriousError, match="no connection"):
        run(str(file), settings)
