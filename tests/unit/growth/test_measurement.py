"""Which sizes are asked for, when it ends, and what is told of the series."""

from __future__ import annotations

import pytest

from querious.growth import GROWTH, LIMIT, Bounds, Dimension, Sample, judge_series, measure
from querious.growth.dimension import doubling

ALIASES = Dimension("aliases", "aliases", doubling(1, 128), limited_from=128, limit="limit of aliases")
PAGE = Dimension("page", "rows", doubling(16, 2048), limited_from=1024, limit="limit of a page", keeps_to_rows=True)


DEPTH = Dimension("depth", "levels", tuple(range(2, 34, 2)), 32, "limit of depth", in_steps=True)


def held(answer, dimension=ALIASES, bounds=Bounds()):  # noqa: B008 - a constant
    """The series, and the sizes that were asked for."""
    asked = []
    conversation = measure(dimension, bounds)
    size = next(conversation)
    while True:
        asked.append(size)
        try:
            size = conversation.send(answer(size))
        except StopIteration as stop:
            return stop.value, asked


def told(answer, dimension=ALIASES):
    series, _ = held(answer, dimension)
    return [one.rule for one in judge_series(series, dimension)]


def linear(size):
    return Sample(0.01 + 0.001 * size, 100 * size)


def test_each_size_is_measured_several_times_after_a_warm_up():
    series, asked = held(linear)
    assert [point.size for point in series.points] == [1, 2, 4, 8, 16, 32, 64, 128]
    assert asked[:7] == [1, 1, 1, 1, 2, 2, 2]
    assert "128" in series.table()


@pytest.mark.parametrize(
    ("answer", "rules"),
    [
        (linear, [LIMIT]),
        (lambda size: Sample(0.01 + 0.00005 * size**2, 100), [GROWTH, LIMIT]),
        (lambda size: Sample(0.01, 30 * size**2), [GROWTH, LIMIT]),
        (lambda size: Sample(0.01, 0, refused=size > 30), []),
        (lambda size: Sample(0.01, 0, refused=True), []),
        (lambda size: Sample(0.002 if size < 16 else 9.0, 10, harm="" if size < 16 else "a time-out"), [GROWTH]),
        (lambda size: Sample(0.002, 10, harm="status 500" if size > 8 else ""), []),
    ],
)
def test_what_is_told(answer, rules):
    assert told(answer) == rules


@pytest.mark.parametrize(("there", "rules"), [(100, []), (5_000, [LIMIT])])
def test_a_page_of_a_short_list_says_nothing_of_limits(there, rules):
    assert told(lambda size: Sample(0.01, 10 * size, rows=min(size, there)), PAGE) == rules


def test_a_page_that_is_cut_is_limited():
    assert told(lambda size: Sample(0.01, 10 * size, rows=min(size, 100)), PAGE) == []


@pytest.mark.parametrize(
    ("answer", "last"),
    [
        (lambda size: Sample(0.1 * size, 1), 16),
        (lambda size: Sample(0.01, 1_000_000 * size), 4),
        (lambda size: Sample(0.01, 1, harm="status 503" if size == 8 else ""), 8),
    ],
)
def test_nothing_larger_is_asked_for_once_a_bound_is_met(answer, last):
    series, asked = held(answer)
    assert max(asked) == last
    assert series.stopped


def test_harm_is_asked_for_once():
    _, asked = held(lambda size: Sample(0.01, 1, harm="a time-out" if size == 8 else ""))
    assert asked.count(8) == 1


@pytest.mark.parametrize(
    ("answer", "rules"),
    [
        (lambda size: Sample(0.01, 80 * size), [LIMIT]),
        (lambda size: Sample(0.01, 40 * size**3), [LIMIT]),
        (lambda size: Sample(0.01, 80 * 2**size), [GROWTH]),
        (lambda size: Sample(0.001 * 1.5**size, 80), [GROWTH]),
        (lambda size: Sample(0.01, 80 * size, refused=size > 10), []),
    ],
)
def test_steps(answer, rules):
    assert told(answer, DEPTH) == rules
