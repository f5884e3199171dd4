"""What became of one value of one argument, and how soon it is to be tried again."""

from __future__ import annotations

from typing import NamedTuple

_CHANCES = 5
"""Trials of a value, before it counts as tried, where it may work in another company."""


class DrawContext(NamedTuple):
    """What a value is wanted for."""

    round: int = 0
    """Values that were drawn in an earlier round and of which nothing was heard were never sent."""
    elsewhere: bool = False
    """Whether a value that failed may work in another company: beside other arguments, for another object."""
    provided: int = 0
    """What the values drawn so far have brought, see ``Trial.found``: others are welcome."""


class ValueTrials:
    """What became of one value."""

    __slots__ = ("blame", "drawn", "round", "told", "worked")

    def __init__(self) -> None:
        self.drawn = 0
        self.round = -1
        """That it was last drawn in."""
        self.told = 0
        self.blame = 0.0
        """From 0 to 1: how sure it is that the value was the reason that nothing came back."""
        self.worked = False

    def rank(self, wish: DrawContext, new: int) -> tuple[int, ...]:
        """How soon it is to be tried, the smallest first; 0 at the front if it counts as not yet tried.

        A value that was drawn in an earlier round without anything being heard of it comes as if it had not been, but
        not for ever: it may be one that the API never answers. ``new`` is how much it is known to bring.
        """
        now = self.round == wish.round
        known = 0 if wish.elsewhere and self.told < _CHANCES else self.told or int(now)
        return known, self.told, self.drawn if now else self.drawn // _CHANCES, -new, self.drawn
