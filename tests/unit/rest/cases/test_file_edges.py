from __future__ import annotations

import pytest

from querious.model.request_body import content_of, is_file
from querious.rest.cases.file_edges import file_edges
from querious.rest.openapi.json_schema import JsonSchema


def schema(**members):
    return JsonSchema({"type": "string", "format": "binary", **members}, {})


def sizes(edges):
    return [len(content_of(edge)) for edge in edges if is_file(edge)]


@pytest.mark.parametrize("kind", ["", "image/png", "application/pdf", "image/x-icon"])
def test_every_edge_is_a_file_and_of_the_type_that_is_named(kind):
    edges = file_edges(schema(), kind)
    assert all(map(is_file, edges))
    assert len({edge["filename"] for edge in edges}) > 10
    if kind:
        assert {edge["type"] for edge in edges} == {kind}


def test_sizes_are_within_the_lengths_of_the_schema():
    found = sizes(file_edges(schema(minLength=3, maxLength=40), ""))
    assert {3, 40} <= set(found)
    assert 0 not in found
    assert {0, 1, 70_000} <= set(sizes(file_edges(schema(), "")))


def test_lists_of_files():
    edges = file_edges(JsonSchema({"type": "array", "items": {"type": "string", "format": "binary"}}, {}), "")
    assert [len(edge) for edge in edges[:3]] == [2, 1, 1]
    assert all(is_file(file) for edge in edges for file in edge)
