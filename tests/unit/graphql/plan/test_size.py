from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.plan import Measures, PlanLimits, measure
from querious.model import Field, Fragment, Operation, Variable

SCHEMA = build_schema("""
type Query { us(first: Int): [U] u: U any: Any }
type U { id: ID! us(first: Int): [U] u: U }
type V { id: ID! }
union Any = U | V
""")


def field(parent, name, *children, first=None):
    return Field(parent, name, "", () if first is None else (("first", first),), (), children)


ID = field("U", "id")


@pytest.mark.parametrize(
    ("selections", "expected"),
    [
        ([field("Query", "u", ID)], Measures(2, 2, 2)),
        ([field("Query", "us", ID)], Measures(2, 2, 2)),
        ([field("Query", "us", ID, field("U", "u", ID), first=3)], Measures(4, 3, 1 + 3 + 3 + 3)),
        ([field("Query", "us", field("U", "us", ID, first=5), first=3)], Measures(3, 3, 1 + 3 + 15)),
        ([field("Query", "us", ID, first=Variable("n", "Int", 3))], Measures(2, 2, 2)),
        ([field("Query", "us", ID, first=None), field("Query", "__typename")], Measures(3, 2, 3)),
        (
            [field("Query", "any", field("Any", "__typename"), Fragment("U", (), (ID,)), Fragment("V", (), (ID,)))],
            Measures(4, 2, 4),
        ),
    ],
)
def test_fields_levels_and_costs_are_counted(selections, expected):
    assert measure(SCHEMA, Operation("query", "", "Query", selections)) == expected


def test_each_limit_is_looked_at():
    size = Measures(fields=10, depth=4, cost=20)
    assert PlanLimits(fields=10, depth=4, cost=20).allow(size)
    assert PlanLimits(fields=10).allow(size)
    assert not PlanLimits(fields=9).allow(size)
    assert not PlanLimits(depth=3).allow(size)
    assert not PlanLimits(cost=19).allow(size)
