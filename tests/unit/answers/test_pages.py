"""One table of names, and all who have to know which arguments and members make pages of a list."""

from __future__ import annotations

import pytest
from graphql import build_schema

from querious.answers.order import PromisedOrder
from querious.answers.pages import (
    PageArgument,
    PageMember,
    argument_of,
    is_cursor,
    is_paging,
    is_size,
    member_of,
    sorts,
)
from querious.baseline.arguments import Influence, influence_of
from querious.graphql.collections.inputs import inputs_of
from querious.graphql.collections.pages import Paging, Turning, paging_of
from querious.graphql.plan.facts import PlanFacts
from querious.relations.lists.list_types import list_type_of
from querious.relations.lists.pages import paging
from querious.relations.schema_types import SchemaTypes
from querious.rest.pages import Next, Page, following
from querious.values.semantics import guesses
from services.transport import answer

SIZE, LAST, OFFSET, NUMBER = PageArgument.SIZE, PageArgument.LAST, PageArgument.OFFSET, PageArgument.NUMBER
AFTER, BEFORE = PageArgument.AFTER, PageArgument.BEFORE

ARGUMENTS = [
    ("first", "Int", SIZE),
    ("limit", "Int", SIZE),
    ("pageSize", "Int", SIZE),
    ("per_page", "Int", SIZE),
    ("itemsPerPage", "Int", SIZE),
    ("maxResults", "Int", SIZE),
    ("last", "Int", LAST),
    ("offset", "Int", OFFSET),
    ("skip", "Int", OFFSET),
    ("start_index", "Int", OFFSET),
    ("page", "Int", NUMBER),
    ("pageNumber", "Int", NUMBER),
    ("currentPage", "Int", NUMBER),
    ("after", "String", AFTER),
    ("next_token", "String", AFTER),
    ("startingAfter", "ID", AFTER),
    ("before", "String", BEFORE),
    ("firstName", "String", None),
    ("lastSeen", "Int", None),
    ("pageColour", "String", None),
    ("status", "String", None),
]


@pytest.mark.parametrize(("name", "scalar", "meaning"), ARGUMENTS)
def test_all_agree_on_an_argument(name: str, scalar: str, meaning: PageArgument | None):
    assert argument_of(name) is meaning
    assert is_paging(name) is (meaning is not None)
    assert is_size(name) is (meaning in {SIZE, LAST})
    assert is_cursor(name) is (meaning in {AFTER, BEFORE})
    assert (guesses(name, "Int")[0] == 5) is (meaning in {SIZE, LAST})
    assert (influence_of([(name, 1)]) is Influence.PAGING) is (meaning is not None)

    schema = build_schema(
        f"type Book {{ id: ID! }} type Query {{ books(limit_: Int, {name}: {scalar}): [Book!] }}".replace(
            "limit_", "size"
        )
    )
    field = schema.query_type.fields["books"]
    alone = {name: field.args[name]}
    assert PromisedOrder(schema).promised("Query.books", [(name, 1)]) is (meaning is not None)
    found = paging(SchemaTypes(schema), "Query.books")
    assert [kind for kind in PageArgument if getattr(found, kind) == (name,)] == ([meaning] if meaning else [])
    chosen = PlanFacts(build_schema(f"type Query {{ a({name}: {scalar}): [Int] }}")).of("Query", "a").size
    assert chosen == (name if meaning in {SIZE, LAST} else "")
    assert turned(paging_of(inputs_of(alone), None)) == (meaning if meaning in {SIZE, NUMBER} else None)


def turned(found: Paging) -> PageArgument | None:
    """What a collection takes an argument for that stands alone: nobody can turn pages by an offset without a size."""
    if found.size:
        return SIZE
    return NUMBER if found.turning is Turning.PAGE else None


MEMBERS = [
    ("hasNextPage", "Boolean!", PageMember.NEXT, True),
    ("has_more", "Boolean", PageMember.NEXT, True),
    ("hasMorePages", "Boolean", PageMember.NEXT, True),
    ("hasPreviousPage", "Boolean", PageMember.PREVIOUS, True),
    ("totalCount", "Int", PageMember.TOTAL, 9),
    ("total", "Int!", PageMember.TOTAL, 9),
    ("total_records", "Int", PageMember.TOTAL, 9),
    ("count", "Int", PageMember.COUNT, 9),
    ("itemCount", "Int", PageMember.COUNT, 9),
    ("endCursor", "String", PageMember.END, "x"),
    ("nextToken", "String", PageMember.END, "x"),
    ("totalPrice", "Int", None, 9),
    ("hasPets", "Boolean", None, True),
    ("name", "String", None, "x"),
]


@pytest.mark.parametrize(("name", "kind", "meaning", "value"), MEMBERS)
def test_all_agree_on_a_member(name: str, kind: str, meaning: PageMember | None, value: object):
    assert member_of(name) is meaning
    schema = build_schema(
        f"type Book {{ id: ID! }} type BookPage {{ items: [Book!] {name}: {kind} }} type Query {{ books: BookPage }}"
    )
    told = dict(list_type_of(SchemaTypes(schema), "Query.books").page_info)
    assert told == ({meaning: (name,)} if meaning else {})
    read = paging_of([], schema.type_map["BookPage"])
    assert bool(read.total) is (meaning is PageMember.TOTAL)
    assert bool(read.has_next) is (meaning is PageMember.NEXT)
    more = following(Page("/books", answer(200, {"items": [1, 2], name: value}), 2, 2, "")) != Next()
    assert more is (meaning not in {None, PageMember.PREVIOUS, PageMember.START})


@pytest.mark.parametrize(
    ("name", "sorting"),
    [("sortBy", True), ("orderDirection", True), ("first", False), ("reverse", True), ("id", False)],
)
def test_arguments_that_sort(name: str, sorting: bool):
    assert sorts(name) is sorting
