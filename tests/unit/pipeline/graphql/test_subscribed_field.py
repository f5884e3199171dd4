from __future__ import annotations

import pytest
from graphql import build_schema

from querious.model import Field, Operation
from querious.pipeline.graphql.subscribed_field import (
    arguments_of,
    fitted_value,
    object_types_below,
    without_arguments,
)

SCHEMA = build_schema(
    """
    type Note { id: ID! text: String! author: Author }
    type Author { id: ID! name: String! }
    type AddNote { note: Note ok: Boolean }
    type Ok { ok: Boolean! }
    union Change = Note | Author
    type Query { notes: [Note!]! }
    type Subscription { noteAdded: Note! changed: Change }
    """
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Note", {"Note", "Author"}),
        ("AddNote", {"AddNote", "Note"}),
        ("Change", {"Note", "Author"}),
        ("Ok", {"Ok"}),
        ("Int", set()),
    ],
)
def test_types_that_an_event_or_a_payload_holds(name, expected):
    assert object_types_below(SCHEMA, name) == expected


@pytest.mark.parametrize(
    ("argument", "given", "expected"),
    [
        ("id", {"id": "1"}, "1"),
        ("noteId", {"id": "1"}, "1"),
        ("id", {"noteId": "1"}, "1"),
        ("room", {"room": "red", "id": "1"}, "red"),
        ("room", {"id": "1"}, "drawn"),
    ],
)
def test_an_argument_takes_the_value_that_the_mutation_was_given(argument, given, expected):
    assert fitted_value(argument, "Note", given, "drawn") == expected


def test_arguments_inside_of_inputs_count_by_their_name():
    field = Field("Mutation", "rename", "", [("input", {"id": "1", "text": "tea", "tags": ["a"]}), ("quiet", True)])
    assert arguments_of(Operation("mutation", "", "Mutation", (field,))) == {"id": "1", "text": "tea", "quiet": True}


def test_fields_that_took_arguments_are_compared_with_nothing():
    below = (Field("Price", "amount"), Field("Price", "inCurrency", "", [("code", "EUR")]))
    selections = (
        Field("Note", "id"),
        Field("Note", "short", "", [("length", 3)]),
        Field("Note", "price", children=below),
    )
    data = {"id": "1", "short": "mil", "price": {"amount": 1, "inCurrency": 2}}
    assert without_arguments(selections, data) == {"id": "1", "price": {"amount": 1}}
