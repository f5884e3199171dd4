"""What the first answers show is used at once, and what is below one entry is not taken for what is below all."""

from __future__ import annotations

import json
from functools import partial

from querious.model import Settings
from querious.pipeline.run.use_case import run

NAMED = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


def _get(schema, *parameters):
    content = {"application/json": {"schema": schema}}
    responses = {"200": {"description": "", "content": content}, "404": {"description": ""}}
    return {"get": {"parameters": list(parameters), "responses": responses}}


KEY = {"name": "shop_id", "in": "path", "required": True, "schema": {"type": "integer"}}
DESCRIPTION = {
    "openapi": "3.0.0",
    "info": {"title": "t", "version": "1"},
    "paths": {
        "/shops": _get({"type": "array", "items": {"type": "object"}}),
        "/shops/{shop_id}/items": _get({"type": "array", "items": NAMED}, KEY),
    },
}
ITEMS = {4711: [{"name": "bolt"}], 4712: [{"name": "nut"}], 4713: [{"name": None}]}


def app(environ, start_response, unknown=None):
    steps = environ["PATH_INFO"].strip("/").split("/")
    answer = None
    if steps == ["openapi.json"]:
        answer = DESCRIPTION
    elif steps == ["shops"]:
        answer = [{"id": key} for key in ITEMS]
    elif len(steps) == 3 and steps[1].isdigit():
        answer = ITEMS.get(int(steps[1]), unknown if int(steps[1]) > 100_000 else None)
    start_response("404 No" if answer is None else "200 OK", [("content-type", "application/json")])
    return [json.dumps(answer).encode()]


def test_the_first_list_gives_the_keys_of_the_first_look_up():
    report = run(app, Settings(seed=2, requests=2, seconds=None))
    assert report.coverage.reached >= {"GET /shops", "GET /shops/{shop_id}/items"}


def test_look_ups_are_asked_with_several_keys():
    report = run(app, Settings(seed=2, requests=20, seconds=None, skip_oracles=("relations",)))
    assert [one.oracle for one in report.faults] == ["response_schema"]


def test_look_ups_are_asked_for_what_does_not_exist():
    settings = Settings(seed=2, requests=12, seconds=None, skip_oracles=("relations",))
    report = run(partial(app, unknown="nothing"), settings)
    assert any("'nothing' is not of type 'array'" in one.message for one in report.faults)
