"""Headers, cookies and forms of a Flask application: recorded while it serves, and sent again by a replay and a run."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from io import BytesIO

import flask
import pytest
from werkzeug.serving import make_server

from querious.harvest.named_headers import named_by
from querious.harvest.wsgi import WsgiRecordingMiddleware
from querious.model import Settings
from querious.pipeline.recorded import read_recordings
from querious.pipeline.replay.recorded_calls import replay_calls
from querious.pipeline.run.use_case import run
from querious.recorder import record_to
from querious.store import open_store

OK = {
    "200": {"description": "", "content": {"application/json": {"schema": {"type": "object"}}}},
    "400": {"description": ""},
}
FORM = {
    "type": "object",
    "required": ["title", "cover"],
    "properties": {"title": {"type": "string"}, "cover": {"type": "string", "format": "binary"}},
}
DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Covers", "version": "1"},
    "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
    "paths": {
        "/covers": {
            "parameters": [
                {"name": "X-Shop", "in": "header", "required": True, "schema": {"type": "string"}},
                {"name": "X-Contact", "in": "header", "schema": {"type": "string"}},
                {"name": "theme", "in": "cookie", "schema": {"type": "string"}},
            ],
            "get": {"responses": OK},
            "post": {"requestBody": {"content": {"multipart/form-data": {"schema": FORM}}}, "responses": OK},
        }
    },
}
SENT = {"X-Shop": "berlin-7", "X-Contact": "ann@example.com", "X-Key": "k-very-secret", "X-Other": "1"}


def covers() -> flask.Flask:
    """Takes one shop, one theme, and files of text."""
    app = flask.Flask("covers")

    def is_known() -> bool:
        return (
            flask.request.headers.get("X-Shop") == "berlin-7" and flask.request.cookies.get("theme", "dark") == "dark"
        )

    @app.get("/covers")
    def _listed():
        return ({"theme": flask.request.cookies.get("theme")}, 200) if is_known() else ({"detail": "which shop?"}, 400)

    @app.post("/covers")
    def _added():
        file = flask.request.files.get("cover")
        is_text = file is not None and file.filename.endswith(".csv") and file.read().startswith(b"a;b\n")
        good = is_known() and is_text and flask.request.form.get("title")
        return ({"ok": True}, 200) if good else ({"detail": "no"}, 400)

    return app


@pytest.fixture
def place(tmp_path):
    """A store with what a browser sent."""
    name = str(tmp_path / "recorded.sqlite")
    recorder = record_to(name, described=DESCRIPTION)
    app = covers()
    app.wsgi_app = WsgiRecordingMiddleware(app.wsgi_app, recorder)
    client = app.test_client()
    client.set_cookie("theme", "dark")
    client.set_cookie("visitor", "42")
    assert client.get("/covers", headers=SENT, buffered=True).status_code == 200
    form = {"title": "from ann@example.com", "cover": (BytesIO(b"x"), "x.csv")}
    assert client.post("/covers", headers=SENT, data=form, buffered=True).status_code == 400
    form = {"title": "new", "cover": (BytesIO(b"a;b\n" + b"1;2\n" * 1000), "a.csv")}
    assert client.post("/covers", headers=SENT, data=form, buffered=True).status_code == 200
    assert recorder.close(10)
    return name


@contextmanager
def serving():
    server = make_server("127.0.0.1", 0, covers())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def test_what_the_description_names_is_recorded_without_secrets(place):
    with open_store(place, create=False) as store:
        recordings = list(store.recordings())
    read = next(one for one in recordings if one.document == "GET /covers")
    assert read.variables["headers"] == {"x-shop": "berlin-7", "x-contact": "REDACTED-1", "cookie": "theme=dark"}
    bodies = [one.variables["body"] for one in recordings if one.document == "POST /covers"]
    (new,) = [body for body in bodies if body["title"] == "new"]
    assert new["cover"]["filename"] == "a.csv"
    assert new["cover"]["content"].startswith("a;b\n1;2\n")
    assert len(new["cover"]["content"]) <= 2_000
    assert "ann@example.com" not in repr(recordings)
    assert "very-secret" not in repr(recordings)
    assert "visitor" not in repr(recordings)


def test_a_replay_sends_them(place):
    with serving() as url:
        done = replay_calls(read_recordings(place), url, Settings(mutations=True, seconds=None, requests=None))
    assert (done.sent, done.failing, done.untold, done.unused) == (3, [], [], [])


def test_a_run_starts_from_them(place, tmp_path):
    (tmp_path / "openapi.json").write_text(json.dumps(DESCRIPTION))
    with serving() as url:
        settings = Settings(seed=1, requests=40, seconds=None, schema=str(tmp_path / "openapi.json"), mutations=True)
        plain = run(url, settings)
        report = run(
            url, Settings(seed=1, requests=40, seconds=None, schema=settings.schema, mutations=True, recordings=place)
        )
    assert plain.coverage.reached.isdisjoint({"GET /covers", "POST /covers"})
    assert report.coverage.reached >= {"GET /covers", "POST /covers"}


def test_of_a_file_the_headers_are_read_that_the_description_names(tmp_path):
    request = {
        "method": "GET",
        "url": "https://shop.example/covers",
        "headers": [
            {"name": name, "value": value} for name, value in {**SENT, "Cookie": "theme=dark; visitor=1"}.items()
        ],
    }
    content = {"mimeType": "application/json", "text": "{}", "size": 2}
    entry = {
        "startedDateTime": "2026-05-01T12:00:00Z",
        "request": request,
        "response": {"status": 200, "content": content},
    }
    (tmp_path / "a.har").write_text(json.dumps({"log": {"version": "1.2", "entries": [entry]}}))
    (recording,) = read_recordings(str(tmp_path / "a.har"), named_by(DESCRIPTION))
    assert recording.variables["headers"] == {"x-shop": "berlin-7", "x-contact": "REDACTED-1", "cookie": "theme=dark"}
    (plain,) = read_recordings(str(tmp_path / "a.har"))
    assert "headers" not in plain.variables
