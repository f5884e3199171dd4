"""A sound service: books stand on shelves, who makes one may read it, and to what is gone nobody has access."""

from __future__ import annotations

import json
from itertools import count

_NAMES = {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 5}, "maxItems": 3}
_NEW = {"type": "object", "required": ["readers"], "properties": {"readers": _NAMES}}
_SHOWN = {
    "type": "object",
    "required": ["id", "readers"],
    "properties": {"id": {"type": "string"}, "readers": {"type": "array", "items": {"type": "string"}}},
}


def _operation(*names, body=None, **answers):
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    found = {"parameters": parameters, "responses": {}}
    if body:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    for status, schema in answers.items():
        content = {"content": {"application/json": {"schema": schema}}} if schema else {}
        found["responses"][status.strip("_")] = {"description": "", **content}
    for status in ("400", "403", "404", "405"):
        found["responses"].setdefault(status, {"description": "refused"})
    return found


def _collection(path, *names):
    return {
        path: {
            "get": _operation(*names, _200={"type": "array", "items": _SHOWN}),
            "post": _operation(*names, body=_NEW, _201=_SHOWN),
        },
        f"{path}/{{id}}": {
            "get": _operation(*names, "id", _200=_SHOWN),
            "put": _operation(*names, "id", body=_NEW, _200=_SHOWN),
            "delete": _operation(*names, "id", _204=None),
        },
    }


DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "shelves", "version": "1"},
    "paths": {**_collection("/shelves"), **_collection("/shelves/{shelf}/books", "shelf")},
}


class Shelves:
    """An ASGI application with a shelf and a book that are not ours."""

    def __init__(self):
        self.numbers = count(1)
        self.shelves = {"s0": {"id": "s0", "readers": ["us"]}}
        self.books = {"s0": {"b0": {"id": "b0", "readers": ["us"]}}}
        self.denied = 0
        """Deletions below what is gone."""

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return
        body = (await receive()).get("body") or b"{}"
        status, shown = self.answer(scope["method"], scope["path"].strip("/").split("/"), body)
        headers = [(b"content-type", b"application/json"), (b"allow", b"GET, POST, PUT, DELETE")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if status == 204 else json.dumps(shown).encode()})

    def answer(self, method, path, body):
        if path == ["openapi.json"]:
            return 200, DESCRIPTION
        if path[0] != "shelves" or (len(path) > 2 and path[2] != "books") or len(path) > 4:
            return 404, {}
        if method not in ({"GET", "POST"} if len(path) % 2 else {"GET", "PUT", "DELETE"}):
            return 405, {}
        entries = self.shelves if len(path) < 3 else self.books.get(path[1])
        if entries is None or (len(path) == 2 and path[1] not in entries):
            self.denied += method == "DELETE"
            return 403, {}
        if len(path) % 2:
            return self.collection(method, entries, body)
        return self.entry(method, entries, path[-1], body) if path[-1] in entries else (404, {})

    def collection(self, method, entries, body):
        if method == "GET":
            return 200, list(entries.values())
        readers = _readers(body)
        if readers is None:
            return 400, {}
        key = f"n{next(self.numbers)}"
        entries[key] = {"id": key, "readers": readers}
        if entries is self.shelves:
            self.books[key] = {}
        return 201, entries[key]

    def entry(self, method, entries, key, body):
        if method == "DELETE":
            del entries[key]
            if entries is self.shelves:
                del self.books[key]
            return 204, None
        if method == "PUT":
            readers = _readers(body)
            if readers is None:
                return 400, {}
            entries[key]["readers"] = readers
        return 200, entries[key]


def _readers(body):
    """Those that were sent, and who sent them; None where they are no list of names."""
    try:
        sent = json.loads(body)
    except ValueError:
        return None
    readers = sent.get("readers") if isinstance(sent, dict) else None
    if not isinstance(readers, list) or len(readers) > 3:
        return None
    if not all(isinstance(name, str) and 1 <= len(name) <= 5 for name in readers):
        return None
    return [*dict.fromkeys(readers), *(["maker"] if "maker" not in readers else [])]
