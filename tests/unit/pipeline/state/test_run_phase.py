"""State as a phase of a run with mutations, on the demo: the same report holds what sequences show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from querious.demo.app import create_app
from querious.model import Settings
from querious.model.state_settings import StateSettings
from querious.pipeline.run.use_case import replay, run

pytestmark = pytest.mark.unmeasured

OTHERS = ("relations",)
SETTINGS = Settings(
    seed=1,
    requests=500,
    seconds=None,
    mutations=True,
    criterion="none",
    skip_oracles=OTHERS,
    state=StateSettings(tests=4, steps=10, only=("reviews",)),
)


@pytest.fixture(autouse=True)
def somewhere(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sequences(report):
    return [finding for finding in report.findings if finding.sequence is not None]


def test_a_fault_of_state_is_found_with_its_sequence_and_can_be_replayed():
    app = create_app(["delete-does-nothing"])
    report = run(app, SETTINGS)
    assert [collection.name for collection in report.state.collections] == ["reviews"]
    assert sequences(report)
    assert all(finding.coordinate == "reviews" for finding in sequences(report))
    shown = replay(sequences(report)[:1], app, SETTINGS)
    assert [one.shown for one in shown] == [True]


def test_a_healthy_api_shows_nothing_and_nothing_is_left(somewhere):
    report = run(create_app(), SETTINGS)
    assert report.findings == ()
    assert report.state.tested
    assert report.state.left == 0
    assert list(somewhere.iterdir()) == []


def test_nothing_that_is_denied_is_part_of_a_sequence():
    report = run(create_app(), replace(SETTINGS, deny=("Mutation.createReview",)))
    names = [] if report.state is None else [collection.name for collection in report.state.collections]
    assert "reviews" not in names


def test_it_is_not_done_without_mutations_or_where_it_is_switched_off():
    assert run(create_app(), replace(SETTINGS, mutations=False, requests=120)).state is None
    assert run(create_app(), replace(SETTINGS, skip_oracles=(*OTHERS, "state"), requests=120)).state is None


def test_where_the_budget_is_too_small_nothing_is_begun(somewhere):
    report = run(create_app(), replace(SETTINGS, requests=40))
    assert report.state is None
    assert any("the budget is too small for that" in note for note in report.notes)
    assert list(somewhere.iterdir()) == []
