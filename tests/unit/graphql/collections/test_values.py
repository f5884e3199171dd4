from __future__ import annotations

from random import Random
from typing import Any

import pytest
from graphql import GraphQLFloat, GraphQLInt, GraphQLScalarType, GraphQLString, build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.collections.fields import fields_of_form
from querious.graphql.collections.forms import form_of
from querious.graphql.collections.schema_index import SchemaIndex
from querious.graphql.collections.values import (
    SeenEntries,
    ValueKnowledge,
    alike,
    largest,
    leaf_maker,
    likely,
    object_maker,
)
from querious.model import Exchange, Field, Operation
from querious.model.document_text import write_case
from querious.values import Chance

SDL = """enum Mood { GLAD SAD } type Person { id: ID! } input Inner { size: Int note: String }
  type Part { size: Int note: String }
  type Book { id: ID! title: String! pages: Int mood: Mood author: Person parts: [Part!] }
  type Query { book(id: ID!): Book books: [Book!]! }
  type Mutation { createBook(title: String!, pages: Int, mood: Mood, authorId: ID, parts: [Inner!]): Book }"""
INDEX = SchemaIndex(build_schema(SDL))
BOOK: Any = INDEX.schema.type_map["Book"]
FIELDS = fields_of_form(INDEX, form_of(INDEX.mutations[0].inputs, ("book",)), BOOK, "id")
KNOWLEDGE = ValueKnowledge(SeenEntries(INDEX.schema))
MONEY = GraphQLScalarType("Money")
CHANCES = st.integers(1, 10_000).map(lambda seed: Chance(Random(seed)))


def made(knowledge: ValueKnowledge, turn: int = 0) -> Any:
    make = object_maker(FIELDS, knowledge)
    assert make is not None
    return likely(make, turn)


def test_the_simplest_entry_holds_what_must_be_there():
    assert made(KNOWLEDGE) == {"title": "Alder"}
    assert set(made(KNOWLEDGE.but(optional=1.0))) == {"title", "pages", "mood", "parts"}


def test_what_is_known_of_a_service_is_kept_to():
    whole = KNOWLEDGE.but(optional=1.0)
    assert "pages" not in made(whole.but(dropped=frozenset({"pages"})))
    assert "pages" in made(KNOWLEDGE.but(demanded=frozenset({"pages"})))
    assert made(whole.but(accepted={"mood": ("SAD",)}))["mood"] == "SAD"
    assert made(whole.but(given={("Person", "id"): ("7",)}))["authorId"] == "7"
    assert made(whole.but(dropped=frozenset({"parts.note"})))["parts"] == [{"size": 1}]
    assert object_maker(FIELDS, KNOWLEDGE.but(demanded=frozenset({"authorId"}))) is None


@given(st.integers(0, 10_000))
def test_the_same_number_gives_the_same_entry(turn: int):
    whole = KNOWLEDGE.but(optional=1.0)
    assert made(whole, turn) == made(whole, turn)


@given(CHANCES, st.integers(-50, 50), st.integers(0, 50))
def test_numbers_stay_within_their_limits(chance: Chance, low: int, width: int):
    limits = {"low": low, "high": low + width}
    for type_ in (GraphQLInt, GraphQLFloat):
        make = leaf_maker(type_, "size", limits, (), ())
        assert make is not None
        assert low <= make(chance) <= low + width
    whole = leaf_maker(GraphQLInt, "size", limits, (), ())
    assert whole is not None
    assert largest(whole) == low + width


@given(CHANCES, st.integers(1, 60), st.integers(0, 60))
def test_texts_are_as_long_as_they_may_be_and_have_no_spaces_around_them(chance: Chance, shortest: int, more: int):
    chance.size = 12
    make = leaf_maker(GraphQLString, "remark", {"shortest": shortest, "longest": shortest + more}, (), ())
    assert make is not None
    text = make(chance)
    assert text == text.strip()
    assert len(text) <= shortest + more


@given(CHANCES, st.text("abXY019-", min_size=1))
def test_a_code_is_changed_letter_for_letter(chance: Chance, text: str):
    other = alike(chance, text)
    assert [(sign.isdigit(), sign.isupper()) for sign in other] == [(sign.isdigit(), sign.isupper()) for sign in text]


@pytest.mark.parametrize(
    ("type_", "seen", "expected"),
    [
        (GraphQLInt, (40, 60), range(40, 61)),
        (GraphQLString, ("SE", "DE"), ("SE", "DE")),
        (MONEY, ("4.50", "5.50"), [f"{quarter / 4:.2f}" for quarter in range(18, 23)]),
        (MONEY, (4.5, 5.5), [quarter / 4 for quarter in range(18, 23)]),
    ],
)
def test_values_are_near_those_seen(type_: GraphQLScalarType, seen: Any, expected: Any):
    make = leaf_maker(type_, "x", {}, seen, ())
    assert make is not None
    assert all(make(Chance(Random(seed))) in expected for seed in range(20))


def test_a_scalar_that_nobody_knows_is_as_it_was_seen_anywhere():
    mystery = GraphQLScalarType("Mystery")
    assert leaf_maker(mystery, "x", {}, (), ()) is None
    make = leaf_maker(mystery, "x", {}, (), ("xyzzy",))
    assert make is not None
    assert make(Chance(Random(1))) == "xyzzy"


def test_answers_teach_values_by_coordinate_and_by_scalar():
    leaves = [Field("Book", "id"), Field("Book", "pages"), Field("Book", "author", children=[Field("Person", "id")])]
    operation = Operation("query", "books", "Query", [Field("Query", "books", children=leaves)])
    rows = [{"id": "1", "pages": 3, "author": {"id": "7"}}, {"id": "2", "pages": None, "author": None}]
    exchange = Exchange(write_case(0, operation), 200, payload={"data": {"books": rows}}, is_json=True)
    seen = SeenEntries(INDEX.schema)
    seen.learn(exchange, scalars_only=True)
    assert (seen.at(("Book", "id")), list(seen.of("Int"))) == ([], [3])
    seen.learn(exchange)
    assert (seen.at(("Book", "id")), seen.at(("Person", "id"))) == (["1", "2"], ["7"])
