from __future__ import annotations

import pytest
from graphql import VariableNode, parse_value
from hypothesis import given
from hypothesis import strategies as st

from querious.model import EnumValue
from querious.model.literals import node_of, value_of

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
NAMES = st.from_regex(r"[A-Z_]{1,5}", fullmatch=True)
VALUES = st.recursive(
    LEAVES | NAMES.map(EnumValue), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3)
)


def named(node: VariableNode) -> str:
    return f"the value of {node.name.value}"


@given(VALUES)
def test_a_value_is_read_back_from_its_literal(value):
    assert repr(value_of(node_of(value), named)) == repr(value)


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("null", None),
        ("RED", EnumValue("RED")),
        ('"RED"', "RED"),
        ("[1, 2.5, true]", [1, 2.5, True]),
        ("{a: {b: $c}}", {"a": {"b": "the value of c"}}),
        ("9" * 400, int("9" * 300)),
        ("1e999", 1.7976931348623157e308),
    ],
)
def test_literals_have_the_values_that_they_say(literal, value):
    read = value_of(parse_value(literal), named)
    assert (read, type(read)) == (value, type(value))


def test_a_variable_that_stays_a_node_is_written_as_it_was():
    literal = parse_value("{a: [$b]}", no_location=True)
    assert node_of(value_of(literal, lambda node: node)) == literal
