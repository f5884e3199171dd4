"""Answers that never come: which operation keeps them back, and how certain that is."""

from __future__ import annotations

import asyncio
import json

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run

_DONE = {"responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "object"}}}}}}
_TEXT = {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}


def description(*paths):
    operations = {path: {"get": _DONE, "post": {**_DONE, "requestBody": _TEXT}} for path in paths}
    return {"openapi": "3.1.0", "info": {"title": "slow", "version": "1"}, "paths": operations}


class Slow:
    """An ASGI application that keeps back answers: those to ``/stuck`` always, the first ones to ``/busy``."""

    def __init__(self, busy):
        self.busy = busy

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return
        await receive()
        path, shown = scope["path"], {}
        if path == "/openapi.json":
            shown = description("/stuck", "/busy", "/quick")
        elif scope["method"] == "POST" and (path == "/stuck" or (path == "/busy" and self.busy)):
            self.busy -= path == "/busy"
            await asyncio.sleep(60)
        headers = [(b"content-type", b"application/json"), (b"allow", b"GET, POST")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(shown).encode()})


def told(busy):
    settings = Settings(seed=1, requests=60, seconds=None, mutations=True, timeout=0.05)
    return [one for one in run(Slow(busy), settings).findings if one.oracle == "connection"]


def test_the_operation_that_keeps_its_answers_back_is_named():
    (finding,) = told(busy=1)
    assert (finding.coordinate, finding.severity, finding.reproduced) == ("POST /stuck", Severity.FAULT, True)
    assert [one.coordinate for one in finding.others] == ["POST /busy"]
