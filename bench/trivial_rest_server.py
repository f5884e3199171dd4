"""A REST service that does next to nothing, so that a client's speed is what is measured.

    python -m bench.trivial_rest_server

Prints its port, serves its description at /openapi.json, and counts as ``bench.trivial_server`` does. Its operations
are those of any service: a look-up, a list with a filter, an order and pages, and a search whose question is a body.
All of them only read, so that every client asks all of them.
"""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import parse_qsl

import uvloop

from bench.trivial_server import CountingProtocol, serve

_ROWS: Final = 10
_OWNER = {
    "type": "object",
    "required": ["id", "name"],
    "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
}
_ITEM = {
    "type": "object",
    "required": ["id", "name", "owner"],
    "properties": {
        "id": {"type": "integer"},
        "name": {"type": "string", "maxLength": 50},
        "unit": {"type": "string", "enum": ["gram", "ounce"]},
        "size": {"type": "number", "minimum": 0},
        "made": {"type": "string", "format": "date-time"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "owner": {"$ref": "#/components/schemas/Owner"},
    },
}
_QUESTION = {
    "type": "object",
    "required": ["words"],
    "properties": {
        "words": {"type": "string", "maxLength": 80},
        "units": {"type": "array", "items": {"type": "string", "enum": ["gram", "ounce"]}, "maxItems": 2},
        "size": {
            "type": "object",
            "properties": {"least": {"type": "number", "minimum": 0}, "most": {"type": "number", "minimum": 0}},
        },
        "made_after": {"type": "string", "format": "date-time"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100},
    },
}
_ITEM_REF = {"$ref": "#/components/schemas/Item"}
_ITEMS = {"type": "array", "items": _ITEM_REF}


def _operation(schema: object, *parameters: object, **more: object) -> dict[str, object]:
    found = {"description": "", "content": {"application/json": {"schema": schema}}}
    responses = {"200": found, "404": {"description": "there is none"}}
    return {"parameters": list(parameters), "responses": responses, **more}


def _query(name: str, **schema: object) -> dict[str, object]:
    return {"name": name, "in": "query", "schema": schema}


_KEY = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
_DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Items", "version": "1"},
    "paths": {
        "/items": {
            "get": _operation(
                _ITEMS,
                _query("unit", type="string", enum=["gram", "ounce"]),
                _query("sort", type="string", enum=["id", "-id"]),
                _query("offset", type="integer", minimum=0),
                _query("limit", type="integer", minimum=1, maximum=100),
            )
        },
        "/items/{id}": {"get": _operation(_ITEM_REF, _KEY)},
        "/owners/{id}": {"get": _operation({"$ref": "#/components/schemas/Owner"}, _KEY)},
        "/items/search": {
            "post": _operation(
                _ITEMS,
                requestBody={
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Question"}}},
                },
            )
        },
    },
    "components": {"schemas": {"Item": _ITEM, "Owner": _OWNER, "Question": _QUESTION}},
}


def _item(key: int) -> dict[str, Any]:
    owner = {"id": key, "name": "o"}
    unit = ("gram", "ounce")[key % 2]
    made = "2024-05-01T10:00:00Z"
    return {"id": key, "name": f"n{key}", "unit": unit, "size": 1.5, "made": made, "tags": ["a", "b"], "owner": owner}


_ALL: Final = [_item(key) for key in range(_ROWS)]
_FOUND: Final = json.dumps(_ALL).encode()


def _listed(query: str) -> list[dict[str, Any]]:
    asked = dict(parse_qsl(query))
    rows = [row for row in _ALL if asked.get("unit", row["unit"]) == row["unit"]]
    if asked.get("sort", "").startswith("-"):
        rows.reverse()
    offset, limit = (_number(asked.get(name, ""), other) for name, other in (("offset", 0), ("limit", _ROWS)))
    return rows[offset : offset + limit]


def _number(text: str, other: int) -> int:
    return int(text) if text.isdigit() and len(text) < 18 else other


class _Items(CountingProtocol):
    """The answers of the service."""

    description = json.dumps(_DESCRIPTION).encode()

    def text_for(self, head: bytes, body: bytes) -> bytes | None:  # noqa: ARG002 - for others
        method, target, _ = head.decode("latin-1").split(" ", 2)
        path, _, query = target.partition("?")
        if path == "/openapi.json":
            return self.description
        self.count_one()
        if path == "/items/search" and method == "POST":
            return _FOUND
        if method != "GET":
            return None
        if path == "/items":
            return json.dumps(_listed(query)).encode()
        above, _, key = path.rpartition("/")
        if above not in {"/items", "/owners"} or not key.isdigit():
            return None
        item = _item(_number(key, 1))
        return json.dumps(item if above == "/items" else item["owner"]).encode()


if __name__ == "__main__":
    uvloop.run(serve(_Items))
