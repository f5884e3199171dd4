from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.graphql.plan import Measures, PlanLimits

TRIED = Measures(fields=180, depth=12, cost=400)


@pytest.mark.parametrize(
    ("message", "learned"),
    [
        # the server counted 11 where we counted 12: its 7 is our 8
        ("maximum query depth exceeded 11 > 7", PlanLimits(depth=8)),
        # half of all servers do not count the leaf
        ("exceeds maximum operation depth of 10", PlanLimits(depth=11)),
        ("exceeds maximum operation depth of 11", PlanLimits(depth=11)),
        ("exceeds maximum operation depth of 30", PlanLimits(depth=6)),
        ("Query is nested too deep.", PlanLimits(depth=6)),
        # the server counts 5 for 2 of ours
        ("Query has complexity of 1000, which exceeds max complexity of 250", PlanLimits(cost=100)),
        ("The query exceeds the maximum cost of 300", PlanLimits(cost=300)),
        ("The query exceeds the maximum cost of 9000", PlanLimits(cost=200)),
        ("Query is too complex.", PlanLimits(cost=200)),
        ("Aliases limit of 15 exceeded, found 45.", PlanLimits(fields=60)),
        ("Document contains more than 1000 tokens", PlanLimits(fields=90)),
        ("Request Entity Too Large", PlanLimits(fields=90)),
        ("Something went wrong", PlanLimits()),
    ],
)
def test_limits_are_learned(message, learned):
    assert PlanLimits().learn(message, TRIED) == learned


def test_limits_are_never_loosened():
    tight = PlanLimits(fields=20, depth=3, cost=30)
    for message in ("Query is nested too deep.", "Query is too complex.", "Payload too large"):
        assert tight.learn(message, TRIED) is tight


def test_what_cannot_be_smaller_stays():
    assert PlanLimits().learn("Query is nested too deep.", Measures(1, 1, 1)) == PlanLimits()


@given(
    st.sampled_from(["depth {} > {} exceeded", "complexity {} exceeds the maximum of {}", "{} tokens, limit {}"]),
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.integers(2, 500),
)
def test_each_refusal_takes_something_away(message, counted, allowed, had):
    limits, tried = PlanLimits(fields=500), Measures(had, had, had)
    learned = limits.learn(message.format(counted, allowed), tried)
    assert learned != limits
    assert 1 <= min(learned.fields, learned.depth or had, learned.cost or had) < had


@pytest.mark.parametrize("wrong", [{"fields": 0}, {"depth": 0}, {"cost": -1}])
def test_limits_below_one_are_refused(wrong):
    with pytest.raises(ConfigError, match=next(iter(wrong))):
        PlanLimits(**wrong)
