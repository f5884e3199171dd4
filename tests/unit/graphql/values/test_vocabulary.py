from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.values.vocabulary import Vocabulary

SCHEMA = build_schema(
    """
    interface Node { id: ID! }
    type Book implements Node { id: ID! isbn: String price: Price author: UserType pages: PageConnection }
    type UserType implements Node { id: ID! login: String favourite: Book }
    type Price { amount: Float currency: String }
    type PageInfo { endCursor: String hasNextPage: Boolean }
    type PageEdge { cursor: String node: Page }
    type Page { id: ID! number: Int }
    type PageConnection { edges: [PageEdge] pageInfo: PageInfo }
    type Query { node(id: ID!): Node book: Book users: [UserType] }
    """
)
VOCABULARY = Vocabulary(SCHEMA)


@pytest.mark.parametrize(
    ("typename", "things"),
    [
        ("Book", ("Book",)),
        ("Node", ("Book", "UserType")),
        ("PageConnection", ("Page",)),
        ("PageEdge", ("Page",)),
        ("String", ()),
    ],
)
def test_a_type_means_what_it_is_a_page_of_or_may_be(typename, things):
    assert VOCABULARY.things(SCHEMA.type_map[typename]) == things


@pytest.mark.parametrize(
    ("words", "types"),
    [(("book",), ("Book",)), (("user",), ("UserType",)), (("author",), ("UserType",)), (("nothing",), ())],
)
def test_words_mention_types_by_their_names_and_by_fields_that_lead_to_them(words, types):
    assert VOCABULARY.mentioned(words) == types


def test_leaves_are_those_of_a_type_and_of_the_values_that_it_holds():
    assert list(VOCABULARY.leaves_of(["Book"])) == ["Book.id", "Book.isbn"]
    assert VOCABULARY.inner["Book"]["currency"] == "Book.price.currency"
    assert VOCABULARY.scalar_at["Book.price.currency"] == "String"
    assert VOCABULARY.identifiers(("Book", "Price", "UserType"))[:2] == ("Book.id", "UserType.id")


def test_the_roots_hold_nothing():
    assert list(VOCABULARY.holders_of(["Book"])) == ["UserType"]


def test_cursors_are_those_of_the_page_and_of_its_edges():
    found = list(VOCABULARY.cursors(SCHEMA.type_map["PageConnection"]))
    assert found == ["PageConnection.pageInfo.endCursor", "PageEdge.cursor"]
