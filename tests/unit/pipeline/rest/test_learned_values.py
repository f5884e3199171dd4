"""What one run has learned feeds the next, of the same protocol or of the other one."""

from __future__ import annotations

import json

import pytest
from graphql import build_schema

import querious
from querious.errors import TargetError

ITEMS = [{"sku": f"K7-{number}X", "name": f"Thing {number}"} for number in (911, 912, 913)]
LOOK_UP = "GET /items/{sku}"


class Store:
    """Items that are looked up by a key which nobody can guess; listed where ``lists`` says so."""

    def __init__(self, *, lists: bool) -> None:
        item = {"type": "object", "properties": {"sku": {"type": "string"}, "name": {"type": "string"}}}
        sku = {"name": "sku", "in": "path", "required": True, "schema": {"type": "string"}}
        self.paths = {"/items/{sku}": {"get": {"parameters": [sku], "responses": _answering(item)}}}
        if lists:
            self.paths["/items"] = {"get": {"responses": _answering({"type": "array", "items": item})}}
        self.found: list[str] = []

    def __call__(self, environ, start_response):
        path = environ["PATH_INFO"]
        key = path.removeprefix("/items/")
        answers = {item["sku"]: item for item in ITEMS}
        if "/items" in self.paths:
            answers["/items"] = ITEMS
        answers["/openapi.json"] = {"openapi": "3.0.3", "info": {"title": "Store", "version": "1"}, "paths": self.paths}
        if key in answers and key != path:
            self.found.append(key)
        status = "200 OK" if key in answers else "404 Not Found"
        start_response(status, [("content-type", "application/json")])
        return [json.dumps(answers.get(key, {"title": "not found"})).encode()]


def _answering(schema):
    content = {"application/json": {"schema": schema}}
    return {"200": {"description": "found", "content": content}, "404": {"description": "not found"}}


def run(target, learned):
    return querious.run(target, seed=1, requests=60, seconds=None, learned=str(learned))


def test_what_a_run_learned_is_there_again(tmp_path):
    file = tmp_path / "values.json"
    run(Store(lists=True), file)
    hidden = Store(lists=False)
    again = run(hidden, file)
    assert {item["sku"] for item in ITEMS} <= set(hidden.found)
    assert [note for note in again.notes if "values.json" in note] == [
        f"{file}: 1 of 6 entries do not fit this schema and are left out, such as GET /items."
    ]


def test_what_graphql_showed_feeds_rest(tmp_path):
    schema = build_schema("type Query { items: [Item!]! item(sku: ID!): Item } type Item { sku: ID! name: String }")
    schema.query_type.fields["items"].resolve = lambda *_: ITEMS
    schema.query_type.fields["item"].resolve = lambda *_, sku: next((one for one in ITEMS if one["sku"] == sku), None)
    run(schema, tmp_path / "values.json")
    store = Store(lists=False)
    run(store, tmp_path / "values.json")
    assert {item["sku"] for item in ITEMS} <= set(store.found)


def test_what_rest_showed_feeds_graphql(tmp_path):
    schema = build_schema("type Query { item(sku: ID!): Item } type Item { sku: ID! name: String }")
    asked = []
    schema.query_type.fields["item"].resolve = lambda *_, sku: asked.append(sku) or {"sku": sku}
    run(Store(lists=True), tmp_path / "values.json")
    run(schema, tmp_path / "values.json")
    assert {item["sku"] for item in ITEMS} <= set(asked)


def test_without_it_such_keys_stay_unknown(tmp_path):
    with pytest.raises(TargetError, match="nothing could be judged"):
        run(Store(lists=False), tmp_path / "values.json")
