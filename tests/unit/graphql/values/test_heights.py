from __future__ import annotations

from math import inf

import pytest
from graphql import build_schema, specified_directives

from querious.graphql.cases import CaseLimits, Generator, Tables, problems
from querious.graphql.values import Makers
from querious.graphql.values.heights import TALLEST, Heights
from querious.values import Pool
from querious.values.overrides import Overrides

ONE_OF = any(directive.name == "oneOf" for directive in specified_directives)
CIRCLE = "input A { b: B! } input B { a: A! }"
HALF_CIRCLE = "input A { b: B x: Int } input B { a: A! y: Int }"


def chain(length: int, required: str = "") -> str:
    links = " ".join(f"input I{link} {{ x: Int next: I{link + 1}{required} }}" for link in range(length))
    return f"{links} input I{length} {{ x: Int }}"


def heights(text: str, generators=None) -> dict[str, float]:
    schema = build_schema(f"{text} type Query {{ a: Int }}", assume_valid=True)
    found = Heights(schema, Overrides(generators or {}))
    return {
        name: found.of(kind) for name, kind in schema.type_map.items() if type(kind).__name__.startswith("GraphQLInp")
    }


def made(text: str) -> tuple[Makers, Tables, Generator]:
    schema = build_schema(text, assume_valid=True)
    makers = Makers(schema, Pool())
    tables = Tables(schema, makers)
    return makers, tables, Generator(schema, tables, 1, CaseLimits(), mutations=True)


def test_a_value_is_as_deep_as_what_it_needs():
    assert heights("input A { b: B! } input B { x: Int } input C { b: B } input D { b: [A!]! }") == {
        "A": 2,
        "B": 1,
        "C": 1,
        "D": 1,
    }


def test_types_that_need_each_other_have_no_value():
    assert heights(CIRCLE) == {"A": inf, "B": inf}
    assert heights("input A { a: A! x: Int }") == {"A": inf}
    assert heights(HALF_CIRCLE) == {"A": 1, "B": 2}


def test_who_needs_a_file_or_an_enum_without_members_has_no_value():
    assert heights("scalar Upload input A { file: Upload! } input B { file: Upload }") == {"A": inf, "B": 1}


def test_what_the_user_makes_has_a_value():
    assert heights(CIRCLE, {"A": [{}]}) == {"A": 0, "B": 1}
    assert heights(CIRCLE, {"A.b": [{}]}) == {"A": 1, "B": 2}


@pytest.mark.skipif(not ONE_OF, reason="this graphql-core does not know @oneOf")
def test_one_of_takes_the_branch_that_ends():
    text = "input A @oneOf { b: B x: Int } input B { a: A! } input C @oneOf { c: C b: B } input D @oneOf { d: D }"
    assert heights(text) == {"A": 1, "B": 2, "C": 3, "D": inf}


def test_a_long_chain_is_gone_through_without_recursion():
    found = heights(chain(2000, "!"))
    assert found[f"I{2000 - TALLEST + 1}"] == TALLEST
    assert found[f"I{2000 - TALLEST}"] == inf
    assert set(heights(chain(2000)).values()) == {1}


@pytest.mark.parametrize("inputs", [CIRCLE, chain(2000, "!").replace("I0 ", "A ")], ids=["circle", "chain"])
def test_a_field_that_needs_what_cannot_be_made_is_left_out_and_told(inputs):
    makers, tables, generator = made(f"{inputs} type Query {{ f(a: A): Int g(a: A!): Int ok: Int }}")
    assert tables.unaskable == ["Query.g"]
    assert [note for note in makers.notes if "Query.f.a, Query.g.a" in note]
    assert all("a:" not in generator.case(number).document for number in range(60))


@pytest.mark.parametrize(
    "inputs",
    [
        HALF_CIRCLE,
        "input A { b: [A!]! x: Int }",
        "input A { b: [B!]! x: Int } input B { a: A! }",
        chain(2000).replace("I0 ", "A "),
        f"{chain(20, '!').replace('I0 ', 'A ')}",
    ],
    ids=["half a circle", "list of itself", "circle by a list", "chain", "chain that is needed"],
)
def test_cases_end_and_are_valid(inputs):
    _, _, generator = made(f"{inputs} type Query {{ f(a: A): Int g(a: A!): Int }}")
    for number in range(400):
        case = generator.case(number)
        if number % 7 == 2:
            assert problems(generator._schema, case) == [], case.document


def test_a_list_of_what_cannot_be_made_is_empty():
    _, _, generator = made(f"{CIRCLE} type Query {{ f(a: [A!]!): Int }}")
    documents = [generator.case(number).document for number in range(40)]
    assert all("b:" not in document for document in documents)
