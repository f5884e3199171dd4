from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.values.edges import edges_of, inner_of
from querious.model import EnumValue
from querious.values.overrides import Overrides

SCHEMA = build_schema(
    """
    enum Colour { RED BLUE }
    input Free { text: String }
    input Needy { id: ID! }
    scalar Upload
    type Query {
        of(flag: Boolean, sure: Boolean!, flags: [Boolean!]!, colour: Colour!, free: Free, needy: [Needy], file: Upload!): Int
    }
    """
)
ARGUMENTS = SCHEMA.query_type.fields["of"].args


def edges(name: str, **generators) -> list:
    return edges_of(ARGUMENTS[name].type, f"Query.of.{name}", Overrides(generators))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("flag", [None, False, True]),
        ("sure", [False, True]),
        ("flags", [[], [False], [True]]),
        ("colour", [EnumValue("RED"), EnumValue("BLUE")]),
        ("free", [None, {}]),
        ("needy", [None, [], [None]]),
        ("file", []),
    ],
)
def test_null_the_empty_list_and_the_edges_of_the_type(name, expected):
    assert edges(name) == expected


def test_what_the_user_makes_has_no_edges_of_ours():
    assert edges("sure", Boolean=[True]) == []
    assert edges("flag", **{"Query.of.flag": [True]}) == []


def test_the_fields_of_an_input_type_are_filled_one_by_one_unless_the_user_makes_it():
    def inner(name: str, **generators):
        return inner_of(ARGUMENTS[name].type, f"Query.of.{name}", Overrides(generators))

    assert inner("needy").name == "Needy"
    assert inner("flag") is None
    assert inner("needy", Needy=[{"id": "1"}]) is None
    assert inner("needy", **{"Query.of.needy": [{"id": "1"}]}) is None
