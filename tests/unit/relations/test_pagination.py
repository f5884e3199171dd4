from __future__ import annotations

import base64
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.model import Severity
from querious.relations.pagination import RELATION
from relating import Api, said

ROWS = [{"id": str(number), "name": f"Book {number}"} for number in range(1, 9)]


def cursor(row: int) -> str:
    return base64.b64encode(f"row:{row}".encode()).decode()


def place(name: str) -> int:
    return int(base64.b64decode(name).decode().partition(":")[2])


RELAY = """
    type Query { books(first: Int, after: String, last: Int, before: String): BookConnection shelves: [Shelf!]! }
    type Shelf { id: ID! books(first: Int, after: String, last: Int, before: String): BookConnection }
    type BookConnection { edges: [BookEdge!]! pageInfo: PageInfo! totalCount: Int! }
    type BookEdge { cursor: String! node: Book! }
    type Book { id: ID! name: String }
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
"""


def relay(rows: list[Any], first=None, after=None, *, last=None, before=None, most=50) -> dict[str, Any]:
    start = 0 if after is None else place(after) + 1
    stop = len(rows) if before is None else place(before)
    if first is None and last is None:
        first = 4
    if first is not None:
        stop = min(stop, start + min(first, most))
    if last is not None:
        start = max(start, stop - min(last, most))
    edges = [{"cursor": cursor(row), "node": rows[row]} for row in range(start, min(stop, len(rows)))]
    return {
        "edges": edges,
        "totalCount": len(rows),
        "pageInfo": {
            "hasNextPage": stop < len(rows),
            "hasPreviousPage": start > 0,
            "startCursor": edges[0]["cursor"] if edges else None,
            "endCursor": edges[-1]["cursor"] if edges else None,
        },
    }


def connections(change=lambda page, asked: page, rows=ROWS, most=50) -> Api:
    def books(parent: Any, info: Any, **asked: Any) -> Any:
        return change(relay(rows if parent is None or parent["id"] == "a" else rows[:3], **asked, most=most), asked)

    shelves = [{"id": "a"}, {"id": "b"}]
    api = Api(RELAY, {"Query.books": books, "Shelf.books": books, "Query.shelves": lambda *_: shelves})
    return api.know("{ books { edges { node { id } } } shelves { id books { edges { node { id } } } } }")


def test_healthy_connections_are_left_alone():
    for rows, most in ((ROWS, 50), (ROWS[:1], 50), ([], 50), (ROWS[:5], 5)):
        api = connections(rows=rows, most=most)
        assert said(api.found(RELATION)) == []
        assert not rows or len(api.traces(RELATION)) >= 6


@settings(max_examples=6, deadline=None)
@given(st.integers(1, 30) | st.just(60), st.integers(2, 60))
def test_healthy_connections_are_left_alone_whatever_their_length(length: int, most: int):
    rows = [{"id": str(number)} for number in range(length)]
    api = Api(RELAY, {"Query.books": lambda _, info, **asked: relay(rows, **asked, most=most)})
    assert said(api.know("{ books { edges { node { id } } } }").found(RELATION)) == []


def lost_last(page: Any, asked: Any) -> Any:
    """One row less than asked for, as off-by-one slices give."""
    return {**page, "edges": page["edges"][:-1]} if asked.get("first", 99) <= len(page["edges"]) else page


def lost_at_the_end(page: Any, asked: Any) -> Any:
    return page if page["pageInfo"]["hasNextPage"] else {**page, "edges": page["edges"][:-1]}


def doubled(page: Any, asked: Any) -> Any:
    """The page after a cursor begins with the row of the cursor."""
    if asked.get("after") is None:
        return page
    start = place(asked["after"])
    edges = [{"cursor": cursor(start), "node": ROWS[start]}, *page["edges"]][: asked["first"]]
    return {**page, "edges": edges, "pageInfo": {**page["pageInfo"], "startCursor": None, "endCursor": None}}


def skipping(page: Any, asked: Any) -> Any:
    return {**page, "edges": page["edges"][1:]} if asked.get("after") else page


