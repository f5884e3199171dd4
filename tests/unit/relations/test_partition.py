from __future__ import annotations

from typing import Any

import pytest

from querious.relations.partition import RELATION
from relating import Api, said

SDL = """
    enum Status { OPEN DONE LATE }
    type Query { orders(status: Status, first: Int): [Order!]! mine(filter: Filter): [Order!]! }
    input Filter { states: [Status!] }
    type Order { id: ID! status: Status }
"""
STATES = ["OPEN", "DONE", "LATE", "OPEN", "DONE", "OPEN", None]
ROWS = [{"id": str(number), "status": status} for number, status in enumerate(STATES)]


def api(under: Any, unfiltered: Any = ROWS) -> Api:
    def rows(wanted: Any, first=20) -> Any:
        return unfiltered[:first] if wanted is None else [row for row in ROWS if under(row, wanted)][:first]

    resolvers = {
        "Query.orders": lambda _, info, status=None, first=20: rows(status, first),
        "Query.mine": lambda _, info, filter=None: rows((filter or {}).get("states", [None])[0]),  # noqa: A006
    }
    return Api(SDL, resolvers).know("{ orders { id } mine { id } }")


@pytest.mark.parametrize("unfiltered", [ROWS, [row for row in ROWS if row["status"] != "LATE"]])
def test_healthy_parts_are_left_alone(unfiltered: Any):
    healthy = api(lambda row, wanted: row["status"] == wanted, unfiltered)
    assert said(healthy.found(RELATION)) == []
    assert len(healthy.traces(RELATION)) == 2


def test_a_row_under_two_values_is_found():
    found = api(lambda row, wanted: row["status"] == wanted or (wanted, row["id"]) == ("LATE", "1")).found(RELATION)
    assert said(found) == [
        'Query.orders: the filter status gives a row under "DONE" and under "LATE" as well',
        'Query.mine: the filter filter.states gives a row under "DONE" and under "LATE" as well',
    ]


def test_a_row_under_no_value_is_found():
    found = api(lambda row, wanted: row["status"] == wanted != "LATE").found(RELATION)
    assert said(found) == [
        "Query.orders: the filter status gives 1 of 7 rows under no value at all",
        "Query.mine: the filter filter.states gives 1 of 7 rows under no value at all",
    ]


def test_a_part_that_was_not_asked_for_is_not_missed():
    faulty = api(lambda row, wanted: row["status"] == wanted != "LATE")
    for trace in faulty.traces(RELATION):
        assert len(trace) == 4
        assert list(RELATION.check(trace[:-1], faulty.observed.types)) == []


def test_an_argument_that_shapes_rows_is_no_filter():
    sdl = "enum Unit { KG LB } type Query { parts(unit: Unit): [Part!]! } type Part { id: ID! unit: Unit! }"
    parts = Api(sdl, {"Query.parts": lambda _, info, unit="KG": [{"id": str(n), "unit": unit} for n in range(3)]})
    assert said(parts.know("{ parts { id unit } }").found(RELATION)) == []
