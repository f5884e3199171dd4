"""What a run makes it removes, and what was there before it leaves alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from querious.model import Settings
from querious.pipeline.run.use_case import run
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
    report = run(service, replace(SETTINGS, skip_oracles=("state",)))
    assert service.pools == {"others", "by-itself"}
    (note,) = [note for note in report.notes if "appeared" in note]
    assert note == "1 entry appeared during the run, and no call of it is known to have made them: GET /pools (1)."


@pytest.mark.parametrize("seed", range(3))
def test_what_went_with_its_parent_is_not_told_as_left(seed):
    service = Shelves()
    report = run(service, replace(SETTINGS, seed=seed, deny=("DELETE /shelves", "DELETE /shelves/{shelf}/books")))
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
