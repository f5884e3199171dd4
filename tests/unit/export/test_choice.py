from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from querious.export import Example, ExampleFilter, ExampleOrigin, by_worth, choose, cover, elements, prioritised

MAY, JUNE = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
SCHEMA = "type Query { a(x: Int): Int b: Int c: Int d: Int }"


@pytest.fixture
def cases(ready):
    made = [
        Example("query One { a }", {}, calls=1, last_asked=JUNE),
        Example("query Two { a(x: 1) b }", {}, calls=10, last_asked=MAY),
        Example("query Three { b c d }", {}, calls=5, last_asked=MAY),
        Example("{ d }", {}, calls=5, last_asked=JUNE),
    ]
    return ready(SCHEMA, *made)


def names(cases) -> list[str]:
    return [case.name or case.called for case in cases]


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (ExampleFilter(), ["One", "Two", "Three", "d"]),
        (ExampleFilter(names=("T*",)), ["Two", "Three"]),
        (ExampleFilter(names=("d", "One")), ["One", "d"]),
        (ExampleFilter(coordinates=("Query.b",)), ["Two", "Three"]),
        (ExampleFilter(coordinates=("*.a", "Query.c")), ["One", "Two", "Three"]),
        (ExampleFilter(min_calls=5), ["Two", "Three", "d"]),
        (ExampleFilter(since=JUNE), ["One", "d"]),
        (ExampleFilter(min_calls=2, since=JUNE, names=("*",)), ["d"]),
    ],
)
def test_all_that_is_asked_for_must_fit(cases, choice, expected):
    assert names(choose(cases, choice)) == expected


def test_calls_and_time_are_asked_of_recordings_alone(cases):
    planned = [replace(case, example=replace(case.example, origin=ExampleOrigin.PLAN, calls=0)) for case in cases]
    assert choose(planned, ExampleFilter(min_calls=9, since=JUNE)) == planned


def test_worth_is_calls_then_recency_whatever_the_order(cases):
    assert names(by_worth(cases)) == ["Two", "d", "Three", "One"]
    assert by_worth(cases[::-1]) == by_worth(cases)


def test_what_adds_the_most_comes_first_and_then_it_begins_anew(cases):
    assert names(prioritised(cases)) == ["Three", "Two", "d", "One"]
    assert prioritised(cases[::-1]) == prioritised(cases)


def test_cases_that_add_nothing_at_all_are_there_all_the_same(ready):
    made = ready(SCHEMA, *(Example("{ __typename }", {"n": number}, calls=number) for number in range(3)))
    assert [case.example.calls for case in prioritised(made)] == [2, 1, 0]
    assert prioritised([]) == []


def test_arguments_count_only_where_they_should(cases):
    one, two, *_ = cases
    assert elements(one) < elements(two)
    assert "Query.a(x:)" in elements(two, arguments=True)
    assert len(cover([elements(case) for case in cases]).chosen) == 2
