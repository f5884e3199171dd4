"""What holds between the fields of one object: equal, never more than, among (an owner is one of the members)."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Final

from querious.baseline.sketch import Sketch, mark
from querious.baseline.traits.terms import Term, related, terms
from querious.baseline.traits.text_format import FORMATS
from querious.baseline.traits.trait import Breach
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.baseline.answer_objects import Spot
    from querious.baseline.identity import Identity
    from querious.model import JSON

EQUAL: Final = "equal"
AT_MOST: Final = "at most"
AMONG: Final = "among"
KINSHIPS: Final = (EQUAL, AT_MOST, AMONG)

_TEXTS: Final = 5
_NUMBERS: Final = 8
"""Distinct objects that have to show that two texts, or two numbers, are equal."""
_VALUES: Final = 3
"""Distinct values that have to be seen on both sides."""
_COMPARED: Final = 10
"""Distinct objects that have to show that one is never more than the other."""
_SURE: Final = math.log(1000)
"""Of n objects k are in the list: by chance one is among them with a probability of k/n; of all lists together it must
be less than one in a thousand."""
_LISTS: Final = 100
_MOST_KNOWN: Final = 5_000
"""Objects of one place that need not be compared again."""
_MOST_SIGNATURES: Final = 500
"""Sets of terms of which it is remembered what may hold between them."""
_COUNTS: Final = frozenset(("count", "total", "size", "length", "number", "amount", "quantity"))
_MOMENTS: Final = (FORMATS["date-time"], FORMATS["date"])
_SECONDS: Final = 19
"""Characters of a moment up to its seconds: after them both must say the same of the zone."""
_PAIRS: Final = (("min", "max"), ("start", "end"), ("from", "to"), ("first", "last"), ("low", "high"))


class _Pair:
    """Two terms of the objects of one place."""

    __slots__ = ("differed", "left", "needed", "objects", "right")

    def __init__(self, needed: int) -> None:
        self.needed = needed
        self.objects = Sketch(_COMPARED)
        self.left, self.right = Sketch(_VALUES), Sketch(_VALUES)
        self.differed = False

    def count(self, owner: str, one: Term, other: Term) -> None:
        if owner:
            self.objects.add(owner)
        self.left.add(repr(one.value))
        self.right.add(repr(other.value))
        self.differed = self.differed or one.value != other.value

    @property
    def founded(self) -> bool:
        return len(self.objects) >= self.needed and min(len(self.left), len(self.right)) >= _VALUES


class Kinship:
    """All that holds between the fields of the objects of one place, in the making."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._pairs: dict[str, _Pair] = {}
        self._broken: set[str] = set()
        self._among: dict[str, tuple[Sketch, dict[int, int]]] = {}
        self._candidates: dict[tuple[str, ...], list[tuple[str, str, str]]] = {}
        self._known: set[int] = set()
        self._coordinates: dict[str, str] = {}

    def see(self, spot: Spot) -> None:
        """Take in an object of an answer without errors."""
        found = terms(spot)
        seen = hash((spot.owner, tuple((term.name, term.value) for term in found.values())))
        if seen not in self._known:
            if len(self._known) < _MOST_KNOWN:
                self._known.add(seen)
            self._compare(spot, found)
        self._look_among(spot)

    def _compare(self, spot: Spot, found: Mapping[str, Term]) -> None:
        self._coordinates.update((term.name, term.coordinate) for term in found.values())
        signature = tuple(f"{name}:{_sort(term)}" for name, term in found.items())
        candidates = self._candidates.get(signature)
        if candidates is None:
            candidates = list(_plausible(found))
        left = []
        for relation, one, other in candidates:
            if relation in self._broken:
                continue
            if not _holds(relation, found[one], found[other]):
                self._broken.add(relation)
                self._pairs.pop(relation, None)
                continue
            left.append((relation, one, other))
            pair = self._pairs.setdefault(relation, _Pair(_needed(relation, found[one])))
            pair.count(spot.owner, found[one], found[other])
        if len(self._candidates) < _MOST_SIGNATURES:
            self._candidates[signature] = left

    def _look_among(self, spot: Spot) -> None:
        for relation, holds, size in _memberships(spot, self._identity, self._coordinates):
            if not holds:
                self._broken.add(relation)
                self._among.pop(relation, None)
            elif relation not in self._broken and spot.owner:
                sketch, sizes = self._among.setdefault(relation, (Sketch(_LISTS), {}))
                gone = sketch.add(spot.owner)
                if gone is not None:
                    sizes.pop(gone, None)
                number = mark(spot.owner)
                if number in sketch:
                    sizes[number] = max(size, sizes.get(number, 0))

    def learned(self, population: Mapping[str, int], volatile: frozenset[str]) -> dict[str, JSON]:
        """What holds, by kind. ``population`` tells how many objects of each type there are."""
        equal = [name for name in self._pairs if " = " in name and self._is_founded(name)]
        most = [name for name in self._pairs if " <= " in name and self._is_founded(name)]
        among = [name for name in self._among if self._likelihood(name, population) >= _SURE]
        found = {EQUAL: _spanning(sorted(equal)), AT_MOST: sorted(most), AMONG: sorted(among)}
        return {
            kind: kept
            for kind, names in found.items()
            if (kept := [name for name in names if not self._is_volatile(name, volatile)])
        }

    def _is_founded(self, relation: str) -> bool:
        pair = self._pairs[relation]
        return pair.founded and (pair.differed or " = " in relation)

    def _likelihood(self, relation: str, population: Mapping[str, int]) -> float:
        kind = relation.rpartition(" of ")[2]
        _, sizes = self._among[relation]
        return sum(math.log(max(1.0, population.get(kind, 0) / size)) for size in sizes.values())

    def _is_volatile(self, relation: str, volatile: frozenset[str]) -> bool:
        return any(self._coordinates.get(name, "") in volatile for name in _sides(relation))


