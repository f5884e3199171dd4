"""How many fields one planned operation asks for: few at first, twice as many as long as answers bring data.

A server may fail on large operations without a word about size, or answer nothing where one field of many fails. Then
a small operation loses little, and its fault is found with few more requests.
"""

from __future__ import annotations

from typing import Final

_FIRST: Final = 50
_LEAST: Final = 12
"""Room for a path and what its objects need."""
_FAILING: Final = 0.5
"""The share of operations of a batch without any data from which on they are made smaller."""


class OperationSize:
    """Between a few fields and ``most``."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.fields = min(_FIRST, most)
        self.has_shrunk = False
        """Whether operations of some size brought nothing, so that others had better not be larger."""

    def learn(self, asked: int, failed: int) -> None:
        """Take in a batch: how many operations there were, and how many brought no data at all."""
        if not asked:
            return
        if not failed:
            self.fields = min(2 * self.fields, self._most)
            self.has_shrunk = self.has_shrunk and self.fields < self._most
        elif failed >= _FAILING * asked and self.fields > _LEAST:
            self.fields = max(_LEAST, self.fields // 2)
            self.has_shrunk = True
