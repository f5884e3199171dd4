from __future__ import annotations

from typing import Any

import pytest

from querious.answers.fault.triage import ErrorKind
from querious.graphql.oracles import Expectation, Memory
from querious.graphql.oracles.provoked_refusals import is_our_doing, lacks_something

DAY = 'query($d: Date) { search(text: "x", day: $d) { __typename } }'
ODD, FAULT = ErrorKind.UNEXPLAINED, ErrorKind.SERVER_FAULT


@pytest.mark.parametrize(
    ("query", "error", "kind", "ours"),
    [
        (DAY, {"message": "zonk"}, ODD, True),
        (DAY, {"message": "zonk", "path": ["search"]}, ODD, True),
        (DAY, {"message": "zonk", "path": ["search", "day"]}, ODD, True),
        (DAY, {"message": "zonk", "path": ["search", 0, "__typename"]}, ODD, False),
        ("{ count }", {"message": "zonk"}, ODD, False),
        (DAY, {"message": "Invalid isoformat string: 'x'"}, FAULT, True),
        (DAY, {"message": "Invalid isoformat string: 'x'", "path": ["search"]}, FAULT, False),
        (DAY, {"message": "Internal server error"}, FAULT, False),
        (DAY, {"message": "'NoneType' object has no attribute 'x'"}, FAULT, False),
        ("{ count }", {"message": "Invalid isoformat string: 'x'"}, FAULT, False),
    ],
)
def test_a_custom_scalar_answers_our_guess(api: Any, query: str, error: dict[str, Any], kind: ErrorKind, ours: bool):
    exchange = api.exchange(query, {"errors": [error]}, variables={"d": [1]})
    assert is_our_doing(error, kind, exchange, api.expectation(exchange)) is ours


@pytest.mark.parametrize(
    ("query", "left_out", "lacking"),
    [
        ("{ projects { id } }", "Query.projects.first", True),
        ("{ projects { id } }", "Filter.name", False),
        ("{ projects(filter: {}) { id } }", "Filter.name", True),
        ("{ projects(filter: {all: [{}]}) { id } }", "Filter.role", True),
        ("{ count }", "Query.projects.first", False),
        ("{ nothing }", "Query.projects.first", False),
    ],
)
def test_what_was_left_out_is_seen(api: Any, query: str, left_out: str, lacking: bool):
    case = api.case(query)
    expectation = Expectation(api.schema, None, Memory(left_out={left_out}))
    assert lacks_something(case, expectation) is lacking
