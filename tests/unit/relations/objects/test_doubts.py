from __future__ import annotations

from decimal import Decimal

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.relations.objects.doubts import (
    is_found_by_identifier,
    is_relative_leaf,
    may_differ_by_route,
    may_say_the_same,
)
from querious.relations.routes import FieldStep
from querious.relations.schema_types import SchemaTypes

TYPES = SchemaTypes(
    build_schema(
        """
        type Query {
          books(first: Int, state: State, orderBy: String, filter: Filter, audience: String): [Book!]!
          book(id: ID!): Book
          drafts: [Book!]!
          search(text: String): [Book!]!
          orders: [Order!]!
        }
        enum State { OPEN DONE }
        input Filter { title: String }
        type Book { id: ID! title: String! state: State! }
        type Order { id: ID! lines: [Line!]! }
        type Line { id: ID! sku: String! }
        """
    )
)


def step(name: str, **arguments: object) -> tuple[FieldStep, ...]:
    return (FieldStep("Query", name, tuple(arguments.items())),)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (None, 5),
        (4.27, 4.3),
        (4.27, 4.2),
        ("4.27", 4),
        (1234, 1200),
        ("Hex  Bolt", "hex bolt"),
        ("<b>Hex</b> bolt", "Hex bolt"),
        ("A long story of …", "A long story of bolts"),
        ("2024-05-01T10:00:00Z", "2024-05-01T12:00:00+02:00"),
        ("2024-05-01", "2024-05-01T12:00:00Z"),
        ("https://a.example/x/bolt.png?sig=1", "https://b.example/x/bolt.png?sig=2"),
        ([], [1, 2, 3]),
        ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6, 7]),
        ({"a": 1}, {"a": 2}),
    ],
)
def test_values_that_may_be_one(one, other):
    assert may_say_the_same(one, other)
    assert may_say_the_same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (10, 12),
        ("24.50", "2450"),
        (0.35, 350),
        (1, 1000),
        (True, False),
        ("Hex bolt", "Wood screw"),
        ("Hex bolt", "Hex"),
        ("2024-05-01T10:00:00Z", "2024-06-01T10:00:00Z"),
        ([1, 2], [1, 3]),
        ([1, 2], [1, 2, 3]),
        (["a", "b"], ["c"]),
    ],
)
def test_values_that_contradict_each_other(one, other):
    assert not may_say_the_same(one, other)
    assert not may_say_the_same(other, one)


@given(st.decimals(min_value=Decimal("0.001"), max_value=10_000, places=4), st.integers(0, 3))
def test_a_number_may_be_any_rounding_of_another(number, places):
    rounded = round(number, places)
    assert rounded == 0 or may_say_the_same(str(number), str(rounded))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (step("books"), step("drafts")),
        (step("books"), step("search", text="x")),
        (step("books"), step("books", audience="children")),
    ],
)
def test_routes_on_which_an_object_may_look_otherwise(one, other):
    assert may_differ_by_route(TYPES, one, other)


@pytest.mark.parametrize(
    "other",
    [
        step("book", id="1"),
        step("books", first=5),
        step("books", state="OPEN", orderBy="title"),
        step("books", filter={"title": "x"}),
    ],
)
def test_arguments_that_only_choose_objects(other):
    assert not may_differ_by_route(TYPES, step("books"), other)


def test_an_identifier_by_which_objects_are_found_is_theirs_alone():
    assert is_found_by_identifier(TYPES, "Book")
    assert not is_found_by_identifier(TYPES, "Line")


def test_leaves_that_depend_on_the_question():
    assert is_relative_leaf("Book.searchScore")
    assert not is_relative_leaf("Book.price")


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(allow_nan=False, allow_infinity=False))
def test_any_two_numbers_can_be_held_against_each_other(one: float, other: float):
    assert may_say_the_same(one, other) == may_say_the_same(other, one)


def test_the_largest_number_is_not_a_fraction_rounded():
    assert not may_say_the_same(1e300, 0.5)
    assert may_say_the_same(3, 2.999)
    assert not may_say_the_same(3, 4.5)
