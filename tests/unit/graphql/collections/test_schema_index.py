from __future__ import annotations

from typing import Any

import pytest
from graphql import build_schema, parse, validate
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.collections.schema_index import Hop, SchemaIndex, along, has_own_key, hops_of, key_names
from querious.model import Field, Operation
from querious.model.document_text import write

SDL = """interface Node { id: ID! } type Book implements Node { id: ID! title: String author: Author }
  type Author implements Node { id: ID! name: String } type Problem { message: String }
  union Result = Book | Problem type Edge { node: Book } type Connection { edges: [Edge] }
  type Books { get(id: ID!): Book list: [Book!]! } type Payload { edge: Edge userErrors: [Problem!] query: Query }
  type Query { node(id: ID!): Node result: Result connection: Connection books: Books plain: Book _service: Int }
  type Mutation { create: Payload }"""
INDEX = SchemaIndex(build_schema(SDL))
BOOK: Any = INDEX.schema.type_map["Book"]
ROOTS = {root.name: root for root in (*INDEX.queries, *INDEX.mutations)}


def test_namespaces_are_opened_and_federation_is_left_alone():
    assert set(ROOTS) == {"node", "result", "connection", "books.get", "books.list", "plain", "create"}
    assert ROOTS["books.get"].noun == ("books",)
    assert ROOTS["books.get"].demanded == ["id"]


def test_what_is_an_entry_of_its_own():
    assert [one.name for one in INDEX.entities] == ["Node", "Book", "Author"]
    assert INDEX.entity(("books",)) is BOOK
    assert not has_own_key(INDEX.schema.type_map["Edge"])  # type: ignore[arg-type]
    assert key_names(BOOK) == ["id"]


@pytest.mark.parametrize(
    ("root", "names", "many"),
    [
        ("node", [], False),
        ("result", [], False),
        ("connection", ["edges", "node"], True),
        ("books.list", [], True),
        ("create", ["edge", "node"], False),
    ],
)
def test_paths_to_entries(root: str, names: list[str], many: bool):
    found = next(INDEX.paths(ROOTS[root].asked.type, lambda one: one is BOOK))
    assert ([hop.name for hop in found.hops], found.many) == (names, many)


@pytest.mark.parametrize("root", ["node", "result", "connection", "books.list", "plain", "create"])
def test_selections_are_valid_and_ask_for_the_type_where_it_is_open(root: str):
    asked = ROOTS[root]
    found = next(INDEX.paths(asked.asked.type, lambda one: one is BOOK))
    entry = [hops_of(BOOK, ("title",)), hops_of(BOOK, ("author", "name"))]
    selections: Any = ()
    for hop, field in reversed(list(zip(asked.hops, asked.fields, strict=True))):
        type_ = getattr(field.type, "of_type", field.type)
        inner = selections or INDEX.select(_named(type_), [(*found.hops, *path) for path in entry])
        arguments = [("id", "1")] if "id" in field.args else []
        selections = [Field(hop.parent, hop.name, "", arguments, (), inner)]
    document, _ = write(Operation(asked.kind, "a", asked.hops[0].parent, selections))
    assert validate(INDEX.schema, parse(document)) == []
    assert ("__typename" in document) is (root in {"node", "result"})


def _named(type_: Any) -> str:
    return _named(type_.of_type) if hasattr(type_, "of_type") else str(type_.name)


@given(st.lists(st.none() | st.integers(), max_size=5), st.integers(0, 3))
def test_lists_are_flattened_and_null_is_left_out(items: list[Any], deep: int):
    value: Any = items
    for _ in range(deep):
        value = [value]
    found = along({"a": [{"b": value}, None, 7]}, (Hop("A", "a"), Hop("B", "b")))
    assert found == [item for item in items if item is not None]
