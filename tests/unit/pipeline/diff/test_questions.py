from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.cases import read_documents
from querious.model import Exchange, Failure
from querious.model.document_text import write_case
from querious.pipeline.diff.questions import Fitting, Three, cause_of

SCHEMA = build_schema("type Query { a: Int b(c: Int): Int }")


def case(document: str):
    (operation,) = read_documents(SCHEMA, document)
    return write_case(7, operation)


@pytest.mark.parametrize(
    ("first", "b", "again", "tells"),
    [
        ({}, {}, {}, True),
        ({}, {"failure": Failure.UNREACHABLE}, {}, False),
        ({}, {}, {"failure": Failure.UNREACHABLE}, False),
        ({}, {"status": 429}, {}, False),
        ({}, {"status": 500}, {}, True),
    ],
)
def test_answers_can_be_compared_if_all_came_and_nobody_was_asked_too_fast(first, b, again, tells):
    asked = case("{ a }")
    answers = [Exchange(asked, one.get("status", 200), failure=one.get("failure")) for one in (first, b, again)]
    assert Three(*answers).tells is tells


@pytest.mark.parametrize(
    ("message", "cause"),
    [
        ("Cannot query field 'a' on type 'Query'. Did you mean 'b'?", "Cannot query field 'a' on type 'Query'"),
        ("Variable '$x' got invalid value 1; Expected type 'A'.", "Expected type 'A'"),
        ("Something else.", "Something else"),
    ],
)
def test_a_cause_is_told_without_advice_and_variables(message, cause):
    assert cause_of(message) == cause


def test_what_b_lacks_is_left_out_of_a_case_and_counted():
    fitting = Fitting(build_schema("type Query { a: Int }"), breaking=True)
    left = fitting.fitted(case("{ a b(c: 1) }"))
    assert (left.number, left.document) == (7, "{ a }")
    assert fitting.fitted(case("{ b }")) is None
    (broken,) = fitting.broken()
    assert (broken.cause, broken.origin, broken.operations) == ("Query.b was removed", "planned", 2)


def test_without_breaking_changes_a_case_fits_as_it_is():
    asked = case("{ b }")
    assert Fitting(build_schema("type Query { a: Int }"), breaking=False).fitted(asked) is asked
