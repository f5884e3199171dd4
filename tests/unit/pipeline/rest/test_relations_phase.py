from __future__ import annotations

import json
from dataclasses import replace

import pytest

from querious.model import Settings
from querious.pipeline.run.use_case import replay, run
from unit.pipeline.rest.library import Library

SETTINGS = Settings(seed=1, requests=450, seconds=None, connections=4)
FAULTS = {
    "not found": ("existence", "GET /books/{id}"),
    "another book": ("echo", "GET /books/{id}"),
    "another price": ("same-facts", "GET /books/{id}"),
    "filter lets through": ("filter", "GET /books"),
    "filter leaves out": ("filter", "GET /books"),
    "order ignored": ("sort", "GET /books"),
    "two rows swapped": ("sort", "GET /books"),
    "wrong total": ("pagination", "GET /books"),
    "a row between pages": ("pagination", "GET /books"),
    "one row more": ("page-size", "GET /books"),
    "another author's book": ("belonging", "GET /authors/{id}/books"),
}


@pytest.mark.parametrize("seed", range(3))
def test_a_healthy_library_contradicts_itself_nowhere(seed):
    assert run(Library(), replace(SETTINGS, seed=seed)).findings == ()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_answer_is_found_and_shows_again(fault):
    report = run(Library(fault), SETTINGS)
    (found,) = [finding for finding in report.faults if FAULTS[fault] in _told(finding)]
    (again,) = replay([found], Library(fault), SETTINGS)
    assert again.shown
    (mended,) = replay([found], Library(), SETTINGS)
    assert not mended.shown


def _told(finding):
    """What a finding tells, and what is folded beneath it."""
    return [(one.oracle, one.coordinate) for one in (finding, *finding.others)]


def test_relations_can_be_left_out():
    report = run(Library("another price"), replace(SETTINGS, skip_oracles=("same-facts",)))
    assert report.findings == ()
    assert run(Library("one row more"), replace(SETTINGS, skip_oracles=("relations",))).findings == ()


async def _names(scope, receive, send):
    """Rows for whoever names several of them at once."""
    if scope["type"] != "http":
        return
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b'[{"id": 1}, {"id": 2}]'})


def test_a_list_is_asked_though_a_parameter_of_it_is_a_list(tmp_path):
    several = {"type": "array", "items": {"type": "string"}, "minItems": 1}
    get = {
        "parameters": [{"name": "names", "in": "query", "required": True, "schema": several}],
        "responses": {"200": {"description": "", "content": {"application/json": {}}}},
    }
    place = tmp_path / "openapi.json"
    described = {"openapi": "3.1.0", "info": {"title": "", "version": ""}, "paths": {"/things": {"get": get}}}
    place.write_text(json.dumps(described), encoding="utf-8")
    report = run(_names, replace(SETTINGS, requests=60, schema=str(place)))
    assert report.errors == ()
