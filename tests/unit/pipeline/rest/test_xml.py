"""Bodies in XML, as the ``xml`` objects of a description say, sent to a service that reads them and judged in its answers."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, unquote
from xml.etree import ElementTree as ET

import pytest

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run
from querious.rest.openapi import read_openapi
from querious.rest.xml_text import read_xml, write_xml

SHOP = "{https://shop.example}"
ORDER = {
    "type": "object",
    "required": ["id", "note", "tags", "lines", "buyer"],
    "xml": {"name": "order"},
    "properties": {
        "id": {"type": "integer", "minimum": 1, "maximum": 99, "xml": {"attribute": True}},
        "note": {"type": "string"},
        "tags": {"type": "array", "minItems": 1, "items": {"type": "string", "xml": {"name": "tag"}}},
        "lines": {
            "type": "array",
            "xml": {"wrapped": True},
            "items": {"type": "object", "required": ["count"], "xml": {"name": "line"},
                      "properties": {"count": {"type": "integer"}, "gift": {"type": "boolean"}}},
        },
        "buyer": {"type": "string", "xml": {"prefix": "s", "namespace": "https://shop.example"}},
    },
}  # fmt: skip
FILTER = {
    "type": "object",
    "required": ["size"],
    "properties": {"size": {"type": "integer", "minimum": 1, "maximum": 9}},
}


def _content(schema, media="application/xml"):
    return {"content": {media: {"schema": schema}}}


def described(query_media="application/x-www-form-urlencoded"):
    whole = {"name": "filter", "in": "querystring", "required": True, **_content(FILTER, query_media)}
    shown = {"200": {"description": "", **_content({"$ref": "#/components/schemas/Order"})}, "400": {"description": ""}}
    return {
        "openapi": "3.2.0",
        "info": {"title": "Orders", "version": "1"},
        "components": {"schemas": {"Order": ORDER}},
        "paths": {
            "/orders": {
                "get": {"parameters": [whole], "responses": shown},
                "post": {
                    "requestBody": {"required": True, **_content({"$ref": "#/components/schemas/Order"})},
                    "responses": shown,
                },
            }
        },
    }


GOOD = (
    '<order id="7"><note>a &amp; b</note><tag>x</tag><tag>y</tag><lines><line><count>2</count><gift>true</gift></line></lines>'
    '<s:buyer xmlns:s="https://shop.example">Ann</s:buyer></order>'
)
VALUE = {"id": 7, "note": "a & b", "tags": ["x", "y"], "lines": [{"count": 2, "gift": True}], "buyer": "Ann"}


class Orders:
    """Reads orders strictly, and shows one."""

    def __init__(self, shown=GOOD, document=None):
        self.shown, self.document = shown, document or described()
        self.good = self.bad = 0

    def __call__(self, environ, start_response):
        if environ["PATH_INFO"] == "/openapi.json":
            start_response("200 OK", [("content-type", "application/json")])
            return [json.dumps(self.document).encode()]
        is_good = environ["PATH_INFO"] == "/orders" and self.is_good(environ)
        self.good, self.bad = self.good + is_good, self.bad + (not is_good)
        status = "200 OK" if is_good else "400 No" if environ["REQUEST_METHOD"] in {"GET", "POST"} else "405 No"
        start_response(status, [("content-type", "application/xml"), ("allow", "GET, POST")])
        return [(self.shown if is_good else "<no/>").encode()]

    @staticmethod
    def is_good(environ):
        if environ["REQUEST_METHOD"] == "GET":
            text = environ["QUERY_STRING"]
            size = (
                json.loads(unquote(text)).get("size") if text.startswith("%7B") else parse_qs(text).get("size", [0])[0]
            )
            return 1 <= int(size) <= 9
        if environ["REQUEST_METHOD"] != "POST":
            return False
        root = ET.fromstring(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))  # noqa: S314 - our own
        lines = root.find("lines")
        return bool(
            root.tag == "order"
            and 1 <= int(root.attrib["id"]) <= 99
            and root.find("tag") is not None
            and root.find(f"{SHOP}buyer") is not None
            and lines is not None
            and all(line.tag == "line" and int(line.find("count").text) is not None for line in lines)
        )


SETTINGS = Settings(seed=1, requests=80, seconds=None, mutations=True, invalid=0.0, skip_oracles=("state", "relations"))


@pytest.mark.parametrize("media", ["application/x-www-form-urlencoded", "application/json"])
def test_bodies_and_whole_queries_are_written_as_the_description_says(media):
    service = Orders(document=described(media))
    report = run(service, SETTINGS)
    assert report.coverage.reached == {"GET /orders", "POST /orders"}
    assert report.findings == ()
    assert service.good > 30


@pytest.mark.parametrize(
    ("shown", "severity"),
    [
        (GOOD.replace("</order>", ""), Severity.FAULT),
        (GOOD.replace('id="7"', ""), Severity.SUSPICION),
        (GOOD.replace("<count>2", "<count>two"), Severity.SUSPICION),
    ],
)
def test_what_is_wrong_with_an_answer_in_xml(shown, severity):
    found = {(one.oracle, one.severity) for one in run(Orders(shown), SETTINGS).findings}
    assert found == {("response_schema", severity)}


def test_a_value_is_read_as_it_was_written():
    description = read_openapi(json.dumps(described()), "openapi.json")
    (layout,) = next(one for one in description.operations if one.method == "post").body.xml.values()
    assert read_xml(write_xml(VALUE, layout).encode(), layout) == VALUE
    assert read_xml(GOOD.encode(), layout) == VALUE


def test_a_document_with_entities_of_its_own_is_not_read():
    description = read_openapi(json.dumps(described()), "openapi.json")
    (layout,) = next(one for one in description.operations if one.method == "post").body.xml.values()
    with pytest.raises(LookupError):
        read_xml(b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', layout)
