"""Jobs, in process: they are followed to their end, and held to it."""

from __future__ import annotations

import json

import pytest

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run

_JOB = {
    "type": "object",
    "required": ["id", "state"],
    "properties": {"id": {"type": "string"}, "state": {"type": "string", "enum": ["queued", "running", "done"]}},
}
_KEY = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}


def _responses(status, schema=_JOB, *others):
    shown = {"description": "", "content": {"application/json": {"schema": schema}}}
    return {status: shown, **{other: {"description": "refused"} for other in others}}


DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "reports", "version": "1"},
    "paths": {
        "/reports": {"post": {"responses": _responses("202")}},
        "/reports/{id}": {
            "parameters": [_KEY],
            "get": {"responses": _responses("200", _JOB, "404")},
            "delete": {"responses": {"204": {"description": ""}, "404": {"description": ""}}},
        },
        "/reports/{id}/rows": {
            "parameters": [_KEY],
            "get": {"responses": _responses("200", {"type": "array"}, "404", "409")},
        },
    },
}
SETTINGS = Settings(seed=1, requests=250, seconds=None, connections=2, mutations=True)
FAULTS = {
    "goes back": ("GET /reports/{id}", 'the job was "done", and is "queued" when it is read again', Severity.FAULT),
    "lost": ("GET /reports/{id}/rows", 'the job is "done", but what it made is answered with 404', Severity.FAULT),
    "never ends": ("POST /reports", 'the job is still "running" after it was read 8 times', Severity.SUSPICION),
}


class Reports:
    """An ASGI application: a report is done when it was read three times."""

    def __init__(self, fault=""):
        self.fault = fault
        self.reads: dict[str, int] = {}
        self.made = 0

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return
        await receive()
        status, shown = self.answer(scope["method"], scope["path"].strip("/").split("/"))
        headers = [(b"content-type", b"application/json"), (b"allow", b"GET, POST, DELETE")]
        if status == 202 and self.fault == "elsewhere":
            headers.append((b"location", b"/operations/r1"))
        await send(
            {"type": "http.response.start", "status": status, "headers": headers if shown is not None else headers[1:]}
        )
        await send({"type": "http.response.body", "body": b"" if shown is None else json.dumps(shown).encode()})

    def answer(self, method, path):
        if path == ["openapi.json"]:
            return 200, DESCRIPTION
        if path[0] != "reports" or len(path) > 3:
            return 404, {}
        if len(path) == 1:
            return self.start() if method == "POST" else (405, {})
        if method not in {"GET", "DELETE"} or (method == "DELETE" and len(path) == 3):
            return 405, {}
        if path[1] not in self.reads:
            return 404, {}
        if method == "DELETE":
            del self.reads[path[1]]
            return 204, None
        if len(path) == 3:
            return self.rows(path[1])
        self.reads[path[1]] += 1
        return 200, {"id": path[1], "state": self.state(path[1])}

    def start(self):
        self.made += 1
        if self.fault == "elsewhere":
            return 202, {"state": "queued"}
        key = f"r{self.made}"
        self.reads[key] = 0
        return 202, {"id": key, "state": "queued"}

    def state(self, key):
        reads = self.reads[key]
        if self.fault == "goes back" and reads > 3:
            return "queued"
        return "done" if reads >= 3 and self.fault != "never ends" else "running" if reads else "queued"

    def rows(self, key):
        if self.state(key) != "done":
            return 409, {}
        return (404, {}) if self.fault == "lost" else (200, [1, 2])


def test_jobs_that_end_are_right_and_are_removed():
    service = Reports()
    report = run(service, SETTINGS)
    assert report.findings == ()
    assert report.oracles["jobs"]["passed"] == 2
    assert service.made >= 2
    assert not service.reads


def test_a_job_that_is_told_of_at_another_address_is_neither_read_nor_removed_at_this_one():
    service = Reports("elsewhere")
    service.reads["r1"] = 3
    assert run(service, SETTINGS).oracles.get("jobs", {}).get("passed", 0) == 0
    assert "r1" in service.reads


@pytest.mark.parametrize("fault", FAULTS)
def test_a_job_that_does_not_end_as_it_should_is_found(fault):
    told = {(one.coordinate, one.message, one.severity) for one in run(Reports(fault), SETTINGS).findings}
    assert FAULTS[fault] in told
