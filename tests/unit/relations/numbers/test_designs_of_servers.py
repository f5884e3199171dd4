"""Designs of real servers that look wrong at first sight, in small: none may be called a fault, most not even suspicious."""

from __future__ import annotations

from typing import Any

import pytest

from querious.model import Severity
from querious.relations import RELATIONS
from relating import Api, said

NUMBERS = {"counts", "arithmetic", "superlatives", "rates", "formats", "kinds", "search", "sort", "trees"}


def found_by_all(api: Api) -> list[Any]:
    return [one for relation in RELATIONS if relation.name in NUMBERS for one in api.found(relation, most=3_000)]


AGGREGATES = """
    scalar numeric
    type query_root { orders(limit: Int): [orders!]! orders_aggregate(limit: Int): orders_aggregate! }
    schema { query: query_root }
    type orders { id: Int! total: numeric! }
    type orders_aggregate { aggregate: orders_aggregate_fields nodes: [orders!]! }
    type orders_aggregate_fields { count: Int! sum: orders_sum_fields max: orders_max_fields avg: orders_avg_fields }
    type orders_sum_fields { total: numeric }
    type orders_max_fields { total: numeric }
    type orders_avg_fields { total: Float }
"""


def aggregates() -> Api:
    rows = [{"id": place, "total": 3 + place * 7 % 11} for place in range(23)]

    def aggregate(_: Any, __: Any, limit: int = 1000) -> dict[str, Any]:
        chosen = rows[:limit]
        totals = [row["total"] for row in chosen]
        numbers = {"count": len(chosen), "sum": {"total": sum(totals)}, "max": {"total": max(totals)}}
        return {"aggregate": {**numbers, "avg": {"total": sum(totals) / len(totals)}}, "nodes": chosen}

    resolvers = {
        "query_root.orders": lambda *_, limit=1000: rows[:limit],
        "query_root.orders_aggregate": aggregate,
    }
    return Api(AGGREGATES, resolvers).know("{ orders { id } orders_aggregate { nodes { id } aggregate { count } } }")


TAXED = """
    type Query { orders: [Order!]! }
    type Order { id: ID! lines: [Line!]! subTotal: Int! shipping: Int! total: Int! totalWithTax: Int! totalQuantity: Int! }
    type Line { quantity: Int! unitPrice: Int! linePrice: Int! discountedLinePrice: Int! taxRate: Float! }
"""


def taxed() -> Api:
    """Minor units, a discount on every third line, shipping, tax rounded line by line."""

    def line(place: int) -> dict[str, Any]:
        many, price = 1 + place % 4, 199 + 50 * place
        off = 100 if place % 3 == 0 else 0
        return {
            "quantity": many,
            "unitPrice": price,
            "linePrice": many * price,
            "discountedLinePrice": many * price - off,
            "taxRate": 0.19,
        }

    def order(number: int) -> dict[str, Any]:
        lines = [line(number + place) for place in range(number % 4 + 1)]
        subtotal = sum(one["discountedLinePrice"] for one in lines)
        return {
            "id": str(number),
            "lines": lines,
            "subTotal": subtotal,
            "shipping": 500,
            "total": subtotal + 500,
            "totalWithTax": sum(round(one["discountedLinePrice"] * 1.19) for one in lines) + 595,
            "totalQuantity": sum(one["quantity"] for one in lines),
        }

    return Api(TAXED, {"Query.orders": lambda *_: [order(number) for number in range(14)]}).know("{ orders { id } }")


HIDDEN = """
    type Query { posts(first: Int, after: String): Posts! stats: Stats! }
    type Posts { nodes: [Post!]! totalCount: Int! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Stats { postCount: Int! }
    type Post { id: ID! commentCount: Int! comments: [Comment!]! }
    type Comment { id: ID! }
"""


def hidden() -> Api:
    """Drafts are counted and not shown, and so are comments that wait for approval."""
    rows = [{"id": str(place), "draft": place % 9 == 8} for place in range(130)]

    def posts(_: Any, __: Any, first: int = 20, after: str = "-1") -> dict[str, Any]:
        start = int(after) + 1
        page = rows[start : start + min(first, 50)]
        info = {"hasNextPage": start + 50 < len(rows), "endCursor": page[-1]["id"] if page else None}
        return {"nodes": [row for row in page if not row["draft"]], "totalCount": len(rows), "pageInfo": info}

    resolvers = {
        "Query.posts": posts,
        "Query.stats": lambda *_: {"postCount": len(rows)},
        "Post.commentCount": lambda row, _: 3,
        "Post.comments": lambda row, _: [{"id": f"{row['id']}a"}, {"id": f"{row['id']}b"}],
    }
    return Api(HIDDEN, resolvers).know("{ posts { nodes { id comments { id } } } stats { postCount } }")


