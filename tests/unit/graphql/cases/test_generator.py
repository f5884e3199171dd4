from __future__ import annotations

import json

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.cases import CaseLimits, problems
from querious.model import ABSENT, EnumValue, Field, Fragment, Variable
from querious.model.operation import fields, walk
from random_schemas import random_sdl
from sample import EVERYTHING, ONE_OF, TINY, generator, schema


def depth(selections) -> int:
    return max(
        (depth(node.children) + (1 if isinstance(node, Field) else 0) for node in selections),
        default=0,
    )


@pytest.mark.unmeasured
@given(st.integers(0, 10_000), st.integers(0, 2**32), st.integers(0, 3_000))
def test_every_operation_is_valid_on_random_schemas(shape, seed, start):
    built = build_schema(random_sdl(shape))
    made = generator(built, seed, mutations=True)
    for number in range(start, start + 8):
        case = made.case(number)
        assert problems(built, case) == [], case.document
        json.dumps(case.body)


@pytest.mark.unmeasured
@given(st.integers(0, 10_000), st.integers(0, 2**32), st.integers(0, 3_000))
def test_every_flaw_is_invalid_on_random_schemas(shape, seed, start):
    built = build_schema(random_sdl(shape))
    made = generator(built, seed, mutations=True, invalid=1.0)
    for number in range(start, start + 8):
        case = made.case(number)
        assert bool(problems(built, case)) is bool(case.flaw), (case.flaw, case.document)


@pytest.mark.unmeasured
@given(st.integers(0, 10_000), st.integers(1, 6), st.integers(1, 6), st.integers(2, 40), st.integers(0, 2**32))
def test_limits_are_never_exceeded(shape, per_object, deepest, nodes, seed):
    built = build_schema(random_sdl(shape))
    made = generator(built, seed, CaseLimits(per_object, deepest, nodes))
    for number in range(1_000, 1_008):
        selections = made.case(number).operation.selections
        assert sum(1 for _ in walk(selections)) <= nodes
        # an object at the limit still needs a leaf or __typename below it
        assert depth(selections) <= deepest + 1
        for node in walk(selections):
            own = [child for child in node.children if isinstance(child, Field) and child.name != "__typename"]
            assert len(own) <= per_object


def test_one_seed_gives_one_sequence():
    first, again, other = generator(seed=5), generator(seed=5), generator(seed=6)
    sequence = [first.case(number).body for number in range(200)]
    assert [again.case(number).body for number in range(200)] == sequence
    assert [other.case(number).body for number in range(200)] != sequence


def test_a_case_does_not_depend_on_the_cases_before_it():
    made = generator(seed=5, mutations=True, invalid=0.3)
    in_order = [made.case(number).body for number in range(100)]
    assert [made.case(number).body for number in reversed(range(100))] == in_order[::-1]


def test_operations_start_small_and_grow():
    made = generator()
    sizes = [sum(1 for _ in walk(made.case(number).operation.selections)) for number in range(2_000)]
    assert max(sizes[:8]) <= 5
    assert sum(sizes[:100]) < sum(sizes[-100:])
    assert max(sizes) > 40


def test_everything_that_can_be_written_is_written():
    """Each feature shows up within some thousand cases of one schema."""
    made = generator(mutations=True)
    seen = set()
    for number in range(3_000):
        case = made.case(number)
        operation = case.operation
        seen.add(operation.kind)
        seen.add("named" if operation.name else "anonymous")
        if len([node for node in operation.selections if isinstance(node, Field)]) > 1:
            seen.add("several roots")
        for node in walk(operation.selections):
            seen.update(f"@{directive.name}({directive.arguments[0][1]!s:.5})" for directive in node.directives)
            if isinstance(node, Fragment):
                seen.add(f"... on {node.on}")
            else:
                seen.add(node.coordinate)
                if node.alias:
                    seen.add("alias")
                for name, value in node.arguments:
                    seen.add(f"{node.coordinate}({name})")
                    seen.add(kind_of(value))
    wanted = {
        "query", "mutation", "named", "anonymous", "several roots", "alias", "... on Book", "... on Shelf",
        "@include(True)", "@include(False)", "@skip(False)", "@skip(True)", "@include(Varia)", "Named.__typename",
        "Root.book(id)", "Book.price(at)", "Author.books(filter)", "Author.books(colours)", "Change.addBook(colour)",
        "null", "absent", "variable", "literal", "nested variable", "enum", "record", "list",
    }  # fmt: skip
    assert wanted - seen == set()


