from __future__ import annotations

from graphql import build_schema

from querious.coverage.universe import Universe

SCHEMA = build_schema(
    """
    enum Colour { RED BLUE }
    input Filter { text: String colour: Colour and: Filter }
    interface Named { name(upper: Boolean): String }
    type Book implements Named { name(upper: Boolean): String colour: Colour }
    type Query { books(filter: Filter): [Book] named: Named }
    """
)
TYPES = [SCHEMA.type_map[name] for name in ("Query", "Book", "Named")]


def test_tuples_are_those_of_objects_and_inputs_are_followed_to_their_end():
    universe = Universe(SCHEMA, TYPES)
    assert universe.tuples == {"Query.books", "Query.named", "Book.name", "Book.colour"}
    assert universe.arguments == {"Query.books(filter:)", "Book.name(upper:)"}
    assert universe.inputs == {"Filter.text", "Filter.colour", "Filter.and"}
    assert universe.enums == {"Colour.RED", "Colour.BLUE"}
    assert universe.members == {"Named": ("Book",)}


def test_what_is_not_wanted_is_not_there_nor_what_only_it_leads_to():
    universe = Universe(SCHEMA, TYPES, lambda coordinate: coordinate not in {"Query.books", "Book.colour"})
    assert universe.tuples == {"Query.named", "Book.name"}
    assert universe.inputs == universe.enums == set()
