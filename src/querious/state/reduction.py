"""Shrinking: leave out steps and members one after the other, as long as the same finding shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from querious.shrink import drive, shrink
from querious.state.sequences import acts_of, sequence_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model.finding import Finding
    from querious.state.sequences import Act

T = TypeVar("T")


def reduce(finding: Finding, shows: Callable[[Sequence[Act]], bool], most: int) -> tuple[Sequence[Act], bool]:
    """Fewest steps, smallest bodies; and whether the sequence showed the finding when it was run again.

    ``shows`` runs a sequence; it is asked at most ``most`` times.
    """
    acts = tuple(acts_of(sequence_of(finding).steps))
    if most <= 0 or not shows(acts):
        return acts, False
    return drive(shrink(acts, (_fewer, smaller_bodies), repr), shows, most - 1, acts), True


def _fewer(acts: tuple[Act, ...]) -> Iterator[tuple[Act, ...]]:
    """Without a half, a quarter … a single one of them; from the front, as the last step is the one that shows."""
    size = len(acts) // 2
    while size:
        for start in range(0, len(acts), size):
            yield acts[:start] + acts[start + size :]
        size //= 2


def without_each(items: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """Without one of them, each in turn."""
    for place in range(len(items)):
        yield items[:place] + items[place + 1 :]


def smaller_bodies(acts: tuple[Act, ...]) -> Iterator[tuple[Act, ...]]:
    """With one member less in a body."""
    for place, act in enumerate(acts):
        if isinstance(act.sent, dict) and len(act.sent) > 1:
            for members in without_each(tuple(act.sent.items())):
                yield (*acts[:place], act._replace(sent=dict(members)), *acts[place + 1 :])
