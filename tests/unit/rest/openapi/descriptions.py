"""Small descriptions, written as briefly as they can be."""

from __future__ import annotations

import json

from querious.rest.openapi import read_openapi
from querious.rest.openapi.collections import plan_of

BOOK = {
    "type": "object",
    "required": ["title"],
    "properties": {
        "id": {"type": "integer", "readOnly": True},
        "title": {"type": "string", "minLength": 1},
        "pages": {"type": "integer", "minimum": 1, "maximum": 900},
    },
}


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


def body(schema, media="application/json"):
    return {"requestBody": {"required": True, "content": {media: {"schema": schema}}}}


def answers(schema=None, status="200", **more):
    content = {"content": {"application/json": {"schema": schema}}} if schema is not None else {}
    return {"responses": {status: {"description": "", **content, **more}}}


def crud(collection, item, sent=None, shown=None, verbs="post list get put delete"):
    """The paths of a usual collection."""
    sent = sent if sent is not None else BOOK
    shown = shown if shown is not None else sent
    made = {
        "post": (collection, "post", {**body(sent), **answers(shown, "201")}),
        "list": (collection, "get", answers({"type": "array", "items": shown})),
        "get": (item, "get", answers(shown)),
        "put": (item, "put", {**body(sent), **answers(shown)}),
        "patch": (item, "patch", {**body({**sent, "required": []}), **answers(shown)}),
        "delete": (item, "delete", answers(status="204")),
    }
    paths = {}
    for verb in verbs.split():
        path, method, told = made[verb]
        paths.setdefault(path, {})[method] = told
    return paths


def document(paths, schemas=None, version="3.1.0", **more):
    info = {"info": {"title": "Library", "version": "7"}}
    whole = {"openapi": version, **info, "paths": paths, "components": {"schemas": schemas or {}}, **more}
    return {name: part for name, part in whole.items() if part is not None}


def described(paths, schemas=None, version="3.1.0", **more):
    return read_openapi(json.dumps(document(paths, schemas, version, **more)), "library.json")


def planned(paths, schemas=None, version="3.1.0", **more):
    return plan_of(described(paths, schemas, version, **more))


def found(plan):
    return {each.name: each for each in plan.plans}


def reasons(plan):
    return {each.path: each.reason for each in plan.left_out}
