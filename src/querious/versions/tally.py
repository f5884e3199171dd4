"""Differences and noise of all cases, by coordinate: which differences are worth asking again, and what came of it.

For every case A is asked, then B and, where they differ, A again. A place where B differs from both answers of A, which
agree, is a difference; a place where A's two answers differ is noise. As B is asked between, a slow clock cannot look
like the one or the other.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.diff import Kind, Noise, Steadiness
from querious.versions.comparison import compare, coordinates

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from collections.abc import Set as AbstractSet

    from querious.answers.differences import ComparisonContext
    from querious.model import Exchange, SelectionShape
    from querious.versions.comparison import AnswerMismatch, Key

_WAYS: Final = 40
EXAMPLES: Final = 3
"""Cases kept of a difference, the smallest ones: one may show what another does not."""
_KEPT: Final = 64 * 1024
"""Bytes of an answer kept with an example."""
_ENOUGH: Final = 3
"""Cases that a difference must have shown in, if it does not show again."""

_SWAPPING: Final = frozenset((Kind.OTHER, Kind.LOST, Kind.TYPE))
"""Differences after which other objects stand at a place: where no identifier is asked for, only their fields tell."""
_FOLLOWING: Final = frozenset((Kind.VALUE, Kind.NULL, Kind.OTHER, Kind.LOST, Kind.TYPE))


class DifferenceExample(NamedTuple):
    """A case that shows a difference, with both answers."""

    mismatch: AnswerMismatch
    a: Exchange
    b: Exchange

    @property
    def size(self) -> tuple[int, int]:
        """The smaller, the better to read."""
        case = self.a.case
        return len(case.document) if case.is_graphql else len(case.request.path), len(self.a.body)


@dataclass(slots=True)
class Candidate:
    """What is known of one place and kind."""

    key: Key
    count: int = 0
    """Cases in which B differed and A agreed with itself."""
    noise: int = 0
    """Cases in which A differed from itself."""
    examples: list[DifferenceExample] = field(default_factory=list)
    ways: set[frozenset[str]] = field(default_factory=set)
    """The coordinates on the way to it, for each way that showed it; no more than are worth looking at."""

    def add(self, example: DifferenceExample) -> None:
        """Count a case, and keep it if it is among the smallest; those that break a promise before all others."""
        if len(self.ways) < _WAYS:
            self.ways.add(frozenset(example.mismatch.above))
        self.count += 1
        self.examples.append(example)
        self.examples.sort(key=lambda one: (not one.mismatch.promised, one.size))
        del self.examples[EXAMPLES:]


class Round(NamedTuple):
    """What came of asking once more: A, B and A."""

    differs: bool
    noisy: bool


class ThreeWayComparison(NamedTuple):
    """Three answers to one question, held against each other."""

    noise: dict[Key, AnswerMismatch]
    differences: dict[Key, AnswerMismatch]
    """Where B differs from both answers of A, in the same way, and these agree."""


def compare_three(
    shape: SelectionShape, first: Exchange, b: Exchange, again: Exchange, context: ComparisonContext
) -> ThreeWayComparison:
    """A's answer, B's, and A's second one."""
    noise = {mismatch.key: mismatch for mismatch in compare(shape, first, again, context)}
    last_first = compare(shape, first, b, context)[::-1]
    found = {mismatch.key: mismatch for mismatch in sorted(last_first, key=lambda mismatch: mismatch.promised)}
    later = {mismatch.key for mismatch in compare(shape, again, b, context)} - noise.keys() if found else set()
    return ThreeWayComparison(noise, {key: mismatch for key, mismatch in found.items() if key in later})


