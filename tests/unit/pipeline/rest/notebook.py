"""A service that takes writes on the condition of an entity tag only, and tells of its pages in a header."""

from __future__ import annotations

import hashlib
import json
from urllib.parse import parse_qs

_TAG = {"name": "If-Match", "in": "header", "required": True, "schema": {"type": "string"}}
_KEY = {"name": "note_id", "in": "path", "required": True, "schema": {"type": "integer"}}
_NEW = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {"type": "string", "minLength": 1, "maxLength": 20}},
}
_NOTE = {"type": "object", "required": ["id", "text"], "properties": {"id": {"type": "integer"}, **_NEW["properties"]}}


def _json(schema):
    return {"application/json": {"schema": schema}}


def _operation(success, schema=None, *parameters, body=False):
    codes = ("400", "404", "405", "412", "428")
    responses = {code: {"description": ""} for code in codes}
    responses[success] = {"description": "", **({"content": _json(schema)} if schema else {})}
    described = {"parameters": list(parameters), "responses": responses}
    return {**described, "requestBody": {"required": True, "content": _json(_NEW)}} if body else described


def _number(name, **keywords):
    return {"name": name, "in": "query", "schema": {"type": "integer", "minimum": 1, **keywords}}


DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Notebook", "version": "1"},
    "paths": {
        "/notes": {
            "get": _operation(
                "200",
                {"type": "array", "items": _NOTE},
                _number("page", maximum=1000),
                _number("page_size", maximum=10, default=5),
            ),
            "post": _operation("201", _NOTE, body=True),
        },
        "/notes/{note_id}": {
            "get": _operation("200", _NOTE, _KEY),
            "put": _operation("200", _NOTE, _KEY, _TAG, body=True),
            "delete": _operation("204", None, _KEY, _TAG),
        },
    },
}


class Notebook:
    """``forgets``: what is replaced is answered, and not kept."""

    def __init__(self, *, forgets: bool = False) -> None:
        self.forgets = forgets
        self.notes = {n: {"id": n, "text": f"note {n}"} for n in range(1, 24)}
        self.begun = 23

    def __call__(self, environ, start_response):
        length = int(environ.get("CONTENT_LENGTH") or 0)
        try:
            body = json.loads(environ["wsgi.input"].read(length) or "null")
        except ValueError:
            body = None
        asked = environ["REQUEST_METHOD"], environ["PATH_INFO"].strip("/").split("/")
        query = {name: values[0] for name, values in parse_qs(environ["QUERY_STRING"]).items()}
        status, payload, headers = self._answer(*asked, query, body, environ.get("HTTP_IF_MATCH"))
        if ("etag", environ.get("HTTP_IF_NONE_MATCH")) in headers:
            status = 304
        text = b"" if status in {204, 304} else json.dumps(payload).encode()
        start_response(f"{status} -", [("content-type", "application/json"), *headers])
        return [text]

    def _answer(self, method, path, query, body, tag):
        if path == ["openapi.json"]:
            return 200, DESCRIPTION, []
        if path == ["notes"]:
            return self._of_all(method, query, body)
        if len(path) != 2 or path[0] != "notes" or not path[1].isdecimal() or int(path[1]) not in self.notes:
            return 404, {}, []
        note = self.notes[int(path[1])]
        if method == "GET":
            return 200, note, [("etag", _tag_of(note))]
        if method not in {"PUT", "DELETE"}:
            return 405, {}, [("allow", "GET, PUT, DELETE")]
        if tag != _tag_of(note):
            return (428 if tag is None else 412), {}, []
        if method == "DELETE":
            del self.notes[note["id"]]
            return 204, None, []
        if not _is_valid(body):
            return 400, {}, []
        changed = {**note, "text": body["text"]}
        if not self.forgets:
            self.notes[note["id"]] = changed
        return 200, changed, []

    def _of_all(self, method, query, body):
        if method == "GET":
            page, size = query.get("page", "1"), query.get("page_size", "5")
            if not page.isdecimal() or not size.isdecimal() or not 1 <= int(page) <= 1000 or not 1 <= int(size) <= 10:
                return 400, {}, []
            page, size, rows = int(page), int(size), list(self.notes.values())
            told = {"total": len(rows), "total_pages": -(-len(rows) // size), "page": page}
            told |= {"next_page": page + 1} if page * size < len(rows) else {}
            return 200, rows[(page - 1) * size : page * size], [("x-pagination", json.dumps(told))]
        if method != "POST":
            return 405, {}, [("allow", "GET, POST")]
        if not _is_valid(body):
            return 400, {}, []
        self.begun += 1
        self.notes[self.begun] = {"id": self.begun, "text": body["text"]}
        return 201, self.notes[self.begun], []


def _is_valid(body):
    return isinstance(body, dict) and isinstance(body.get("text"), str) and 1 <= len(body["text"]) <= 20


def _tag_of(note):
    return f'"{hashlib.sha1(json.dumps(note).encode(), usedforsecurity=False).hexdigest()}"'
