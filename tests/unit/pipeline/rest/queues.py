"""A sound service whose queues stand in pools: the pool that a queue names is made with it, and answers do not say so."""

from __future__ import annotations

import json

_QUEUE = {
    "type": "object",
    "required": ["name", "pool"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z]{5,12}$"},
        "pool": {"type": "string", "pattern": "^[a-z]{5,12}$"},
    },
}
_POOL = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
_NAME = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}


def _operation(*parameters, body=None, **answers):
    found = {"parameters": list(parameters), "responses": {}}
    if body:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    for status, schema in answers.items():
        content = {"content": {"application/json": {"schema": schema}}} if schema else {}
        found["responses"][status.strip("_")] = {"description": "", **content}
    for status in ("400", "404", "405"):
        found["responses"].setdefault(status, {"description": "refused"})
    return found


DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "queues", "version": "1"},
    "paths": {
        "/queues": {
            "get": _operation(_200={"type": "array", "items": _QUEUE}),
            "post": _operation(body=_QUEUE, _201=_QUEUE),
        },
        "/queues/{name}": {"delete": _operation(_NAME, _204=None)},
        "/pools": {"get": _operation(_200={"type": "array", "items": _POOL})},
        "/pools/{name}": {"get": _operation(_NAME, _200=_POOL), "delete": _operation(_NAME, _204=None)},
    },
}


class Queues:
    """An ASGI application with a pool that is not ours; with the first queue it makes a ``spare`` one by itself."""

    def __init__(self, spare=""):
        self.queues = {}
        self.pools = {"others"}
        self.spare = {spare} - {""}

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return
        body = (await receive()).get("body") or b""
        status, shown = self.answer(scope["method"], scope["path"].strip("/").split("/"), body)
        headers = [(b"content-type", b"application/json"), (b"allow", b"GET, POST, DELETE")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if status == 204 else json.dumps(shown).encode()})

    def answer(self, method, path, body):
        match method, path:
            case "GET", ["openapi.json"]:
                return 200, DESCRIPTION
            case "GET", ["queues"]:
                return 200, [{"name": name, "pool": pool} for name, pool in self.queues.items()]
            case "POST", ["queues"]:
                return self.create(body)
            case "DELETE", ["queues", name]:
                return (204, None) if self.queues.pop(name, None) else (404, {})
            case "GET", ["pools"]:
                return 200, [{"name": name} for name in sorted(self.pools)]
            case "GET", ["pools", name] if name in self.pools:
                return 200, {"name": name}
            case "DELETE", ["pools", name] if name in self.pools - {"others"}:
                self.pools.discard(name)
                return 204, None
        return (405 if path[0] in {"queues", "pools"} and method in {"PUT", "TRACE"} else 404), {}

    def create(self, body):
        try:
            sent = json.loads(body)
        except ValueError:
            return 400, {}
        names = [sent.get("name"), sent.get("pool")] if isinstance(sent, dict) else []
        is_named = [isinstance(name, str) and name.isascii() and name.isalpha() and name.islower() for name in names]
        if not names or not all(is_named) or not all(5 <= len(name) <= 12 for name in names):
            return 400, {}
        self.queues[sent["name"]] = sent["pool"]
        self.pools |= {sent["pool"], *self.spare}
        return 201, {"name": sent["name"], "pool": sent["pool"]}
