"""Members that a client chooses: servers of several designs, and what goes wrong with them."""

from __future__ import annotations

import json
from urllib.parse import parse_qs

import pytest

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run

THING = {"id": 7, "name": "bolt", "price": 2.5, "stock": 3, "colour": "grey"}
OFFERED = {"type": "array", "items": {"type": "string", "enum": list(THING)}}
PROMISED = {**OFFERED, "description": "The fields to return; all without it."}
SOME = {**PROMISED, "items": {"type": "string", "enum": ["name", "price", "stock"]}}
SEARCHED = {**OFFERED, "description": "The fields to search in."}
IGNORED = "fields chooses nothing: all members are shown, whichever are asked for"


def app(behaviour: str, schema: dict):
    parameter = {"name": "fields", "in": "query", "style": "form", "explode": False, "schema": schema}
    responses = {"200": {"description": ""}, "400": {"description": ""}}
    document = {
        "openapi": "3.0.0",
        "info": {"title": "t", "version": "1"},
        "paths": {"/thing": {"get": {"parameters": [parameter], "responses": responses}}},
    }

    def serve(environ, start_response):
        wanted = parse_qs(environ["QUERY_STRING"]).get("fields", [""])[0].split(",")
        answer: dict = document if environ["PATH_INFO"] == "/openapi.json" else chosen(wanted)
        is_read = environ["REQUEST_METHOD"] in {"GET", "HEAD"}
        start_response(
            "200 OK" if is_read else "405 No", [("content-type", "application/json"), ("allow", "GET, HEAD")]
        )
        return [json.dumps(answer).encode() if environ["REQUEST_METHOD"] == "GET" else b""]

    def chosen(wanted):
        if wanted == [""] or behaviour == "ignored":
            return THING
        if behaviour == "first":
            wanted = wanted[:1]
        kept = {name: value for name, value in THING.items() if name in wanted or (behaviour == "key" and name == "id")}
        return {**kept, "price": 250} if behaviour == "cents" and "price" in kept else kept

    return serve


def found(behaviour: str, schema: dict):
    settings = Settings(seed=1, requests=60, seconds=None, invalid=0.0)
    return [(one.severity, one.message) for one in run(app(behaviour, schema), settings).findings]


@pytest.mark.parametrize(
    ("behaviour", "severity", "message"),
    [
        ("first", Severity.FAULT, 'fields asks for "price" among others, which is not shown'),
        ("cents", Severity.FAULT, 'price differs: "2.5" without fields, "250" with it'),
        ("ignored", Severity.SUSPICION, IGNORED),
    ],
)
def test_what_is_chosen_is_shown_and_says_the_same(behaviour: str, severity: Severity, message: str):
    assert (severity, message) in found(behaviour, OFFERED)


@pytest.mark.parametrize(
    ("schema", "severity"), [(PROMISED, Severity.FAULT), (SOME, Severity.SUSPICION), (SEARCHED, Severity.SUSPICION)]
)
def test_what_chooses_nothing_may_be_for_something_else_unless_the_description_says_so(
    schema: dict, severity: Severity
):
    assert (severity, IGNORED) in found("ignored", schema)


@pytest.mark.parametrize(
    ("behaviour", "schema"),
    [("healthy", OFFERED), ("key", OFFERED), ("healthy", {"type": "string"}), ("ignored", {"type": "string"})],
)
def test_reasonable_designs_are_left_alone(behaviour: str, schema: dict):
    assert found(behaviour, schema) == []
