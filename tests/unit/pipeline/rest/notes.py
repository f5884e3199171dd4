"""A sound service that answers 200 to who creates a note, a while after its list shows it."""

from __future__ import annotations

import asyncio
import json

_NOTE = {
    "type": "object",
    "required": ["id", "text"],
    "properties": {"id": {"type": "integer"}, "text": {"type": "string"}},
}
_ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}


def _answers(**answers):
    content = {status: {"content": {"application/json": {"schema": schema}}} for status, schema in answers.items()}
    refused = {status: {"description": "refused"} for status in ("400", "404", "405")}
    return {
        **refused,
        "204": {"description": ""},
        **{k.strip("_"): {"description": "", **v} for k, v in content.items()},
    }


DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "notes", "version": "1"},
    "paths": {
        "/notes": {
            "get": {"responses": _answers(_200={"type": "array", "items": _NOTE})},
            "post": {
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "required": ["text"],
                                "properties": {"text": {"type": "string"}},
                            }
                        }
                    },
                },
                "responses": _answers(_200=_NOTE),
            },
        },
        "/notes/{id}": {
            "get": {"parameters": [_ID], "responses": _answers(_200=_NOTE)},
            "delete": {"parameters": [_ID], "responses": _answers()},
        },
    },
}


class Notes:
    """An ASGI application with a note that is not ours."""

    def __init__(self):
        self.notes = {1: {"id": 1, "text": "kept"}}
        self.created = 0

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return
        body = (await receive()).get("body") or b""
        status, shown = await self.answer(scope["method"], scope["path"].strip("/").split("/"), body)
        headers = [(b"content-type", b"application/json"), (b"allow", b"GET, POST, DELETE")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if status == 204 else json.dumps(shown).encode()})

    async def answer(self, method, path, body):
        match method, path:
            case "GET", ["openapi.json"]:
                return 200, DESCRIPTION
            case "GET", ["notes"]:
                return 200, list(self.notes.values())
            case "POST", ["notes"]:
                return await self.create(body)
            case "GET", ["notes", key] if key.isdecimal() and int(key) in self.notes:
                return 200, self.notes[int(key)]
            case "DELETE", ["notes", key] if key.isdecimal() and int(key) in self.notes:
                del self.notes[int(key)]
                return 204, None
        return (405 if path[0] == "notes" and method in {"PUT", "TRACE"} else 404), {}

    async def create(self, body):
        try:
            sent = json.loads(body)
        except ValueError:
            return 400, {}
        if not isinstance(sent, dict) or not isinstance(sent.get("text"), str):
            return 400, {}
        self.created += 1
        note = {"id": self.created + 1, "text": sent["text"]}
        self.notes[note["id"]] = note
        await asyncio.sleep(0.005)
        return 200, note
