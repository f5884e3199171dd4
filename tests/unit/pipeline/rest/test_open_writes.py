"""Writes are asked without the credentials that they require, and with made-up ones."""

from __future__ import annotations

import json

import pytest

from querious.model import Settings
from querious.pipeline.run.use_case import run

HEADERS = {"X-Key": "k-9"}
SETTINGS = Settings(
    seed=1, requests=200, seconds=None, mutations=True, invalid=0.0, skip_oracles=("state",), headers=HEADERS
)
TAG = {"type": "object", "properties": {"name": {"type": "string", "minLength": 1}}, "required": ["name"]}
SHOWN = {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}
KEY = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}


def _answers(*statuses, schema=None):
    content = {"content": {"application/json": {"schema": schema or SHOWN}}}
    return {"responses": {one: {"description": "", **(content if one < "204" else {})} for one in statuses}}


BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": TAG}}}}
DESCRIPTION = {
    "openapi": "3.0.0",
    "info": {"title": "t", "version": "1"},
    "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
    "security": [{"key": []}],
    "paths": {
        "/tags": {
            "get": _answers("200", "401", schema={"type": "array", "items": SHOWN}),
            "post": {**BODY, **_answers("201", "400", "401")},
        },
        "/tags/{id}": {
            "parameters": [KEY],
            "get": _answers("200", "401", "404"),
            "put": {**BODY, **_answers("200", "400", "401", "404")},
            "delete": _answers("204", "401", "404"),
        },
    },
}


class Tags:
    """Tags behind a key, but for one method, which takes any key or none."""

    def __init__(self, open_to: str = "", method: str = ""):
        self.open_to, self.method = open_to, method
        self.tags = {1: "red", 2: "blue"}

    def __call__(self, environ, start_response):
        status, shown = self.answer(environ)
        start_response(f"{status} .", [("content-type", "application/json")] if shown is not None else [])
        return [json.dumps(shown).encode()] if shown is not None else []

    def answer(self, environ):
        method, steps, key = environ["REQUEST_METHOD"], environ["PATH_INFO"].split("/")[1:], environ.get("HTTP_X_KEY")
        if steps == ["openapi.json"]:
            return 200, DESCRIPTION
        is_open = method == self.method and (self.open_to == "guests" or (self.open_to == "any key" and key))
        if key != "k-9" and not is_open:
            return 401, {}
        sent = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)) or b"{}"
        name = json.loads(sent).get("name") if method in {"POST", "PUT"} else "any"
        if not isinstance(name, str) or not name:
            return 400, {}
        if steps == ["tags"]:
            if method == "POST":
                self.tags[max(self.tags) + 1] = name
                return 201, {"id": max(self.tags), "name": name}
            return 200, [{"id": each, "name": tag} for each, tag in self.tags.items()]
        number = int(steps[-1]) if steps[-1].isdecimal() else 0
        if steps[:1] != ["tags"] or number not in self.tags:
            return 404, {}
        if method == "DELETE":
            del self.tags[number]
            return 204, None
        if method == "PUT":
            self.tags[number] = name
        return 200, {"id": number, "name": self.tags[number]}


def test_a_service_that_asks_for_its_key_is_right():
    report = run(Tags(), SETTINGS)
    assert report.faults == ()
    assert report.oracles["security-writes"]["passed"] > 3


@pytest.mark.parametrize("open_to", ["guests", "any key"])
@pytest.mark.parametrize(("method", "where"), [("POST", "/tags"), ("PUT", "/tags/{id}"), ("DELETE", "/tags/{id}")])
def test_a_write_that_takes_anybody_is_found(open_to, method, where):
    (found,) = run(Tags(open_to, method), SETTINGS).faults
    assert (found.oracle, found.coordinate) == ("security-writes", f"{method} {where}")
    how = "without credentials" if open_to == "guests" else "with made-up credentials"
    assert how in found.message
