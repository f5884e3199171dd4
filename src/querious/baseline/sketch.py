"""Counting distinct things in bounded memory, so that the order in which they come does not matter."""

from __future__ import annotations

from hashlib import blake2b
from heapq import heappush, heappushpop
from typing import Final

MOST: Final = 64


def mark(text: str) -> int:
    """A number for a text, the same in every process."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


class Sketch:
    """How many distinct texts there were, up to a number: those with the smallest marks are kept."""

    __slots__ = ("_heap", "_kept", "_most")

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: set[int] = set()
        self._heap: list[int] = []
        """The negated marks: its first is the largest mark."""

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, text: str) -> int | None:
        """Count a text; gives the mark that had to go for it, None if none had to."""
        number = mark(text)
        if number in self._kept:
            return None
        if len(self._kept) < self._most:
            self._kept.add(number)
            heappush(self._heap, -number)
            return None
        if number > -self._heap[0]:
            return number
        gone = -heappushpop(self._heap, -number)
        self._kept.add(number)
        self._kept.discard(gone)
        return gone

    def __contains__(self, number: int) -> bool:
        return number in self._kept