def too_many(page: Any, asked: Any) -> Any:
    extra = {"cursor": "x", "node": {"id": "99"}}
    return {**page, "edges": [*page["edges"], extra]} if asked.get("first") == 2 else page


def info(**said_wrongly: Any) -> Any:
    return lambda page, asked: {**page, "pageInfo": {**page["pageInfo"], **said_wrongly}}


def never_more_but_one(page: Any, asked: Any) -> Any:
    """Forgets that one more row follows."""
    more = bool(page["edges"]) and place(page["edges"][-1]["cursor"]) < len(ROWS) - 2
    return {**page, "pageInfo": {**page["pageInfo"], "hasNextPage": more}}


def wrong_end(page: Any, asked: Any) -> Any:
    end = page["edges"][-2]["cursor"] if len(page["edges"]) > 1 else page["pageInfo"]["endCursor"]
    return {**page, "pageInfo": {**page["pageInfo"], "endCursor": end}}


def count_of_page(page: Any, asked: Any) -> Any:
    return {**page, "totalCount": len(page["edges"])}


def stale_count(page: Any, asked: Any) -> Any:
    return {**page, "totalCount": page["totalCount"] + 1}


def backwards_lost(page: Any, asked: Any) -> Any:
    return {**page, "edges": page["edges"][:-1]} if "last" in asked else page


def backwards_turned(page: Any, asked: Any) -> Any:
    swapped = {"startCursor": page["pageInfo"]["endCursor"], "endCursor": page["pageInfo"]["startCursor"]}
    turned = {**page, "edges": page["edges"][::-1], "pageInfo": {**page["pageInfo"], **swapped}}
    return turned if "last" in asked else page


def same_cursors(page: Any, asked: Any) -> Any:
    return {**page, "edges": [{**edge, "cursor": "c"} for edge in page["edges"]], "pageInfo": relay([])["pageInfo"]}


def ignores_last(page: Any, asked: Any) -> Any:
    return {**relay(ROWS, first=asked["last"]), "totalCount": len(ROWS)} if "last" in asked else page


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lost_last, "returns 0 rows for a page of 1, although there are more"),
        (lost_at_the_end, "leaves out rows|gives 7 rows|totalCount is|endCursor"),
        (doubled, "repeats rows of the page before it"),
        (skipping, "leaves out rows that the whole has in this place"),
        (too_many, "returns 3 rows for a page of at most 2"),
        (info(hasNextPage=False), "says that nothing follows (pageInfo.hasNextPage), but more rows do"),
        (info(hasNextPage=True), "says that more follows (pageInfo.hasNextPage), but nothing does"),
        (info(hasPreviousPage=True), "says that rows come before the first (pageInfo.hasPreviousPage)"),
        (info(hasPreviousPage=False), "says that nothing precedes (pageInfo.hasPreviousPage), but rows do"),
        (never_more_but_one, "says that nothing follows (pageInfo.hasNextPage), but more rows do"),
        (wrong_end, "is not the cursor of the last edge"),
        (count_of_page, "on one page and"),
        (stale_count, "totalCount is 9, but the list has 8 rows"),
        (backwards_lost, "leaves out rows|is not the cursor of the last edge"),
        (backwards_turned, "gives the rows of a page in reverse order"),
        (same_cursors, "gives different rows the same cursor"),
        (ignores_last, "leaves out rows that the whole has in this place"),
    ],
)
@pytest.mark.unmeasured
def test_faulty_connections_are_found_at_the_root_and_below(change: Any, message: str):
    found = connections(change).found(RELATION)
    for coordinate in ("Query.books", "Shelf.books"):
        assert any(
            mismatch.coordinate == coordinate and any(part in mismatch.message for part in message.split("|"))
            for mismatch in found
        ), said(found)


def test_lists_that_somebody_writes_to_or_that_have_no_order_are_left_alone():
    chance = random.Random(1)

    def books(parent: Any, info: Any, **asked: Any) -> Any:
        return relay(chance.sample(ROWS, len(ROWS)), **asked)

    api = Api(RELAY, {"Query.books": books}).know("{ books { edges { node { id } } } }")
    assert said(api.found(RELATION)) == []


