from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.shrink.operations import STEPS, fewer_selections, flatter, only_branches, plainer, simpler_values
from querious.model.document_text import write
from querious.model.operation import walk
from sample import generator, operation


def texts(step, document: str) -> list[str]:
    return [" ".join(str(write(one)[0]).split()) for one in step(operation(document)) if one.selections]


def test_each_branch_is_tried_alone():
    assert texts(only_branches, "{ version shelf { label } }") == ["{ version }", "{ shelf { label } }"]


def test_a_selection_goes_or_all_below_it_does():
    found = texts(fewer_selections, "{ book(id: 1) { id name } }")
    assert "{ book(id: 1) { __typename } }" in found
    assert "{ book(id: 1) { id } }" in found


def test_names_aliases_directives_and_arguments_go():
    found = texts(plainer, "query A { a: named(limit: 1) @include(if: true) { id } }")
    assert found == [
        "{ a: named(limit: 1) @include(if: true) { id } }",
        "query A { a: named(limit: 1) { id } }",
        "query A { named(limit: 1) @include(if: true) { id } }",
        "query A { a: named @include(if: true) { id } }",
    ]


def test_a_fragment_gives_way_to_what_it_holds():
    assert texts(flatter, "{ book(id: 1) { ... on Book { id } } }") == ["{ book(id: 1) { id } }"]


def test_values_become_simpler():
    assert "{ named(limit: 0) { id } }" in texts(simpler_values, "{ named(limit: 9) { id } }")


@given(st.integers(0, 500), st.sampled_from(STEPS))
def test_no_candidate_has_more_selections_or_is_the_operation_itself(number, step):
    asked = generator(seed=3).case(number).operation
    size = sum(1 for _ in walk(asked.selections))
    for candidate in step(asked):
        assert candidate != asked
        assert sum(1 for _ in walk(candidate.selections)) <= size
