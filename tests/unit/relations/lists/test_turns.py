from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model.document_text import write
from querious.relations.lists.sources import ListSource, ask
from querious.relations.lists.turns import lists_in_turn
from relating import Api

if TYPE_CHECKING:
    from querious.relations.lists.turns import Questions
    from querious.relations.schema_types import SchemaTypes

SDL = """
    type Query { cats(name: String): [Cat!]! dogs(name: String): [Dog!]! none(name: String): [Dog!]! }
    type Cat { id: ID! kittens: [Cat!]! } type Dog { id: ID! }
"""


def asked(parts: dict[str, list[str]], silent: str = "", most: int = 1) -> list[str]:
    """What is asked, one conversation after the other, of lists with these parts."""
    cats = [{"id": "1", "kittens": [{"id": "2", "kittens": []}]}]
    api = Api(SDL, {"Query.cats": lambda *_, **__: cats, "Query.dogs": lambda *_, **__: []})
    api.know("{ cats { id kittens { id kittens { id } } } dogs { id } }")
    said = []

    def talk(types: SchemaTypes, source: ListSource, part: str) -> Questions:
        said.append(f"{source.field.name} {part}")
        yield ask(types, source, {})
        return source.field.name != silent

    for conversation in lists_in_turn(api.observed, most, lambda field: parts.get(field.name, []), talk):
        for operation in conversation:
            assert write(operation)
    return said


def test_every_list_is_spoken_about_before_more_is_asked_of_one():
    parts = {"cats": ["a", "b", "c"], "dogs": ["a", "b"]}
    assert asked(parts) == ["cats a", "dogs a", "cats b", "dogs b", "cats c"]


def test_nothing_more_is_asked_of_a_list_that_shows_nothing():
    parts = {"cats": ["a", "b", "c"], "dogs": ["a", "b"]}
    assert asked(parts, silent="cats") == ["cats a", "dogs a", "dogs b"]


def test_other_ways_to_a_list_come_after_all_lists_were_asked_everything():
    parts = {"kittens": ["a", "b"], "dogs": ["a", "b"]}
    assert asked(parts, most=2) == ["dogs a", "kittens a", "dogs b", "kittens b", "kittens a", "kittens b"]
