"""Writes to what shows an entity tag: If-Match is obeyed, and what was written has another tag."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from querious.model import Settings, Severity
from querious.pipeline.rest.conditional_writes import ConditionalWrites
from querious.pipeline.run.use_case import run

SETTINGS = Settings(seed=1, requests=160, seconds=None, mutations=True, invalid=0.0, skip_oracles=("state",))
NOTE = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "readOnly": True},
        "stars": {"type": "integer", "minimum": 0, "maximum": 99},
    },
    "required": ["stars"],
}
KEY = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}
IF_MATCH = {"name": "If-Match", "in": "header", "schema": {"type": "string"}}
JSON = {"application/json": {"schema": NOTE}}
SIDES = ("left", "right", "front", "back", "inside", "outside")


def _description(design: str):
    answers = {status: {"description": ""} for status in ("400", "404", "412", "422")}
    if design == "undocumented refusal":
        del answers["412"]
    shown = {"200": {"description": "", "content": JSON}, **answers}
    rows = {"200": {"description": "", "content": {"application/json": {"schema": {"type": "array", "items": NOTE}}}}}
    headers = [] if design == "no condition" else [{**IF_MATCH, "required": design.startswith("required")}]
    sent = JSON
    if design == "tag of the sides":
        sides = {name: {"type": "integer", "minimum": 1, "maximum": 9_999} for name in SIDES}
        sent = {"application/json": {"schema": {"type": "object", "properties": {**NOTE["properties"], **sides}}}}
    write = {"parameters": [KEY, *headers], "requestBody": {"required": True, "content": sent}, "responses": shown}
    return {
        "openapi": "3.0.0",
        "info": {"title": "t", "version": "1"},
        "paths": {
            "/notes": {"get": {"responses": rows}},
            "/notes/{id}": {"get": {"parameters": [KEY], "responses": shown}, "patch": write},
        },
    }


class Notes:
    """Notes with entity tags, of one design or with one fault."""

    def __init__(self, design: str = ""):
        self.design = design
        self.stars = {1: 10, 2: 20, 3: 30}
        self.sides = {key: dict.fromkeys(SIDES, 0) if design == "tag of the sides" else {} for key in self.stars}

    def tag(self, key: int) -> str:
        if self.design == "tag of the sides":
            return f'"{sha256(str(sorted(self.sides[key].items())).encode()).hexdigest()[:8]}"'
        if self.design in {"tag of key", "required, tag of key"}:
            return f'"note-{key}"'
        digest = sha256(str((key, self.stars[key])).encode()).hexdigest()[:8]
        return f'W/"{digest}"' if self.design == "weak" else f'"{digest}"'

    def __call__(self, environ, start_response):
        status, body, headers = self.answer(environ)
        start_response(f"{status} .", [("content-type", "application/json"), *headers])
        return [json.dumps(body).encode()]

    def answer(self, environ):
        steps = environ["PATH_INFO"].strip("/").split("/")
        if steps == ["openapi.json"]:
            return 200, _description(self.design), []
        if steps == ["notes"]:
            return 200, [{"id": key, "stars": stars} for key, stars in self.stars.items()], []
        key = int(steps[1]) if len(steps) == 2 and steps[1].isdigit() else 0
        if key not in self.stars:
            return 404, {}, []
        wanted = environ.get("HTTP_IF_MATCH", "")
        if environ["REQUEST_METHOD"] == "PATCH":
            if not wanted and self.design.startswith("required"):
                return 428, {}, []
            if wanted not in {"", self.tag(key)} and self.design not in {
                "ignored",
                "no condition",
                "undocumented refusal",
            }:
                return 412, {}, []
            sent = json.loads(environ["wsgi.input"].read())
            self.stars[key] = sent.get("stars", self.stars[key])
            self.sides[key] |= {name: value for name, value in sent.items() if name in self.sides[key]}
        return 200, {"id": key, "stars": self.stars[key], **self.sides[key]}, [("etag", self.tag(key))]


@pytest.mark.parametrize("design", ["", "weak", "no condition", "required"])
def test_designs_that_obey_or_promise_nothing_are_not_told(design):
    report = run(Notes(design), SETTINGS)
    assert report.oracles["conditional-writes"].keys() == {"passed"}


@pytest.mark.parametrize(
    ("fault", "severity", "words"),
    [
        ("ignored", Severity.FAULT, "answers 200 for If-Match with a tag that was never shown"),
        ("undocumented refusal", Severity.SUSPICION, "answers 200 for If-Match with a tag that was never shown"),
        ("tag of the sides", Severity.FAULT, '"stars" was changed, and the ETag of the entry stays the same'),
        ("tag of key", Severity.FAULT, '"stars" was changed, and the ETag of the entry stays the same'),
        ("required, tag of key", Severity.FAULT, '"stars" was changed, and the ETag of the entry stays the same'),
    ],
)
def test_what_contradicts_the_tags_is_told_once(fault, severity, words):
    found = [one for one in run(Notes(fault), SETTINGS).findings if one.oracle == "conditional-writes"]
    assert [(one.coordinate, one.severity, one.message) for one in found] == [("PATCH /notes/{id}", severity, words)]


def test_one_entry_is_written_again_and_again_and_nothing_twice_that_is_right(monkeypatch):
    writes = []
    written = ConditionalWrites._changed_write

    def watched(self, plan, before, alone):
        writes.append((before.case.call.arguments, alone))
        return written(self, plan, before, alone)

    monkeypatch.setattr(ConditionalWrites, "_changed_write", watched)
    run(Notes(), SETTINGS)
    assert [alone for _, alone in writes] == ["", "", "stars"]
    assert len({str(arguments) for arguments, _ in writes}) == 1
