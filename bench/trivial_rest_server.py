"""A REST service that does next to nothing, so that a client's speed is what is measured.

    python -m bench.trivial_rest_server

Prints its port, serves its description at /openapi.json, and counts as ``bench.trivial_server`` does.
"""

from __future__ import annotations

import json

import uvloop

from bench.trivial_server import CountingProtocol, serve

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
        "size": {"type": "number", "minimum": 0},
        "made": {"type": "string", "format": "date-time"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "owner": {"$ref": "#/components/schemas/Owner"},
    },
}
_ITEM_REF = {"$ref": "#/components/schemas/Item"}


def _get(schema: object, *parameters: object) -> dict[str, object]:
    responses = {"200": {"description": "", "content": {"application/json": {"schema": schema}}}}
    return {"get": {"parameters": list(parameters), "responses": responses}}


_KEY = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
_WORDS = {"name": "words", "in": "query", "schema": {"type": "string"}}
_UNIT = {"name": "unit", "in": "query", "schema": {"type": "string", "enum": ["gram", "ounce"]}}
_DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Items", "version": "1"},
    "paths": {
        "/items/{id}": _get(_ITEM_REF, _KEY, _UNIT),
        "/owners/{id}": _get({"$ref": "#/components/schemas/Owner"}, _KEY),
        "/best": _get(_ITEM_REF, _WORDS),
    },
    "components": {"schemas": {"Item": _ITEM, "Owner": _OWNER}},
}


class _Items(CountingProtocol):
    """The answers of the service."""

    description = json.dumps(_DESCRIPTION).encode()

    def text_for(self, head: bytes, body: bytes) -> bytes | None:  # noqa: ARG002 - for others
        path = head.split(b" ", 2)[1].partition(b"?")[0]
        if path == b"/openapi.json":
            return self.description
        self.count_one()
        key = path.rpartition(b"/")[2]
        number = int(key) if key.isdigit() and len(key) < 18 else 1
        owner = {"id": number, "name": "o"}
        if path.startswith(b"/owners/"):
            return json.dumps(owner).encode()
        if path.startswith(b"/items/") or path == b"/best":
            made = "2024-05-01T10:00:00Z"
            item = {"id": number, "name": "n", "size": 1.5, "made": made, "tags": ["a", "b"], "owner": owner}
            return json.dumps(item).encode()
        return None


if __name__ == "__main__":
    uvloop.run(serve(_Items))
