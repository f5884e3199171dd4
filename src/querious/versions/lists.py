"""Two lists side by side: which item of one is which of the other, and which have no partner."""

from __future__ import annotations

from collections import defaultdict, deque
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from querious.model.shape import runtime_shape
from querious.versions.identity import NOTHING, content, identity

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from querious.model import JSON, SelectionShape
    from querious.versions.identity import ObjectIdentity


class Alignment(NamedTuple):
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
) -> Alignment:
    """Partners by identifier if all objects have one, otherwise by all that is said of them.

    Items without identifier that are left in both lists are the same items, changed, if they are as many and none
    moved. Items with identifier that agree in all but the identifier are the same, too: then the identifier is wrong.
    """
    ours, theirs = _identities(position, one, volatile), _identities(position, other, volatile)
    if ours is None or theirs is None:
        return _by_content(position, one, other, volatile)
    known = _match(enumerate(ours), enumerate(theirs))
    contents = [(place, content(position, one[place], volatile, bare=True)) for place in known.lost]
    contents = [(place, said) for place, said in contents if said != NOTHING]
    others = [(place, content(position, other[place], volatile, bare=True)) for place in known.added]
    changed = _match(contents, others).pairs
    partners = {place for place, _ in changed}, {place for _, place in changed}
    return Alignment(
        [*known.pairs, *changed],
        [place for place in known.lost if place not in partners[0]],
        [place for place in known.added if place not in partners[1]],
        wrapped=any(found is not None and found.wrapped for found in ours),
    )


def _by_content(
    position: SelectionShape | None, one: Sequence[JSON], other: Sequence[JSON], volatile: AbstractSet[str]
) -> Alignment:
    contents = [[content(position, item, volatile) for item in items] for items in (one, other)]
    found = _match(enumerate(contents[0]), enumerate(contents[1]))
    moved = any(here != there for here, there in found.pairs)
    if position is None or moved or len(found.lost) != len(found.added):
        return found
    changed = list(zip(found.lost, found.added, strict=True))
    if not all(_of_one_type(position, one[here], other[there]) for here, there in changed):
        return found
    return Alignment([*found.pairs, *changed], (), ())


def _of_one_type(position: SelectionShape, one: JSON, other: JSON) -> bool:
    """Whether two items may be one that changed: not if one is an object of another type, or null."""
    if isinstance(one, list) and isinstance(other, list):
        return True
    here, there = runtime_shape(position, one), runtime_shape(position, other)
    return here is not None and there is not None and here.typename == there.typename


def _identities(
    position: SelectionShape | None, items: Sequence[JSON], volatile: AbstractSet[str]
) -> list[ObjectIdentity | None] | None:
    """One for each item, None for a null; None altogether if an object has no identity."""
    if position is None:
        return None
    found = [identity(position, item, volatile) for item in items]
    unknown = any(known is None and item is not None for known, item in zip(found, items, strict=True))
    return None if unknown else found


def _match(one: Iterable[tuple[int, Hashable]], other: Iterable[tuple[int, Hashable]]) -> Alignment:
    """Partners with the same key, the first with the first; and who is left in each."""
    free: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for place, key in other:
        free[key].append(place)
    pairs, lost = [], []
    for place, key in one:
        if free[key]:
            pairs.append((place, free[key].popleft()))
        else:
            lost.append(place)
    return Alignment(pairs, lost, sorted(place for places in free.values() for place in places))
