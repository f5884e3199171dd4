"""The fewest cases that cover what all of them cover: exactly where that can be had, and otherwise with the gap.

Sets are bits of an integer. First what needs no choice: a set that alone covers something is taken, a set inside
another is dropped, and so is what is covered whenever something else is. What remains falls apart into parts that have
nothing in common. Each is solved by branch and bound over the thing with the fewest sets, bounded below by things of
which no two are in one set and, once, by Lagrange's relaxation. The search is counted in steps, not in seconds, so that
the same input gives the same result.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import chain
from math import ceil
from operator import or_
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

STEPS = 30_000
"""Nodes of the search at most: some seconds."""
_ROUNDS = 300
_WORK = 3_000_000
"""Rounds of the relaxation at most, and what all rounds together may look at."""
_PATIENCE = 10
"""Rounds without gain before the steps become smaller."""


@dataclass(frozen=True, slots=True)
class Cover:
    """Which sets were taken, by their place."""

    chosen: tuple[int, ...]
    bound: int
    """No fewer can do."""

    @property
    def exact(self) -> bool:
        """Whether it is known that no fewer do."""
        return len(self.chosen) == self.bound


def cover(sets: Sequence[Iterable[Hashable]], steps: int = STEPS) -> Cover:
    """As few of the sets as cover all that they cover together; of equals the first."""
    numbers: dict[Hashable, int] = {}
    masks = [_mask(content, numbers) for content in sets]
    taken, rows = _reduced(masks)
    bound = len(taken)
    for part in _parts(rows):
        search = _Search(part, steps)
        steps = max(steps - search.steps, 0)
        taken += search.best
        bound += search.bound
    return Cover(tuple(sorted(taken)), bound)


def _mask(content: Iterable[Hashable], numbers: dict[Hashable, int]) -> int:
    return _union(1 << numbers.setdefault(thing, len(numbers)) for thing in content)


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


Rows = dict[int, int]
"""Set → what of it is still to be covered."""


def _reduced(masks: list[int]) -> tuple[list[int], Rows]:
    """The sets that must be taken, and the rest once nothing more can be said without trying."""
    first = {mask: index for index, mask in reversed(list(enumerate(masks))) if mask}
    rows: Rows = {index: mask for mask, index in sorted(first.items(), key=lambda row: row[1])}
    taken: list[int] = []
    before = -1
    while rows and before != (before := len(rows) + sum(mask.bit_count() for mask in rows.values())):
        rows = _undominated(rows)
        columns = _columns(rows)
        alone = sorted({owners[0] for owners in columns.values() if len(owners) == 1})
        if alone:
            taken += alone
            rows = _without(rows, _union(rows[index] for index in alone))
        else:
            rows = _without_implied(rows, columns)
    return taken, rows


def _without(rows: Rows, covered: int) -> Rows:
    """What is left to be covered, and the sets that cover some of it."""
    left = {index: mask & ~covered for index, mask in rows.items()}
    return {index: mask for index, mask in left.items() if mask}


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _columns(rows: Rows) -> dict[int, list[int]]:
    """Thing → the sets that cover it."""
    columns: dict[int, list[int]] = {}
    for index, mask in rows.items():
        for bit in _bits(mask):
            columns.setdefault(bit, []).append(index)
    return columns


def _undominated(rows: Rows) -> Rows:
    """Without sets that lie in another. Only those can hold a set that hold the rarest thing in it."""
    columns = _columns(rows)
    kept = dict(rows)
    for index, mask in sorted(rows.items(), key=lambda row: (row[1].bit_count(), -row[0])):
        rarest = min(_bits(mask), key=lambda bit: len(columns[bit]))
        if any(other != index and other in kept and mask & ~rows[other] == 0 for other in columns[rarest]):
            del kept[index]
    return kept


def _without_implied(rows: Rows, columns: dict[int, list[int]]) -> Rows:
    """Without things that are covered whenever some other thing is."""
    owners = {bit: _union(1 << index for index in indexes) for bit, indexes in columns.items()}
    strict: dict[int, int] = {}
    for bit in sorted(owners, key=lambda bit: (len(columns[bit]), bit)):
        if all(other & ~owners[bit] for other in strict.values()):
            strict[bit] = owners[bit]
    return _without(rows, _union(1 << bit for bit in owners.keys() - strict.keys()))


def _parts(rows: Rows) -> list[Rows]:
    """Groups of sets that share nothing with one another."""
    parts: list[tuple[int, list[int]]] = []
    for index, mask in rows.items():
        touching = [part for part in parts if part[0] & mask]
        union = _union([mask, *(part[0] for part in touching)])
        members = [*chain.from_iterable(part[1] for part in touching), index]
        parts = [*(part for part in parts if part not in touching), (union, members)]
    return [{index: rows[index] for index in sorted(members)} for _, members in parts]


class _Search:
    """Branch and bound over one part."""

    def __init__(self, rows: Rows, steps: int) -> None:
        self._rows = rows
        self._columns = _columns(rows)
        self._limit = steps
        self.steps = 0
        every = _union(rows.values())
        self.best = self._greedy(every)
        self.bound = self._lower(every)
        if self.bound < len(self.best):
            self.bound = max(self.bound, self._relaxed())
            self._try(every, [])
            if self.steps < self._limit:
                self.bound = len(self.best)

    def _greedy(self, missing: int) -> list[int]:
        """Always the set that adds the most; then without those that turned out not to be needed."""
        chosen: list[int] = []
        while missing:
            index = max(self._rows, key=lambda row: ((self._rows[row] & missing).bit_count(), -row))
            chosen.append(index)
            missing &= ~self._rows[index]
        for index in list(chosen):
            rest = _union(self._rows[other] for other in chosen if other != index)
            if self._rows[index] & ~rest == 0:
                chosen.remove(index)
        return chosen

    def _lower(self, missing: int) -> int:
        """Things of which no two are in one set: each needs a set of its own."""
        apart = 0
        for bit in sorted(_bits(missing), key=lambda bit: (len(self._columns[bit]), bit)):
            if missing >> bit & 1:
                apart += 1
                missing &= ~_union(self._rows[index] for index in self._columns[bit])
        return apart

    def _relaxed(self) -> int:
        """Every thing gets a price; sets that cost less than what they cover is worth are taken, the rest is missed.

        Whatever the prices, no cover can do with fewer. They are raised for what is missed and lowered for what is
        covered twice, by steps that shrink when nothing is gained.
        """
        held = {index: list(_bits(mask)) for index, mask in self._rows.items()}
        price = {bit: 1 / max(len(held[index]) for index in owners) for bit, owners in self._columns.items()}
        best, stride, idle = 0.0, 1.0, 0
        for _ in range(min(_ROUNDS, _WORK // sum(map(len, held.values())))):
            times = dict.fromkeys(price, 0)
            value = sum(price.values())
            for bits in held.values():
                gain = 1 - sum(price[bit] for bit in bits)
                if gain < 0:
                    value += gain
                    for bit in bits:
                        times[bit] += 1
            best, idle = (value, 0) if value > best + 1e-6 else (best, idle + 1)
            if idle == _PATIENCE:
                stride, idle = stride / 2, 0
            slope = sum((1 - count) ** 2 for count in times.values())
            if slope == 0:
                break
            step = stride * max(len(self.best) - value, 0.0) / slope
            price = {bit: max(0.0, price[bit] + step * (1 - times[bit])) for bit in price}
        return ceil(best - 1e-6)

    def _try(self, missing: int, chosen: list[int]) -> None:
        if self.steps >= self._limit or len(self.best) <= self.bound:
            return
        self.steps += 1
        if not missing:
            if len(chosen) < len(self.best):
                self.best = list(chosen)
            return
        if len(chosen) + self._lower(missing) >= len(self.best):
            return
        hardest = min(_bits(missing), key=lambda bit: (len(self._columns[bit]), bit))
        options = sorted(self._columns[hardest], key=lambda index: (-(self._rows[index] & missing).bit_count(), index))
        for index in options:
            chosen.append(index)
            self._try(missing & ~self._rows[index], chosen)
            chosen.pop()
