"""An archive over REST, as a WSGI application, that speaks of HTTP: tags, parts, methods, credentials, media types."""

from __future__ import annotations

import json
import re

DOCUMENT = {"id": 7, "title": "The wreck of the Julie Plante", "pages": 12}
_KEY = "archive-key-9"
_ANSWERS = {
    "200": {
        "description": "",
        "content": {"application/json": {"schema": {"type": "object"}}, "text/csv": {"schema": {"type": "string"}}},
    },
    "304": {"description": ""},
    "401": {"description": ""},
    "206": {"description": ""},
    "416": {"description": ""},
}
DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Archive", "version": "1"},
    "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
    "paths": {
        "/document": {
            "get": {"security": [{"key": []}], "responses": _ANSWERS},
            "head": {"security": [{"key": []}], "responses": {"200": {"description": ""}, "401": {"description": ""}}},
        }
    },
}
HEADERS = {"X-Key": _KEY}


class Archive:
    """``design`` is one that is healthy, ``fault`` one that is not."""

    def __init__(self, fault="", design=""):
        self.fault, self.design = fault, design
        self.answered = 0

    def __call__(self, environ, start_response):
        self.answered += 1
        if environ["PATH_INFO"] == "/openapi.json":
            return _sent(start_response, 200, [("content-type", "application/json")], json.dumps(DESCRIPTION).encode())
        if environ["PATH_INFO"] != "/document":
            return _sent(start_response, 404, [], b"")
        status, headers, body = self.answer(environ)
        return _sent(start_response, status, headers, body)

    def answer(self, environ):
        method = environ["REQUEST_METHOD"]
        if method not in {"GET", "HEAD"}:
            return 405, [] if self.fault == "no Allow" else [("allow", "GET, HEAD")], b""
        known = environ.get("HTTP_X_KEY")
        if known != _KEY and self.fault == "guests":
            return 200, [("content-type", "application/json")], b'{"title": null}'
        if known != _KEY and self.fault != "any key" and (known is not None or self.fault != "no key"):
            return 401, [], b""
        if method == "HEAD" and self.fault == "HEAD not found":
            return 404, [], b""
        as_csv = environ.get("HTTP_ACCEPT") == "text/csv" and self.fault != "never CSV"
        if environ.get("HTTP_ACCEPT") == "text/csv" and self.fault == "CSV refused":
            return 406, [], b""
        body = b"id,title\n7,The wreck" if as_csv else json.dumps(DOCUMENT).encode()
        headers = [("content-type", "text/csv" if as_csv else "application/json")]
        return self.conditional(environ, headers, body) if self.design != "no tags" else (200, headers, body)

    def conditional(self, environ, headers, body):
        tag = f'"{len(body)}"'
        if self.fault == "tag always new":
            tag = f'"{self.answered}"'
        tag = f"W/{tag}" if self.design == "weak tags" else tag
        asked = environ.get("HTTP_IF_NONE_MATCH", "")
        headers = [*headers, ("etag", tag), ("accept-ranges", "bytes")]
        if asked and (asked == tag or self.fault == "never modified") and self.fault != "tag ignored":
            return 304, headers, b"{}" if self.fault == "304 with a body" else b""
        part = re.fullmatch(r"bytes=(\d*)-(\d*)", environ.get("HTTP_RANGE", ""))
        return self.part(part, headers, body) if part and self.design != "ranges ignored" else (200, headers, body)

    def part(self, part, headers, body):
        first = int(part[1]) if part[1] else max(0, len(body) - int(part[2]))
        last = min(int(part[2]), len(body) - 1) if part[1] and part[2] else len(body) - 1
        if first >= len(body):
            return 416, headers, b""
        end = last if self.fault == "a byte short" else last + 1
        told = ("content-range", f"bytes {first}-{last}/{len(body) + (self.fault == 'wrong length')}")
        return 206, [*headers, told], body[first:end]


def _sent(start_response, status, headers, body):
    start_response(f"{status} X", [*headers, ("content-length", str(len(body)))])
    return [body]
