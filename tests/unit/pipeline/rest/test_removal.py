"""What a run makes it removes, and what was there before it leaves alone."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from querious.demo import create_rest_app
from querious.model import Settings
from querious.model.state_settings import StateSettings
from querious.pipeline.rest import removal
from querious.pipeline.run.use_case import run
from querious.pipeline.state import phase
from unit.pipeline.rest.labels import Labels
from unit.pipeline.rest.notes import Notes
from unit.pipeline.rest.queues import Queues
from unit.pipeline.rest.shelves import Shelves

SETTINGS = Settings(seed=1, requests=500, seconds=None, connections=2, mutations=True, deny=("DELETE /labels/*",))


@pytest.mark.parametrize("seed", range(3))
def test_a_sound_service_that_gets_or_creates_is_silent_and_left_as_it_was(seed):
    service = Labels()
    report = run(service, replace(SETTINGS, seed=seed, deny=()))
    assert [(finding.oracle, finding.message) for finding in report.findings] == []
    assert service.labels.keys() == {100}
    assert service.tokens == {}
    assert service.searches > 20
    [collection] = [one for one in report.state.collections if one.name == "labels"]
    assert "list" in collection.commands
    assert not collection.left_out


def test_what_cannot_be_removed_is_named():
    service = Labels()
    report = run(service, replace(SETTINGS, requests=150, deny=("DELETE *",), skip_oracles=("state",)))
    assert service.tokens
    [left] = [note for note in report.notes if "could not be removed" in note]
    assert left.index("POST /tokens, live credentials") < left.index("POST /labels")
    assert any("POST /visits" in note and "nothing in the description removes" in note for note in report.notes)


def test_what_is_gone_with_the_service_needs_no_word():
    settings = replace(SETTINGS, requests=150, deny=("DELETE *",), skip_oracles=("state",), vanishes=True)
    assert [note for note in run(Labels(), settings).notes if "calls of this run made" in note] == []


def test_entries_that_were_there_are_not_ours():
    service = Labels()
    run(service, replace(SETTINGS, requests=150, deny=("DELETE /labels/{id}",), skip_oracles=("state",)))
    before = dict(service.labels)
    assert 100 in before
    assert len(before) > 1


def test_what_calls_have_made_on_the_way_is_removed_too():
    service = Queues()
    run(service, replace(SETTINGS, deny=("DELETE /pools/{name}",), skip_oracles=("state",)))
    assert len(service.pools) > 1
    service = Queues()
    run(service, replace(SETTINGS, deny=(), skip_oracles=("state",)))
    assert service.queues == {}
    assert service.pools == {"others"}


def test_what_appeared_by_itself_is_left_alone_and_named():
    service = Queues(spare="by-itself")
    report = run(service, replace(SETTINGS, deny=(), skip_oracles=("state",)))
    assert service.pools == {"others", "by-itself"}
    (note,) = [note for note in report.notes if "appeared" in note]
    assert note == "1 entry appeared during the run, and no call of it is known to have made them: GET /pools (1)."


@pytest.mark.parametrize("seed", range(3))
def test_what_went_with_its_parent_is_not_told_as_left(seed):
    service = Shelves()
    report = run(service, replace(SETTINGS, seed=seed, deny=()))
    assert service.denied > 0
    assert service.shelves.keys() == {"s0"}, "nobody has removed what was there, and what was made is gone"
    assert service.books["s0"].keys() == {"b0"}
    assert [note for note in report.notes if "could not be removed" in note] == []
    assert [(one.oracle, one.message) for one in report.findings if one.severity == "fault"] == []


def test_what_a_list_shows_while_it_is_made_is_removed_too():
    service = Notes()
    run(service, replace(SETTINGS, deny=(), connections=4, skip_oracles=("state",)))
    assert service.created > 20
    assert service.notes.keys() <= {1}


class _Busy(Labels):
    """After a while it has no time for most of what shall be deleted: for one attempt in ten of each entry."""

    def __init__(self):
        super().__init__()
        self.attempts = Counter()

    def answer(self, method, path, body):
        if method == "DELETE" and (path[1] in self.tokens or path[1] in map(str, self.labels)):
            self.attempts[path[1]] += 1
            if len(self.attempts) > 20 and self.attempts[path[1]] % 10:
                return 503, {}
        return super().answer(method, path, body)


@pytest.mark.parametrize("skipped", ["state", "relations"])
def test_a_busy_service_is_asked_again_until_all_is_gone(monkeypatch, tmp_path, skipped):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(removal, "_PAUSE_OF_BUSY", 0.0)
    monkeypatch.setattr(phase, "_PAUSES", (0.0,))
    service = _Busy()
    report = run(service, replace(SETTINGS, deny=(), skip_oracles=(skipped,)))
    assert max(service.attempts.values()) == 10
    assert service.labels.keys() == {100}
    assert service.tokens == {}
    assert report.state is None or (report.state.tested and report.state.left == 0)
    assert [note for note in report.notes if "could not be removed" in note] == []
    assert list(tmp_path.iterdir()) == []


class _AlwaysBusy(Labels):
    def answer(self, method, path, body):
        return (503, {}) if method == "DELETE" else super().answer(method, path, body)


def test_what_a_busy_service_never_removes_is_named_with_the_reason(monkeypatch):
    monkeypatch.setattr(removal, "_PAUSE_OF_BUSY", 0.0)
    monkeypatch.setattr(removal, "_PATIENCE", 0.1)
    report = run(_AlwaysBusy(), replace(SETTINGS, requests=150, deny=(), skip_oracles=("state",)))
    [left] = [note for note in report.notes if "could not be removed" in note]
    assert "could not be removed (last response to that: HTTP 503 (" in left
    assert "POST /labels (" in left


class Watched:
    """An application, and what it was asked, with {author_id} for any key."""

    def __init__(self, app):
        self._app = app
        self.asked = Counter()

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http":
            path = re.sub(r"^/authors/[^/]+$", "/authors/{author_id}", scope["path"])
            self.asked[f"{scope['method']} {path}"] += 1
        await self._app(scope, receive, send)


@pytest.mark.parametrize("deny", ["DELETE /authors/{author_id}", "PUT /authors/{author_id}", "POST /authors"])
def test_sequences_too_send_nothing_that_is_denied(deny):
    service = Watched(create_rest_app())
    settings = replace(SETTINGS, requests=900, deny=(deny,), skip_oracles=("relations",), state=StateSettings(tests=4))
    report = run(service, settings)
    assert service.asked["GET /authors"]
    assert service.asked[deny] == 0
    assert report.state is not None
