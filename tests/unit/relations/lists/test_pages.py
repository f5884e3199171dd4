from __future__ import annotations

import pytest
from graphql import build_schema

from querious.relations.lists.pages import PagingArguments, given, is_round, paging, without
from querious.relations.schema_types import SchemaTypes

TYPES = """
    type Book { id: ID! size: Int title: String }
    type Edge { cursor: ID! node: Book }
    type Info { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
    type BookConnection { edges: [Edge] nodes: [Book] pageInfo: Info! totalCount: Int }
    type Page { records: [Book!]! meta: Meta }
    type Meta { total: Int hasMore: Boolean nextPage: Int }
    type Order { id: ID! items: [Book!]! total: Int }
    type Wrapper { things: [Book] note: String }
    union Thing = Book | Order
    input PagingArguments { limit: Int, offset: Int }
    input Options { paginate: PagingArguments }
    input Filter { first: String, and: [Filter], size: Int }
"""


def field_of(definition: str):
    return SchemaTypes(build_schema(f"{TYPES} type Query {{ books{definition} }}")), "Query.books"


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        ("(first: Int, after: String, last: Int, before: String): BookConnection", "size after last before"),
        ("(limit: Int!, skip: Int): [Book]", "size offset"),
        ("(per_page: Int, page: Int = 0): Page", "size number"),
        ("(page: Int): Page", "number"),
        ("(page: Int): [Book]", ""),
        ("(options: Options): [Book]", "size offset"),
        ("(top: Int): [Book]", "size"),
        ("(size: Int): [Book]", ""),
        ("(size: Int, offset: Int): [Book]", "size offset"),
        ("(first: String, filter: Filter): [Book]", ""),
        ("(first: [Int]): [Book]", ""),
        ("(limit: Int, nextToken: String): Page", "size after"),
    ],
)
def test_paging_is_told_from_other_arguments(definition, expected):
    found = paging(*field_of(definition))
    assert [
        name
        for name, path in zip(PagingArguments._fields, found, strict=True)
        if path and name not in {"base", "required"}
    ] == (expected.split())


def test_the_number_of_the_first_page_is_told_by_its_default():
    for definition, base in (("(size: Int, page: Int = 0): Page", 0), ("(size: Int, page: Int = 1): Page", 1)):
        assert paging(*field_of(definition)).base == base


def test_the_first_page_is_asked_with_all_that_is_needed():
    assert paging(*field_of("(limit: Int!, offset: Int!): [Book]")).of_size(7) == {("limit",): 7, ("offset",): 0}


def test_arguments_are_read_and_left_out_inside_of_objects():
    sent = {"options": {"paginate": {"limit": 3}}, "order": [{"name": "asc"}], "kind": "A"}
    assert given(sent, ("options", "paginate", "limit")) == 3
    assert given(sent, ("order", "name")) == "asc"
    assert given(sent, ("kind", "name")) is None
    assert without(sent, (("options", "paginate", "limit"), ("order",))) == '{"kind": "A"}'


def test_lengths_that_may_be_a_servers_limit():
    assert [length for length in range(1, 30) if is_round(length)] == [5, 10, 12, 15, 16, 20, 24, 25]
