from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.model import Exchange
from querious.model.document_text import write_case
from querious.versions.errors import read_errors

SCHEMA = build_schema(
    "interface Node { id: ID } type A implements Node { id: ID a: Int } type B implements Node { id: ID b: Int } "
    "type Query { nodes: [Node] }"
)
(OPERATION,) = read_documents(SCHEMA, "{ nodes { __typename id ... on A { a } ... on B { b } } }")
SHAPE = Shapes(SCHEMA).of(OPERATION)


def read(*errors, data=None):
    payload = {"data": data, "errors": list(errors)}
    return read_errors(Exchange(write_case(0, OPERATION), 200, payload=payload, is_json=True), SHAPE)


@pytest.mark.parametrize(
    ("path", "data", "coordinate"),
    [
        (None, None, ""),
        (["nodes"], None, "Query.nodes"),
        (["nodes", 0, "b"], {"nodes": [{"__typename": "B"}]}, "B.b"),
        (["nodes", 0, "b"], {"nodes": [None]}, "B.b"),
        (["nodes", 7, "id"], {"nodes": []}, "A.id"),
    ],
)
def test_an_error_is_reported_at_a_coordinate(path, data, coordinate):
    found = read({"message": "no", "path": path, "extensions": {"code": 7}}, data=data)
    ((where, (error,)),) = found.reported.items()
    assert (where, error.code, error.text) == (coordinate, "7", "no")


def test_an_error_at_a_field_that_was_not_asked_for_is_passed_over():
    assert read({"message": "no", "path": ["other"]}).reported == {}


def test_an_error_explains_nulls_at_its_path_and_above():
    found = read({"message": "no", "path": ["nodes", 0, "id"]}, data={"nodes": [None]})
    assert found.nulled == {(), ("nodes",), ("nodes", 0), ("nodes", 0, "id")}


@pytest.mark.parametrize("error", ["text", None, {}, {"path": "nodes"}, {"path": [None, {}]}])
def test_malformed_errors_are_errors_of_the_whole_request(error):
    assert list(read(error).reported) == [""]
