from __future__ import annotations

from querious.graphql.cases import CaseLimits
from querious.model.operation import walk
from sample import generator


def test_the_limits_of_a_run_leave_room_for_every_kind_of_operation():
    limits = CaseLimits()
    sizes = [sum(1 for _ in walk(generator(seed=1).case(number).operation.selections)) for number in range(0, 400, 7)]
    assert max(sizes) <= limits.nodes
    assert max(sizes) > limits.fields
