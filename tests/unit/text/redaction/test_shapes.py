from __future__ import annotations

import pytest
from hypothesis import given

from querious.text.redaction.randomness import random_runs
from querious.text.redaction.shapes import HINT, SHAPES, card_spans
from secrets_made_up import BY_SHAPE, by_shape


@given(by_shape)
def test_what_has_a_shape_has_its_hint(text: str) -> None:
    found = any(shape.pattern.search(text) for shape in SHAPES) or card_spans(text)
    assert not found or HINT.search(text)


@pytest.mark.parametrize("secret", [text for name, text in BY_SHAPE.items() if name.startswith("key ")])
def test_keys_that_say_whose_they_are_need_no_guess(secret: str) -> None:
    matches = [shape.pattern.search(secret) for shape in SHAPES]
    assert secret in [match[0] for match in matches if match]
    assert HINT.search(secret)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("4242424242424242", [(0, 16)]),
        ("2 4242 4242 4242 4242 12 27", [(2, 21)]),
        ("4242424242424242 5555555555554444", [(0, 16), (17, 33)]),
        ("4242424242424241", []),
        ("42424242424242424242424242424242", []),
        ("2021-09-04 12 30 45", []),
    ],
)
def test_cards_among_other_digits(text: str, spans: list[tuple[int, int]]) -> None:
    assert card_spans(text) == spans


def test_short_keys_are_found_by_shape_alone() -> None:
    assert not random_runs("AKIAQ3EGRTUVWXYZ2345")
