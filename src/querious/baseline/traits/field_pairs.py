"""What holds between two fields of an object: equal, at most (never more), among (an owner is one of the members)."""

from __future__ import annotations

import math
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.baseline.distinct import DistinctCount, DistinctMap
from querious.baseline.traits.terms import Members, Term, members_of, terms_of
from querious.baseline.traits.text_format import is_moment
from querious.baseline.traits.trait import BrokenTrait, excerpt
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from querious.baseline.answer_objects import AnswerObject
    from querious.baseline.identity import Identity
    from querious.model import JSON

EQUAL: Final = "equal"
AT_MOST: Final = "at most"
AMONG: Final = "among"
PAIR_KINDS: Final = (EQUAL, AT_MOST, AMONG)

_SIGNS: Final = {EQUAL: "=", AT_MOST: "<=", AMONG: "in"}
_OBJECTS_AT_MOST: Final = 10
_OBJECTS_EQUAL_NUMBERS: Final = 8
_OBJECTS_EQUAL_TEXTS: Final = 5
"""Distinct objects that have to show it."""
_VALUES: Final = 3
"""Distinct values that have to be seen on both sides."""
_CERTAINTY: Final = math.log(1000)
"""If k of all n objects are in a list, any object is among them by chance with a probability of k/n; that this happens
in all lists together must be less likely than one in a thousand."""
_MOST_LISTS: Final = 100
_MOST_SEEN: Final = 5_000
"""Objects of one place that need not be compared again."""
_MOST_SIGNATURES: Final = 500
"""Sets of terms for which the candidates are remembered."""
_COUNTING: Final = frozenset(("count", "total", "size", "length", "number", "amount", "quantity"))
_LESSER_AND_GREATER: Final = (("min", "max"), ("start", "end"), ("from", "to"), ("first", "last"), ("low", "high"))
_UP_TO_SECONDS: Final = 19
"""Characters of a moment; after them two moments must have the same time zone to be compared."""


class PairTrait(NamedTuple):
    """Something that may hold between two terms of an object."""

    kind: str
    left: str
    right: str
    type: str = ""
    """Of the objects or values, where one is among others."""

    def __str__(self) -> str:
        """As it stands in the file."""
        return f"{self.shown} of {self.type}" if self.type else self.shown

    @property
    def shown(self) -> str:
        """As messages show it."""
        return f"{self.left} {_SIGNS[self.kind]} {self.right}"

    @classmethod
    def parse(cls, kind: str, text: str) -> PairTrait:
        """The pair that stands in the file."""
        shown, _, typename = text.partition(" of ")
        left, _, right = shown.partition(f" {_SIGNS[kind]} ")
        return cls(kind, left, right, typename)


class _Evidence:
    """How many objects, and how many different values, have shown that a pair holds."""

    __slots__ = ("differed", "left", "needed", "objects", "right")

    def __init__(self, needed: int) -> None:
        self.needed = needed
        self.objects = DistinctCount(_OBJECTS_AT_MOST)
        self.left = DistinctCount(_VALUES)
        self.right = DistinctCount(_VALUES)
        self.differed = False

    def count(self, object_key: str, left: Term, right: Term) -> None:
        if object_key:
            self.objects.add(object_key)
        self.left.add(repr(left.value))
        self.right.add(repr(right.value))
        self.differed = self.differed or left.value != right.value

    def is_enough_for(self, kind: str) -> bool:
        varied = len(self.left) >= _VALUES and len(self.right) >= _VALUES
        return varied and len(self.objects) >= self.needed and (self.differed or kind == EQUAL)


