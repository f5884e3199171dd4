from __future__ import annotations

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.cases import problems
from querious.graphql.cases.deviations import deviations
from querious.model.document_text import write, write_case
from random_schemas import random_sdl
from sample import generator, operation, schema

KNOWN = {"id": ["7", "8"]}


def told(text):
    return {
        found.change: (write(found.operation)[0], found.flaw) for found in deviations(schema(), operation(text), KNOWN)
    }


def test_each_place_is_changed_once():
    found = told('{ book(id: "7") { id author { name } } }')
    assert found["without Book.id"] == ('{ book(id: "7") { author { name } } }', "")
    assert found["without Book.author"] == ('{ book(id: "7") { id } }', "")
    assert "without Root.book" not in found
    assert "without Author.name" not in found
    assert found["an identifier of something else for id of Root.book"][0] == '{ book(id: "8") { id author { name } } }'


def test_what_the_api_must_refuse_says_why():
    found = told('{ book(id: "7") { id } }')
    document, flaw = found["null for id of Root.book"]
    assert document == "{ book(id: null) { id } }"
    assert flaw == "null for the argument id of Root.book"
    assert found["a wrong value (ID is expected) for id of Root.book"][1]


@pytest.mark.unmeasured
@given(st.integers(0, 5_000), st.integers(0, 2**32))
def test_what_has_no_flaw_is_valid_and_what_has_one_is_not(shape, seed):
    built = build_schema(random_sdl(shape))
    whole = generator(built, seed).case(700).operation
    for found in deviations(built, whole, {}):
        wrong = problems(built, write_case(1, found.operation))
        assert bool(wrong) is bool(found.flaw), (found, wrong)
