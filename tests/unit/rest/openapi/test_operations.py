from __future__ import annotations

import json

import pytest

from querious.rest.openapi import read_openapi
from querious.rest.openapi.operations import DocumentedResponse, RestBody, RestLink, RestOperation, is_json
from unit.rest.openapi.descriptions import answers, body, described, document, ref

TEXT = {"type": "string"}


def operation(told, **more):
    return described({"/books": {"post": told}}, **more).operations[0]


def test_an_operation_is_read_whole():
    told = {
        "operationId": "addBook",
        "parameters": [{"name": "q", "in": "query", "schema": TEXT, "examples": {"one": {"value": "a"}}}],
        **body(TEXT),
        **answers(TEXT, "201", headers={"Location": {"required": True}}),
        "security": [{"key": []}, "nonsense"],
        "deprecated": True,
    }
    found = operation(told)
    assert (str(found), found.name, found.security) == ("POST /books", "addBook", ({"key": []},))
    assert found.deprecated
    assert found.parameters[0].examples == ("a",)
    assert (found.body.json_schema, found.body.required) == (TEXT, True)
    assert found.responses["201"].headers == {"location": True}
    assert found.success.json_schema == TEXT


def test_security_of_the_document_holds_where_an_operation_says_nothing():
    assert operation(answers(), security=[{"key": ["read"]}]).security == ({"key": ["read"]},)
    assert operation({**answers(), "security": []}, security=[{"key": []}]).security == ()


def test_swagger_has_its_body_among_the_parameters():
    whole = {"name": "book", "in": "body", "required": True, "schema": TEXT}
    paths = {"/books": {"post": {"parameters": [whole], "responses": {"200": {"schema": TEXT}}}}}
    text = json.dumps({"swagger": "2.0", "consumes": ["text/json"], "produces": ["a/b+json"], "paths": paths})
    found = read_openapi(text, "s.json").operations[0]
    assert found.body == RestBody({"text/json": TEXT}, required=True)
    assert (found.parameters, found.responses["200"].media) == ((), {"a/b+json": TEXT})


def test_a_form_of_swagger_is_no_json():
    paths = {"/books": {"post": {"parameters": [{"name": "a", "in": "formData"}]}}}
    found = read_openapi(json.dumps({"swagger": "2.0", "paths": paths}), "s.json").operations[0]
    assert found.body.json_schema is None
    assert list(found.body.media["application/x-www-form-urlencoded"]["properties"]) == ["a"]


def test_every_method_is_an_operation_also_those_of_newer_versions():
    item = dict.fromkeys(["get", "head", "options", "trace", "query"], answers())
    paths = {"/books": {**item, "additionalOperations": {"COPY": answers()}, "summary": "", "parameters": []}}
    found = described(paths, version="3.2.0").operations
    assert [each.method for each in found] == ["get", "head", "options", "trace", "query", "copy"]


def test_a_schema_of_a_parameter_is_followed_where_it_leads_somewhere():
    parameters = [{"name": name, "in": "query", "schema": ref(name)} for name in ("Size", "Gone")]
    found = operation({"parameters": parameters}, schemas={"Size": {"maximum": 5}})
    assert [each.keywords for each in found.parameters] == [{"maximum": 5}, {}]
    assert found.parameters[1].schema == ref("Gone")


def test_what_is_said_of_a_parameter_may_stand_beside_its_schema_or_in_it():
    parameters = [
        {"name": "name", "in": "query", "schema": {**TEXT, "description": "Any name."}, "description": "Exactly this."},
        {"name": "kind", "in": "query", "schema": {**TEXT, "description": "Of this kind."}},
        {"name": "q", "in": "query", "schema": {"description": 5}},
    ]
    assert [each.about for each in operation({"parameters": parameters}).parameters] == [
        "Exactly this.",
        "Of this kind.",
        "",
    ]


def test_links_say_what_may_be_asked_next():
    links = {
        "byId": {"operationId": "getBook", "parameters": {"path.id": "$response.body#/id"}},
        "byPath": {"operationRef": "#/paths/~1books~1{id}/get", "requestBody": {"book": "$response.body#/id"}},
        "odd": {"parameters": {"id": 5}},
    }
    assert operation(answers(links=links)).responses["200"].links == (
        RestLink(("getBook",), {"id": "$response.body#/id"}),
        RestLink(("/books/{id}", "get"), {"book": "$response.body#/id"}),
        RestLink((), {"id": ""}),
    )


