"""A few values of a strategy, outside of a test: the same for the same seed."""

from __future__ import annotations

import contextlib
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypothesis.strategies import SearchStrategy

Value = TypeVar("Value")
_SEVERAL: Final = 3
_NONE: Final = object()


def samples(strategy: SearchStrategy[Value], count: int, number: int) -> list[Value]:
    """``count`` of them or fewer, the simplest first, drawn with the seed ``number``."""
    found: list[Value] = []

    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(value: Value) -> None:
        found.append(value)

    with contextlib.suppress(Unsatisfiable):  # no value fits: there are none to give
        draw()
    return found


def full_and_sparse(values: Sequence[Value]) -> list[Value]:
    """In turns one with many members and one with few, from both ends: Hypothesis draws the simplest first."""
    ordered = sorted(values, key=lambda value: (_many(value), -empty_members(value)), reverse=True)
    half = (len(ordered) + 1) // 2
    turns = zip_longest(ordered[:half], reversed(ordered[half:]), fillvalue=_NONE)
    return [value for pair in turns for value in pair if value is not _NONE]  # type: ignore[misc]


def varied(strategy: SearchStrategy[Value]) -> SearchStrategy[Value]:
    """The same values, but often with many members, often with few, and often with empty ones.

    What a service forgets shows in members that were there and then were left out, or set to 0, false or nothing: even
    draws seldom have these.
    """
    several = st.lists(strategy, min_size=_SEVERAL, max_size=_SEVERAL)
    return st.one_of(strategy, st.tuples(several, st.sampled_from(_TASTES)).map(_best))


def _best(drawn: tuple[list[Value], Callable[[object], int]]) -> Value:
    values, taste = drawn
    return max(values, key=taste)


def _many(value: object) -> int:
    return len(value) if isinstance(value, dict) else 0


def _few(value: object) -> int:
    return -_many(value)


def empty_members(value: object) -> int:
    """How many members of it are nothing."""
    return sum(not member for member in value.values()) if isinstance(value, dict) else 0


_TASTES: Final = (_many, _few, empty_members)
