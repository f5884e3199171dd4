from __future__ import annotations

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.cases import problems
from querious.graphql.shrink import shrink_cases
from querious.model import Field, Variable
from querious.model.document_text import write_case
from querious.model.operation import fields, walk
from random_schemas import random_sdl
from sample import case, generator, schema

SCHEMA = schema()


def smallest(start, shows, built=SCHEMA, most: int = 2_000):
    """Drive the conversation; gives the smallest case and the number of candidates tried."""
    known: dict[str, bool] = {}

    def as_meant(candidate) -> bool:
        """graphql-core is slow, and is asked once about each body."""
        key = repr((candidate.valid, candidate.body))
        if key not in known:
            known[key] = candidate.valid is (not problems(built, candidate))
        return known[key]

    conversation = shrink_cases((start,), as_meant)
    tried = 0
    try:
        (candidate,) = next(conversation)
        while tried < most:
            tried += 1
            assert as_meant(candidate)
            (candidate,) = conversation.send(shows(candidate))
    except StopIteration as stop:
        return stop.value[0], tried
    raise AssertionError("shrinking did not come to an end")


def selects(coordinate: str):
    return lambda candidate: any(
        coordinate in {node.coordinate, node.name} for node in fields(candidate.operation.selections)
    )


def test_only_the_branch_that_matters_is_left():
    start = case(
        "query Long($t: String!) { version s: search(text: $t) { __typename ... on Book { pages author { name(upper: true) "
        "rival { rival { id } } } } ... on Shelf { label } } named(limit: 4) { id } }",
        variables={"t": "abc"},
    )
    found, _ = smallest(start, selects("rival"))
    assert found.document == '{ search(text: "a") { ... on Book { author { rival { __typename } } } } }'
    assert found.variables == {}


def test_optional_arguments_directives_aliases_and_names_go():
    start = case(
        'query Q { a: author(id: "7", slug: "x") @include(if: true) { n: name(upper: true) @skip(if: false) } }'
    )
    found, _ = smallest(start, selects("Author.name"))
    assert found.document == "{ author { name } }"


def test_a_string_is_cut_to_what_matters():
    start = case('{ search(text: "Some long text with a \\u0000 in the middle of it, and more") { __typename } }')
    found, tried = smallest(start, lambda candidate: "\\u0000" in candidate.document)
    assert found.document == '{ search(text: "\\u0000") { __typename } }'
    assert tried < 60


def test_numbers_lists_and_records_are_simplified():
    start = case(
        '{ author { books(filter: {text: "abc", range: {from: 700, to: 3}, and: [{text: "x"}, {colour: RED}]}) { id } } }'
    )
    found, _ = smallest(start, lambda candidate: "from: " in candidate.document and "from: 0" not in candidate.document)
    assert found.document == "{ author { books(filter: {range: {from: 1}}) { id } } }"


def test_a_variable_becomes_a_literal_unless_it_matters():
    start = case("query($n: Int!) { named(limit: $n) { __typename } }", variables={"n": 12})
    as_literal, _ = smallest(start, lambda _: True)
    assert as_literal.variables == {}
    as_variable, _ = smallest(start, lambda candidate: bool(candidate.variables))
    assert as_variable.variables == {"n": 0}


def test_a_deliberate_flaw_stays():
    start = case('{ version shelf { label noSuchThing } search(text: "abc") { __typename } }', flaw="no such field")
    found, _ = smallest(start, lambda _: True)
    assert problems(SCHEMA, found)
    assert sum(1 for _ in walk(found.operation.selections)) <= 2


def test_nothing_smaller_means_no_change():
    start = case("{ version }")
    found, tried = smallest(start, lambda _: False)
    assert found is start
    assert tried == 0


@pytest.mark.unmeasured
@given(st.integers(0, 5_000), st.integers(0, 2**32))
def test_shrinking_ends_keeps_the_finding_and_never_grows(shape, seed):
    built = build_schema(random_sdl(shape))
    start = generator(built, seed).case(600)
    wanted = [node.coordinate for node in fields(start.operation.selections)][-1]
    found, _ = smallest(start, selects(wanted), built, most=5_000)
    assert selects(wanted)(found)
    assert sum(1 for _ in walk(found.operation.selections)) <= sum(1 for _ in walk(start.operation.selections))
    path_length = max(map(len, paths_to(found.operation.selections, wanted)))
    assert sum(1 for _ in walk(found.operation.selections)) <= path_length + 1


def paths_to(selections, coordinate: str, above: tuple = ()) -> list[tuple]:
    found = []
    for node in selections:
        here = (*above, node)
        if isinstance(node, Field) and coordinate in {node.coordinate, node.name}:
            found.append(here)
        found += paths_to(node.children, coordinate, here)
    return found


def test_the_identity_of_a_case_includes_its_variables():
    one = write_case(1, case("query($n: Int!) { named(limit: $n) { __typename } }", variables={"n": 2}).operation)
    arguments = one.operation.selections[0].arguments
    assert isinstance(arguments[0][1], Variable)
    found, _ = smallest(one, lambda candidate: candidate.variables.get("n") == 1)
    assert found.variables == {"n": 1}
