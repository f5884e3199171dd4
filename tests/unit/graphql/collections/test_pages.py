from __future__ import annotations

from typing import Any

import pytest
from graphql import build_schema

from querious.graphql.collections.inputs import inputs_of
from querious.graphql.collections.pages import Pages, Paging, Turning, paging_of, takes_nothing_else

SDL = """input Options { take: Int skip: Int } type Info { hasNextPage: Boolean endCursor: String total: Int }
  type Page { pageInfo: Info totalCount: Int } type Query { page: Page a%s: Int }"""


def inputs(arguments: str) -> Any:
    return inputs_of(build_schema(SDL % arguments).query_type.fields["a"].args)


PAGE: Any = build_schema(SDL % "").type_map["Page"]


@pytest.mark.parametrize(
    ("arguments", "turning", "size", "place"),
    [
        ("", Turning.NOT, (), ()),
        ("(first: Int)", Turning.SIZE, ("first",), ()),
        ("(first: String)", Turning.NOT, (), ()),
        ("(first: Int, after: String)", Turning.CURSOR, ("first",), ("after",)),
        ("(limit: Int, offset: Int)", Turning.OFFSET, ("limit",), ("offset",)),
        ("(options: Options)", Turning.OFFSET, ("options", "take"), ("options", "skip")),
        ("(page: Int, perPage: Int)", Turning.PAGE, ("perPage",), ("page",)),
    ],
)
def test_how_pages_are_turned(arguments: str, turning: Turning, size: Any, place: Any):
    found = paging_of(inputs(arguments), PAGE)
    assert (found.turning, found.size, found.place) == (turning, size, place)
    assert [hop.name for hop in found.total] == ["totalCount"]
    assert [hop.name for hop in found.has_next] == ["pageInfo", "hasNextPage"]


@pytest.mark.parametrize(
    ("arguments", "first"), [("(page: Int = 0)", 0), ("(page: Int)", None), ("(pageIndex: Int)", 0)]
)
def test_what_the_first_page_is_called(arguments: str, first: int | None):
    found = paging_of(inputs(arguments), None)
    assert (found.first_page, found.is_unsure) == (first, first is None)
    assert Pages(first=1).start(found) == (1 if first is None else first)


def test_what_is_given_for_a_page():
    paging = Paging(Turning.OFFSET, ("options", "take"), ("options", "skip"), 0)
    assert Pages(50).arguments(paging, 100) == {"options": {"take": 50, "skip": 100}}
    assert Pages(None).arguments(Paging(Turning.CURSOR, ("first",), ("after",)), None) == {}


@pytest.mark.parametrize(
    ("arguments", "key", "nothing"),
    [
        ("(first: Int!, after: String!)", (), True),
        ("(first: Int!, filter: String!)", (), False),
        ("(id: ID!)", ("id",), True),
        ("(id: ID!)", (), False),
    ],
)
def test_whether_a_list_needs_nothing_else(arguments: str, key: Any, nothing: bool):
    assert takes_nothing_else(inputs(arguments), key) is nothing
