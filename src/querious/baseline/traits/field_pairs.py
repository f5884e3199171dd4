"""What holds between two fields of an object: equal, at most (never more), among (an owner is one of the members)."""

from __future__ import annotations

import math
from itertools import compress, permutations
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.baseline.distinct import DistinctCount, DistinctMap
from querious.baseline.traits.terms import Term, members_of, terms_of
from querious.baseline.traits.text_format import is_moment
from querious.baseline.traits.trait import BrokenTrait, excerpt
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from querious.baseline.answer_objects import AnswerObject
    from querious.model import JSON

EQUAL: Final = "equal"
AT_MOST: Final = "at most"
AMONG: Final = "among"
_SIGNS: Final = {EQUAL: "=", AT_MOST: "<=", AMONG: "in"}
PAIR_KINDS: Final = tuple(_SIGNS)

_OBJECTS: Final = {AT_MOST: 10, EQUAL: 8}
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

    def holds(self, left: Term, right: Term) -> bool:
        """Whether it holds between two terms; also where they cannot be compared."""
        if self.kind == EQUAL:
            return bool(left.value == right.value)
        if isinstance(left.value, str) or isinstance(right.value, str):
            return _is_not_later(str(left.value), str(right.value))
        return bool(left.value <= right.value)  # of sets: whether one is part of the other


class _Evidence:
    """How many objects, and how many different values, have shown that a pair holds."""

    __slots__ = ("differed", "left", "objects", "right")

    def __init__(self, pair: PairTrait, left: Term) -> None:
        equal_texts = pair.kind == EQUAL and isinstance(left.value, str)
        self.objects = DistinctCount(_OBJECTS_EQUAL_TEXTS if equal_texts else _OBJECTS[pair.kind])
        self.left = DistinctCount(_VALUES)
        self.right = DistinctCount(_VALUES)
        self.differed = pair.kind == EQUAL

    def count(self, object_key: str, left: Term, right: Term) -> None:
        self.objects.add(object_key)
        self.left.add(repr(left.value))
        self.right.add(repr(right.value))
        self.differed = self.differed or left.value != right.value

    def is_enough(self, _: int) -> bool:
        return self.differed and self.objects.is_enough and self.left.is_enough and self.right.is_enough


class _Chances:
    """How long the lists were among whose items something was."""

    def __init__(self) -> None:
        self.sizes: DistinctMap[int] = DistinctMap(_MOST_LISTS, max)

    def count(self, object_key: str, _: Term, right: Term) -> None:
        self.sizes.put(object_key, len(right.value))

    def is_enough(self, population: int) -> bool:
        return sum(math.log(max(1.0, population / size)) for size in self.sizes.values()) >= _CERTAINTY


class FieldPairs:
    """Learns all that holds between the fields of the objects of one place."""

    def __init__(self) -> None:
        self._evidence: dict[PairTrait, _Evidence | _Chances] = {}
        self._broken: set[PairTrait] = set()
        self._candidates: dict[tuple[tuple[str, str], ...], list[PairTrait]] = {}
        self._seen: set[int] = set()
        self._coordinates: dict[str, str] = {}

    def see(self, found: AnswerObject) -> None:
        """Take in an object of an answer without errors."""
        terms, members = terms_of(found), members_of(found)
        fingerprint = hash((found.key, *((term.name, term.value) for term in (*terms.values(), *members.values()))))
        if fingerprint in self._seen:
            return
        if len(self._seen) < _MOST_SEEN:
            self._seen.add(fingerprint)
        for name, term in (*terms.items(), *members.items()):
            self._coordinates[name] = term.coordinate
        signature = tuple((name, _sort(term)) for name, term in terms.items())
        candidates = self._candidates.get(signature)
        if candidates is None:
            candidates = _plausible_pairs(dict(signature))
        remaining = [pair for pair in candidates if self._count(pair, found.key, terms)]
        if len(self._candidates) < _MOST_SIGNATURES:
            self._candidates[signature] = remaining
        for pair in _memberships(members):
            self._count(pair, found.key, members)

    def _count(self, pair: PairTrait, object_key: str, terms: Mapping[str, Term]) -> bool:
        """Whether a pair holds here and held before."""
        left, right = terms[pair.left], terms[pair.right]
        if pair in self._broken or not pair.holds(left, right):
            self._broken.add(pair)
            self._evidence.pop(pair, None)
            return False
        evidence = self._evidence.get(pair)
        if evidence is None:
            evidence = self._evidence[pair] = _Chances() if pair.kind == AMONG else _Evidence(pair, left)
        evidence.count(object_key, left, right)
        return True

    def learned(self, population: Mapping[str, int], volatile: frozenset[str]) -> dict[str, JSON]:
        """What holds, by kind. ``population`` tells how many objects of each type there are."""
        shown = [pair for pair, known in self._evidence.items() if known.is_enough(population.get(pair.type, 0))]
        independent = set(_independent(pair for pair in shown if pair.kind == EQUAL))
        learned: dict[str, JSON] = {}
        for pair in sorted(shown, key=lambda pair: (PAIR_KINDS.index(pair.kind), str(pair))):
            coordinates = {self._coordinates[pair.left], self._coordinates[pair.right]}
            if volatile.isdisjoint(coordinates) and (pair.kind != EQUAL or pair in independent):
                learned.setdefault(pair.kind, []).append(str(pair))
        return learned


