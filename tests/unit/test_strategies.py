from __future__ import annotations

from random import Random

import pytest
from hypothesis import Phase, find, given, settings

from querious import strategies
from querious.errors import ConfigError
from querious.graphql.cases import CaseLimits, problems
from querious.model import ABSENT
from querious.model.operation import fields, walk
from sample import EVERYTHING, TINY, schema

BUILT = schema(EVERYTHING)
FEW = CaseLimits(nodes=24)
"""Operations from which much has to go until one branch is left: what shrinking 60 nodes adds is time."""
SHRINKING = settings(max_examples=2_000, database=None, phases=[Phase.generate, Phase.shrink])
"""Without Hypothesis's search for an explanation, which nobody reads here."""


@given(strategies.operations(BUILT, mutations=True))
def test_operations_are_valid(case):
    assert problems(BUILT, case) == []


@pytest.mark.unmeasured
def test_failures_shrink_to_the_smallest_operation():
    smallest = find(
        strategies.operations(BUILT, limits=FEW),
        lambda case: any(node.name == "author" and node.parent == "Book" for node in fields(case.operation.selections)),
        settings=SHRINKING,
        random=Random(0),
    )
    # by way of an interface, which is where Hypothesis may end, it takes a fragment and two type names more than { book }
    assert sum(1 for _ in walk(smallest.operation.selections)) <= 6
    assert not smallest.operation.name
    assert not any(node.directives for node in walk(smallest.operation.selections))


@pytest.mark.unmeasured
def test_arguments_shrink_too():
    smallest = find(
        strategies.operations(BUILT, limits=FEW),
        lambda case: any(
            name == "text" and isinstance(value, str) and len(value) >= 2
            for node in fields(case.operation.selections)
            for name, value in node.arguments
        ),
        settings=SHRINKING,
        random=Random(0),
    )
    arguments = [name for node in fields(smallest.operation.selections) for name, _ in node.arguments]
    assert arguments == ["text"]


def test_mutations_and_patterns_are_respected():
    with pytest.raises(ConfigError, match="loosen"):
        strategies.operations(schema(TINY), deny=("Query.*",))


@given(strategies.operations(BUILT, deny=("Book.author",), generators={"ID": ["7"]}))
def test_own_generators_and_denied_fields(case):
    for node in fields(case.operation.selections):
        assert node.coordinate != "Book.author"
        sent = [getattr(value, "value", value) for name, value in node.arguments if name == "id"]
        assert all(value in {"7", None, ABSENT} for value in sent)
