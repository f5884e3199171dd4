from __future__ import annotations

import pytest
from graphql import build_schema

from querious.answers.filter_words import Operator
from querious.relations.lists.conditions import conditions
from querious.relations.schema_types import SchemaTypes

TYPES = """
    scalar DateTime scalar Decimal scalar timestamptz scalar numeric
    enum Status { OPEN DONE } enum Sort { NAME PRICE } enum Kind { A B }
    type Money { amount: Decimal! currency: String! text: String! }
    type Author { id: ID! name: String! }
    type Topic { slug: String! name: String! parent: Topic }
    type Order {
      id: ID! sku: String! name: String! stock: Int! rating: Float price: Money! status: Status! isOpen: Boolean!
      placedAt: DateTime! validFrom: DateTime author: Author topic: Topic! text: String tags: [String!]! kind: Kind other: Kind
    }
    input Comparison { _eq: String, _neq: String, _in: [String!], _gt: String, _like: String, _is_null: Boolean }
    input Numbers { equalTo: Int, lessThan: Int, greaterThanOrEqualTo: Int, notIn: [Int!], in: [Int!] }
    input Texts { contains: String, startsWith: String, includesInsensitive: String, not: String }
    input Range { min: Decimal, max: Decimal }
    input Where { name: Comparison, stock: Numbers, sku: Texts, price: Range, _and: [Where!], _not: Where, search: String }
"""


def found(arguments: str) -> dict[str, tuple[str, str]]:
    types = SchemaTypes(build_schema(f"{TYPES} type Query {{ orders({arguments}): [Order!]! }}"))
    return {
        condition.name: (condition.operator.name, " ".join(".".join(leaf.path) for leaf in condition.leaves))
        for condition in conditions(types, "Query.orders")
    }


@pytest.mark.parametrize(
    ("argument", "operator", "leaves"),
    [
        ("status: Status", "EQUAL", "status"),
        ("state: Status", "EQUAL", "status"),
        ("status: [Status!]", "AMONG", "status"),
        ("orderStatus: Status", "EQUAL", "status"),
        ("skus: [String!]", "AMONG", "sku"),
        ("id_eq: ID", "EQUAL", "id"),
        ("ids: [ID!]", "AMONG", "id"),
        ("stock_gte: Int", "LEAST", "stock"),
        ("stock_lt: Int", "BELOW", "stock"),
        ("minPrice: Decimal", "LEAST", "price.amount"),
        ("priceMax: Decimal", "MOST", "price.amount"),
        ("priceFrom: Decimal", "LEAST", "price.amount"),
        ("ratingAtLeast: Float", "LEAST", "rating"),
        ("placedFrom: DateTime", "LEAST", "placedAt"),
        ("placedAfter: DateTime", "LEAST", "placedAt"),
        ("placedAt_lte: DateTime", "MOST", "placedAt"),
        ("nameContains: String", "CONTAINS", "name"),
        ("name_Icontains: String", "CONTAINS", "name"),
        ("name_starts_with: String", "STARTS", "name"),
        ("isOpen: Boolean", "EQUAL", "isOpen"),
        ("open: Boolean", "EQUAL", "isOpen"),
        ("topic: String", "EQUAL", "topic.slug topic.name"),
        ("authorId: ID", "EQUAL", "author.id"),
        ("name_ne: String", "UNEQUAL", "name"),
        ("name_not: String", "UNEQUAL", "name"),
        ("name_not_in: [String!]", "UNEQUAL", "name"),
        ("statusNin: [Status!]", "UNEQUAL", "status"),
    ],
)
def test_plain_names_are_understood(argument, operator, leaves):
    assert list(found(argument).values()) == [(operator, leaves)]


@pytest.mark.parametrize(
    "argument",
    [
        *("search: String", "query: String", "text: String", "nameLike: String", "excludeStatus: Status", "sort: Sort"),
        *("colour: String", "status: Status!", "first: Int", "minStatus: Status", "notName: String"),
        *("validFrom: DateTime", "stockContains: Int", "priceMin: Boolean", "since: DateTime", "name_in: String"),
        *("tags: [String!]", "sortBy: Status", "after: String", "hasName: Boolean"),
    ],
)
def test_what_is_not_plain_is_left_alone(argument):
    assert found(argument) == {}


def test_names_that_are_leaves_of_their_own_are_no_bounds():
    assert found("validFrom: DateTime") == {}
    assert found("kinds: Kind") == {"kinds": ("EQUAL", "kind")}


def test_operators_in_objects_of_their_own_are_understood():
    assert found("where: Where") == {
        "where.name._eq": ("EQUAL", "name"),
        "where.name._neq": ("UNEQUAL", "name"),
        "where.name._in": ("AMONG", "name"),
        "where.name._gt": ("ABOVE", "name"),  # text may hold moments: rows decide
        "where.stock.equalTo": ("EQUAL", "stock"),
        "where.stock.lessThan": ("BELOW", "stock"),
        "where.stock.greaterThanOrEqualTo": ("LEAST", "stock"),
        "where.stock.notIn": ("UNEQUAL", "stock"),
        "where.stock.in": ("AMONG", "stock"),
        "where.sku.contains": ("CONTAINS", "sku"),
        "where.sku.startsWith": ("STARTS", "sku"),
        "where.sku.includesInsensitive": ("CONTAINS", "sku"),
        "where.sku.not": ("UNEQUAL", "sku"),
        "where.price.min": ("LEAST", "price.amount"),
        "where.price.max": ("MOST", "price.amount"),
    }


def test_what_stands_below_the_name_of_a_leaf_is_an_operator_and_no_other_leaf():
    rows = "type Weather { id: ID! date: String! weather: String! rain: Float! }"
    operators = "input Texts { eq: String, date: String } input Numbers { min: Float, date: Float }"
    asked = (
        "input Filter { weather: Texts, date: Texts, rain: Numbers } type Query { days(filter: Filter): [Weather!]! }"
    )
    types = SchemaTypes(build_schema(f"{rows} {operators} {asked}"))
    known = [(one.name, one.operator.name) for one in conditions(types, "Query.days")]
    assert known == [
        ("filter.weather.eq", "EQUAL"),
        ("filter.date.eq", "EQUAL"),
        ("filter.rain.min", "LEAST"),
    ]


def test_generated_operators_have_one_meaning_and_spoken_ones_leave_the_bound_open():
    types = SchemaTypes(
        build_schema(f"{TYPES} type Query {{ orders(stock_gt: Int, stockFrom: Int, minStock: Int): [Order!]! }}")
    )
    several = conditions(types, "Query.orders")
    assert [(one.operator, one.exact, one.open) for one in several] == [
        (Operator.ABOVE, True, False),
        (Operator.LEAST, False, True),
        (Operator.LEAST, False, False),
    ]
