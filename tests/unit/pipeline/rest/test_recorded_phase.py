"""A run starts from recorded calls: they are sent first, their values are learned, and each is changed a little."""

from __future__ import annotations

import json
from functools import partial

import pytest

from querious.harvest.wsgi import WsgiRecordingMiddleware
from querious.model import Settings
from querious.pipeline.run.use_case import run
from querious.recorder import record_to

ORDER = {"type": "object", "required": ["code"], "properties": {"code": {"type": "string"}}}


def _operation(*parameters, **more):
    content = {"application/json": {"schema": ORDER}}
    responses = {"200": {"description": "", "content": content}, "400": {"description": ""}, "404": {"description": ""}}
    return {"parameters": list(parameters), "responses": responses, **more}


CODE = {"name": "code", "in": "path", "required": True, "schema": {"type": "string"}}
LINES = {"name": "lines", "in": "query", "schema": {"type": "boolean"}}
DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "Orders", "version": "1"},
    "paths": {
        "/health": {"get": _operation()},
        "/orders/{code}": {"get": _operation(CODE, LINES), "delete": _operation(CODE)},
        "/orders/{code}/track": {"get": _operation(CODE)},
    },
}
KNOWN = ("KX-77-a", "KX-78-b")


def orders(environ, start_response, broken=False, asked=None):
    """Nothing lists the codes of the orders."""
    method, path, query = environ["REQUEST_METHOD"], environ["PATH_INFO"], environ["QUERY_STRING"]
    if asked is not None:
        asked.append(f"{method} {path}?{query}".rstrip("?"))
    steps = path.strip("/").split("/")
    status, answer = "404 Not Found", {"detail": "no such order"}
    if steps == ["openapi.json"]:
        status, answer = "200 OK", DESCRIPTION
    elif steps == ["health"]:
        status, answer = "200 OK", {"code": "well"}
    elif len(steps) > 1 and steps[1] in KNOWN:
        status, answer = "200 OK", {"code": steps[1]}
        if broken and steps[1] == KNOWN[1] and "lines" in query:
            status, answer = "500 Oops", {"detail": "it broke"}
    text = json.dumps(answer).encode()
    start_response(status, [("content-type", "application/json"), ("content-length", str(len(text)))])
    return [text]


def in_store(folder, *paths):
    """The place of a store that has recorded these requests."""
    place = str(folder / "recorded.sqlite")
    recorder = record_to(place)
    app = WsgiRecordingMiddleware(orders, recorder)
    for asked in paths:
        method, _, target = asked.partition(" ")
        path, _, query = target.partition("?")
        list(app({"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query}, lambda *_: None))
    assert recorder.close(10)
    return place


def in_har(folder, *paths):
    """A HAR file of these requests."""
    entries = []
    for asked in paths:
        method, _, target = asked.partition(" ")
        request = {"method": method, "url": f"https://shop.example{target}", "headers": []}
        content = {"mimeType": "application/json", "text": "{}", "size": 2}
        entries.append({"startedDateTime": "2026-05-01T12:00:00Z", "request": request, "time": 5,
                        "response": {"status": 200, "content": content}})  # fmt: skip
    place = folder / "recorded.har"
    place.write_text(json.dumps({"log": {"version": "1.2", "entries": entries}}))
    return str(place)


@pytest.mark.parametrize("recorded", [in_store, in_har])
def test_recorded_keys_reach_what_no_list_shows(tmp_path, recorded):
    place = recorded(tmp_path, f"GET /orders/{KNOWN[0]}")
    asked: list[str] = []
    report = run(partial(orders, asked=asked), Settings(seed=1, requests=60, seconds=None, recordings=place))
    first = asked.index(f"GET /orders/{KNOWN[0]}")
    assert not any("/orders" in one or "/health" in one for one in asked[:first])
    assert report.coverage.reached >= {"GET /orders/{code}", "GET /orders/{code}/track"}
    assert not report.faults


def test_it_tells_how_often_users_call_each_operation(tmp_path):
    calls = [f"GET /orders/{KNOWN[0]}", f"GET /orders/{KNOWN[1]}", f"DELETE /orders/{KNOWN[0]}", "GET /customers/7"]
    report = run(orders, Settings(seed=1, requests=20, seconds=None, recordings=in_har(tmp_path, *calls)))
    unknown = {name: calls for name, calls in report.production.items() if "customers" in name}
    assert list(unknown.values()) == [1]
    assert report.production == {"GET /orders/{code}": 2, "DELETE /orders/{code}": 1, **unknown}


def test_without_recordings_nobody_knows_them():
    report = run(orders, Settings(seed=1, requests=60, seconds=None))
    assert "GET /orders/{code}" not in report.coverage.reached


def test_recorded_calls_are_changed_in_one_place(tmp_path):
    """The order that breaks was recorded without the parameter that breaks it, which another call had."""
    place = in_store(tmp_path, f"GET /orders/{KNOWN[0]}?lines=true", f"GET /orders/{KNOWN[1]}")
    settings = Settings(seed=1, requests=12, seconds=None, recordings=place, skip_oracles=("relations",))
    report = run(partial(orders, broken=True), settings)
    assert [one.oracle for one in report.faults] == ["server_error"]


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        pytest.param("DELETE /orders/KX-1", "needs --mutations", id="changes data"),
        pytest.param("GET /customers/7", "the description does not know the operation", id="unknown"),
        pytest.param("GET /orders/mail@example.com", "redacted", id="redacted"),
    ],
)
def test_what_is_not_sent_is_told(tmp_path, asked, reason):
    place = in_har(tmp_path, asked)
    report = run(orders, Settings(seed=1, requests=20, seconds=None, recordings=place))
    assert any("1 of 1 recordings are not sent" in note and reason in note for note in report.notes)


def test_the_key_of_what_may_not_be_deleted_is_learned(tmp_path):
    place = in_har(tmp_path, f"DELETE /orders/{KNOWN[0]}")
    report = run(orders, Settings(seed=1, requests=40, seconds=None, recordings=place))
    assert "GET /orders/{code}" in report.coverage.reached
