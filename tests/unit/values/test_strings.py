from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from querious.values import Chance, strings


def chance(seed: int, size: int = 20) -> Chance:
    made = Chance(Random(seed))
    made.size = size
    return made


@given(st.integers(), st.sampled_from((strings.plain, strings.latin, strings.unicode, strings.long, strings.odd)))
def test_every_string_can_be_written_as_json_and_is_not_too_long(seed, make):
    text = make(chance(seed))
    assert len(text.encode()) >= len(text)
    assert len(text) <= strings.LONGEST


@given(st.integers(), st.text())
def test_a_neighbour_differs_in_one_character_of_the_same_kind_at_most(seed, text):
    other = strings.neighbour(chance(seed), text)
    changed = [(before, after) for before, after in zip(text, other, strict=True) if before != after]
    assert len(changed) <= 1
    for before, after in changed:
        assert (before.isdigit(), before.isupper()) == (after.isdigit(), after.isupper())


@given(st.integers())
def test_plain_strings_hold_what_the_alphabet_has(seed):
    assert set(strings.plain(chance(seed))) <= set(strings.ALPHABET)


def test_edges_are_of_different_kinds():
    assert len(set(strings.EDGES)) == len(strings.EDGES)
    assert len(set(strings.HOSTILE)) == len(strings.HOSTILE)
