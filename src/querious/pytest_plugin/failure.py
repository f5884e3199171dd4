"""What a check raises."""

from __future__ import annotations

from unittest import SkipTest


class NeverReachedError(SkipTest):
    """Nobody can tell whether an operation is right, as no request reached it."""


class FaultsFoundError(AssertionError):
    """The API did something wrong; its text is all that there is to say."""

    def __init__(self, text: str, headline: str) -> None:
        super().__init__(text)
        self.headline = headline
        """The same in one line, without the name of the operation."""
