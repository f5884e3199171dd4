from __future__ import annotations

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.plan import PlanLimits
from querious.model import Field, Operation
from querious.pipeline.graphql.server_limits import Limiting

SCHEMA = build_schema("type Query { a: Query x: Int }")


def chain(depth, width=1):
    """An operation of this depth with so many leaves at its end."""
    selections = [Field("Query", "x", f"x{number}" if number else "", (), (), ()) for number in range(width)]
    for _ in range(depth - 1):
        selections = [Field("Query", "a", "", (), (), selections)]
    return Operation("query", "", "Query", selections)


def test_what_is_refused_lowers_the_limit_and_what_is_not_about_size_does_not():
    limiting = Limiting(SCHEMA, PlanLimits(100))
    assert limiting.refuse(chain(12), ["Unauthorised"]) == ""
    assert limiting.limits == PlanLimits(100)
    assert limiting.refuse(chain(12), ["no", "Query is nested too deep."]) == "Query is nested too deep."
    assert limiting.limits == PlanLimits(100, depth=6)


def test_no_less_than_what_was_accepted():
    limiting = Limiting(SCHEMA, PlanLimits(100))
    limiting.accept(chain(8))
    limiting.refuse(chain(12), ["Query is nested too deep."])
    assert limiting.limits.depth == 8


def test_a_server_that_counts_otherwise_teaches_nothing():
    limiting = Limiting(SCHEMA, PlanLimits(100))
    limiting.accept(chain(8))
    assert limiting.refuse(chain(7), ["Query is nested too deep."]) == ""
    assert limiting.limits == PlanLimits(100)
    assert not limiting.is_too_large(chain(7))


@given(st.integers(1, 60), st.integers(2, 64), st.sampled_from(["Query is too deep.", "Depth limit of {} exceeded"]))
def test_the_limit_is_found_by_halving(allowed, tried, wording):
    """Whatever the server allows, after a few rounds of asking as deep as may be, exactly that is asked."""
    limiting = Limiting(SCHEMA, PlanLimits(1_000))
    for _ in range(20):
        depth = min(tried, limiting.limits.depth or tried)
        if depth > allowed:
            before = limiting.limits
            limiting.refuse(chain(depth), [wording.format(allowed)])
            assert limiting.limits != before
            assert limiting.limits.depth < depth
        else:
            limiting.accept(chain(depth))
            if not limiting.raise_limits():
                break
    else:
        pytest.fail("it never ends")
    assert (limiting.limits.depth or tried) == min(allowed, tried)


def test_fields_are_not_raised_since_more_operations_do_as_well():
    limiting = Limiting(SCHEMA, PlanLimits(100))
    limiting.refuse(chain(1, 80), ["Too many fields"])
    assert limiting.limits == PlanLimits(40)
    limiting.accept(chain(1, 40))
    assert not limiting.raise_limits()
    assert limiting.is_too_large(chain(1, 41))
    assert not limiting.is_too_large(chain(1, 40))
