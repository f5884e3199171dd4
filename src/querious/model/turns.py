"""Taking turns: one item of each group, then the next of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")


def in_turn(groups: Iterable[Iterable[T]]) -> Iterator[T]:
    """The first of each group, then the second of each, until all are through; nothing is read ahead."""
    waiting = [iter(group) for group in groups]
    while waiting:
        left = []
        for group in waiting:
            for item in group:
                yield item
                left.append(group)
                break
        waiting = left