class Tallies:
    """Everything seen so far; memory is bounded by the schema."""

    def __init__(self, is_left_out: Callable[[str], bool] = lambda _: False) -> None:
        """``is_left_out`` says of a coordinate that nobody wants to hear of it."""
        self.volatile: set[str] = set()
        """Coordinates whose values A changes by itself, and those that nobody wants to hear of."""
        self._is_left_out = is_left_out
        self._seen: Counter[str] = Counter()
        """By coordinate; the empty one is of the whole answer."""
        self._known: dict[Key, Candidate] = {}

    @property
    def cases(self) -> int:
        """How many were compared."""
        return self._seen[""]

    @property
    def coordinates(self) -> int:
        """How many were compared."""
        return len(self._seen.keys() - {""})

    def seen(self, coordinate: str) -> int:
        """Cases in which a coordinate was compared."""
        return self._seen[coordinate]

    def take(
        self, shape: SelectionShape, first: Exchange, b: Exchange, again: Exchange, context: ComparisonContext
    ) -> None:
        """Count the three answers to one case."""
        held = coordinates(shape, first)
        self.volatile.update(name for name in held if name not in self._seen and self._is_left_out(name))
        self._seen.update({"", *held})
        compared = compare_three(shape, first, b, again, context)
        for key in compared.noise:
            self.is_noisy(key)
        for key, mismatch in compared.differences.items():
            self._candidate(key).add(DifferenceExample(mismatch, _light(first), _light(b)))

    def is_noisy(self, key: Key) -> None:
        """A differed from itself there."""
        self._candidate(key).noise += 1
        if key[1] is Kind.VALUE:
            self.volatile.add(key[0])

    def _candidate(self, key: Key) -> Candidate:
        return self._known.setdefault(key, Candidate(key))

    def candidates(self) -> list[Candidate]:
        """Differences that are worth asking again, the most frequent first."""
        found = (one for one in self._known.values() if one.count and not _is_hopeless(one))
        return sorted(found, key=lambda one: (-one.count, one.key))

    def noise(self, unconfirmed: dict[Key, str]) -> tuple[Noise, ...]:
        """What is set aside, and why."""
        found = {key: "A is inconsistent with itself" for key, one in self._known.items() if one.noise} | unconfirmed
        return tuple(
            Noise(key[0], key[1], self._known[key].noise, self.seen(key[0]), reason)
            for key, reason in sorted(found.items())
        )


def _light(exchange: Exchange) -> Exchange:
    """The exchange without the bulk of a large answer: its case is what is asked again."""
    return exchange if len(exchange.body) <= _KEPT else replace(exchange, body=exchange.body[:_KEPT], payload=None)


def _is_hopeless(candidate: Candidate) -> bool:
    """Whether A itself does so too often: the order of a list that it changes by itself was never promised."""
    if candidate.key[1] is Kind.ORDER:
        return candidate.noise > 0
    return not _stands_out(candidate.count, candidate.noise, least=1)


def _stands_out(count: int, noise: int, least: int) -> bool:
    """Whether B differs far more often than A does from itself: were B like A, both would happen equally often."""
    return count >= least and count > noise + 4 * math.sqrt(noise)


def roots(kept: Collection[Candidate]) -> dict[Key, Key]:
    """Which differences follow from another: those that show only below fields that give other objects."""
    swapping = {one.key[0]: one for one in kept if one.key[1] in _SWAPPING}
    top = {name for name, one in swapping.items() if not _follows(one, swapping.keys() - {name})}
    found = {one.key: _follows(one, top - {one.key[0]}) for one in kept if one.key[1] in _FOLLOWING}
    return {key: swapping[name].key for key, name in found.items() if name}


def _follows(candidate: Candidate, above: AbstractSet[str]) -> str:
    """The field that it is below on every way that showed it, the first of several; empty if there is none."""
    if len(candidate.ways) >= _WAYS or not all(way & above for way in candidate.ways):
        return ""
    return min(name for way in candidate.ways for name in way & above)


def verdict(candidate: Candidate, rounds: Sequence[Round]) -> Steadiness | None:
    """What is to be thought of a difference once a case was asked again; None: it is set aside.

    Where A has changed in the meantime, by a clock or by chance, this case says nothing against B.
    """
    if any(one.noisy for one in rounds):
        return None
    shown = sum(one.differs for one in rounds)
    if shown:
        return Steadiness.STEADY if shown == len(rounds) else Steadiness.FLICKERS
    often = candidate.key[1] is not Kind.ORDER and _stands_out(candidate.count, candidate.noise, _ENOUGH)
    return Steadiness.GONE if often else None
