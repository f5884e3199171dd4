from __future__ import annotations

import json

from querious.rest.openapi import read_openapi
from querious.rest.openapi.other_documents import DOCUMENTS, bundled
from querious.rest.openapi.schemas import Schemas

FILES = {
    "/api/paths/books.yaml": "get:\n  parameters:\n    - $ref: '#/size'\n  responses:\n    200:\n      content:\n"
    "        application/json:\n          schema: {$ref: ../schemas/Book.yaml}\nsize: {name: size, in: query}\n",
    "/api/schemas/Book.yaml": "type: object\nproperties:\n  author: {$ref: 'Author.yaml#/$defs/Author'}\n"
    "  default: {$ref: Author.yaml}\n",
    "/api/schemas/Author.yaml": "$defs:\n  Author: {properties: {books: {items: {$ref: 'Book.yaml'}}}}\n",
}
ROOT = {"openapi": "3.1.0", "paths": {"/books": {"$ref": "paths/books.yaml"}}}


def read(document: object = ROOT):
    return read_openapi(json.dumps(document), "a.json", "/api/openapi.json", FILES.get)


def test_other_documents_are_read_with_what_they_refer_to():
    description = read()
    operation = description.operations[0]
    assert [each.name for each in operation.parameters] == ["size"]
    schema = Schemas(description.document, description.dialect).shown(operation.success.json_schema)
    assert schema.names == ("Book",)
    books = schema.of_property("author").of_property("books")
    assert books.items.names == ("Book",)
    assert schema.of_property("default").merged == {}


def test_what_may_not_be_read_is_left_out_and_said():
    paths = {"/a": {"$ref": "https://elsewhere.test/x.yaml"}, "/b": {"get": {"responses": {}}}}
    description = read({"openapi": "3.1.0", "paths": paths})
    assert [str(each) for each in description.operations] == ["GET /b"]
    assert "neither beside the description nor of its origin" in description.unusable[0].reason


def test_a_reference_in_data_is_no_reference():
    asked: list[str] = []
    data = {"$ref": "http://elsewhere.test/data.json"}
    schema = {"example": data, "default": data, "enum": [data], "examples": [data], "const": data}
    assert bundled({"schema": schema}, "/a.json", asked.append) == {"schema": schema}
    assert asked == []


def test_a_document_without_references_to_others_stays_as_it_is():
    document = {"a": {"$ref": "#/b"}, "b": {"$ref": "a.json#/c"}}
    assert bundled(document, "/a.json", FILES.get) is document


def test_documents_that_refer_to_each_other_are_read_once():
    asked: list[str] = []

    def fetch(address: str) -> str:
        asked.append(address)
        return json.dumps({"one": {"$ref": "two.json"}, "two": {"$ref": "one.json#/one"}})

    found = bundled({"a": {"$ref": "one.json#/one"}}, "/a.json", fetch)
    assert found["a"] == {"$ref": f"#/{DOCUMENTS}/one/one"}
    assert asked == ["/one.json", "/two.json"]
