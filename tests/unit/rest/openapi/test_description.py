from __future__ import annotations

import json

import pytest

from querious.errors import ConfigError
from querious.rest.openapi import base_for, read_openapi
from unit.rest.openapi.descriptions import answers, crud, described, document


def test_the_head_of_a_description():
    servers = [{"url": "https://{host}/api/v{n}/", "variables": {"host": {"default": "a.b"}, "n": {"default": "3"}}}]
    description = described(crud("/books", "/books/{id}"), servers=servers)
    assert (description.title, description.version, description.dialect) == ("Library", "7", "3.1")
    assert description.servers == ("https://a.b/api/v3/",)
    assert description.base_path == "/api/v3"


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("http://h", "/api"),
        ("http://h/", "/api"),
        ("http://h/api", ""),
        ("http://h/x/api/", ""),
        ("http://h/x", "/api"),
    ],
)
def test_the_path_of_the_server_is_put_before_once(url, base):
    assert base_for(described({}, servers=[{"url": "/api"}]), url) == base


def test_swagger_says_it_in_its_own_words():
    text = json.dumps({"swagger": "2.0", "host": "h:1", "basePath": "/v2", "schemes": ["http"], "paths": {}})
    description = read_openapi(text, "s.json")
    assert (description.dialect, description.servers, description.base_path) == ("2.0", ("http://h:1/v2",), "/v2")


def test_parameters_of_a_path_and_references_are_followed():
    shared = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
    own = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    paths = {"/books/{id}": {"parameters": [{"$ref": "#/components/parameters/Id"}],
                             "get": answers(), "delete": {**answers(), "parameters": [own]}}}  # fmt: skip
    text = json.dumps({**document(paths), "components": {"parameters": {"Id": shared}}})
    get, delete = read_openapi(text, "a.json").operations
    assert [parameter.schema["type"] for parameter in (*get.parameters, *delete.parameters)] == ["integer", "string"]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ([], "holds a list"),
        ("text", "holds a string"),
        ({}, "neither openapi nor swagger"),
        ({"data": {"__schema": {}}}, "a GraphQL introspection result"),
        ({"openapi": "4.0"}, "declares version 4.0 (at openapi)"),
        ({"openapi": "2.0"}, "declares version 2.0"),
        ({"swagger": "1.2"}, "declares version 1.2"),
        ({"openapi": "3.0.1"}, "has no paths (at paths: nothing, not an object)"),
        ({"openapi": "3.0.1", "paths": []}, "at paths: a list"),
    ],
)
def test_foreign_documents_are_told_in_one_line(value, told):
    with pytest.raises(ConfigError) as error:
        read_openapi(json.dumps(value), "x.json")
    assert str(error.value).startswith("x.json ")
    assert told in str(error.value)
    assert str(error.value).count("\n") == 0


def test_an_operation_that_cannot_be_read_does_not_cost_the_others():
    paths = {**crud("/books", "/books/{id}"), "/a": {"get": {"requestBody": {"$ref": "#/nowhere"}}}}
    description = described({**paths, "/b": {"$ref": "other.yaml#/b"}, "c": {}})
    assert [(each.path, each.reason) for each in description.unusable] == [
        ("/a", "GET: $ref '#/nowhere' points to nothing"),
        (
            "/b",
            "$ref 'other.yaml#/b' points to a document that is not there, or neither beside the description nor of its origin",
        ),
        ("c", "a path must begin with a slash"),
    ]
    assert len(description.operations) == 5


def test_a_part_that_cannot_be_read_does_not_cost_its_operation():
    nowhere = {"$ref": "#/nowhere"}
    page = {"name": "page", "in": "query", "schema": {"type": "integer"}}
    description = described({"/a": {"get": {"parameters": [nowhere, page], "responses": {"200": nowhere}}}})
    (operation,) = description.operations
    assert [each.name for each in operation.parameters] == ["page"]
    assert operation.documented_status(200) == "200"
    assert [(each.path, each.reason) for each in description.unread] == [
        ("GET /a", "a parameter: $ref '#/nowhere' points to nothing"),
        ("GET /a 200", "$ref '#/nowhere' points to nothing"),
    ]


def test_references_in_a_circle_come_to_an_end():
    text = json.dumps({**document({"/a": {"get": {"requestBody": {"$ref": "#/x"}}}}), "x": {"$ref": "#/x"}})
    assert "is circular" in read_openapi(text, "a.json").unusable[0].reason


def test_of_two_paths_that_differ_in_the_names_of_their_parameters_the_first_is_asked():
    get = {"get": {"responses": {}}}
    paths = {"/books/{id}": get, "/books/{key}": {**get, "delete": {"responses": {}}}}
    description = read_openapi(json.dumps({"openapi": "3.1.0", "paths": paths}), "a.json")
    assert [str(each) for each in description.operations] == ["GET /books/{id}", "DELETE /books/{key}"]
    assert description.unusable[0].path == "/books/{key}"
    assert "/books/{id} is the same path" in description.unusable[0].reason