class FieldPairs:
    """Learns all that holds between the fields of the objects of one place."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._evidence: dict[PairTrait, _Evidence] = {}
        self._list_sizes: dict[PairTrait, DistinctMap[int]] = {}
        self._broken: set[PairTrait] = set()
        self._candidates: dict[tuple[tuple[str, str], ...], list[PairTrait]] = {}
        self._seen: set[int] = set()
        self._coordinates: dict[str, str] = {}

    def see(self, found: AnswerObject) -> None:
        """Take in an object of an answer without errors."""
        terms = terms_of(found)
        fingerprint = hash((found.key, tuple((name, term.value) for name, term in terms.items())))
        if fingerprint not in self._seen:
            if len(self._seen) < _MOST_SEEN:
                self._seen.add(fingerprint)
            self._compare(found.key, terms)
        self._count_memberships(found)

    def _compare(self, object_key: str, terms: Mapping[str, Term]) -> None:
        self._coordinates.update((name, term.coordinate) for name, term in terms.items())
        signature = tuple((name, _sort(term)) for name, term in terms.items())
        candidates = self._candidates.get(signature)
        if candidates is None:
            candidates = list(_plausible_pairs(dict(signature)))
        remaining = []
        for pair in candidates:
            left, right = terms[pair.left], terms[pair.right]
            if pair in self._broken:
                continue
            if not _holds(pair, left, right):
                self._broken.add(pair)
                self._evidence.pop(pair, None)
                continue
            remaining.append(pair)
            evidence = self._evidence.setdefault(pair, _Evidence(_objects_needed(pair, left)))
            evidence.count(object_key, left, right)
        if len(self._candidates) < _MOST_SIGNATURES:
            self._candidates[signature] = remaining

    def _count_memberships(self, found: AnswerObject) -> None:
        members = list(members_of(found, self._identity))
        self._coordinates.update((one.name, one.coordinate) for one in members)
        for pair, holds, size in _memberships(members):
            if not holds:
                self._broken.add(pair)
            elif found.key:
                sizes = self._list_sizes.setdefault(pair, DistinctMap(_MOST_LISTS, max))
                sizes.put(found.key, size)

    def learned(self, population: Mapping[str, int], volatile: frozenset[str]) -> dict[str, JSON]:
        """What holds, by kind. ``population`` tells how many objects of each type there are."""
        pairs = [pair for pair, evidence in self._evidence.items() if evidence.is_enough_for(pair.kind)]
        pairs += [pair for pair in self._list_sizes if self._is_certain(pair, population)]
        by_kind: dict[str, list[PairTrait]] = {kind: [] for kind in PAIR_KINDS}
        for pair in sorted(pairs, key=str):
            by_kind[pair.kind].append(pair)
        by_kind[EQUAL] = _without_implied(by_kind[EQUAL])
        learned: dict[str, JSON] = {}
        for kind, found in by_kind.items():
            steady = [str(pair) for pair in found if not self._is_volatile(pair, volatile)]
            if steady:
                learned[kind] = steady
        return learned

    def _is_certain(self, pair: PairTrait, population: Mapping[str, int]) -> bool:
        if pair in self._broken:
            return False
        objects = population.get(pair.type, 0)
        sizes = self._list_sizes[pair].values()
        return sum(math.log(max(1.0, objects / size)) for size in sizes) >= _CERTAINTY

    def _is_volatile(self, pair: PairTrait, volatile: frozenset[str]) -> bool:
        return not volatile.isdisjoint((self._coordinates.get(pair.left, ""), self._coordinates.get(pair.right, "")))


def _objects_needed(pair: PairTrait, left: Term) -> int:
    if pair.kind == AT_MOST:
        return _OBJECTS_AT_MOST
    return _OBJECTS_EQUAL_TEXTS if isinstance(left.value, str) else _OBJECTS_EQUAL_NUMBERS


def _sort(term: Term) -> str:
    if not isinstance(term.value, str):
        return "number"
    return "moment" if is_moment(term.value) else "text"


def _plausible_pairs(sorts: Mapping[str, str]) -> Iterator[PairTrait]:
    """What might hold between two terms by their names and sorts; whether it does, values have to show."""
    for one, other in combinations(sorted(sorts), 2):
        comparable = (sorts[one] == "number") == (sorts[other] == "number")
        if not comparable or _are_ends_of_one_list(one, other):
            continue
        if _may_be_equal(one, other):
            yield PairTrait(EQUAL, one, other)
        for less, more in permutations((one, other)):
            if sorts[less] == sorts[more] and _may_be_less(less, more, sorts[less]):
                yield PairTrait(AT_MOST, less, more)


def _are_ends_of_one_list(one: str, other: str) -> bool:
    """They are equal only where the list has one item."""
    return "[" in one and "[" in other and one.partition("[")[0] == other.partition("[")[0]


def _may_be_equal(one: str, other: str) -> bool:
    lengths = [name for name in (one, other) if name.startswith("#")]
    if len(lengths) == 1:
        number = other if one in lengths else one
        return "." not in number and not _COUNTING.isdisjoint(words(number))
    if lengths or ("." not in one and "." not in other):
        return True
    last = [words(name.rpartition(".")[2]) for name in (one, other)]
    return not set(last[0]).isdisjoint(last[1])


def _may_be_less(less: str, more: str, sort: str) -> bool:
    if sort == "text" or more.startswith("#"):
        return False
    if sort == "moment":
        return "." not in less and "." not in more
    if less.startswith("#"):
        return "." not in more and not {"count", "total"}.isdisjoint(words(more))
    if "[" in less or "[" in more:
        return False
    lesser, greater = (set(words(name.replace(".", "_"))) for name in (less, more))
    if "total" in greater and not lesser.isdisjoint(greater):
        return True
    return any(low in lesser and high in greater for low, high in _LESSER_AND_GREATER)


def _holds(pair: PairTrait, left: Term, right: Term) -> bool:
    if pair.kind == EQUAL:
        return left.value == right.value
    if isinstance(left.value, str) or isinstance(right.value, str):
        return _is_not_later(str(left.value), str(right.value))
    return left.value <= right.value


def _is_not_later(one: str, other: str) -> bool:
    """Whether a moment is not after another; also where the two cannot be compared."""
    if not is_moment(one) or not is_moment(other):
        return True
    comparable = len(one) == len(other) and one[_UP_TO_SECONDS:] == other[_UP_TO_SECONDS:]
    return not comparable or one <= other


def _memberships(members: Sequence[Members]) -> Iterator[tuple[PairTrait, bool, int]]:
    """For each field of an object and each list of the same type: whether it is among them, and how many those are."""
    lists = [one for one in members if one.is_list]
    for one in members:
        for many in lists:
            if not one.is_list and one.type == many.type:
                yield PairTrait(AMONG, one.name, many.name, one.type), one.keys <= many.keys, len(many.keys)


def _without_implied(pairs: Iterable[PairTrait]) -> list[PairTrait]:
    """Without those that follow from others: of a = b, a = c and b = c two say it all."""
    groups: dict[str, str] = {}

    def representative(name: str) -> str:
        while groups.setdefault(name, name) != name:
            name = groups[name]
        return name

    independent = []
    for pair in sorted(pairs, key=lambda pair: (len(str(pair)), str(pair))):
        one, other = representative(pair.left), representative(pair.right)
        if one != other:
            groups[one] = other
            independent.append(pair)
    return sorted(independent, key=str)


def broken_pair(pair: PairTrait, found: AnswerObject, identity: Identity) -> BrokenTrait | None:
    """Hold what was learned against an object."""
    if pair.kind == AMONG:
        members = list(members_of(found, identity))
        holds = all(holds for other, holds, _ in _memberships(members) if other == pair)
        return None if holds else _broken(pair, found, "it is not")
    terms = terms_of(found)
    left, right = terms.get(pair.left), terms.get(pair.right)
    if left is None or right is None or _holds(pair, left, right):
        return None
    return _broken(pair, found, f"{excerpt(left.value)} and {excerpt(right.value)}")


def _broken(pair: PairTrait, found: AnswerObject, now: str) -> BrokenTrait:
    name = pair.left.lstrip("#").partition(".")[0].partition("[")[0]
    coordinates = {field.name: field.coordinate for field in reversed(found.shape.fields.values())}
    coordinate = coordinates.get(name, f"{found.shape.typename}.{name}")
    return BrokenTrait(coordinate, found.path, f"{pair.shown} no longer holds, but always did in the baseline: {now}")
