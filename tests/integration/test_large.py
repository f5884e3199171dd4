"""The smallest API of each style of ``bench.large``: within its limits, and everything that can be seen is."""

from __future__ import annotations

import pytest
from bench.large import exponent, measure
from bench.large_plot import draw
from bench.large_styles import STYLES, Api


@pytest.mark.parametrize("style", STYLES)
def test_a_run_on_tangled_input_types_sees_all_there_is(style):
    run = measure(style, 100, requests=300)
    assert run.inputs >= 90
    assert run.seen >= 0.95
    assert run.memory <= 500
    assert run.requests <= 300


@pytest.mark.parametrize("style", STYLES)
def test_the_api_is_the_same_each_time_and_its_input_types_hold_each_other(style):
    one, other = Api(style, 100), Api(style, 100)
    assert one.sdl == other.sdl
    assert one.witnessable() == other.witnessable()


def test_a_line_of_slope_two_has_the_exponent_two():
    assert exponent([(1, 3), (10, 300), (100, 30_000)]) == pytest.approx(2)


def test_the_plot_has_a_line_for_each_style():
    drawn = draw({"seconds": {"prisma": [(100, 0.1), (1000, 1.0)], "django": [(100, 0.2)]}})
    assert drawn.count("<polyline") == 2
    assert drawn.startswith("<svg")
