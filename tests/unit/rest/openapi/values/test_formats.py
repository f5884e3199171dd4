"""Texts, as they are made for the bodies of sequences."""

from __future__ import annotations

import pytest

from querious.rest.openapi.values.formats import LONGEST, plain_text
from querious.state.samples import samples

UNLIMITED = 10**7


@pytest.mark.parametrize(("shortest", "longest"), [(0, 60), (1, 60), (1, 25), (0, 100)])
def test_texts_are_now_and_then_as_long_as_they_may_be(shortest, longest):
    lengths = {len(text) for text in samples(plain_text(shortest, longest), 60, 1)}
    assert max(lengths) == longest
    assert sorted(lengths)[-2] <= LONGEST


@pytest.mark.parametrize(("shortest", "longest"), [(0, UNLIMITED), (1, 4_000), (0, 10)])
def test_what_nobody_limits_or_only_far_away_stays_short(shortest, longest):
    assert all(len(text) <= min(LONGEST, longest) for text in samples(plain_text(shortest, longest), 60, 1))


def test_no_space_stands_at_the_ends():
    assert all(text == text.strip() for text in samples(plain_text(0, 60), 60, 2))
