"""Growth is told where it is there, and never where it is linear or less, whatever the noise."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.growth.fit import Cost, explodes, multiplies, steepness

SIZES = (8, 16, 32, 64, 128)
FLOOR = 0.05


def costs(curve, noise=lambda: 0.0, sizes=SIZES):
    """Three measurements of each size."""
    found = []
    for size in sizes:
        measured = sorted(curve(size) + noise() for _ in range(3))
        found.append(Cost(size, measured[1], measured[0], measured[2]))
    return found


BASES = st.floats(0.0001, 5)
SLOPES = st.floats(0.00001, 0.2)


@given(BASES, SLOPES)
def test_linear_growth_is_none(base, slope):
    assert steepness(costs(lambda size: base + slope * size), FLOOR) is None


@given(BASES, SLOPES)
def test_n_log_n_is_none(base, slope):
    assert steepness(costs(lambda size: base + slope * size * math.log2(size)), FLOOR) is None


@given(BASES)
def test_no_growth_is_none(base):
    assert steepness(costs(lambda _: base), FLOOR) is None


@given(BASES, SLOPES, st.floats(0, 0.3), st.integers(0, 2**32))
def test_noise_makes_no_growth(base, slope, jitter, seed):
    """Late answers, as busy machines give them: any part of the whole, on each measurement for itself."""
    chance = random.Random(seed)
    noisy = costs(lambda size: (base + slope * size) * (1 + jitter * chance.random()))
    assert steepness(noisy, FLOOR) is None or is_unlucky(noisy)


def is_unlucky(measured) -> bool:
    """Three measurements of the last size that were all late, and none of the sizes before: told apart by nobody."""
    *_, third, fourth = measured
    return fourth.least > 1.25 * 2 * third.middle


@given(st.floats(0, 1), st.floats(0.0001, 0.01))
def test_a_quadratic_is_found(base, factor):
    power = steepness(costs(lambda size: base + factor * size**2), FLOOR)
    assert power is not None
    assert power == pytest.approx(2, abs=0.1)


@given(st.floats(0, 0.2), st.integers(0, 2**32))
def test_a_quadratic_is_found_in_noise(base, seed):
    chance = random.Random(seed)
    measured = costs(lambda size: base + 0.0001 * size**2, lambda: 0.01 * chance.random())
    assert steepness(measured, FLOOR) is not None


@given(st.floats(1.15, 2), st.floats(0.0001, 0.01))
def test_an_exponential_is_found(factor, start):
    assert (steepness(costs(lambda size: start * factor**size), FLOOR) or 0) > 1.5 or start * factor**128 < 1


@pytest.mark.parametrize("curve", [lambda size: 0.0001 * size, lambda size: 0.0000001 * size**2])
def test_what_takes_no_time_is_not_worth_telling(curve):
    assert steepness(costs(curve), FLOOR) is None


def test_one_step_is_no_curve():
    assert steepness(costs(lambda size: 0.02 * size + (0.3 if size >= 64 else 0)), FLOOR) is None


def test_few_points_are_no_curve():
    assert steepness(costs(lambda size: size**2, sizes=(1, 2, 4)), FLOOR) is None
    assert steepness([], FLOOR) is None


@pytest.mark.parametrize(
    ("seconds", "told"),
    [((0.002, 0.003, 5.0), True), ((0.3, 0.6, 1.2), False), ((0.01, 2.0), False), ((2, 2, 2), False)],
)
def test_explosions(seconds, told):
    measured = [Cost(2**place, one, one, one) for place, one in enumerate(seconds)]
    assert explodes(measured, 0.5) is told


STEPS = tuple(range(12, 30, 2))


@given(BASES, SLOPES, st.sampled_from([0.0, 1.0, 2.0, 3.0]))
def test_no_power_multiplies(base, slope, power):
    assert not multiplies(costs(lambda size: base + slope * size**power, sizes=STEPS), FLOOR)


@given(st.floats(0, 0.1), st.floats(1.45, 2.5))
def test_what_multiplies_is_found(base, factor):
    last = STEPS[-1]
    assert multiplies(costs(lambda size: base + factor ** (size - last), sizes=STEPS), FLOOR)
