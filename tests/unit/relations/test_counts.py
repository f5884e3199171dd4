from __future__ import annotations

from typing import Any

import pytest

from querious.model import Severity
from querious.relations.counts import RELATION
from relating import Api, said

STATISTICS = """
    enum Status { OPEN SENT }
    type Query { orders(first: Int, after: String): OrderConnection! numbers: Numbers! allTags: [Tag!]! }
    type Order { id: ID! status: Status! }
    type Tag { id: ID! }
    type OrderConnection { edges: [OrderEdge!]! pageInfo: PageInfo! totalCount: Int! }
    type OrderEdge { cursor: String! node: Order! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Numbers { orderCount: Int! totalOrders: Int tagCount: Int views: Int! ordersByStatus: [StatusCount!]! }
    type StatusCount { status: Status! count: Int! }
"""
KNOWN = "{ orders { edges { node { id } } } numbers { views } allTags { id } }"


def api(length: int = 7, most: int = 100, total: int | None = None, lost: int = 0, **changes: Any) -> Api:
    rows = [{"id": str(place), "status": "SENT" if place % 3 else "OPEN"} for place in range(length)]
    counts = {status: sum(row["status"] == status for row in rows) for status in ("OPEN", "SENT")}
    numbers = {
        "orderCount": length,
        "totalOrders": length,
        "tagCount": 2,
        "views": 17,
        "ordersByStatus": [{"status": status, "count": count} for status, count in counts.items()],
        **changes,
    }

    def orders(_: Any, __: Any, first: int = most, after: str = "-1") -> dict[str, Any]:
        start = int(after) + 1
        shown = [row for row in rows[start : start + min(first, most)] if int(row["id"]) >= lost]
        end = min(start + min(first, most), length)
        return {
            "edges": [{"cursor": row["id"], "node": row} for row in shown],
            "pageInfo": {"hasNextPage": end < length, "endCursor": str(end - 1)},
            "totalCount": length if total is None else total,
        }

    resolvers = {
        "Query.orders": orders,
        "Query.numbers": lambda *_: numbers,
        "Query.allTags": lambda *_: [{"id": "a"}, {"id": "b"}],
    }
    return Api(STATISTICS, resolvers).know(KNOWN)


@pytest.mark.parametrize(("length", "most"), [(7, 100), (100, 100), (230, 100), (45, 20), (0, 100)])
def test_numbers_that_are_right_stay_silent(length: int, most: int):
    assert said(api(length, most).found(RELATION)) == []


@pytest.mark.parametrize(("length", "most"), [(7, 100), (230, 100), (45, 20)])
def test_statistics_are_held_against_the_rows_of_all_pages(length: int, most: int):
    (found,) = api(length, most, orderCount=length + 5).found(RELATION)
    assert said([found]) == [f"Numbers.orderCount: is {length + 5}, but Query.orders has {length} rows"]
    assert found.severity is Severity.SUSPICION


def test_a_page_of_no_rows_is_not_the_whole_list():
    """Shrinking tries such a page."""
    counting = api(orderCount=8)
    pages = ["{ orders(first: 0) { edges { cursor node { id } } } }", "{ numbers { orderCount } }"]
    trace = [counting.ask(counting.operation(page)) for page in pages]
    assert list(RELATION.check(trace, counting.observed.types)) == []


def test_a_count_of_rows_that_are_named_by_their_type():
    assert said(api(tagCount=3).found(RELATION)) == ["Numbers.tagCount: is 3, but Query.allTags has 2 rows"]


def test_counts_by_group_are_held_against_rows():
    groups = [{"status": "OPEN", "count": 3}, {"status": "SENT", "count": 5}]
    (found,) = api(ordersByStatus=groups).found(RELATION)
    assert found.message == 'counts 5 for "SENT", but Query.orders has 4 rows with this status'


def test_a_list_that_shows_more_rows_than_it_says_there_are_is_wrong():
    (found,) = api(230, total=229).found(RELATION)
    assert said([found]) == ["Query.orders: totalCount is 229, but all 3 pages together hold 230 rows"]
    assert found.severity is Severity.FAULT


@pytest.mark.parametrize("total", [235, 100])
def test_rows_that_are_kept_back_and_counts_that_end_are_suspicious_only(total: int):
    (found,) = api(230, total=total).found(RELATION)
    assert found.severity is Severity.SUSPICION


def test_a_list_that_does_not_come_to_its_end_says_nothing():
    endless = api(230)
    endless.schema.type_map["PageInfo"].fields["hasNextPage"].resolve = lambda *_: True
    assert [one for one in said(endless.found(RELATION)) if "Numbers" in one] == []


BESIDE = """
    type Query { films: [Film!]! }
    type Film { id: ID! reviewCount: Int reviews(limit: Int, offset: Int): [Review!]! score: Int }
    type Review { id: ID! }
"""


def films(count: Any, most: int = 1000) -> Api:
    rows = {"a": 3, "b": 120, "c": 0}

    def reviews(film: dict[str, Any], _: Any, limit: int = 10, offset: int = 0) -> list[dict[str, str]]:
        every = [{"id": f"{film['id']}{place}"} for place in range(rows[film["id"]])]
        return every[offset : offset + min(limit, most)]

    resolvers = {
        "Query.films": lambda *_: [{"id": name, "reviewCount": count(rows[name])} for name in rows],
        "Film.reviews": reviews,
    }
    return Api(BESIDE, resolvers).know("{ films { id reviews { id } } }")


def test_numbers_beside_a_list_count_its_rows_on_all_pages():
    assert said(films(lambda length: length).found(RELATION)) == []
    assert said(films(lambda _: None).found(RELATION)) == []
    (found, *_) = films(lambda length: max(0, length - 1)).found(RELATION)
    assert (found.coordinate, found.severity) == ("Film.reviewCount", Severity.SUSPICION)


def test_strange_answers_are_passed_over():
    healthy = api(230)
    for trace in healthy.traces(RELATION):
        for place in range(len(trace)):
            left = [*trace[:place], *trace[place + 1 :]]
            assert list(RELATION.check(left, healthy.observed.types)) == []
            for data in (None, {}, {"numbers": None, "orders": None}, {"orders": {"edges": [None]}}):
                strange = [*left, trace[place]._replace(data=data)]
                assert list(RELATION.check(strange, healthy.observed.types)) == []


@pytest.mark.parametrize("most", [3, 100])
def test_a_total_beside_the_rows_of_a_page_is_that_of_all_pages(most: int):
    sdl = """
        type Query { books(limit: Int, page: Int): Books! }
        type Books { docs: [Book!]! totalDocs: Int! }
        type Book { id: ID! }
    """
    rows = [{"id": str(place)} for place in range(7)]

    def books(_: Any, __: Any, limit: int = most, page: int = 1) -> dict[str, Any]:
        return {"docs": rows[(page - 1) * limit : page * limit], "totalDocs": len(rows)}

    made = Api(sdl, {"Query.books": books}).know("{ books { docs { id } totalDocs } }")
    assert said(made.found(RELATION)) == []
