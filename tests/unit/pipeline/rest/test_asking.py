"""What a description allows is asked: an echo server keeps every request of a run, and each test says what must be there."""

from __future__ import annotations

import json
from email.parser import BytesParser
from urllib.parse import parse_qs

import pytest
from jsonschema import Draft202012Validator

from querious.model import Settings
from querious.pipeline.run.use_case import run

OK = {"responses": {"200": {"description": ""}, "4XX": {"description": ""}}}


class Echo:
    """An ASGI application with one operation, which keeps what it is sent and likes everything."""

    def __init__(self, operation, path="/things", method="post", version="3.1.0"):
        paths = {path: {method: {**OK, **operation}}}
        self.description = {"openapi": version, "info": {"title": "Echo", "version": "1"}, "paths": paths}
        self.received = []

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            await receive()
            return
        message = await receive()
        answer = self.description if scope["path"] == "/openapi.json" else {"ok": True}
        if scope["path"].startswith("/things"):
            headers = {name.decode(): value.decode() for name, value in scope["headers"]}
            self.received.append((scope, headers, message.get("body", b"")))
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": json.dumps(answer).encode()})

    @property
    def bodies(self):
        return [
            json.loads(body) for _, headers, body in self.received if headers.get("content-type", "").endswith("json")
        ]

    @property
    def queries(self):
        return [parse_qs(scope["query_string"].decode(), keep_blank_values=True) for scope, *_ in self.received]


def asked(operation, requests=120, invalid=0.0, **more):
    echo = Echo(operation, **more)
    settings = Settings(seed=1, requests=requests, seconds=None, invalid=invalid, mutations=True, shrink=0)
    run(echo, settings)
    return echo


def taking(schema, media="application/json", **more):
    return {"requestBody": {"required": True, "content": {media: {"schema": schema, **more}}}}


def members(**schemas):
    return {"type": "object", "properties": schemas, "required": list(schemas), "additionalProperties": False}