OFFSETS = """
    type Query { books(limit: Int, offset: Int): [Book!]! }
    type Book { id: ID! name: String }
"""
NUMBERS = """
    type Query { books(page: Int, perPage: Int): Page }
    type Page { items: [Book!]! total: Int! hasMore: Boolean! }
    type Book { id: ID! }
"""
NESTED = """
    type Query { books(pagination: PagingArguments): Books }
    input PagingArguments { pageNumber: Int! = 1, pageSize: Int! = 4 }
    type Books { results: [Book!]! info: Info! }
    type Info { count: Int! next: Int }
    type Book { isbn: String! title: String! }
"""
NAMELESS = """
    type Query { books(take: Int = 4, skip: Int = 0): [Word!]! }
    type Word { text: String }
"""
TOKENS = """
    type Query { listBooks(limit: Int, nextToken: String): Books }
    type Books { items: [Book] nextToken: String }
    type Book { id: ID! }
"""


def by_offset(slip: int = 0, short: int = 0, most: int = 50) -> Api:
    def books(_: Any, info: Any, limit=4, offset=0) -> Any:
        start = offset + (slip if offset else 0)
        return ROWS[start : start + min(limit, most) - short]

    return Api(OFFSETS, {"Query.books": books}).know("{ books { id } }")


def by_number(base: int = 1, slip: int = 0, off: int = 0) -> Api:
    def books(_: Any, info: Any, page=base, perPage=4) -> Any:  # noqa: N803
        page = max(page, base)
        start = (page - base) * perPage - (slip if page > base else 0)
        rows = ROWS[start : start + perPage]
        return {"items": rows, "total": len(ROWS) + off, "hasMore": start + perPage < len(ROWS)}

    return Api(NUMBERS, {"Query.books": books}).know("{ books { items { id } } }")


def by_object(count=None, more: int = 0) -> Api:
    rows = [{"isbn": f"x{number}", "title": str(number)} for number in range(7)]

    def books(_: Any, info: Any, pagination=None) -> Any:
        page, size = (pagination or {}).get("pageNumber", 1), (pagination or {}).get("pageSize", 4)
        start = (page - 1) * size
        following = page + 1 if start + size + more < len(rows) else None
        found = rows[start : start + size]
        return {"results": found, "info": {"count": len(found) if count is None else count, "next": following}}

    return Api(NESTED, {"Query.books": books}).know("{ books { results { isbn } } }")


def by_token(slip: int = 0) -> Api:
    def books(_: Any, info: Any, limit=3, nextToken=None) -> Any:  # noqa: N803
        start = int(nextToken) if nextToken else 0
        following = start + limit
        return {
            "items": ROWS[start:following],
            "nextToken": str(following - slip) if following < len(ROWS) else None,
        }

    return Api(TOKENS, {"Query.listBooks": books}).know("{ listBooks { items { id } } }")


def without_names(slip: int = 0) -> Api:
    rows = [{"text": text} for text in ["to", "be", "or", "not", "that", "is", "the", "question"]]

    def books(_: Any, info: Any, take=4, skip=0) -> Any:
        start = skip - (slip if skip else 0)
        return rows[start : start + take]

    return Api(NAMELESS, {"Query.books": books}).know("{ books { text } }")


@pytest.mark.parametrize(
    "api",
    [
        *(by_offset(), by_offset(most=3), by_offset(most=5), by_number(1), by_number(0), by_object(), by_object(7)),
        *(by_token(), without_names()),
    ],
)
def test_other_healthy_designs_are_left_alone(api: Api):
    assert said(api.found(RELATION)) == []
    assert api.requests > 6


@pytest.mark.parametrize(
    ("api", "message"),
    [
        (by_offset(slip=1), "leaves out rows that the whole has in this place"),
        (by_offset(slip=-1), "repeats rows of the page before it"),
        (by_offset(short=1), "returns 1 row for a page of 2, although there are more"),
        (by_number(1, slip=1), "repeats rows of the page before it"),
        (by_number(0, slip=-1), "leaves out rows that the whole has in this place"),
        (by_number(1, off=1), "total is 9, but the list has 8 rows"),
        (by_object(6), "info.count is 6, but the list has 7 rows"),
        (by_object(7, more=1), "says that nothing follows (info.next), but more rows do"),
        (by_token(slip=1), "repeats rows of the page before it"),
        (without_names(slip=1), "repeats rows of the page before it"),
    ],
)
def test_faults_of_other_designs_are_found(api: Api, message: str):
    assert message in "\n".join(said(api.found(RELATION)))