def _needed(relation: str, term: Term) -> int:
    if " = " not in relation:
        return _COMPARED
    return _TEXTS if isinstance(term.value, str) else _NUMBERS


def _sides(relation: str) -> tuple[str, str]:
    for sign in (" = ", " <= ", " in "):
        one, found, other = relation.partition(sign)
        if found:
            return one, other.partition(" of ")[0]
    return relation, ""


def _sort(term: Term) -> str:
    if isinstance(term.value, str):
        return "moment" if any(moment.fullmatch(term.value) for moment in _MOMENTS) else "text"
    return "number"


def _plausible(found: Mapping[str, Term]) -> Iterator[tuple[str, str, str]]:
    """What might hold between two terms by their names and sorts; which it is, values have to show."""
    sorts = {name: _sort(term) for name, term in found.items()}
    for one, other in combinations(sorted(found), 2):
        alike = (sorts[one] == "number") == (sorts[other] == "number")
        if not alike or _are_ends(one, other):
            continue
        if _may_be_equal(one, other):
            yield f"{one} = {other}", one, other
        for less, more in ((one, other), (other, one)):
            if sorts[less] == sorts[more] != "text" and _may_be_less(less, more, sorts[less]):
                yield f"{less} <= {more}", less, more


def _are_ends(one: str, other: str) -> bool:
    """Both ends of one list: equal only where it has one item."""
    return "[" in one and "[" in other and one.partition("[")[0] == other.partition("[")[0]


def _may_be_equal(one: str, other: str) -> bool:
    if one[0] == "#" or other[0] == "#":
        length, number = (one, other) if one[0] == "#" else (other, one)
        return number[0] == "#" or ("." not in number and not _COUNTS.isdisjoint(words(number)) and length != number)
    direct = "." not in one and "." not in other
    return direct or not set(_last(one)).isdisjoint(_last(other))


def _may_be_less(less: str, more: str, sort: str) -> bool:
    if sort == "moment":
        return "." not in less and "." not in more
    if less[0] == "#":
        return more[0] != "#" and "." not in more and not {"count", "total"}.isdisjoint(words(more))
    if more[0] == "#" or "[" in less or "[" in more:
        return False
    one, other = set(words(less.replace(".", "_"))), set(words(more.replace(".", "_")))
    return any(low in one and high in other for low, high in _PAIRS) or (not one.isdisjoint(other) and "total" in other)


def _last(name: str) -> tuple[str, ...]:
    return words(name.rpartition(".")[2])


def _holds(relation: str, one: Term, other: Term) -> bool:
    if " = " in relation:
        return one.value == other.value
    if isinstance(one.value, str) or isinstance(other.value, str):
        moments = _sort(one) == _sort(other) == "moment"
        left, right = str(one.value), str(other.value)
        comparable = moments and len(left) == len(right) and left[_SECONDS:] == right[_SECONDS:]
        return not comparable or left <= right
    return one.value <= other.value


def _memberships(spot: Spot, identity: Identity, coordinates: dict[str, str]) -> Iterator[tuple[str, bool, int]]:
    """For each field and list of its kind in an object: whether it is among them, and how many those are."""
    found = list(related(spot, identity))
    coordinates.update((one.name, one.coordinate) for one in found)
    for one in found:
        for group in found:
            if not one.many and group.many and one.kind == group.kind:
                yield f"{one.name} in {group.name} of {one.kind}", one.found <= group.found, len(group.found)


def _spanning(names: list[str]) -> list[str]:
    """Without those that follow from others: of a = b, a = c and b = c two say it all."""
    group: dict[str, str] = {}

    def top(name: str) -> str:
        while group.setdefault(name, name) != name:
            name = group[name]
        return name

    kept = []
    for name in sorted(names, key=lambda name: (len(name), name)):
        one, other = (top(side) for side in _sides(name))
        if one != other:
            group[one] = other
            kept.append(name)
    return sorted(kept)


def breaks(relation: str, spot: Spot, identity: Identity) -> Breach | None:
    """Hold what was learned against an object."""
    if " in " in relation:
        for name, holds, _ in _memberships(spot, identity, {}):
            if name == relation and not holds:
                return _breach(spot, relation, "is not so")
        return None
    found = terms(spot)
    one, other = (found.get(side) for side in _sides(relation))
    if one is None or other is None or _holds(relation, one, other):
        return None
    return _breach(spot, relation, f"`{str(one.value)[:40]}` against `{str(other.value)[:40]}`")


def _breach(spot: Spot, relation: str, told: str) -> Breach:
    one, _ = _sides(relation)
    name = one.lstrip("#").partition(".")[0].partition("[")[0]
    field = next((field for field in spot.shape.fields.values() if field.coordinate.endswith(f".{name}")), None)
    coordinate = field.coordinate if field else f"{spot.shape.typename}.{name}"
    shown = relation.partition(" of ")[0]
    return Breach(coordinate, spot.path, f"no longer holds, as always in the baseline: {shown} ({told})")
