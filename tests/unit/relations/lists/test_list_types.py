from __future__ import annotations

import pytest
from graphql import build_schema

from querious.model import Field
from querious.model.document_text import write
from querious.relations import SchemaTypes
from querious.relations.lists.list_types import container_of, given_type, list_type_of
from querious.relations.routes import FieldStep, query_along

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
    ("definition", "row", "container", "rows", "told"),
    [
        (": [Book!]!", "Book", "", "", set()),
        (": [Thing]", "Thing", "", "", set()),
        (": BookConnection", "Book", "BookConnection", "edges", {"next", "previous", "start", "end", "total"}),
        (": Page!", "Book", "Page", "records", {"total", "next"}),
    ],
)
def test_rows_are_found_where_they_stand(definition, row, container, rows, told):
    found = list_type_of(*field_of(definition))
    assert (found.row, found.container, found.rows, {name for name, _ in found.page_info}) == (
        row,
        container,
        rows,
        told,
    )


@pytest.mark.parametrize("definition", [": Order", ": Wrapper", ": Int", ": [[Book]]", ": Book", ": [String]"])
def test_other_fields_give_no_rows(definition):
    assert list_type_of(*field_of(definition)).row == ""


def test_rows_of_a_union_have_nothing_in_common():
    assert list_type_of(*field_of(": [Thing]")).mixed
    assert not list_type_of(*field_of(": [Book]")).mixed


def test_a_connection_may_list_its_rows_twice():
    types, _ = field_of(": BookConnection")
    assert container_of(types, "BookConnection").nodes == "nodes"
    assert container_of(types, "Page").nodes == ""


@pytest.mark.parametrize(
    ("definition", "given"),
    [(": [Book]", "Book"), (": BookConnection", "Book"), (": Order", "Order"), (": Int", "Int")],
)
def test_what_a_field_gives(definition, given):
    assert given_type(*field_of(definition)) == given


@pytest.mark.parametrize(
    ("definition", "selected"),
    [
        (": [Book]", "{ books { id } }"),
        (": Page", "{ books { records { id } meta { total hasMore } } }"),
        (
            ": BookConnection",
            "{ books { edges { cursor node { id } } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }",
        ),
    ],
)
def test_rows_are_selected_with_what_is_told_about_the_page(definition, selected):
    types, coordinate = field_of(definition)
    rows = list_type_of(types, coordinate).select(types, [Field("Book", "id")])
    said, _ = write(query_along(types, (FieldStep("Query", "books"),), rows))
    assert sorted(said.split()) == sorted(selected.split())


@pytest.mark.parametrize(("definition", "tells"), [(": [Book]", False), (": Page", True), (": BookConnection", True)])
def test_whether_a_container_tells_that_there_are_more(definition, tells):
    assert list_type_of(*field_of(definition)).tells_end is tells


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ("docs: [Book!]! totalDocs: Int! hasNextPage: Boolean", {"total", "next"}),
        ("books: [Book!]! totalBooks: Int! hasMore: Boolean", {"total", "next"}),
        ("books: [Book!]! totalPages: Int! hasMore: Boolean", {"next"}),
        ("books: [Book!]! totalBooks: String hasMore: Boolean", {"next"}),
        ("docs: [Book!]! totalDocs: Int! total: Int! hasMore: Boolean", {"total", "next"}),
    ],
)
def test_a_total_may_be_named_after_the_rows(members, told):
    schema = build_schema(f"type Book {{ id: ID! }} type Books {{ {members} }} type Query {{ books: Books }}")
    found = container_of(SchemaTypes(schema), "Books")
    assert {meaning for meaning, _ in found.page_info} == told