CAT = {
    "type": "object",
    "properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}},
    "required": ["kind", "lives"],
}
DOG = {
    "type": "object",
    "properties": {"kind": {"const": "dog"}, "tricks": {"type": "array"}},
    "required": ["kind", "tricks"],
}
KEYWORDS = {
    "minimum and maximum": ({"type": "integer", "minimum": 3, "maximum": 9}, [3, 9]),
    "exclusive bounds": ({"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 6}, [4, 5]),
    "multipleOf": ({"type": "integer", "multipleOf": 5, "minimum": 10, "maximum": 20}, [10, 15, 20]),
    "const": ({"const": 7}, [7]),
    "enum": ({"enum": ["a", 1, None]}, ["a", 1, None]),
    "boolean": ({"type": "boolean"}, [True, False]),
    "several types": ({"type": ["integer", "null"]}, [None]),
    "pattern": ({"type": "string", "pattern": "^[A-C]{2}-[0-9]$"}, []),
    "lengths": ({"type": "string", "minLength": 2, "maxLength": 3}, []),
    "format date": ({"type": "string", "format": "date"}, []),
    "format uuid": ({"type": "string", "format": "uuid"}, []),
    "uniqueItems": ({"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": True, "minItems": 2, "maxItems": 3}, []),
    "prefixItems": ({"type": "array", "prefixItems": [{"const": 1}, {"type": "string"}], "items": False, "minItems": 2}, []),
    "contains": ({"type": "array", "contains": {"const": 5}, "maxItems": 4}, []),
    "oneOf": ({"oneOf": [{"type": "integer", "minimum": 0}, {"type": "integer", "maximum": 5}, {"const": "x"}]}, ["x"]),
    "anyOf": ({"anyOf": [{"const": 1}, {"const": 2}]}, [1, 2]),
    "allOf": ({"allOf": [{"type": "integer", "minimum": 2}, {"maximum": 3}]}, [2, 3]),
    "not": ({"type": "integer", "minimum": 1, "maximum": 3, "not": {"const": 2}}, [1, 3]),
    "if and then": (
        {"type": "object", "properties": {"a": {"type": "boolean"}, "b": {"const": 1}}, "required": ["a"],
         "if": {"properties": {"a": {"const": True}}}, "then": {"required": ["b"]}},
        [{"a": False}],
    ),
    "dependentRequired": (
        {"type": "object", "properties": {"a": {"const": 1}, "b": {"const": 2}}, "dependentRequired": {"a": ["b"]}},
        [{"b": 2}, {"a": 1, "b": 2}],
    ),
    "additionalProperties": ({"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1}, []),
    "patternProperties": (
        {"type": "object", "patternProperties": {"^x-[a-c]+$": {"const": 1}}, "additionalProperties": False, "minProperties": 1},
        [],
    ),
    "maxProperties": ({"type": "object", "properties": {"a": {"const": 1}, "b": {"const": 2}}, "maxProperties": 1}, [{"a": 1}]),
    "unevaluatedProperties": (
        {"allOf": [{"properties": {"a": {"const": 1}}}], "properties": {"b": {"const": 2}}, "unevaluatedProperties": False},
        [{"a": 1, "b": 2}],
    ),
    "alternatives with a constant": ({"oneOf": [CAT, DOG]}, []),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "seen"), KEYWORDS.values(), ids=list(KEYWORDS))
def test_every_value_keeps_its_keyword_and_the_edges_are_there(schema, seen):
    echo = asked(taking(members(value=schema)))
    values = [body["value"] for body in echo.bodies]
    check = Draft202012Validator(schema)
    assert [value for value in values if not check.is_valid(value)] == []
    assert [value for value in seen if value not in values] == []
    assert len(values) > 50


def test_bodies_show_both_ends_of_a_length():
    echo = asked(taking(members(value={"type": "string", "minLength": 2, "maxLength": 5})), requests=200)
    assert {2, 5} <= {len(body["value"]) for body in echo.bodies}


def test_a_discriminator_is_told_the_name_of_the_alternative():
    schema = {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
              "discriminator": {"propertyName": "kind", "mapping": {"c": "#/components/schemas/Cat"}}}  # fmt: skip
    echo = Echo(taking(schema))
    plain = {"type": "object", "required": ["kind", "name"], "properties": {"kind": {"type": "string"}}}
    cat = {**plain, "properties": {"kind": {"type": "string"}, "name": {"const": "cat"}}}
    dog = {**plain, "properties": {"kind": {"type": "string"}, "name": {"const": "dog"}}}
    echo.description["components"] = {"schemas": {"Cat": cat, "Dog": dog}}
    run(echo, Settings(seed=1, requests=60, seconds=None, invalid=0.0, mutations=True, shrink=0))
    assert {(body["kind"], body["name"]) for body in echo.bodies} == {("c", "cat"), ("Dog", "dog")}


def test_what_is_only_shown_is_not_sent_and_null_is_where_it_may_be():
    schema = members(id={"type": "integer", "readOnly": True}, secret={"type": "string", "writeOnly": True},
                     note={"type": "string", "nullable": True})  # fmt: skip
    echo = asked(taking(schema), version="3.0.3")
    assert all("id" not in body and "secret" in body for body in echo.bodies)
    assert {body["note"] is None for body in echo.bodies} == {True, False}


def test_optional_parameters_and_bodies_are_there_and_absent():
    parameters = [{"name": "size", "in": "query", "schema": {"type": "integer"}},
                  {"name": "X-Trace", "in": "header", "schema": {"type": "string", "pattern": "^[a-z]{3}$"}},
                  {"name": "theme", "in": "cookie", "schema": {"enum": ["dark", "light"]}}]  # fmt: skip
    body = {"content": {"application/json": {"schema": members(a={"const": 1})}}}
    echo = asked({"parameters": parameters, "requestBody": body})
    assert {"size" in query for query in echo.queries} == {True, False}
    assert {"x-trace" in headers for _, headers, _ in echo.received} == {True, False}
    assert {headers.get("cookie") for _, headers, _ in echo.received} == {None, "theme=dark", "theme=light"}
    assert {bool(sent) for *_, sent in echo.received} == {True, False}


def test_examples_and_defaults_come_first():
    parameters = [{"name": "code", "in": "query", "required": True, "schema": {"type": "string"}, "example": "AB-77"},
                  {"name": "page", "in": "query", "required": True, "schema": {"type": "integer", "default": 4}}]  # fmt: skip
    content = {"application/json": {"schema": members(city={"type": "string"}), "example": {"city": "Oslo"}}}
    echo = asked({"parameters": parameters, "requestBody": {"required": True, "content": content}})
    assert echo.queries[0] == {"code": ["AB-77"], "page": ["4"]}
    assert echo.bodies[0] == {"city": "Oslo"}


def test_a_body_goes_out_in_all_its_media_types():
    schema = members(name={"type": "string", "pattern": "^[a-z]+$"}, file={"type": "string", "format": "binary"})
    media = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data")
    content = {name: {"schema": schema} for name in media} | {"text/plain": {"schema": {"type": "string"}}}
    echo = asked({"requestBody": {"required": True, "content": content}}, requests=200)
    sent = {}
    for _, headers, body in echo.received:
        sent.setdefault(headers["content-type"].partition(";")[0], (headers, body))
    assert sent.keys() == content.keys()
    assert parse_qs(sent["application/x-www-form-urlencoded"][1].decode()).keys() >= {"name"}
    headers, body = sent["multipart/form-data"]
    form = BytesParser().parsebytes(f"content-type: {headers['content-type']}\r\n\r\n".encode() + body)
    parts = {part.get_param("name", header="content-disposition"): part for part in form.get_payload()}
    assert (parts["name"].get_filename(), parts["file"].get_filename()) == (None, "querious.txt")


def test_files_of_swagger_2_go_out_as_files():
    echo = Echo({})
    parameters = [{"name": "photo", "in": "formData", "type": "file", "required": True}]
    post = {"post": {**OK, "parameters": parameters}}
    echo.description = {"swagger": "2.0", "info": {"title": "", "version": ""}, "paths": {"/things": post}}
    run(echo, Settings(seed=1, requests=30, seconds=None, invalid=0.0, mutations=True, shrink=0))
    assert all(b'name="photo"; filename="' in body for *_, body in echo.received)


def test_hostile_values_are_sent_and_invalid_ones_as_a_share_of_their_own():
    schema = members(name={"type": "string"}, size={"type": "integer", "minimum": 1, "maximum": 9})
    names = {body["name"] for body in asked(taking(schema), requests=250).bodies}
    assert names & {"'", '"', "%00", "' OR '1'='1", "<b>x</b>", "\0", "../../../etc/hosts"}
    check = Draft202012Validator(schema)
    wrong = [body for body in asked(taking(schema), requests=250, invalid=0.5).bodies if not check.is_valid(body)]
    assert any("name" not in body for body in wrong)
    assert any(body.get("size") in {0, 10} for body in wrong)
