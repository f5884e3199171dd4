from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.model import ABSENT, Directive, EnumValue, Field, Fragment, Operation, Raw, Variable
from querious.report.operation_json import OPERATION, value_from_json, value_to_json

steady = settings(derandomize=True, deadline=None, max_examples=60)

TEXT = st.text(st.characters(exclude_categories=()), max_size=5)
KEYS = st.one_of(TEXT, st.sampled_from(["$", "$enum", "$object", "$absent", "value"]))
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    TEXT,
    st.builds(EnumValue, TEXT),
    st.builds(Raw, TEXT),
)


def nested(leaves: Any):
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=6
    )


VARIABLES = st.builds(Variable, TEXT, TEXT, nested(LEAVES) | st.just(ABSENT))
VALUES = nested(LEAVES | VARIABLES)
ARGUMENTS = st.lists(st.tuples(TEXT, VALUES), max_size=2).map(tuple)
DIRECTIVES = st.lists(st.builds(Directive, TEXT, ARGUMENTS), max_size=2).map(tuple)
SELECTIONS = st.recursive(
    st.builds(Field, TEXT, TEXT, TEXT, ARGUMENTS, DIRECTIVES, st.just(())),
    lambda inner: st.one_of(
        st.builds(Field, TEXT, TEXT, TEXT, ARGUMENTS, DIRECTIVES, st.lists(inner, max_size=3).map(tuple)),
        st.builds(Fragment, TEXT, DIRECTIVES, st.lists(inner, max_size=3).map(tuple)),
    ),
    max_leaves=6,
)
OPERATIONS = st.builds(
    Operation, st.sampled_from(["query", "mutation"]), TEXT, TEXT, st.lists(SELECTIONS, max_size=3).map(tuple)
)


def kinds(value: Any):
    """The value with the type of every part, which equality does not look at: an EnumValue equals a str."""
    if isinstance(value, dict):
        return {key: kinds(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value), [kinds(item) for item in value]
    return type(value), repr(value)


@pytest.mark.unmeasured
@steady
@given(OPERATIONS)
def test_an_operation_comes_back_exactly(operation: Any):
    written = json.dumps(OPERATION.write(operation), allow_nan=False)
    again = OPERATION.read(json.loads(written))
    assert again == operation
    assert kinds(again) == kinds(operation)


@steady
@given(VALUES)
def test_a_value_comes_back_exactly(value: Any):
    again = value_from_json(json.loads(json.dumps(value_to_json(value), allow_nan=False)))
    assert kinds(again) == kinds(value)


def test_what_json_has_stands_for_itself():
    assert value_to_json({"a": [1, None, "x"]}) == {"a": [1, None, "x"]}
    assert math.isnan(value_from_json(value_to_json(math.nan)))


def test_an_unknown_mark_is_refused():
    with pytest.raises(ValueError, match=r"\$other"):
        value_from_json({"$other": 1})
