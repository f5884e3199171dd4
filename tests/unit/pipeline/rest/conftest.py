"""A small REST service with faults outside of its collections, as a WSGI application."""

from __future__ import annotations

import json
from urllib.parse import parse_qs

import pytest

ITEM = {
    "type": "object",
    "required": ["id", "name"],
    "properties": {"id": {"type": "integer"}, "name": {"type": "string"}, "price": {"type": "number"}},
}
DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "1"},
    "paths": {
        "/items": {
            "get": {
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 50}},
                    {"name": "sort", "in": "query", "schema": {"enum": ["name", "price", "weight"]}},
                ],
                "responses": {
                    "200": {
                        "description": "",
                        "content": {"application/json": {"schema": {"type": "array", "items": ITEM}}},
                    },
                    "400": {"description": ""},
                },
            }
        },
        "/items/{item_id}": {
            "get": {
                "parameters": [{"name": "item_id", "in": "path", "required": True, "schema": {"type": "integer"}}],
                "responses": {
                    "200": {"description": "", "content": {"application/json": {"schema": ITEM}}},
                    "404": {"description": ""},
                },
            }
        },
        "/items/{item_id}/stats": {
            "get": {
                "parameters": [
                    {"name": "item_id", "in": "path", "required": True, "schema": {"type": "integer"}},
                    {"name": "window", "in": "query", "schema": {"type": "integer"}},
                ],
                "responses": {"200": {"description": ""}, "400": {"description": ""}, "404": {"description": ""}},
            }
        },
        "/items/{item_id}/approve": {
            "post": {
                "parameters": [{"name": "item_id", "in": "path", "required": True, "schema": {"type": "integer"}}],
                "responses": {"200": {"description": ""}, "404": {"description": ""}},
            }
        },
    },
}


class Shop:
    """``faulty``: one key of ``sort`` crashes, so does a window of zero, and the last item has no name."""

    def __init__(self, *, faulty: bool) -> None:
        self.faulty = faulty
        self.items = [{"id": 700 + n, "name": f"item {n}", "price": n / 2} for n in range(12)]
        if faulty:
            del self.items[-1]["name"]
        self.asked: list[tuple[str, str]] = []

    def __call__(self, environ, start_response):
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        self.asked.append((method, path))
        if method not in {"GET", "POST"}:
            start_response("405 Method Not Allowed", [("allow", "GET, POST"), ("content-length", "0")])
            return [b""]
        try:
            status, answer = self.answer(method, path.strip("/").split("/"), parse_qs(environ["QUERY_STRING"]))
        except (KeyError, ZeroDivisionError):
            status, answer = ("500 Oops", "it broke") if self.faulty else ("400 Bad Request", {"detail": "no"})
        text = json.dumps(answer).encode()
        start_response(status, [("content-type", "application/json"), ("content-length", str(len(text)))])
        return [text]

    def answer(self, method, steps, query):
        if steps == ["openapi.json"]:
            return "200 OK", DESCRIPTION
        if steps[0] != "items":
            return "404 Not Found", {"detail": "nothing here"}
        if len(steps) == 1:
            return self.listed(query)
        item = next((item for item in self.items if str(item["id"]) == steps[1]), None)
        if item is None:
            return "404 Not Found", {"detail": "no such item"}
        if steps[2:] == ["stats"]:
            window = query.get("window", ["7"])[0]
            return ("200 OK", {"perDay": 100 / int(window)}) if window.lstrip("-").isdigit() else ("400 No", {})
        return "200 OK", item

    def listed(self, query):
        limit, sort = query.get("limit", ["50"])[0], query.get("sort", [""])[0]
        if not limit.isdigit() or not 1 <= int(limit) <= 50 or sort not in {"", "name", "price", "weight"}:
            return "400 Bad Request", {"detail": "no"}
        rows = self.items
        if sort in {"name", "price"}:
            rows = sorted(rows, key=lambda item: item.get(sort, ""))
        if sort == "weight":
            rows = [item for item in rows if item["weight"]] if self.faulty else rows
        return "200 OK", rows[: int(limit)]


@pytest.fixture
def healthy():
    return Shop(faulty=False)


@pytest.fixture
def faulty():
    return Shop(faulty=True)
