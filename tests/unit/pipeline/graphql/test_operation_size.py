from __future__ import annotations

from querious.pipeline.graphql.operation_size import OperationSize


def test_operations_grow_as_long_as_answers_bring_data():
    size = OperationSize(200)
    seen = []
    for _ in range(4):
        seen.append(size.fields)
        size.learn(4, 0)
    assert seen == [50, 100, 200, 200]
    assert not size.has_shrunk


def test_they_shrink_where_half_of_them_bring_nothing_and_recover():
    size = OperationSize(200)
    for _ in range(9):
        size.learn(4, 2)
    assert size.fields == 12
    assert size.has_shrunk
    for _ in range(9):
        size.learn(4, 0)
    assert size.fields == 200
    assert not size.has_shrunk


def test_a_failure_now_and_then_changes_nothing():
    size = OperationSize(200)
    size.learn(4, 1)
    size.learn(0, 0)
    assert size.fields == 50


def test_a_limit_of_the_user_holds():
    assert OperationSize(8).fields == 8
