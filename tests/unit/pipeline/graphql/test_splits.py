from __future__ import annotations

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.cases import problems
from querious.model.document_text import write, write_case
from querious.model.operation import fields
from querious.pipeline.graphql.splits import halves, holding, without, without_fields
from random_schemas import random_sdl
from sample import generator, operation


def leaves(found) -> list[str]:
    return sorted(node.key for node in fields(found.selections) if not node.children and node.name != "__typename")


def test_halves():
    whole = operation("{ book(id: 1) { id author { name ... on Author { rival { id } } } pages } }")
    one, other = halves(whole)
    assert write(one)[0] == "{ book(id: 1) { id } }"
    assert write(other)[0] == "{ book(id: 1) { author { name ... on Author { rival { id } } } pages } }"
    assert halves(operation("{ book(id: 1) { author { name } } }")) == []


@pytest.mark.unmeasured
@given(st.integers(0, 5_000), st.integers(0, 2**32))
def test_halves_are_valid_and_lose_nothing(shape, seed):
    built = build_schema(random_sdl(shape))
    whole = generator(built, seed).case(700).operation
    parts = halves(whole)
    for part in parts:
        assert problems(built, write_case(1, part)) == []
    if parts:
        assert sorted(leaf for part in parts for leaf in leaves(part)) == leaves(whole)


def test_without():
    whole = operation("{ book(id: 1) { id author { name ... on Author { n: name rival { id } } } } shelf { label } }")

    def left(*keys):
        found = without(whole, keys)
        return write(found)[0] if found else None

    assert left("book") == "{ shelf { label } }"
    assert left("book", "author") == "{ book(id: 1) { id } shelf { label } }"
    assert left("book", "author", "name") == (
        "{ book(id: 1) { id author { ... on Author { n: name rival { id } } } } shelf { label } }"
    )
    assert left("book", "author", "rival", "id") == (
        "{ book(id: 1) { id author { name ... on Author { n: name } } } shelf { label } }"
    )
    assert left("shelf", "label") == "{ book(id: 1) { id author { name ... on Author { n: name rival { id } } } } }"
    assert without(whole, ("no", "such")) == whole
    assert without(operation("{ shelf { label } }"), ("shelf", "label")) is None


@pytest.mark.unmeasured
@given(st.integers(0, 5_000), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_what_is_left_is_valid_and_has_lost_nothing_else(shape, seed, random):
    built = build_schema(random_sdl(shape))
    whole = generator(built, seed).case(700).operation
    keys, node = [], whole
    while True:
        below = [child for child in fields(getattr(node, "children", None) or getattr(node, "selections", ())) if child]
        direct = [child for child in below if child.key]
        if not direct:
            break
        node = random.choice(direct[:3])
        keys.append(node.key)
        if random.random() < 0.5:
            break
    left = without(whole, keys)
    if left is not None:
        assert problems(built, write_case(1, left)) == []
        assert set(leaves(left)) <= set(leaves(whole))


def test_without_fields_wherever_they_stand():
    whole = operation("{ book(id: 1) { id author { name ... on Author { rival { id } } } pages } }")
    left = without_fields(whole, {"Author.rival", "Book.pages"})
    assert write(left)[0] == "{ book(id: 1) { id author { name } } }"
    assert without_fields(whole, {"Root.book"}) is None


def test_holding_keeps_the_ways_given():
    whole = operation("{ book(id: 1) { id author { name } pages } }")
    book = whole.selections[0]
    author = book.children[1]
    left = holding(whole, [[book, author, author.children[0]]])
    assert write(left)[0] == "{ book(id: 1) { author { name } } }"
