from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.graphql.collections.pages import Pages
from querious.graphql.collections.pairs import lists_of
from querious.graphql.collections.plans import selecting
from querious.graphql.collections.schema_index import Hop, SchemaIndex
from querious.graphql.collections.whole_list import read_list
from querious.model import Case, Exchange
from querious.model.state import Ending
from services.transport import ANY_CASE

SDL = """type Book {{ id: ID! }} type Items {{ items: [Book!]! {told} }} type Edges {{ edges: [Edge!]! pageInfo: Info! }}
  type Edge {{ node: Book! }} type Info {{ hasNextPage: Boolean! endCursor: String }}
  type Query {{ books{arguments}: {type} }}"""


class Books:
    """So many books, at most ``most`` at once, whatever is asked for."""

    def __init__(self, count: int, most: int, *, twice: bool = False) -> None:
        self.rows = [{"id": str(number)} for number in range(count)]
        self.rows += self.rows[:1] if twice else []
        self.most = most
        self.variables: list[dict[str, Any]] = []

    def page(self, given: dict[str, Any], start: int) -> list[Any]:
        size = next((given[name] for name in ("first", "limit", "pageSize") if given.get(name) is not None), 10)
        return self.rows[start : start + min(size, self.most)]

    def wire(self, answer: Any) -> Any:
        def send(case: Case) -> Exchange:
            given = case.variables
            self.variables.append(given)
            return Exchange(case, 200, payload={"data": {"books": answer(given)}}, is_json=True)

        return send


def listed(schema_of: tuple[str, str, str], answer: Any, books: Books) -> Any:
    from graphql import build_schema  # noqa: PLC0415

    arguments, type_, told = schema_of
    schema = build_schema(SDL.format(arguments=arguments, type=type_, told=told))
    index = SchemaIndex(schema)
    operation = next(lists_of(index, schema.type_map["Book"], ("book",)))  # type: ignore[arg-type]
    asked = selecting(index, operation, [(Hop("Book", "id"),)])
    return read_list(books.wire(answer), asked, "id", Pages())


OFFSET = ("(limit: Int, offset: Int)", "[Book!]!", "x: Int")
PAGES = ("(page: Int, pageSize: Int)", "Items!", "total: Int!")
CURSOR = ("(first: Int, after: String)", "Edges!", "x: Int")
SIZE = ("(first: Int)", "[Book!]!", "x: Int")
PLAIN = ("", "[Book!]!", "x: Int")


def by_offset(books: Books) -> Any:
    return lambda given: books.page(given, given["offset"])


def by_page(books: Books) -> Any:
    def answer(given: dict[str, Any]) -> Any:
        size = min(given["pageSize"], books.most)
        return {"items": books.page(given, (given["page"] - 1) * size), "total": len(books.rows)}

    return answer


def by_cursor(books: Books) -> Any:
    def answer(given: dict[str, Any]) -> Any:
        start = int(given.get("after") or 0)
        rows = books.page(given, start)
        info = {"hasNextPage": start + len(rows) < len(books.rows), "endCursor": str(start + len(rows))}
        return {"edges": [{"node": row} for row in rows], "pageInfo": info}

    return answer


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 130),
    st.sampled_from([10, 20, 50, 100]),
    st.sampled_from([(OFFSET, by_offset), (PAGES, by_page), (CURSOR, by_cursor)]),
)
def test_pages_are_turned_to_the_end(count: int, most: int, style: Any):
    books = Books(count, most)
    found = listed(style[0], style[1](books), books)
    assert (found.ending, found.whole) == (Ending.DONE, True)
    assert [key for key, _ in found.entries] == [row["id"] for row in books.rows]
    assert len(found.exchanges) <= count // min(most, 50) + 2


def test_a_list_that_does_not_end_is_not_whole():
    books = Books(2000, 50)
    found = listed(CURSOR, by_cursor(books), books)
    assert (len(found.entries), found.whole, len(found.exchanges)) == (1000, False, 20)


@pytest.mark.parametrize(
    ("count", "most", "whole"),
    [(0, 50, True), (3, 50, True), (49, 50, True), (50, 50, False), (200, 50, False), (120, 500, True)],
)
def test_where_there_is_no_second_page_more_is_asked_for_at_once(count: int, most: int, whole: bool):
    books = Books(count, most)
    found = listed(SIZE, lambda given: books.page(given, 0), books)
    assert (len(found.entries), found.whole) == (min(count, most), whole)


def test_a_plain_list_is_whole_unless_its_length_is_suspicious():
    for count, whole in ((3, True), (100, False)):
        books = Books(count, 1000)
        found = listed(PLAIN, lambda _, books=books: books.rows, books)
        assert (len(found.entries), found.whole, len(found.exchanges)) == (count, whole, 1)


def test_what_is_listed_twice_is_told_twice():
    books = Books(3, 50, twice=True)
    found = listed(PLAIN, lambda _: books.rows, books)
    assert [key for key, _ in found.entries] == ["0", "1", "2", "0"]


def test_a_refusal_ends_it():
    books = Books(3, 50)

    def send(_: Case) -> Exchange:
        return Exchange(
            ANY_CASE, 200, payload={"data": None, "errors": [{"message": "first must not exceed 20"}]}, is_json=True
        )

    books.wire = lambda _: send  # type: ignore[method-assign]
    assert listed(SIZE, None, books).ending is Ending.REFUSED


@pytest.mark.parametrize(("total", "told"), [(7, None), (9, 9), (5, 5)])
def test_what_a_list_says_of_its_length_counts_where_it_was_read_to_its_end(total: int, told: int | None):
    """As many as there are rows end the reading; more or fewer than these are told."""
    books = Books(7, 50)
    found = listed(PAGES, lambda given: {**by_page(books)(given), "total": total}, books)
    assert (len(found.entries), found.told) == (7, told)


@pytest.mark.parametrize("count", [40, 50, 120])
def test_a_full_page_may_be_wrong_about_what_follows(count: int):
    books = Books(count, 50)
    untrue = {"hasNextPage": False}

    def answer(given: dict[str, Any]) -> Any:
        found = by_cursor(books)(given)
        return {**found, "pageInfo": {**found["pageInfo"], **untrue}}

    found = listed(CURSOR, answer, books)
    assert (len(found.entries), found.whole) == (count, True)


@pytest.mark.parametrize(("told", "asked"), [(0, 2), (70, 2), (50, 1)], ids=["nonsense", "true", "all of them"])
def test_a_total_below_the_rows_that_are_shown_is_not_believed(told: int, asked: int):
    books = Books(max(told, 70) if told != 50 else 50, 50)
    found = listed(PAGES, lambda given: {**by_page(books)(given), "total": told}, books)
    assert (len(found.entries), found.whole) == (len(books.rows), True)
    assert len(found.exchanges) in {asked, asked + 1}
