"""Whatever asks for pages of a schema asks here, so that plans and what answers teach agree."""

from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.pages import holds_rows, is_page
from querious.graphql.plan.facts import PlanFacts
from querious.graphql.values import Makers
from querious.values import Pool

SCHEMA = build_schema(
    """
    type Query {
      connection(first: Int): BookConnection list(limit: Int): BookList paged(first: Int): Paged
      cart(first: Int): Cart entry(first: Int): Entry book(first: Int): Book
    }
    interface Paged { items: [Book] totalCount: Int }
    type BookConnection { edges: [Edge] pageInfo: PageInfo }
    type Edge { cursor: String node: Book }
    type PageInfo { endCursor: String }
    type BookList { items: [Book] }
    type Cart { items: [Book] }
    type Entry { id: ID! items: [Book] total: Int }
    type Book { id: ID! }
    """
)


@pytest.mark.parametrize(
    ("typename", "page", "rows"),
    [
        ("BookConnection", True, True),
        ("BookList", True, True),
        ("Paged", True, True),
        ("Cart", False, True),
        ("Entry", False, True),
        ("Book", False, False),
        ("PageInfo", False, False),
        ("String", False, False),
    ],
)
def test_a_page_lists_others_has_no_identifier_and_is_called_one_or_tells_of_the_rest(typename, page, rows):
    defined = SCHEMA.type_map[typename]
    assert is_page(defined) is page
    assert holds_rows(defined) is rows
    pool = Pool()
    Makers(SCHEMA, pool)
    assert pool.schema.is_page(typename) is page


@pytest.mark.parametrize(
    ("field", "many", "size"),
    [
        ("connection", True, "first"),
        ("list", True, "limit"),
        ("paged", True, "first"),
        ("cart", False, "first"),
        ("book", False, ""),
    ],
)
def test_plans_ask_for_short_lists_wherever_there_are_rows(field, many, size):
    facts = PlanFacts(SCHEMA).of("Query", field)
    assert (facts.many, facts.size) == (many, size)