class _Rule(NamedTuple):
    """What might hold between two terms by what is known of their names; whether it does, values have to show."""

    kind: str
    left: frozenset[str]
    right: frozenset[str]
    common: str = ""
    """Where both names must have a word in common: anywhere, or in the last step."""


def _rule(kind: str, left: str, right: str, common: str = "") -> _Rule:
    return _Rule(kind, frozenset(left.split()), frozenset(right.split()), common)


_RULES: Final = (
    _rule(EQUAL, "length", "length"),
    _rule(EQUAL, "length", "number own counts"),
    _rule(EQUAL, "number own leaf", "number own leaf"),
    _rule(EQUAL, "text own", "text own"),
    _rule(EQUAL, "number leaf", "number leaf", "last"),
    _rule(EQUAL, "text", "text", "last"),
    _rule(AT_MOST, "moment own", "moment own"),
    _rule(AT_MOST, "length", "number own leaf counts-all"),
    _rule(AT_MOST, "number leaf single", "number leaf single =total", "any"),
    *(
        _rule(AT_MOST, f"number leaf single ={less}", f"number leaf single ={more}")
        for less, more in (("min", "max"), ("start", "end"), ("from", "to"), ("first", "last"), ("low", "high"))
    ),
)
"""Of two terms, with the tags that each must have: see ``_tags``."""


def _sort(term: Term) -> str:
    if not isinstance(term.value, str):
        return "number"
    return "text moment" if is_moment(term.value) else "text"


def _tags(name: str, sort: str) -> frozenset[str]:
    """What is known of a term: ``own`` if it is of the object itself, ``single`` if it is not at the end of a list."""
    said = _words(name)
    tags = {
        "length": name.startswith("#"),
        "leaf": not name.startswith("#"),
        "own": "." not in name,
        "single": "[" not in name,
        "counts": not said["any"].isdisjoint(_COUNTING),
        "counts-all": not said["any"].isdisjoint({"count", "total"}),
    }
    return frozenset((*sort.split(), *(f"={word}" for word in said["any"]), *compress(tags, tags.values())))


def _words(name: str) -> dict[str, frozenset[str]]:
    """The words of a name, and those of its last step."""
    return {
        "any": frozenset(words(name.replace(".", "_"))),
        "last": frozenset(words(name.rpartition(".")[2])),
        "": frozenset(("",)),
    }


def _plausible_pairs(sorts: Mapping[str, str]) -> list[PairTrait]:
    """Every pair for which there is a rule."""
    tags = {name: _tags(name, sort) for name, sort in sorts.items()}
    said = {name: _words(name) for name in sorts}
    found: dict[PairTrait, None] = {}
    for one, other in permutations(sorted(sorts), 2):
        for kind, left, right, common in () if _are_ends_of_one_list(one, other) else _RULES:
            alike = not said[one][common].isdisjoint(said[other][common])
            if alike and left <= tags[one] and right <= tags[other]:
                names = sorted((one, other)) if kind == EQUAL else (one, other)
                found[PairTrait(kind, *names)] = None
    return list(found)


def _are_ends_of_one_list(one: str, other: str) -> bool:
    """They are equal only where the list has one item."""
    return "[" in one and "[" in other and one.partition("[")[0] == other.partition("[")[0]


def _is_not_later(one: str, other: str) -> bool:
    """Whether a moment is not after another; also where the two cannot be compared."""
    same_zone = len(one) == len(other) and one[_UP_TO_SECONDS:] == other[_UP_TO_SECONDS:]
    return one <= other or not same_zone or not is_moment(one) or not is_moment(other)


def _memberships(members: Mapping[str, Term]) -> Iterator[PairTrait]:
    """For each field of an object and each list of the same type: that it is among them."""
    for one, many in permutations(members.values(), 2):
        if many.is_list and not one.is_list and one.type == many.type:
            yield PairTrait(AMONG, one.name, many.name, one.type)


def _independent(pairs: Iterable[PairTrait]) -> Iterator[PairTrait]:
    """Without those that follow from others: of a = b, a = c and b = c two say it all."""
    groups: dict[str, str] = {}

    def representative(name: str) -> str:
        while groups.setdefault(name, name) != name:
            name = groups[name]
        return name

    for pair in sorted(pairs, key=lambda pair: (len(str(pair)), str(pair))):
        one, other = representative(pair.left), representative(pair.right)
        if one != other:
            groups[one] = other
            yield pair


def broken_pair(pair: PairTrait, found: AnswerObject) -> BrokenTrait | None:
    """Hold what was learned against an object."""
    terms = members_of(found) if pair.kind == AMONG else terms_of(found)
    sides = [terms[name] for name in (pair.left, pair.right) if name in terms and terms[name].type == pair.type]
    if len(sides) < 2 or pair.holds(*sides):  # noqa: PLR2004 (a pair)
        return None
    left, right = sides
    now = "it is not" if pair.kind == AMONG else f"{excerpt(left.value)} and {excerpt(right.value)}"
    message = f"{pair.shown} no longer holds, but always did in the baseline: {now}"
    name = pair.left.lstrip("#").partition(".")[0].partition("[")[0]
    coordinates = {field.name: field.coordinate for field in reversed(found.shape.fields.values())}
    return BrokenTrait(coordinates[name], found.path, message)
