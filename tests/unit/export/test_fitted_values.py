from __future__ import annotations

import pytest
from graphql import GraphQLError, build_schema, parse_value, print_ast
from graphql.utilities import value_from_ast
from hypothesis import given
from hypothesis import strategies as st

from querious.export.fitted_values import UNFIT, ValueFitter, made_up, shown, to_value
from querious.export.hints import Hints
from querious.model import EnumValue
from querious.model.literals import node_of

SCHEMA = build_schema(
    "scalar Any enum Mood { SAD @deprecated GLAD } input In { a: Int! b: [In!] mood: Mood = GLAD } "
    "type Query { f(i: Int, f: Float, s: String, b: Boolean, id: ID, m: Mood!, in: In, any: Any, list: [Int!]): Int }"
)
TYPES = {name: argument.type for name, argument in SCHEMA.query_type.fields["f"].args.items()}
LITERALS = st.sampled_from(
    ["1", "2.0", "0.5", "true", "null", '"5"', '"5.0"', '"true"', '"x"', "RED", "GLAD", "[1, 2]", "[]", "{a: 1}", "{}",
     '{a: "3", b: [{a: 1}, {a: null}], gone: 1}', "9999999999", '"[[["']
)  # fmt: skip


def fitted(literal: str, name: str):
    changes: list[str] = []
    value = ValueFitter(Hints(None), changes.append).fit(to_value(parse_value(literal)), TYPES[name], "here")
    return value, changes


@given(LITERALS, st.sampled_from(sorted(TYPES)))
def test_what_fits_is_valid_for_its_type_and_stays_as_it_is_a_second_time(literal, name):
    value, _ = fitted(literal, name)
    if value is UNFIT:
        return
    assert value_from_ast(node_of(value), TYPES[name]) is not None or value is None
    again, changes = fitted(print_ast(node_of(value)), name)
    assert (again, changes) == (value, [])


@pytest.mark.parametrize(
    ("literal", "name", "expected"),
    [
        ('"5.0"', "i", 5),
        ("2.0", "i", 2),
        ("true", "i", UNFIT),
        ("9999999999", "i", UNFIT),
        ("5", "f", 5),
        ("0.5", "s", "0.5"),
        ("RED", "s", "RED"),
        ('"true"', "b", True),
        ("5", "id", 5),
        ('"GLAD"', "m", EnumValue("GLAD")),
        ("[1, 2]", "i", 1),
        ("[1, 2]", "any", [1, 2]),
        ("1", "in", UNFIT),
        ('[1, "x"]', "list", [1]),
    ],
)
def test_a_leaf_is_written_as_the_type_wants_it(literal, name, expected):
    value, _ = fitted(literal, name)
    assert value is expected or (value, type(value)) == (expected, type(expected))


def test_every_change_is_told():
    _, changes = fitted('{a: "3", b: [{a: 1}, {}], gone: 1}', "in")
    assert changes == [
        'In.a: "3" is written as 3, since Int is wanted now',
        "In.b: In.a needs a value now: filled with 1",
        "In.gone was removed: left out",
    ]


def test_values_are_made_up_where_something_is_known_of_their_type():
    assert made_up(TYPES["in"]) == {"a": 1}
    assert made_up(TYPES["m"]) == EnumValue("GLAD")
    assert made_up(TYPES["list"]) == [1]
    assert made_up(TYPES["any"]) is UNFIT
    assert shown("x" * 100).endswith("…")


def test_text_that_is_nested_too_deeply_to_be_read_stays_text():
    value, _ = fitted(f'"{"[" * 5000}"', "i")
    assert value is UNFIT
    with pytest.raises((GraphQLError, RecursionError)):
        parse_value("[" * 5000)
