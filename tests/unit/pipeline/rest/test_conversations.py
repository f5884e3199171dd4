"""Findings of relations, once the run itself has changed what they were seen on."""

from __future__ import annotations

import hashlib
import json
from urllib.parse import parse_qs

import pytest

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run

NOTE = {
    "type": "object",
    "required": ["text", "kind"],
    "properties": {"text": {"type": "string", "maxLength": 9}, "kind": {"enum": ["short", "long", "rare"]}},
}
SHOWN = {"200": {"description": ""}, "304": {"description": ""}}
KINDS = ("short", "long", "rare")
FULL = 20
DONE = {"201": {"description": ""}, "400": {"description": ""}, "422": {"description": ""}}
BODY = {"required": True, "content": {"application/json": {"schema": NOTE}}}
SETTINGS = Settings(
    seed=1,
    requests=300,
    seconds=None,
    connections=1,
    mutations=True,
    invalid=0.0,
    skip_oracles=("state", "accepted_flaw"),
)


def parameter(name, schema):
    return {"name": name, "in": "query", "schema": schema}


DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Notes", "version": "1"},
    "paths": {
        "/notes": {
            "get": {
                "parameters": [
                    parameter("kind", {"enum": ["short", "long", "rare"]}),
                    parameter("limit", {"type": "integer", "minimum": 1, "maximum": 100}),
                    parameter("offset", {"type": "integer", "minimum": 0}),
                ],
                "responses": SHOWN,
            },
            "post": {"requestBody": BODY, "responses": DONE},
        }
    },
}


class Notes:
    """Notes that everybody may add to.

    ``stale``: a filter is answered from an index that is behind at first: it is built anew after so many requests.
    """

    def __init__(self, fault: str = "", stale: int = 0, cache: str = "no-store") -> None:
        self.fault = fault
        self.cache = cache
        self.stale = stale
        self.notes = [{"id": 1 + n, "text": f"note {n}", "kind": ("short", "long")[n % 2]} for n in range(8)]

    def __call__(self, environ, start_response):
        self.stale -= 1
        query = {name: values[0] for name, values in parse_qs(environ["QUERY_STRING"]).items()}
        status, answer = self.answer(environ, query)
        body = json.dumps(answer).encode()
        tag = '"' + hashlib.sha256(body).hexdigest()[:12] + '"'
        headers = [("content-type", "application/json"), ("etag", tag), ("allow", "GET, HEAD, POST")]
        headers.append(("cache-control", self.cache))
        if environ.get("HTTP_IF_NONE_MATCH") == tag and self.fault != "condition ignored":
            status, body = "304 Not Modified", b""
        start_response(status, headers)
        return [b"" if environ["REQUEST_METHOD"] == "HEAD" else body]

    def answer(self, environ, query):
        if environ["PATH_INFO"] == "/openapi.json":
            return "200 OK", DESCRIPTION
        if environ["PATH_INFO"] != "/notes":
            return "404 Not Found", {}
        if environ["REQUEST_METHOD"] == "POST":
            return self.add(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
        if environ["REQUEST_METHOD"] not in {"GET", "HEAD"}:
            return "405 Method Not Allowed", {}
        return self.listed(query)

    def add(self, body):
        try:
            given = json.loads(body)
            is_note = set(given) == {"text", "kind"} and len(given["text"]) < 10 and given["kind"] in KINDS
        except (ValueError, TypeError):
            is_note = False
        if not is_note:
            return "422 Unprocessable Content", {"detail": "no"}
        self.notes.insert(0, {"id": len(self.notes) + 1, **given})
        if self.fault == "forgets a kind" and len(self.notes) > FULL:  # the rare ones are thrown away
            self.notes = [note for note in self.notes if note["kind"] != "rare"]
        return "201 Created", self.notes[0]

    def listed(self, query):
        limit, offset = query.get("limit", "100"), query.get("offset", "0")
        if not (limit.isdigit() and 0 < int(limit) <= 100 and offset.isdigit() and query.get("kind", "long") in KINDS):
            return "400 Bad Request", {"detail": "no"}
        kind = query.get("kind")
        rows = [note for note in self.notes if kind in {None, note["kind"]}]
        if kind and self.stale > 0:
            rows = self.notes[:]
        if kind == "rare" and self.fault == "forgets a kind":
            rows = []
        last = int(offset) + int(limit)
        more = f"/notes?limit={limit}&offset={last}" + (f"&kind={kind}" if kind else "")
        if self.fault == "next loses filter":
            more = f"/notes?limit={limit}&offset={last}"
        return "200 OK", {"items": rows[int(offset) : last], "next": more if last < len(rows) else None}


def found(service, oracle):
    return {one.severity for one in run(service, SETTINGS).findings if one.oracle == oracle}


@pytest.mark.parametrize(("fault", "oracle"), [("condition ignored", "conditional"), ("next loses filter", "filter")])
def test_a_fault_stays_one_although_the_run_has_changed_what_showed_it(fault, oracle):
    service = Notes(fault)
    assert found(service, oracle) == {Severity.FAULT}
    assert len(service.notes) > 8


@pytest.mark.parametrize(("cache", "severity"), [("no-store", Severity.FAULT), ("max-age=60", Severity.SUSPICION)])
def test_a_filter_that_finds_nothing_stays_a_fault_when_there_is_nothing_left_to_find(cache, severity):
    service = Notes("forgets a kind", cache=cache)
    service.notes[3]["kind"] = service.notes[4]["kind"] = "rare"
    assert found(service, "filter") == {severity}
    assert all(note["kind"] != "rare" for note in service.notes)


def test_notes_without_a_fault_contradict_themselves_nowhere():
    assert run(Notes(), SETTINGS).findings == ()


def test_what_an_index_showed_that_was_behind_for_a_while_is_no_fault():
    assert found(Notes(stale=150), "filter") == {Severity.SUSPICION}
