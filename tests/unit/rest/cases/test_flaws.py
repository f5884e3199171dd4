from __future__ import annotations

from random import Random

from querious.model.rest_call import RestArgument, RestCall
from querious.rest.cases.calls import OperationCalls
from querious.rest.cases.flaws import flawed
from querious.rest.openapi.schemas import Schemas
from querious.values import Chance, Pool
from unit.rest.openapi.descriptions import BOOK, answers, body, described

LIMIT = {"name": "limit", "in": "query", "required": True, "schema": {"type": "integer", "minimum": 1, "maximum": 9}}
ORDER = {"name": "order", "in": "query", "schema": {"enum": ["asc", "desc"]}}
PATHS = {"/books": {"post": {"parameters": [LIMIT, ORDER], **body(BOOK), **answers(BOOK, "201")}, "get": answers(BOOK)}}


def calls_of(paths):
    description = described(paths)
    return OperationCalls(description.operations, Schemas(description.document, description.dialect), Pool())


def test_every_flaw_is_one_that_the_description_rules_out():
    calls = calls_of(PATHS)
    plan = calls.plans["POST /books"]
    arguments = (RestArgument("query", "limit", 3), RestArgument("query", "order", "asc"))
    call = RestCall("POST", "/books", arguments, "application/json", {"title": "A", "pages": 3})
    assert calls.is_valid(call)
    found = {}
    for seed in range(200):
        flaw = flawed(call, plan, Chance(Random(seed)))
        assert flaw is not None
        found[flaw.what] = flaw.call
    assert set(found) == {
        "without the required query parameter `limit`", "query parameter `limit` is not a number",
        "query parameter `limit` is above its maximum", "query parameter `limit` is below its minimum",
        "query parameter `order` is not one of the documented values", "without the required body",
        "body without the required member `title`", "body member `title` is not a string",
        "body member `pages` is not a number", "body member `pages` is above its maximum",
        "body member `pages` is below its minimum",
    }  # fmt: skip
    for what, changed in found.items():
        assert what.startswith("without") or not calls.is_valid(changed), what


def test_a_body_of_any_media_type_is_sent_as_json():
    paths = {"/books": {"post": {**body(BOOK, "*/*"), **answers(BOOK, "201")}}}
    plan = calls_of(paths).plans["POST /books"]
    assert plan.media == "application/json"
    assert plan.body.required == ["title"]


def test_where_nothing_is_ruled_out_there_is_no_flaw():
    assert flawed(RestCall("GET", "/books"), calls_of(PATHS).plans["GET /books"], Chance(Random(1))) is None
