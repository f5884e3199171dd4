"""Writes that are taken on the condition of an entity tag only."""

from __future__ import annotations

import pytest

from querious.model import Settings
from querious.pipeline.run.use_case import run
from unit.pipeline.rest.notebook import Notebook

SETTINGS = Settings(seed=1, requests=600, seconds=None, connections=2, mutations=True)


@pytest.fixture(scope="module")
def sound():
    service = Notebook()
    return service, run(service, SETTINGS)


def test_a_sound_service_is_silent(sound):
    _, report = sound
    assert [(finding.oracle, finding.message) for finding in report.findings] == []


def test_what_was_made_is_removed(sound):
    service, _ = sound
    assert service.begun > 30
    assert all(number <= 23 for number in service.notes)


def test_what_requires_a_tag_is_part_of_the_collection(sound):
    _, report = sound
    [collection] = report.state.collections
    assert {"put", "delete"} <= set(collection.commands)


def test_what_is_not_kept_is_found():
    report = run(Notebook(forgets=True), SETTINGS)
    assert {finding.oracle for finding in report.findings} & {"put-not-kept", "stale-list"}
