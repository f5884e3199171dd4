from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.text.memo import Remembered


def test_the_least_recently_used_is_forgotten_first() -> None:
    known = Remembered[int](100)
    for position, text in enumerate("abcdefghij"):
        known.put(text, position, 9)
    assert known.get("a") == 0
    known.put("k", 10, 9)
    assert (known.get("a"), known.get("b"), known.get("k")) == (0, None, 10)


def test_what_is_large_is_not_remembered() -> None:
    known = Remembered[int](80)
    known.put("a", 1, 10)
    assert known.get("a") is None
    known.put("a", 1, 9)
    assert known.get("a") == 1


@given(st.lists(st.tuples(st.text("abc", max_size=3), st.integers(0, 20)), max_size=60))
def test_it_never_takes_more_room_than_it_has(entries: list[tuple[str, int]]) -> None:
    known = Remembered[int](100)
    weights: dict[str, int] = {}
    for text, weight in entries:
        known.put(text, weight, weight)
        if weight + len(text) <= 12:
            weights[text] = weight + len(text)
            assert known.get(text) == weight
    assert sum(weights[text] for text in weights if known.get(text) is not None) <= 100
