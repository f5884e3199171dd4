"""Where something is said to stand that was created is read, although nothing removes it."""

from __future__ import annotations

import json

import pytest

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run

SETTINGS = Settings(seed=1, requests=120, seconds=None, mutations=True, invalid=0.0, skip_oracles=("state",))
NEW = {"type": "object", "properties": {"seats": {"type": "integer", "minimum": 1}}, "required": ["seats"]}
SHOWN = {"type": "object", "properties": {"id": {"type": "integer"}, "seats": {"type": "integer"}}}
KEY = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}


def _answers(*statuses):
    content = {"content": {"application/json": {"schema": SHOWN}}}
    return {"responses": {one: {"description": "", **(content if one < "204" else {})} for one in statuses}}


BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": NEW}}}}
DESCRIPTION = {
    "openapi": "3.0.0",
    "info": {"title": "t", "version": "1"},
    "paths": {
        "/halls/{id}/tickets": {"parameters": [KEY], "post": {**BODY, **_answers("201", "400", "404")}},
        "/tickets/{id}": {"parameters": [KEY], "get": _answers("200", "404")},
    },
}


class Tickets:
    """Tickets of a hall, each read at an address that does not stand below the hall."""

    def __init__(self, beside: int = 0):
        self.beside = beside
        self.tickets = [4, 2, 7]

    def __call__(self, environ, start_response):
        status, shown, headers = self.answer(environ)
        start_response(f"{status} .", [("content-type", "application/json"), *headers])
        return [json.dumps(shown).encode()]

    def answer(self, environ):
        method, steps = environ["REQUEST_METHOD"], environ["PATH_INFO"].split("/")[1:]
        if steps == ["openapi.json"]:
            return 200, DESCRIPTION, []
        if steps[0] == "halls" and len(steps) == 3 and method == "POST":
            try:
                seats = json.loads(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))["seats"]
            except (ValueError, KeyError, TypeError):
                return 400, {}, []
            self.tickets.append(seats)
            key = len(self.tickets)
            return 201, {"id": key, "seats": seats}, [("location", f"/tickets/{key + self.beside}")]
        if steps[0] == "tickets" and method == "GET" and steps[1].isdigit() and 1 <= int(steps[1]) <= len(self.tickets):
            return 200, {"id": int(steps[1]), "seats": self.tickets[int(steps[1]) - 1]}, []
        return 404, {}, []


def test_a_place_that_holds_what_was_created_is_right():
    report = run(Tickets(), SETTINGS)
    assert [one.message for one in report.findings if one.oracle == "created-place"] == []
    assert report.oracles["created-place"]["passed"]


@pytest.mark.parametrize(
    ("beside", "message"), [(1, "Location leads to what is answered with 404"), (-1, "Location leads to another entry")]
)
def test_a_place_that_holds_something_else_is_found(beside, message):
    (found,) = [one for one in run(Tickets(beside), SETTINGS).findings if one.oracle == "created-place"]
    assert found.message.startswith(message)
    assert (found.coordinate, found.severity) == ("POST /halls/{id}/tickets", Severity.FAULT)
