from __future__ import annotations

import pytest
from graphql import build_schema

from querious.relations import SchemaTypes
from querious.relations.lists.orderings import ordering_arguments, orderings

TYPES = """
enum Direction { ASC DESC }
enum By { NAME PRICE KIND }
enum Both { NAME_ASC NAME_DESC PRICE_LOW_TO_HIGH NEWEST }
enum Kind { A B }
input Order { field: By!, direction: Direction }
input Each { name: Direction, price: Direction }
type Cat { id: ID! name: String price: Float kind: Kind }
"""


def found(arguments: str) -> list[tuple[str, str, int]]:
    types = SchemaTypes(build_schema(f"{TYPES} type Query {{ cats({arguments}): [Cat!]! }}"))
    return [(one.name, one.leaf.path[0], one.direction) for one in orderings(types, "Query.cats")]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            "sort: Both",
            [("sort: NAME_ASC", "name", 1), ("sort: NAME_DESC", "name", -1), ("sort: PRICE_LOW_TO_HIGH", "price", 1)],
        ),
        ("orderBy: By", [("orderBy: NAME", "name", 0), ("orderBy: PRICE", "price", 0), ("orderBy: KIND", "kind", 0)]),
        (
            "orderBy: By, direction: Direction",
            [
                ("orderBy: NAME, direction: ASC", "name", 1),
                ("orderBy: NAME, direction: DESC", "name", -1),
                ("orderBy: PRICE, direction: ASC", "price", 1),
                ("orderBy: PRICE, direction: DESC", "price", -1),
                ("orderBy: KIND, direction: ASC", "kind", 1),
                ("orderBy: KIND, direction: DESC", "kind", -1),
            ],
        ),
        (
            "order: Each",
            [
                ("order.name: ASC", "name", 1),
                ("order.name: DESC", "name", -1),
                ("order.price: ASC", "price", 1),
                ("order.price: DESC", "price", -1),
            ],
        ),
        ("by: By", []),
    ],
)
def test_orders_that_can_be_asked_for(arguments, expected):
    assert found(arguments) == expected


def test_an_order_inside_an_object_is_recognised_in_what_was_sent():
    types = SchemaTypes(build_schema(f"{TYPES} type Query {{ cats(orderBy: [Order]): [Cat!]! }}"))
    up, down, *_ = orderings(types, "Query.cats")
    sent = {"orderBy": [{"field": "NAME", "direction": "DESC"}]}
    assert (up.is_asked(sent), down.is_asked(sent)) == (False, True)


def test_arguments_that_have_to_do_with_order():
    schema = build_schema(f"{TYPES} type Query {{ cats(sort: String, dir: Direction, name: String): [Cat!]! }}")
    assert ordering_arguments(SchemaTypes(schema), "Query.cats") == [("sort",), ("dir",)]
