from __future__ import annotations

from typing import Any

import pytest
from graphql import GraphQLID, GraphQLInt, build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.collections.forms import as_argument, changed_by, form_of, key_place, put
from querious.graphql.collections.inputs import inputs_of

SDL = """input Data { title: String! pages: Int clientMutationId: String } input Patch { title: String }
  input Filter { id: Compare bookId: ID ids: [ID!] } input Compare { in: [ID!] equals: ID }
  input Deep { where: Filter data: Data! } input ByNode { nodeId: ID! patch: Patch! }
  type Book { id: ID! nodeId: ID! title: String } type Query { book: Book a%s: Int }"""


def inputs(arguments: str) -> Any:
    return inputs_of(build_schema(SDL % arguments).query_type.fields["a"].args)


@pytest.mark.parametrize(
    ("arguments", "path", "many"),
    [
        ("(id: ID!)", ("id",), False),
        ("(bookId: ID!)", ("bookId",), False),
        ("(ids: [ID!]!)", ("ids",), True),
        ("(where: Filter)", ("where", "bookId"), False),
        ("(input: Deep!)", ("input", "where", "bookId"), False),
        ("(other: Filter)", None, False),
        ("(title: String)", None, False),
    ],
)
def test_where_the_key_goes(arguments: str, path: Any, many: bool):
    found = key_place(inputs(arguments), "id", ("book",))
    assert (found and found.path, found is not None and found.many) == (path, many)


def test_a_comparison_takes_the_key():
    found = key_place(inputs("(where: Filter)"), "id", ("film",))
    assert found is not None
    assert (found.path, found.many) == (("where", "id", "equals"), False)


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ("(id: ID!, patch: Patch)", ("id",)),
        ("(target: ID!)", ("target",)),
        ("(nodeId: ID!)", None),
        ("(input: ByNode!)", None),
        ("(one: ID!, other: ID!)", None),
    ],
)
def test_what_a_mutation_changes(arguments: str, path: Any):
    book: Any = build_schema(SDL % "").type_map["Book"]
    found = changed_by(inputs(arguments), book, "id", ("book",))
    assert (found and found.path) == path


def test_wrappers_are_opened_and_the_key_is_no_field():
    given = inputs("(id: ID!, input: Data!, book: Patch, extra: Patch)")
    form = form_of(given, ("book",), key_place(given, "id", ("book",)))
    assert {slot.name: slot.path for slot in form.slots} == {
        "extra": ("extra",),
        "title": ("input", "title"),
        "pages": ("input", "pages"),
    }
    assert form.always == (("input",),)
    assert form.filled("7", {"pages": 3, "unknown": 1}) == {"id": "7", "input": {"pages": 3}}
    assert form.filled("7", None) == {"id": "7", "input": {}}
    assert [slot.name for slot in form.only({"title"}).slots] == ["title"]


@pytest.mark.parametrize(
    ("type_", "key", "sent"), [(GraphQLInt, "7", 7), (GraphQLInt, "x", "x"), (GraphQLID, "7", "7")]
)
def test_keys_are_numbers_where_numbers_are_wanted(type_: Any, key: str, sent: Any):
    assert as_argument(type_, key) == sent


@given(st.lists(st.text("abc", min_size=1), min_size=1, max_size=4), st.integers())
def test_what_is_put_at_a_path_stands_there(path: list[str], value: int):
    arguments: dict[str, Any] = {}
    put(arguments, tuple(path), {})
    put(arguments, tuple(path), value)
    found: Any = arguments
    for name in path:
        found = found[name]
    assert found == value
