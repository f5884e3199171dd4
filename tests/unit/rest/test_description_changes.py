from __future__ import annotations

import copy
import json

import pytest

from querious.model.diff import Weight
from querious.rest.description_changes import description_changes
from querious.rest.openapi import read_openapi

BOOK = {"type": "object", "properties": {"id": {"type": "integer"}, "title": {"type": "string"}}}
DOCUMENT = {
    "openapi": "3.0.3",
    "info": {"title": "Library", "version": "1"},
    "paths": {
        "/books": {
            "get": {
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 10}},
                    {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["title", "id"]}},
                ],
                "responses": {
                    "200": {
                        "description": "",
                        "content": {"application/json": {"schema": {"type": "array", "items": BOOK}}},
                    }
                },
            }
        }
    },
}


def changes(change):
    new = copy.deepcopy(DOCUMENT)
    change(new["paths"]["/books"]["get"], new["paths"])
    old, new = (read_openapi(json.dumps(one), "file") for one in (DOCUMENT, new))
    return [(one.weight.value, one.about) for one in description_changes(old, new)]


def _properties(get):
    return get["responses"]["200"]["content"]["application/json"]["schema"]["items"]["properties"]


@pytest.mark.parametrize(
    ("change", "weight", "about"),
    [
        (lambda get, _: get["parameters"].pop(), Weight.BREAKING, "GET /books: the parameter sort was removed."),
        (lambda get, _: get["parameters"][0].update(required=True), Weight.BREAKING, "GET /books: the parameter limit is now required."),
        (lambda get, _: get["parameters"][0]["schema"].update(type="string"), Weight.BREAKING, "GET /books: the parameter limit is now string, and was integer."),
        (lambda get, _: get["parameters"][1]["schema"]["enum"].remove("id"), Weight.BREAKING, "GET /books: the parameter sort no longer takes id."),
        (lambda get, _: get["parameters"][1]["schema"]["enum"].append("x"), Weight.ADDED, "GET /books: the parameter sort also takes x."),
        (lambda get, _: get["parameters"][0]["schema"].update(default=5), Weight.DANGEROUS, "The default of GET /books, the parameter limit is now 5, and was 10."),
        (lambda get, _: get["parameters"].append({"name": "q", "in": "query", "schema": {}}), Weight.ADDED, "GET /books: the parameter q was added."),
        (lambda get, _: get["parameters"].append({"name": "q", "in": "query", "required": True, "schema": {}}), Weight.BREAKING, "GET /books: the parameter q was added, and is required."),
        (lambda get, _: _properties(get).pop("title"), Weight.BREAKING, "GET /books: [].title was removed from the answer."),
        (lambda get, _: _properties(get).update(pages={}), Weight.ADDED, "GET /books: [].pages was added to the answer."),
        (lambda get, _: _properties(get)["id"].update(type="string"), Weight.BREAKING, "GET /books: [].id is now string, and was integer."),
        (lambda get, paths: paths.update({"/authors": {"get": get}}), Weight.ADDED, "GET /authors was added."),
        (lambda get, paths: paths.pop("/books"), Weight.BREAKING, "GET /books was removed."),
    ],
)  # fmt: skip
def test_a_change_is_told_in_one_sentence(change, weight, about):
    assert changes(change) == [(weight.value, about)]


def test_the_same_description_has_no_changes_and_breaking_ones_come_first():
    assert changes(lambda *_: None) == []

    def both(get, paths):
        paths["/authors"] = {"get": copy.deepcopy(get)}
        get["parameters"].clear()

    assert [weight for weight, _ in changes(both)] == ["breaking", "breaking", "added"]
