from __future__ import annotations

import pytest
from graphql import build_schema, parse, print_ast

from querious.export.fitted_values import ValueFitter, VariableUse
from querious.export.hints import Hints
from querious.export.variables import VariableDeclarations

SCHEMA = build_schema("scalar Any type Query { f(i: Int, must: Int!, s: String, any: Any!): Int }")
TYPES = {name: argument.type for name, argument in SCHEMA.query_type.fields["f"].args.items()}


def declared(definition: str, values: dict, *places: str, default: bool = False):
    """The declaration of ``$v``, its values and what was told, if it stands in these places."""
    changes: list[str] = []
    fitter = ValueFitter(Hints(None), changes.append)
    fitter.uses["v"] = [VariableUse(TYPES[place], default, place) for place in places]
    operation = parse(f"query ({definition}) {{ f }}").definitions[0]
    declarations = VariableDeclarations(SCHEMA, fitter, changes.append)
    nodes = declarations.declared(operation.variable_definitions, {"v"} if places else set(), values)
    return [print_ast(node) for node in nodes], values, changes


@pytest.mark.parametrize(
    ("definition", "places", "expected"),
    [
        ("$v: Int", ["i"], "$v: Int"),
        ("$v: Int", ["must"], "$v: Int!"),
        ("$v: Int = 3", ["must"], "$v: Int = 3"),
        ("$v: Gone", ["i", "must"], "$v: Int!"),
        ("$v: Int = 3", ["s"], '$v: String = "3"'),
        ("$v: [Int!] = [3]", ["i"], "$v: Int = 3"),
    ],
)
def test_the_type_is_the_strictest_that_its_places_want(definition, places, expected):
    assert declared(definition, {"v": 1}, *places)[0] == [expected]


def test_a_place_with_a_default_needs_no_value():
    assert declared("$v: Int", {}, "must", default=True) == (["$v: Int"], {}, [])


def test_values_are_fitted_left_out_or_made_up():
    assert declared("$v: Int", {"v": "7"}, "i")[1] == {"v": 7}
    assert declared("$v: Int", {"v": {}}, "i")[1:] == ({}, ["the value of $v no longer fits Int: left out"])
    assert declared("$v: Int!", {}, "must")[1:] == ({"v": 1}, ["$v must be a Int! now: filled with 1"])
    assert declared("$v: Any!", {}, "any")[1:] == ({}, [])


def test_what_is_not_used_is_cut_with_its_value():
    assert declared("$v: Int", {"v": 1}) == ([], {}, ["$v is no longer used: cut"])