def test_a_page_of_no_size_is_followed_by_none_even_if_it_holds_all_rows():
    def books(_: Any, info: Any, take=4, skip=0) -> Any:
        return ROWS[skip : skip + take] if take else ROWS

    sdl = "type Query { books(take: Int = 4, skip: Int = 0): [Book!]! } type Book { id: ID! title: String }"
    api = Api(sdl, {"Query.books": books}).know("{ books { id } }")
    found = {
        mismatch.message
        for trace in api.traces(RELATION)
        for mismatch in RELATION.check([*trace, *trace], api.observed.types)
    }
    assert found == {"returns 8 rows for a page of 0"}


def test_certain_faults_are_told_from_odd_ones():
    certain = {mismatch.severity for mismatch in by_offset(slip=-1).found(RELATION)}
    odd = {mismatch.severity for mismatch in connections(stale_count).found(RELATION)}
    assert (certain, odd) == ({Severity.FAULT}, {Severity.SUSPICION})


def test_a_bare_list_with_a_size_is_judged_too():
    sdl = "type Query { books(count: Int = 3): [Book!]! tall(top: Int): [Book!]! } type Book { id: ID! top: Int }"
    rows = [{"id": str(number), "top": number} for number in range(6)]
    resolvers = {
        "Query.books": lambda _, info, count: rows[: count + 1],
        "Query.tall": lambda _, info, top=0: [row for row in rows if row["top"] >= top],
    }
    found = Api(sdl, resolvers).know("{ books { id } tall { id } }").found(RELATION)
    assert said(found) == ["Query.books: returns 2 rows for a page of at most 1"] or all(
        mismatch.coordinate == "Query.books" for mismatch in found
    )
    assert found


def test_strange_answers_are_passed_over():
    api = connections()
    for trace in api.traces(RELATION):
        for step in trace:
            strange = step._replace(data={"books": {"edges": [None, {"node": 3}], "pageInfo": 7}, "shelves": [{}]})
            assert list(RELATION.check([*trace, strange], api.observed.types)) == []
            assert list(RELATION.check([step._replace(data=None)], api.observed.types)) == []


def test_what_is_left_of_a_trace_is_judged_alike():
    api = connections()
    for trace in api.traces(RELATION):
        for place_ in range(len(trace)):
            assert list(RELATION.check([*trace[:place_], *trace[place_ + 1 :]], api.observed.types)) == []


def test_a_conversation_asks_for_few_pages():
    assert max(len(trace) for trace in connections().traces(RELATION)) <= 10


BOTH_WAYS = (
    "type Query { books(limit: Int, offset: Int, page: Int{required}): [Book] } type Book { id: ID! name: String }"
)


def both_ways(required: str = "", *, broken: bool = False) -> Api:
    """Rows by offset or by page, of which only one may be given: with both, the offset counts."""

    def books(_: Any, info: Any, limit=100, offset=None, page=1) -> Any:
        start = offset if offset is not None else (page - 1) * limit
        late = 1 if broken and start else 0
        return ROWS[start + late : start + limit]

    return Api(BOTH_WAYS.replace("{required}", required), {"Query.books": books}).know("{ books(page: 1) { id } }")


@pytest.mark.parametrize("required", ["", "!"])
def test_a_list_with_offsets_and_numbered_pages_is_asked_by_one_of_them(required):
    api = both_ways(required)
    assert said(api.found(RELATION)) == []
    asked = [exchange.operation.selections[0].arguments for trace in api.traces(RELATION) for exchange in trace]
    assert asked
    assert not any({"offset", "page"} <= {name for name, _ in arguments} for arguments in asked)
    assert said(both_ways(required, broken=True).found(RELATION))
