from __future__ import annotations

from random import Random

import pytest
from graphql import GraphQLFloat, GraphQLInt, GraphQLScalarType, GraphQLString, build_schema

from querious.graphql.cases import Tables, read_documents
from querious.graphql.shape import Shapes
from querious.graphql.values import Makers
from querious.pipeline.diff.atoms import Atoms, SeenAtoms
from querious.relations import QueryAnswer
from querious.values import Chance, Pool

SCHEMA = build_schema(
    """
    type Query { items(minPrice: Decimal, nameStartsWith: String, age: Int, names: [String!], sort: [Sort!], on: Boolean, where: Where): [Item] }
    scalar Decimal
    enum Sort { NAME AGE SIZE }
    input Where { title: String, which: Which } input Which { x: Int }
    type Item { name: String age: Int price: Money old: Boolean }
    type Money { amount: Decimal }
    """
)
(OPERATION,) = read_documents(SCHEMA, "{ items { name age old price { amount } } }")
ROWS = [{"name": f"Tool {n}", "age": n, "old": True, "price": {"amount": f"{n}.50"}} for n in range(40)]
DECIMAL = GraphQLScalarType("Decimal")


def seen() -> SeenAtoms:
    made = SeenAtoms()
    made.note(QueryAnswer(OPERATION, Shapes(SCHEMA).of(OPERATION), {"items": ROWS}))
    return made


def said(name: str, draws: int = 200) -> list:
    """Everything that the atoms of an argument say, over some draws."""
    makers = Makers(SCHEMA, Pool())
    entry = next(field for field in Tables(SCHEMA, makers).types[0].fields if field.name == "items")
    argument = next(argument for argument in entry.arguments if argument.name == name)
    atoms = Atoms(makers, seen(), {"Item", "Money"}).of(argument, SCHEMA.query_type.fields["items"].args[name].type)
    chance = Chance(Random(1))
    return [atom.make(chance) for _ in range(draws) for atom in atoms]


@pytest.mark.parametrize(
    ("name", "kind", "some"),
    [
        ("minPrice", DECIMAL, "3.50"),
        ("nameStartsWith", GraphQLString, "Tool 3"),
        ("age", GraphQLInt, 3),
        ("maxAge", GraphQLFloat, 3),
    ],
)
def test_values_are_remembered_by_a_word_in_common_and_by_type(name, kind, some):
    (found,) = seen().like(name, kind, ())
    assert some in found
    assert len(found) == 16


def test_what_has_no_word_in_common_or_does_not_fit_is_not_offered():
    assert seen().like("colour", GraphQLString, ()) == []
    assert seen().like("name", GraphQLInt, {"Item"}) == []


def test_texts_of_the_objects_that_a_field_gives_are_better_than_none():
    assert seen().like("text", GraphQLString, {"Item"})[0][0] == "Tool 0"
    assert seen().like("text", GraphQLString, {"Other"}) == []


def test_texts_are_said_whole_and_in_part():
    found = said("nameStartsWith")
    assert {"Tool 3", "T", "Too", "ol", "3"} <= set(found)


def test_lists_hold_values_of_one_field_and_sometimes_one_that_is_not_there():
    known = {row["name"] for row in ROWS}
    found = [tuple(value) for value in said("names") if isinstance(value, list)]
    assert any(len(value) > 2 and known.issuperset(value) for value in found)
    assert any(known.intersection(value) and not known.issuperset(value) for value in found)


def test_all_choices_are_said():
    assert said("on", 1) == [True, False]
    assert said("sort", 1) == [["NAME"], ["AGE"], ["SIZE"], ["SIZE", "AGE", "NAME"], ["AGE", "SIZE"]]


def test_an_input_object_says_one_thing_at_a_time():
    assert {frozenset(value) for value in said("where")} == {frozenset({"title"}), frozenset({"which"})}
