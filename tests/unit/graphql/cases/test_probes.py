from __future__ import annotations

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.cases import CaseLimits, Tables, problems
from querious.graphql.cases.probes import probes
from querious.graphql.values import Makers
from querious.model import EnumValue, Variable
from querious.model.operation import fields
from querious.values import Pool
from querious.values.scalars import INT_MAX, INT_MIN
from random_schemas import random_sdl
from sample import generator, schema


def made(text: str, mutations: bool = True):
    built = build_schema(text)
    tables = Tables(built, Makers(built, Pool()))
    return list(probes(tables, CaseLimits(), mutations=mutations)), generator(built, mutations=mutations)


def sent(text: str, coordinate: str, mutations: bool = True) -> list:
    """The values that the first cases send for ``Type.field.argument``."""
    found, source = made(text, mutations)
    values = []
    for number in range(1, 2 * len(found) + 1, 2):
        for node in fields(source.case(number).operation.selections):
            values += [
                value.value if isinstance(value, Variable) else value
                for name, value in node.arguments
                if f"{node.coordinate}.{name}" == coordinate
            ]
    return values


def test_every_edge_of_a_scalar_is_sent():
    values = sent("type Query { f(n: Int): Int }", "Query.f.n")
    assert {0, -1, INT_MAX, INT_MIN, None} <= set(values)
    assert {"", "\0", "\u00e9", "\U0001f600"} <= set(sent("type Query { f(s: String!): Int }", "Query.f.s"))


def test_lists_enums_and_null():
    text = "enum E { A B } type Query { f(e: [E!]): Int }"
    values = sent(text, "Query.f.e")
    assert values == [None, [], ["A"], ["B"]]
    assert isinstance(values[2][0], EnumValue)


def test_every_field_of_an_input_is_probed_and_recursion_ends():
    text = "input In { a: Int! b: [In!] deep: Deep } input Deep { s: String! } type Query { f(i: In!): Int }"
    values = sent(text, "Query.f.i")
    assert {value["a"] for value in values} >= {0, -1, INT_MAX, INT_MIN}
    assert {value["deep"]["s"] for value in values if value.get("deep")} >= {"", "\0"}
    assert [] in [value.get("b") for value in values]


def test_one_of_is_probed_field_by_field_and_never_with_null():
    text = "directive @oneOf on INPUT_OBJECT input P @oneOf { n: Int s: String } type Query { f(p: P!): Int }"
    built = build_schema(text)
    if not getattr(built.type_map["P"], "is_one_of", False):
        return
    values = sent(text, "Query.f.p")
    assert all(len(value) == 1 and None not in value.values() for value in values)
    assert {"n": 0} in values
    assert {"s": "\0"} in values


def test_a_deep_argument_is_reached_by_the_cheapest_route():
    text = (
        "interface Node { id: ID } type A implements Node { id: ID b: B } type B { f(n: Int): Int }"
        " type Query { hard(id: ID!): B node: Node }"
    )
    found, source = made(text)
    deep = [probe for probe in found if probe.field.name == "f"]
    assert deep
    document = source.case(2 * found.index(deep[0]) + 1).document
    assert "node { __typename ... on A { b { f(" in document


def test_mutations_are_probed_only_on_request():
    text = "type Query { a: Int } type Mutation { change(n: Int): Int }"
    assert made(text, mutations=False)[0] == []
    assert sent(text, "Mutation.change.n")


def test_the_first_edge_of_every_argument_comes_before_the_second_of_any():
    found, _ = made("type Query { f(a: Int, b: Int): Int g(c: Int): Int }")
    assert [list(probe.forced) for probe in found[:3]] == [["Query.f.a"], ["Query.g.c"], ["Query.f.b"]]


def test_an_own_generator_is_not_probed():
    built = build_schema("type Query { f(a: Int, b: Int): Int }")
    tables = Tables(built, Makers(built, Pool(), {"Query.f.a": [5]}))
    assert {name for probe in probes(tables, CaseLimits(), mutations=False) for name in probe.forced} == {"Query.f.b"}


@pytest.mark.unmeasured
@given(st.integers(0, 10_000), st.integers(0, 2**32))
def test_probes_are_valid_on_random_schemas(shape, seed):
    """A dozen of each schema, from the first to the last: some have a thousand."""
    built = build_schema(random_sdl(shape))
    found = list(probes(Tables(built, Makers(built, Pool())), CaseLimits(), mutations=True))
    source = generator(built, seed, mutations=True)
    for index in sorted({len(found) * part // 12 for part in range(12)}):
        case = source.case(2 * index + 1)
        assert problems(built, case) == [], case.document


def test_probes_cover_every_argument_of_the_sample():
    built = schema()
    tables = Tables(built, Makers(built, Pool()))
    probed = {name for probe in probes(tables, CaseLimits(), mutations=True) for name in probe.forced}
    expected = {
        f"{kind.name}.{name}.{argument}"
        for kind in (built.type_map[name] for name in ("Root", "Book", "Author", "Change"))
        for name, field in kind.fields.items()
        for argument in field.args
    } - {"Root.attach.file"}
    assert expected <= probed
    assert {"Filter.text", "Filter.colour", "Range.from", "Sort.by", "Chain.values"} <= probed
