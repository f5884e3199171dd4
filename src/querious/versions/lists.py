"""Two lists side by side: which item of one is which of the other, and which have no partner."""

from __future__ import annotations

from collections import defaultdict, deque
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from querious.versions.identity import NOTHING, content, identity

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from collections.abc import Set as AbstractSet

    from querious.model import JSON, SelectionShape
    from querious.versions.identity import ObjectIdentity


class Aligned(NamedTuple):
    """Places in both lists."""

    pairs: Sequence[tuple[int, int]]
    """Items that are the same, though they may say different things."""
    lost: Sequence[int]
    """Places in the first list."""
    added: Sequence[int]
    """Places in the second."""
    wrapped: bool = False
    """Whether items are edges, known by the nodes they hold."""

    @property
    def in_order(self) -> bool:
        """Whether the partners come in the same order."""
        places = [there for _, there in sorted(self.pairs)]
        return all(one < other for one, other in pairwise(places))


def align(
    position: SelectionShape | None, one: Sequence[JSON], other: Sequence[JSON], volatile: AbstractSet[str]
) -> Aligned:
    """Partners by identifier where all objects have one, else by all that is said of them.

    Where as many items without identity are left in both lists, and none moved, they are the same items, changed. Items
    with identity that agree in all but the identifier are the same, too: then the identifier is wrong.
    """
    ours, theirs = _identities(position, one, volatile), _identities(position, other, volatile)
    if position is None or ours is None or theirs is None:
        return _by_content(position, one, other, volatile)
    pairs, lost, added = _match(ours, theirs)
    bare = [content(position, item, volatile, bare=True) for item in one]
    other_bare = [content(position, item, volatile, bare=True) for item in other]
    again, _, _ = _match_some(bare, other_bare, [place for place in lost if bare[place] != NOTHING], added)
    lost = [place for place in lost if place not in {place for place, _ in again}]
    added = [place for place in added if place not in {there for _, there in again}]
    wrapped = any(found is not None and found.wrapped for found in ours)
    return Aligned(pairs + again, lost, added, wrapped)


def _by_content(
    position: SelectionShape | None, one: Sequence[JSON], other: Sequence[JSON], volatile: AbstractSet[str]
) -> Aligned:
    ours = [content(position, item, volatile) for item in one]
    theirs = [content(position, item, volatile) for item in other]
    pairs, lost, added = _match(ours, theirs)
    moved = any(place != there for place, there in pairs)
    if position is None or len(lost) != len(added) or moved:
        return Aligned(pairs, lost, added)
    changed = list(zip(lost, added, strict=True))
    if not all(_of_one_type(position, one[place], other[there]) for place, there in changed):
        return Aligned(pairs, lost, added)
    return Aligned(pairs + changed, (), ())


def _of_one_type(position: SelectionShape, one: JSON, other: JSON) -> bool:
    """Whether two items may be one, changed: not if one is an object of another type, or null."""
    if isinstance(one, dict) and isinstance(other, dict):
        here, there = position.runtime(one), position.runtime(other)
        return here is not None and there is not None and here.typename == there.typename
    return isinstance(one, list) and isinstance(other, list)


def _identities(
    position: SelectionShape | None, items: Sequence[JSON], volatile: AbstractSet[str]
) -> list[ObjectIdentity | None] | None:
    """One for each item, None for a null; None altogether if an object has no identity."""
    if position is None:
        return None
    found = [identity(position, item, volatile) for item in items]
    nameless = any(name is None and item is not None for name, item in zip(found, items, strict=True))
    return None if nameless else found


def _match(one: Sequence[Hashable], other: Sequence[Hashable]) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Partners with the same key, the first with the first; and who is left in each."""
    return _match_some(one, other, range(len(one)), range(len(other)))


def _match_some(
    one: Sequence[Hashable], other: Sequence[Hashable], ours: Sequence[int], theirs: Sequence[int]
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    free: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for place in theirs:
        free[other[place]].append(place)
    pairs, lost = [], []
    for place in ours:
        if free[one[place]]:
            pairs.append((place, free[one[place]].popleft()))
        else:
            lost.append(place)
    return pairs, lost, sorted(place for places in free.values() for place in places)
