from __future__ import annotations

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.values.learned_arguments import LearnedArguments, converter, fits_int
from querious.graphql.values.sources import InputPosition
from querious.values import Pool

SCHEMA = build_schema(
    """
    enum Colour { RED GREEN }
    type Query { books(status: String, sortBy: String, colour: Colour, code: String): [Book] any(id: ID!): Any }
    union Any = Book | Shelf
    type Book { id: ID! code: String status: String colour: Colour }
    type Shelf { id: ID! status: String }
    """
)


def learned(name: str, scalar: str = "String", description: str = ""):
    arguments = LearnedArguments(SCHEMA, Pool(), lambda *_: lambda _: "plain")
    position = InputPosition(
        f"Query.books.{name}", scalar, SCHEMA.type_map["Book"], "Query", "books", description=description
    )
    return arguments.at(position.coordinate, position)


def places(name: str, **known) -> set[str]:
    return {place for group in learned(name, **known).groups for place in group.coordinates}


def test_a_choice_of_words_draws_only_from_fields_of_its_name():
    assert places("status") == {"Book.status", "Shelf.status"}
    assert learned("status").has_hints


def test_names_of_fields_are_hinted_and_seen_nowhere():
    assert places("sortBy") == set()
    assert learned("sortBy").has_hints


def test_what_a_description_lists_is_a_hint():
    assert not learned("code").has_hints
    assert learned("code", description="One of: a1, b2").has_hints


def test_enums_convert_what_is_one_of_their_members():
    found = learned("colour", "Colour")
    assert found.convert("RED") == "RED"
    assert found.convert("BLUE") is None


def test_what_works_without_a_certain_type_counts_where_one_is_looked_for():
    pool = Pool()
    arguments = LearnedArguments(SCHEMA, pool, lambda *_: lambda _: "plain")
    position = InputPosition("Query.any.id", "ID", SCHEMA.type_map["Any"], "Query", "any", others=frozenset({"Shelf"}))
    aimed = arguments.at("Query.any.id<Book>", position)
    general = arguments.at("Query.any.id", position._replace(others=frozenset()))
    pool.teach([("Book.id", "1"), ("Shelf.id", "2")])
    before = aimed.likelihood("Book.id"), aimed.likelihood("Shelf.id")
    general.tell("1", worked=True)
    general.tell("2", worked=True)
    assert aimed.likelihood("Book.id") >= before[0]
    assert aimed.likelihood("Shelf.id") == before[1]


@given(st.one_of(st.text(), st.integers(), st.floats(allow_nan=False)))
def test_what_is_sent_as_an_int_fits_32_bits(value):
    sent = converter("Int")(value)
    assert sent is None or 0 <= sent < 2**31
    assert fits_int(str(value)) is (sent is not None)


@pytest.mark.parametrize(("scalar", "sent"), [("ID", "7"), ("String", "7"), ("Int", 7), ("Float", 7.0), ("Date", 7)])
def test_shown_values_are_sent_in_the_form_of_the_scalar(scalar, sent):
    assert converter(scalar)(7) == sent
