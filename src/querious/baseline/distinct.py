"""Distinct texts counted in bounded memory, in a way that does not depend on the order in which they come.

Of all texts those with the smallest hashes are remembered (a "k minimum values" sketch).
"""

from __future__ import annotations

from hashlib import blake2b
from heapq import heappush, heapreplace
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

V = TypeVar("V")


def stable_hash(text: str) -> int:
    """A number for a text, the same in every process."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


class DistinctMap(Generic[V]):
    """A value for each of at most ``most`` texts; ``merge`` makes one of two values for the same text."""

    __slots__ = ("_largest_first", "_merge", "_most", "_values")

    def __init__(self, most: int, merge: Callable[[V, V], V]) -> None:
        self._most = most
        self._merge = merge
        self._values: dict[int, V] = {}
        self._largest_first: list[int] = []
        """A heap of the hashes, negated."""

    def __len__(self) -> int:
        return len(self._values)

    def values(self) -> Collection[V]:
        """The values of the texts that are remembered."""
        return self._values.values()

    def put(self, text: str, value: V) -> None:
        """Remember a value for a text, if its hash is among the smallest; an empty text stands for nothing."""
        number = stable_hash(text)
        if number in self._values:
            self._values[number] = self._merge(self._values[number], value)
        elif text and len(self._values) < self._most:
            self._values[number] = value
            heappush(self._largest_first, -number)
        elif text and number < -self._largest_first[0]:
            forgotten = -heapreplace(self._largest_first, -number)
            del self._values[forgotten]
            self._values[number] = value


class DistinctCount:
    """How many distinct texts there were, up to a limit."""

    __slots__ = ("_most", "_seen")

    def __init__(self, most: int) -> None:
        self._most = most
        self._seen: DistinctMap[None] = DistinctMap(most, lambda _, __: None)

    def __len__(self) -> int:
        return len(self._seen)

    def add(self, text: str) -> None:
        """Count a text that is not empty."""
        self._seen.put(text, None)

    @property
    def is_enough(self) -> bool:
        """Whether there were as many as can be counted."""
        return len(self._seen) >= self._most
