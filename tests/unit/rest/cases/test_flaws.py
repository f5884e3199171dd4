from __future__ import annotations

from random import Random

from querious.model.rest_call import RestArgument, RestCall
from querious.rest.cases.calls import OperationCalls
from querious.rest.cases.flaws import flawed, flaws
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


def test_texts_of_another_form_are_flaws_too_and_optional_places_are_tried():
    slug = {"type": "string", "pattern": "^[a-z0-9-]+$"}
    paths = {
        "/books/{id}": {
            "get": {
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}},
                    {"name": "since", "in": "query", "schema": {"type": "string", "format": "date"}},
                    {"name": "shelf", "in": "query", "schema": slug},
                    {"name": "mail", "in": "query", "schema": {"type": "string", "format": "email"}},
                ],
                **answers(BOOK),
            }
        }
    }
    calls = calls_of(paths)
    call = RestCall("GET", "/books/{id}", (RestArgument("path", "id", "5b1c4b0c-8f0e-4f6d-93c1-1b2a11aabbcc"),))
    found = list(flaws(call, calls.plans["GET /books/{id}"]))
    assert [flaw.what for flaw in found] == [
        "path parameter `id` is not a UUID",
        "query parameter `since` is not a date",
        "query parameter `shelf` does not match its pattern",
    ]
    assert not any(calls.is_valid(flaw.call, strict=True) for flaw in found)


def test_in_a_form_everything_is_a_text():
    plan = calls_of({"/books": {"post": {**body(BOOK, "multipart/form-data"), **answers(BOOK, "201")}}}).plans[
        "POST /books"
    ]
    call = RestCall("POST", "/books", (), plan.media, {"title": "A", "pages": 3})
    found = [flaw.what for flaw in flaws(call, plan)]
    assert "body member `title` is not a string" not in found
    assert "body member `pages` is not a number" in found


def test_what_may_be_null_is_wrong_like_what_else_it_may_be():
    since = {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}
    paths = {"/books": {"get": {"parameters": [{"name": "since", "in": "query", "schema": since}], **answers(BOOK)}}}
    found = flaws(RestCall("GET", "/books"), calls_of(paths).plans["GET /books"])
    assert [flaw.what for flaw in found] == ["query parameter `since` is not a date"]
