"""A sound service of another design: labels are got or created, a POST lists them, and keys are live credentials."""

from __future__ import annotations

import json
from itertools import count

_LABEL = {
    "type": "object",
    "required": ["id", "name", "rank"],
    "properties": {
        "id": {"type": "integer"},
        "name": {"type": "string"},
        "rank": {"type": "integer"},
    },
}
_NEW_LABEL = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 2, "pattern": "^[a-h]+$"},
        "rank": {"type": "integer", "minimum": 0, "maximum": 9},
    },
}
_TOKEN = {
    "type": "object",
    "required": ["secret", "owner"],
    "properties": {"secret": {"type": "string"}, "owner": {"type": "string"}},
}
_NEW_TOKEN = {
    "type": "object",
    "required": ["owner"],
    "properties": {"owner": {"type": "string", "minLength": 1, "maxLength": 8}},
}
_FILTER = {
    "type": "object",
    "properties": {"offset": {"type": "integer", "minimum": 0}, "name": {"type": "string"}},
}
_ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
_VERSION = {"name": "X-Version", "in": "header", "schema": {"type": "string", "minLength": 1}}
_SECRET = {"name": "token", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}


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
    "info": {"title": "labels", "version": "1"},
    "paths": {
        "/labels": {"post": _operation(body=_NEW_LABEL, _200=_LABEL, _201=_LABEL)},
        "/labels/filter": {"post": _operation(body=_FILTER, _200={"type": "array", "items": _LABEL})},
        "/labels/{id}": {
            "get": _operation(_ID, _200=_LABEL),
            "patch": _operation(_ID, body={"type": "object", "properties": {"rank": {"type": "integer"}}}, _200=_LABEL),
            "delete": _operation(_ID, _VERSION, _204=None),
        },
        "/tokens": {"post": _operation(body=_NEW_TOKEN, _201=_TOKEN)},
        "/tokens/{token}": {"delete": _operation(_SECRET, _204=None)},
        "/visits": {"post": _operation(body={"type": "object"}, _201={"type": "object"})},
    },
}


class Labels:
    """An ASGI application with a label that is not ours."""

    page = 3

    def __init__(self):
        self.numbers = count(101)
        self.labels = {100: {"id": 100, "name": "a", "rank": 7}}
        self.tokens = {}
        self.searches = 0

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return
        wants_body = scope["method"] in {"POST", "PATCH"}
        body = (await receive()).get("body") or (b"" if wants_body else b"{}")
        is_old = scope["method"] == "DELETE" and b"x-version" in dict(scope["headers"])
        status, shown = (400, {}) if is_old else self.answer(scope["method"], scope["path"].strip("/").split("/"), body)
        headers = [(b"content-type", b"application/json"), (b"allow", b"GET, POST, PATCH, DELETE")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if status == 204 else json.dumps(shown).encode()})

    def answer(self, method, path, body):
        try:
            sent = json.loads(body)
        except ValueError:
            return 400, {}
        if path == ["openapi.json"]:
            return 200, DESCRIPTION
        if not isinstance(sent, dict):
            return 400, {}
        match method, path:
            case "POST", ["labels"]:
                return self.get_or_create(sent)
            case "POST", ["labels", "filter"]:
                return self.filter(sent)
            case "POST", ["visits"]:
                return 201, {}
            case "POST", ["tokens"]:
                return self.issue(sent)
            case "DELETE", ["tokens", token]:
                return (204, None) if self.tokens.pop(token, None) else (404, {})
            case _, ["labels", key] if key.isdecimal() and int(key) in self.labels:
                return self.label(method, int(key), sent)
        is_known = path[0] in {"labels", "tokens", "visits"} and method in {"PUT", "TRACE"}
        return (405 if is_known else 404), {}

    def get_or_create(self, sent):
        name, rank = sent.get("name"), sent.get("rank", 0)
        is_name = isinstance(name, str) and 0 < len(name) <= 2 and set(name) <= set("abcdefgh")
        if not is_name or type(rank) is not int or not 0 <= rank <= 9:
            return 400, {}
        for label in self.labels.values():
            if label["name"] == name:
                return 200, label
        key = next(self.numbers)
        self.labels[key] = {"id": key, "name": name, "rank": rank}
        return 201, self.labels[key]

    def filter(self, sent):
        self.searches += 1
        offset, name = sent.get("offset", 0), sent.get("name")
        if type(offset) is not int or offset < 0 or not isinstance(name, str | None):
            return 400, {}
        found = [label for label in self.labels.values() if name in (None, label["name"])]
        return 200, found[offset : offset + self.page]

    def issue(self, sent):
        if not isinstance(sent.get("owner"), str) or not 0 < len(sent["owner"]) <= 8:
            return 400, {}
        secret = f"*:*.{next(self.numbers):032x}"
        self.tokens[secret] = sent["owner"]
        return 201, {"secret": secret, "owner": sent["owner"]}

    def label(self, method, key, sent):
        if method == "DELETE":
            del self.labels[key]
            return 204, None
        if method == "PATCH":
            if type(sent.get("rank", 0)) is not int:
                return 400, {}
            self.labels[key]["rank"] = sent.get("rank", self.labels[key]["rank"])
        elif method != "GET":
            return 405, {}
        return 200, self.labels[key]