def kind_of(value) -> str:
    if isinstance(value, Variable):
        return "absent" if value.value is ABSENT else "variable"
    if value is None:
        return "null"
    if isinstance(value, EnumValue):
        return "enum"
    if isinstance(value, dict):
        return "nested variable" if any(isinstance(item, Variable) for item in value.values()) else "record"
    return "list" if isinstance(value, list) else "literal"


@pytest.mark.unmeasured
def test_every_field_and_argument_that_can_be_asked_is_asked():
    built = schema()
    made = generator(built, mutations=True)
    asked = set()
    for number in range(6_000):
        for node in fields(made.case(number).operation.selections):
            asked.add(node.coordinate)
            asked.update(f"{node.coordinate}({name})" for name, _ in node.arguments)
    expected = {
        f"{kind.name}.{name}{suffix}"
        for kind in (built.type_map[name] for name in ("Root", "Book", "Author", "Shelf", "Change", "Named", "Node"))
        for name, field in kind.fields.items()
        for suffix in ("", *(f"({argument})" for argument in field.args))
    }
    unaskable = {"Root.attach", "Root.attach(file)"}  # needs a file
    assert expected - asked == unaskable


def test_a_required_argument_is_always_there_and_an_optional_one_sometimes():
    made = generator()
    prices = [
        dict(node.arguments)
        for number in range(3_000)
        for node in fields(made.case(number).operation.selections)
        if node.coordinate == "Book.price"
    ]
    assert all("currency" in price for price in prices)
    with_date = sum("at" in price for price in prices)
    assert 0 < with_date < len(prices)


def test_mutations_are_asked_only_on_request():
    asked, both = generator(), generator(mutations=True)
    assert {asked.case(number).operation.kind for number in range(500)} == {"query"}
    assert {both.case(number).operation.kind for number in range(500)} == {"query", "mutation"}


def test_a_denied_field_is_never_asked():
    made = generator(allowed=lambda coordinate: coordinate not in {"Book.author", "Root.search"})
    asked = {node.coordinate for number in range(2_000) for node in fields(made.case(number).operation.selections)}
    assert "Book.pages" in asked
    assert not asked & {"Book.author", "Root.search"}


def test_nothing_to_ask_gives_no_cases():
    made = generator(TINY, allowed=lambda _: False)
    assert not made.askable
    assert list(made.cases()) == []


def test_the_sequence_is_that_of_the_numbers():
    made = generator()
    cases = made.cases()
    assert [next(cases).body for _ in range(5)] == [made.case(number).body for number in range(5)]


def test_one_of_inputs_have_exactly_one_field():
    built = build_schema(ONE_OF)
    made = generator(built)
    deepest = 0
    for number in range(1_500):
        case = made.case(number)
        for node in fields(case.operation.selections):
            for _, value in node.arguments:
                plain = value.value if isinstance(value, Variable) else value
                deepest = max(deepest, one_of_depth(plain))
    if not getattr(built.type_map["Pick"], "is_one_of", False):
        pytest.skip("this graphql-core does not know @oneOf")
    assert 1 < deepest < 8


def one_of_depth(value) -> int:
    if isinstance(value, list):
        return max(map(one_of_depth, value), default=0)
    if not isinstance(value, dict):
        return 0
    ((_, inner),) = value.items()
    assert inner is not None
    return 1 + one_of_depth(inner)


def test_the_share_of_invalid_cases_is_what_was_asked_for():
    made = generator(EVERYTHING, invalid=0.25)
    flawed = sum(not made.case(number).valid for number in range(400))
    assert 60 < flawed < 140


def test_flaws_are_of_many_kinds():
    made = generator(invalid=1.0)
    kinds = {made.case(number).flaw.partition(" of ")[0].partition("(")[0][:24] for number in range(1_500)}
    assert len(kinds) > 15
