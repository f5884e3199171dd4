from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.cases import problems
from querious.graphql.cases.flaws import spoil
from querious.model.document_text import write_case
from querious.values import Chance
from sample import operation, schema

SCHEMA = schema()
DOCUMENTS = ("{ book(id: 1) { id name } }", "{ version }", '{ search(text: "a") { __typename } }')


@given(st.integers(), st.sampled_from(DOCUMENTS))
def test_what_is_spoilt_is_invalid_and_says_why(seed, document):
    spoilt = spoil(SCHEMA, operation(document), Chance(Random(seed)))
    assert spoilt is not None
    changed, words = spoilt
    assert words
    assert problems(SCHEMA, write_case(1, changed))


def test_flaws_vary_with_chance():
    found = {spoil(SCHEMA, operation(DOCUMENTS[0]), Chance(Random(seed)))[1] for seed in range(60)}
    assert len(found) > 8
