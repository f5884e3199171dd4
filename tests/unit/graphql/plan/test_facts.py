from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.plan.facts import PlanFacts

FACTS = PlanFacts(
    build_schema("""
    type Query {
      a(last: Int, first: Int): [Thing] b(limit: Int = 30): Things c(perPage: Int): Page d(first: Int): Thing
      e(first: String): [Thing] f(top: [Int]): [Thing] g(last: Int): [Int!]! h(id: ID!): Any i(id: ID!): [Any]
      j(key: ID = 1): Any k: Blind l: Listed m(first: Int): Mixed
    }
    type Thing { name: String uid: ID id: ID! }
    type Things { items: [Thing] }
    type Page { data: Thing total: Int }
    type ThingConnection { total: Int }
    union Any = Thing | Things
    type Blind { need(x: Int!): Int thing: Thing }
    type Listed { tags: [String] word(x: Int): String uid: ID }
    union Mixed = Thing
    """)
)


@pytest.mark.parametrize(
    ("field", "size"),
    [("a", "first"), ("b", "limit"), ("c", ""), ("d", ""), ("e", ""), ("f", ""), ("g", "last"), ("m", "")],
)
def test_lists_and_pages_have_an_argument_for_their_size(field, size):
    assert FACTS.of("Query", field).size == size


def test_a_connection_is_known_by_its_name():
    schema = build_schema("type Query { a(take: Int): AConnection } type AConnection { total: Int }")
    assert PlanFacts(schema).of("Query", "a").size == "take"


@pytest.mark.parametrize(("field", "apart"), [("h", True), ("i", True), ("j", False), ("a", False)])
def test_objects_of_several_types_are_picked_by_required_arguments(field, apart):
    assert FACTS.of("Query", field).apart is apart


@pytest.mark.parametrize(
    ("kind", "leaf"), [("Thing", "id"), ("Listed", "uid"), ("Page", "total"), ("Blind", "__typename")]
)
def test_the_leaf_that_teaches_most_fills(kind, leaf):
    assert FACTS.filler(kind).name == leaf


def test_what_is_not_allowed_is_not_there():
    facts = PlanFacts(FACTS.schema, lambda coordinate: coordinate != "Thing.id")
    assert [fact.name for fact in facts.fields("Thing")] == ["name", "uid"]
    assert facts.filler("Thing").name == "uid"
    assert facts.members("Any") == ("Thing", "Things")
    assert facts.fields("Any") == ()