@pytest.mark.parametrize("where", [None, "nowhere", ["query"], {}])
def test_a_parameter_that_stands_nowhere_is_left_out(where):
    assert operation({"parameters": [{"name": "a", "in": where, "required": True}]}).parameters == ()


def test_what_is_of_a_wrong_type_is_taken_as_absent():
    found = operation({"parameters": 3, "requestBody": [], "responses": {"200": 5, "x-more": {}}, "security": 1})
    assert (found.parameters, found.body, found.security) == ((), RestBody(), ())
    assert found.responses == {"200": DocumentedResponse()}


def test_a_status_may_have_words_behind_it_and_what_is_none_leaves_the_others_open():
    assert operation({"responses": {"200 OK": {}, "4xx": {}}}).responses.keys() == {"200", "4XX"}
    found = described({"/books": {"post": {"responses": {"201": {}, "OK": {}, "99": {}, "2.5": {}}}}})
    assert found.operations[0].responses.keys() == {"201", "default"}
    assert next(one.reason for one in found.unread) == '"OK" is not the status of a response'


@pytest.mark.parametrize(("status", "name"), [(200, "200"), (404, "4XX"), (500, "default")])
def test_a_status_is_documented_by_itself_by_its_class_or_by_default(status, name):
    found = RestOperation("get", "/", responses=dict.fromkeys(["200", "4XX", "default"], DocumentedResponse()))
    assert found.documented_status(status) == name
    assert RestOperation("get", "/").documented_status(status) == ""


def test_the_response_with_a_schema_tells_what_success_shows():
    paths = {"/books": {"get": {"responses": {"204": {}, **answers(TEXT, "206")["responses"]}}}}
    found = read_openapi(json.dumps(document(paths)), "a.json").operations[0]
    assert found.success is found.responses["206"]
    assert RestOperation("get", "/").success == DocumentedResponse()


def test_json_has_many_names():
    assert all(map(is_json, ["application/json; charset=utf-8", "application/hal+json", "*/*", "TEXT/JSON"]))
    assert not any(map(is_json, ["text/plain", "application/xml", ""]))
    assert RestBody({"application/json-patch+json": TEXT}).json_media == ""


def test_an_optional_parameter_has_the_keywords_of_what_it_may_be_beside_null():
    null = {"type": "null"}
    schemas = [
        {"anyOf": [{"$ref": "#/components/schemas/Kind"}, null], "title": "Kind"},
        {"anyOf": [{"type": "array", "items": {"type": "string"}}, null]},
        {"anyOf": [{"type": "string"}, {"type": "integer"}, null]},
    ]
    parameters = [{"name": f"p{place}", "in": "query", "schema": schema} for place, schema in enumerate(schemas)]
    paths = {"/books": {"get": {"parameters": parameters, "responses": {"200": {"description": ""}}}}}
    (found,) = described(paths, {"Kind": {"type": "string", "enum": ["novel", "poem"]}}).operations
    kind, several, either = (each.keywords for each in found.parameters)
    assert kind["enum"] == ["novel", "poem"]
    assert several["type"] == "array"
    assert "type" not in either


def test_files_of_a_form_and_the_types_that_are_named():
    file = {"type": "string", "format": "binary"}
    properties = {
        "icon": {"type": "string", "contentMediaType": "image/png"},
        "page": file,
        "pages": {"type": "array", "items": file},
        "any": {"type": "string", "contentMediaType": "application/octet-stream"},
        "note": TEXT,
    }
    encoding = {
        "page": {"contentType": "application/pdf, text/plain"},
        "pages": {"contentType": "image/*"},
        "note": {"contentType": "text/plain"},
    }
    form = {"schema": {"type": "object", "properties": properties}, "encoding": encoding}
    found = operation({"requestBody": {"content": {"multipart/form-data": form}}, **answers()}).body
    assert found.files == {"icon", "page", "pages", "any"}
    assert found.file_types == {"icon": "image/png", "page": "application/pdf"}