SEARCHING = """
    enum SearchType { ISSUE USER }
    type Query { search(query: String!, type: SearchType!, first: Int): Found! issues: [Issue!]! }
    type Found { nodes: [Item!]! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! }
    union Item = Issue | PullRequest | User
    type Issue { id: ID! title: String! } type PullRequest { id: ID! title: String! } type User { id: ID! name: String }
"""


def searching() -> Api:
    """Issues are pull requests too."""
    rows = [
        {"kind": kind, "id": f"{kind}{n}", "title": f"{kind} {n}"}
        for n in range(3)
        for kind in ("Issue", "PullRequest")
    ]
    page = {"nodes": rows, "pageInfo": {"hasNextPage": False}}
    resolvers = {
        "Query.search": lambda *_, **__: page,
        "Query.issues": lambda *_: [one for one in rows if one["kind"] == "Issue"],
    }
    known = '{ issues { id } search(query: "a", type: ISSUE) { nodes { __typename ... on Issue { id } } } }'
    return Api(SEARCHING, resolvers, {"Item": "kind"}).know(known)


STATISTICS = """
    scalar Time scalar Language scalar Cursor
    type Query { runs: [Run!]! }
    type Run { id: ID! startedAt: Time! language: Language token: Cursor steps: Int! passed: Int! failed: Int! skipped: Int! score: Float }
"""


def statistics() -> Api:
    """Moments called times, languages by their names, numbers that nearly add up."""
    languages = ["German", "French", "English", "Norwegian (Bokmål)", "Dutch", "Danish"]

    def run(place: int) -> dict[str, Any]:
        passed, failed, skipped = place * 3 % 7, place % 2, place % 5
        return {
            "id": str(place),
            "startedAt": f"2024-05-{place + 10}T10:00:00Z",
            "language": languages[place % 6],
            "token": f"{place:x}{place * 37:x}",
            "steps": passed + failed + skipped,
            "passed": passed,
            "failed": failed,
            "skipped": skipped,
            "score": round(passed / 7, 2),
        }

    return Api(STATISTICS, {"Query.runs": lambda *_: [run(place) for place in range(18)]}).know("{ runs { id } }")


TOKENS = """
    type Query { traces: [Trace!]! }
    type Trace { id: ID! errorCount: Int! recordCount: Int! tokenCountTotal: Float! costSummary: Summary! }
    type Summary { prompt: Part! completion: Part! total: Part! }
    type Part { tokens: Float cost: Float }
"""


def tokens() -> Api:
    """Costs of tokens, beside counts of something else."""

    def trace(number: int) -> dict[str, Any]:
        prompt, completion = 100.0 + 13 * number, 7.0 + number * number
        parts = {"prompt": prompt, "completion": completion, "total": prompt + completion}
        summary = {name: {"tokens": tokens, "cost": tokens * 0.002} for name, tokens in parts.items()}
        counts = {"errorCount": number % 2, "recordCount": 3 * number + 1, "tokenCountTotal": prompt + completion}
        return {"id": str(number), "costSummary": summary, **counts}

    return Api(TOKENS, {"Query.traces": lambda *_: [trace(number) for number in range(15)]}).know("{ traces { id } }")


@pytest.mark.parametrize("design", [aggregates, taxed, searching, tokens])
def test_designs_that_are_silent(design: Any):
    assert said(found_by_all(design())) == []


@pytest.mark.parametrize("design", [hidden, statistics])
def test_designs_that_are_suspicious_at_most(design: Any):
    found = found_by_all(design())
    assert [one for one in found if one.severity is Severity.FAULT] == []
    assert len(found) <= 3, said(found)


def test_an_aggregate_that_is_wrong_is_found():
    wrong = aggregates()
    wrong.schema.type_map["orders_sum_fields"].fields["total"].resolve = lambda *_: 7
    assert [one.coordinate for one in found_by_all(wrong)] == ["orders_aggregate.aggregate"]
