from __future__ import annotations

import pytest
from graphql import build_schema

from querious.relations import SchemaTypes
from querious.relations.lists.row_leaves import row_leaves
from querious.text.words import words

TYPES = SchemaTypes(
    build_schema("""
scalar DateTime
enum Kind { A B }
type Query { orders: [Order] }
type Author { id: ID! name: String }
type Topic { slug: String parent: Topic }
type Money { amount: Float currency: String }
type Order {
  id: ID! sku: String isOpen: Boolean placedAt: DateTime author: Author topic: Topic price: Money kind: Kind tags: [String]
}
""")
)
LEAVES = row_leaves(TYPES, "Order")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("sku", ["sku"]),
        ("skus", ["sku"]),
        ("orderSku", ["sku"]),
        ("open", ["isOpen"]),
        ("authorName", ["author.name"]),
        ("author", ["author.id", "author.name"]),
        ("topic", ["topic.slug"]),
        ("price", ["price.amount"]),
        ("placed", ["placedAt"]),
        ("placedDate", ["placedAt"]),
        ("tags", []),
        ("weight", []),
    ],
)
def test_the_leaves_that_a_name_speaks_of(name, expected):
    assert [".".join(leaf.path) for leaf in LEAVES.of(words(name))] == expected


@pytest.mark.parametrize(
    ("leaves", "name", "expected"),
    [
        ("durationMin: Int", "duration", ["durationMin"]),
        ("durationMin: Int duration: Int", "duration", ["duration"]),
        ("heightCm: Int heightMm: Int", "height", []),
        ("priceMin: Int priceMax: Int", "price", []),
        ("priceCents: Int", "price", []),
    ],
)
def test_a_unit_may_be_left_out_of_a_name(leaves, name, expected):
    schema = build_schema(f"type Query {{ films: [Film] }} type Film {{ id: ID! {leaves} }}")
    found = row_leaves(SchemaTypes(schema), "Film").of(words(name))
    assert [".".join(leaf.path) for leaf in found] == expected


def test_what_is_known_of_a_leaf():
    (price,) = LEAVES.of(("price",))
    assert price.unit == ("price", "currency")
    (topic,) = LEAVES.of(("topic",))
    assert topic.tree
    assert all(leaf.identifies for leaf in LEAVES.of(("author",)))
    (placed,) = LEAVES.of(("placed",))
    assert not placed.exact
    assert LEAVES.moments == [placed._replace(exact=True)]
    assert [leaf.path for leaf in LEAVES.only(TYPES.schema.type_map["Kind"])] == [("kind",)]
    assert LEAVES.has(("sku",))
    assert not LEAVES.has(("author",))
