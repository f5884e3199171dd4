from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from querious.values import Chance

DRAWS = st.floats(0.0, 1.0, exclude_max=True)


def drawing(draw: float) -> Chance:
    chance = Chance(Random(0))
    chance.draw = lambda: draw
    return chance


@given(DRAWS, st.lists(st.integers(), min_size=1))
def test_every_draw_chooses_one_of_the_options(draw, options):
    assert drawing(draw).choose(options) in options
    assert 0 <= drawing(draw).below(len(options)) < len(options)


def test_a_draw_of_0_gives_the_simplest_outcome():
    chance = drawing(0.0)
    assert (chance.choose("abc"), chance.below(9), chance.rarely(0.99)) == ("a", 0, False)


@given(DRAWS, st.floats(0.0, 1.0))
def test_what_is_rare_takes_high_draws(draw, probability):
    assert drawing(draw).rarely(probability) is (draw >= 1.0 - probability)
