from __future__ import annotations

from typing import Any

import pytest

from querious.graphql.oracles.scalar_trials import scalar_trials

ONE = 'query($d: Date) { search(text: "x", day: $d) { __typename } }'
TWO = 'query($d: Date) { search(text: "x", day: $d) { __typename } projects(filter: {since: "2020"}) { id } }'
REFUSED = {"errors": [{"message": 'Variable "$d" got invalid value [1]; Expected type "Date".'}]}


@pytest.mark.parametrize(
    ("query", "payload", "trials"),
    [
        (ONE, {"data": {"search": []}}, [("Date", [1], True)]),
        (ONE, REFUSED, [("Date", [1], False)]),
        (ONE, {"errors": [{"message": "zonk", "path": ["search", "day"]}]}, [("Date", [1], False)]),
        (ONE, {"data": None, "errors": [{"message": "zonk", "path": ["search"]}]}, []),
        (ONE, {"errors": [{"message": "list index out of range"}]}, []),
        (TWO, REFUSED, []),
        (TWO, {"data": {}}, [("Date", [1], True), ("Date", "2020", True)]),
        ("{ count }", REFUSED, []),
        (ONE, [], []),
    ],
)
def test_an_answer_tells_what_scalars_take(api: Any, query: str, payload: Any, trials: list[Any]):
    exchange = api.exchange(query, payload, variables={"d": [1]})
    assert [tuple(trial) for trial in scalar_trials(exchange, api.expectation(exchange))] == trials
