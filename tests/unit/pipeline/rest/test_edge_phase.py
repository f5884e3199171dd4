"""One value at one place, in a call that works otherwise."""

from __future__ import annotations

import json
from urllib.parse import parse_qs

import pytest

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run

SIZE = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
NOTE = {"type": "object", "properties": {"text": {"type": "string"}, "size": SIZE}, "required": ["text"]}
NAMES = ("size", "width", "height", "depth", "depotId", "cursor")
ANSWERS = {"200": {"description": ""}, "400": {"description": ""}}
DESCRIPTION = {
    "openapi": "3.0.0",
    "info": {"title": "t", "version": "1"},
    "paths": {
        "/things": {
            "get": {
                "parameters": [{"name": name, "in": "query", "schema": SIZE} for name in NAMES],
                "responses": ANSWERS,
            },
            "post": {
                "requestBody": {"required": True, "content": {"application/json": {"schema": NOTE}}},
                "responses": ANSWERS,
            },
        },
    },
}


def app(crashes: str, refuses: str = "", why: str = "no"):
    def serve(environ, start_response):
        query = parse_qs(environ["QUERY_STRING"])
        sent = environ["wsgi.input"].read() if environ["REQUEST_METHOD"] == "POST" else b""
        body = json.loads(sent) if sent else {}
        is_description = environ["PATH_INFO"] == "/openapi.json"
        bad = (crashes == "size" and query.get("size") == ["1000000"]) or (crashes == "text" and body.get("text") == "")
        refused = bool(refuses) and query.get(refuses) == ["1000000"]
        status = (
            "400 No"
            if refused
            else "500 Oops"
            if bad
            else "200 OK"
            if is_description or environ["PATH_INFO"] == "/things"
            else "404 No"
        )
        start_response(status, [("content-type", "application/json")])
        shown = {"message": why} if refused else {"ok": True}
        return [json.dumps(DESCRIPTION if is_description else shown).encode()]

    return serve


@pytest.mark.parametrize(("crashes", "where"), [("size", "GET /things"), ("text", "POST /things")])
def test_a_crash_at_an_edge_is_found_with_few_requests(crashes: str, where: str):
    settings = Settings(seed=3, requests=80, seconds=None, mutations=True, skip_oracles=("state",))
    report = run(app(crashes), settings)
    assert [(one.oracle, one.coordinate) for one in report.faults] == [("server_error", where)]
    assert not run(app(""), settings).faults


def test_a_value_that_is_refused_does_not_hide_a_crash_at_another_place():
    settings = Settings(seed=3, requests=60, seconds=None)
    report = run(app("size", refuses="depth"), settings)
    assert [(one.oracle, one.coordinate) for one in report.faults] == [("server_error", "GET /things")]
    assert report.faults[0].exchange.case.request.path.endswith("?size=1000000")


def test_a_stated_bound_that_is_refused_is_a_suspicion():
    report = run(app("", refuses="depth"), Settings(seed=3, requests=80, seconds=None))
    (found,) = [one for one in report.findings if one.oracle == "allowed-bounds"]
    assert (found.severity, found.reproduced) == (Severity.SUSPICION, True)
    assert found.message == 'query depth "1000000" is refused with 400, although the description allows it'


def test_what_names_something_that_is_not_there_may_be_refused_within_its_bounds():
    service = app("", refuses="depth", why="Validation failed: kind of type 'x' does not exist")
    report = run(service, Settings(seed=3, requests=80, seconds=None))
    assert "allowed-bounds" not in {one.oracle for one in report.findings}


@pytest.mark.parametrize("name", ["depotId", "cursor"])
def test_a_key_within_its_bounds_may_be_unknown(name: str):
    """Its bounds say what a key looks like, not which there are."""
    report = run(app("", refuses=name), Settings(seed=3, requests=80, seconds=None))
    assert "allowed-bounds" not in {one.oracle for one in report.findings}
