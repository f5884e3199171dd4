"""The trials of one value of one argument, and how soon it is to be tried again."""

from __future__ import annotations

from typing import NamedTuple

_CHANCES = 5
"""Trials of a value, before it counts as tried, where it may work in another combination."""


class DrawContext(NamedTuple):
    """What a value is drawn for."""

    round: int = 0
    """A value that was drawn in an earlier round and has no outcome was never sent."""
    elsewhere: bool = False
    """Whether a value that failed may work in another combination: beside other arguments, for another object."""
    provided: int = 0
    """What the values drawn so far have brought, see ``ArgumentTrial.found``: something else is welcome."""


class ValueTrials:
    """The trials of one value."""

    __slots__ = ("blame", "drawn", "round", "told", "worked")

    def __init__(self) -> None:
        self.drawn = 0
        self.round = -1
        """In which it was last drawn."""
        self.told = 0
        """How often its outcome was told."""
        self.blame = 0.0
        """From 0 to 1: how sure it is that the value was the reason why nothing came back."""
        self.worked = False

    def rank(self, context: DrawContext, new: int) -> tuple[int, ...]:
        """How soon it is to be tried, the smallest first; 0 at the front if it counts as not yet tried.

        A value that was drawn in an earlier round and has no outcome ranks as if it had not been drawn, but not
        forever: the API may never answer it. ``new`` is how much it is known to bring.
        """
        now = self.round == context.round
        tried = self.told or int(now)
        if context.elsewhere and self.told < _CHANCES:
            tried = 0
        return tried, self.told, self.drawn if now else self.drawn // _CHANCES, -new, self.drawn
