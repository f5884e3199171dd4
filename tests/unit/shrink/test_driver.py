"""The driver knows nothing of what it makes smaller: here they are tuples of numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.shrink import drive, shrink

NUMBERS = st.lists(st.integers(0, 9), max_size=8).map(tuple)


def without_one(numbers):
    for place in range(len(numbers)):
        yield numbers[:place] + numbers[place + 1 :]


def one_less(numbers):
    for place, number in enumerate(numbers):
        if number:
            yield (*numbers[:place], number - 1, *numbers[place + 1 :])


STEPS = (without_one, one_less)


@given(NUMBERS, st.integers(0, 30))
def test_nothing_is_left_that_could_go(numbers, wanted):
    total = min(wanted, sum(numbers))
    found = drive(shrink(numbers, STEPS, key=tuple), lambda candidate: sum(candidate) >= total, 10_000, numbers)
    assert sum(found) == total
    assert 0 not in found


@given(NUMBERS, st.integers(0, 20))
def test_it_asks_no_more_often_than_it_may_and_gives_what_it_asked(numbers, most):
    asked = []

    def shows(candidate) -> bool:
        asked.append(candidate)
        return True

    found = drive(shrink(numbers, STEPS), shows, most, numbers)
    assert len(asked) <= most
    assert found == (asked[-1] if asked else numbers)


@given(NUMBERS)
def test_with_a_key_nothing_is_tried_twice_and_the_start_never(numbers):
    asked = []
    drive(shrink(numbers, STEPS, key=tuple), lambda candidate: asked.append(candidate) or False, 10_000, numbers)
    assert len(set(asked)) == len(asked)
    assert numbers not in asked


def test_without_a_key_what_failed_by_chance_has_another_chance():
    outcomes = iter([False, True, True, False, False])
    found = drive(shrink((3, 3), (without_one,)), lambda _: next(outcomes), 5, (3, 3))
    assert found == ()


def test_what_is_not_acceptable_is_never_tried():
    asked = []
    conversation = shrink((1, 2), STEPS, acceptable=lambda candidate: len(candidate) == 2)
    drive(conversation, lambda candidate: asked.append(candidate) or False, 100, (1, 2))
    assert asked == [(0, 2), (1, 1)]
