"""Parity: one service with a REST and a GraphQL face; both are asked for the same objects and lists.

Everything is asked twice. What one face says of an object counts only where it says the same both times, so that what
changes by itself is nobody's fault; a disagreement counts only where it shows both times.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model import Severity
from querious.model.diff import Difference, Kind, Noise, Steadiness
from querious.pipeline.ledger import light
from querious.text.display import cut
from querious.text.words import folded
from querious.text.words import same as same_word
from querious.versions.parity import FieldRefusal, by_key, is_excerpt, mismatches, pair_types, same_meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from querious.model import JSON, Exchange
    from querious.pipeline.diff.faces import Face, FaceAnswer, FaceList
    from querious.versions.parity import Row, TypePair

_LOOK_UPS: Final = 60
"""Objects of a pair of types that are asked for by their keys."""
_MOSTLY: Final = 0.5
"""The part of all objects in which a member must agree, so that it is known to mean the same on both sides."""
_ORDERS: Final = 6
_LONGEST: Final = 200


class Disagreement(NamedTuple):
    """One place where the faces disagree."""

    place: str
    kind: Kind
    said_a: str
    said_b: str
    a: Exchange
    b: Exchange
    key: str
    """Of the object, or of the list: the same when it is asked again."""
    sure: bool = True


@dataclass(slots=True)
class ParityResult:
    """What was compared, and what came of it."""

    pairs: list[TypePair] = field(default_factory=list)
    compared: dict[str, int] = field(default_factory=dict)
    """How often each place was compared."""
    found: list[Disagreement] = field(default_factory=list)
    unsteady: set[str] = field(default_factory=set)
    """Places at which a face differs from itself."""


class Parity:
    """Asks both faces, as long as it is not over."""

    def __init__(self, a: Face, b: Face, over: Callable[[], bool]) -> None:
        self._a, self._b = a, b
        self._over = over
        self.result = ParityResult()
        self.types: tuple[list[str], list[str]] = ([], [])
        """Of A and of B: what their lists showed."""

    async def compare(self) -> None:
        """Pair types and lists, then hold lists, orders and objects against each other, each asked twice."""
        lists_a, lists_b = await self._a.lists(), await self._b.lists()
        self.types = list(_by_type(lists_a)), list(_by_type(lists_b))
        self.result.pairs = pair_types(_by_type(lists_a), _by_type(lists_b))
        again_a, again_b = await self._a.lists(), await self._b.lists()
        for pair in self.result.pairs:
            for first in _list_pairs(pair, lists_a, lists_b):
                second = _named(again_a, first[0].name), _named(again_b, first[1].name)
                if second[0] is not None and second[1] is not None:
                    await self._hold_lists(pair, first, (second[0], second[1]))
            await self._hold_objects(pair, lists_a, lists_b)

    async def _hold_lists(
        self, pair: TypePair, first: tuple[FaceList, FaceList], second: tuple[FaceList, FaceList]
    ) -> None:
        self._keep(_of_lists(pair, *first), _of_lists(pair, *second))
        self._count(f"{first[0].name} and {first[1].name}")
        for row, another in _common(pair, *first):
            self._count_members(pair, row, another)
        words = {folded(left): (left, right) for left, right in pair.members.items()}
        words[folded(pair.keys[0])] = pair.keys
        common = self._a.orders(first[0]) & self._b.orders(first[1])
        orders = sorted(order for order in common if order[0] in words)[:_ORDERS]
        for order in orders:
            rounds = []
            for _ in range(0 if self._over() else 2):
                one, other = await self._a.ordered(first[0], order), await self._b.ordered(first[1], order)
                if one is not None and other is not None:
                    rounds.append(list(_of_order(pair, words[order[0]], one, other, down=order[1])))
            if len(rounds) == 2:  # noqa: PLR2004 - asked twice
                self._keep(*rounds)

    async def _hold_objects(self, pair: TypePair, lists_a: Sequence[FaceList], lists_b: Sequence[FaceList]) -> None:
        """Every object that one of them lists, by its key on both sides."""
        ours = by_key(_rows(lists_a, pair.one), pair.keys[0])
        theirs = by_key(_rows(lists_b, pair.other), pair.keys[1])
        for key in sorted(ours.keys() | theirs.keys())[:_LOOK_UPS]:
            rounds = []
            for _ in range(0 if self._over() else 2):
                one = await self._a.look_up(pair.one, pair.keys[0], key)
                other = await self._b.look_up(pair.other, pair.keys[1], key)
                if one is None or other is None:
                    return
                rounds.append(list(_of_objects(pair, key, one, other)))
                if len(rounds) == 1:
                    self._count(f"{one.name} and {other.name}")
                    if one.row is not None and other.row is not None:
                        self._count_members(pair, one.row, other.row)
            if len(rounds) == 2:  # noqa: PLR2004 - asked twice
                self._keep(*rounds)

    def _keep(self, first: Iterable[Disagreement], second: Iterable[Disagreement]) -> None:
        """What shows both times, in the same words."""
        again = {(one.place, one.kind, one.key): one for one in second}
        for one in first:
            other = again.get((one.place, one.kind, one.key))
            if other is None or (one.said_a, one.said_b) != (other.said_a, other.said_b):
                self.result.unsteady.add(one.place)
            else:
                self.result.found.append(one)

    def _count(self, place: str) -> None:
        self.result.compared[place] = self.result.compared.get(place, 0) + 1

    def _count_members(self, pair: TypePair, one: Row, other: Row) -> None:
        for left, right in pair.members.items():
            if left in one and right in other:
                self._count(_member_place(pair, (left, right)))

    def differences(self) -> list[Difference]:
        """One for each place and kind; a member that seldom agrees may mean another thing on each side."""
        grouped: dict[tuple[str, Kind], list[Disagreement]] = {}
        for one in self.result.found:
            if one.place not in self.result.unsteady:
                grouped.setdefault((one.place, one.kind), []).append(one)
        found = []
        for (place, kind), those in grouped.items():
            cases = max(self.result.compared.get(place, 0), len(those))
            example = min(those, key=lambda one: (len(one.a.body) + len(one.b.body), one.key))
            is_member = kind in {Kind.VALUE, Kind.NULL} and place in self.result.compared
            agrees = not is_member or len(those) <= _MOSTLY * cases
            found.append(
                Difference(
                    coordinate=place,
                    kind=kind,
                    count=len(those),
                    cases=cases,
                    path="data",
                    said_a=example.said_a,
                    said_b=example.said_b,
                    a=light(example.a),
                    b=light(example.b),
                    severity=Severity.FAULT if agrees and example.sure else Severity.SUSPICION,
                    steadiness=Steadiness.STEADY,
                )
            )
        return found

    def noise(self) -> list[Noise]:
        """Places that are set aside."""
        reason = "a face is inconsistent with itself"
        compared = self.result.compared
        return [Noise(place, Kind.VALUE, 0, compared.get(place, 0), reason) for place in sorted(self.result.unsteady)]


def _by_type(lists: Iterable[FaceList]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for one in lists:
        found.setdefault(one.typename, []).extend(one.rows)
    return found


def _rows(lists: Iterable[FaceList], typename: str) -> list[Row]:
    return _by_type(lists).get(typename, [])


def _named(lists: Iterable[FaceList], name: str) -> FaceList | None:
    return next((one for one in lists if one.name == name), None)


def _list_pairs(
    pair: TypePair, lists_a: Sequence[FaceList], lists_b: Sequence[FaceList]
) -> Iterator[tuple[FaceList, FaceList]]:
    """Lists of the same name; where no name fits, those that share most keys."""
    others = [one for one in lists_b if one.typename == pair.other]
    for one in lists_a:
        if one.typename != pair.one or not others:
            continue
        keys = by_key(one.rows, pair.keys[0]).keys()
        scored = [(len(keys & by_key(other.rows, pair.keys[1]).keys()), other) for other in others]
        named = [other for _, other in scored if _last_word(other.name) == _last_word(one.name)]
        best = named[0] if named else max(scored, key=lambda entry: entry[0])[1]
        yield one, best


def _last_word(name: str) -> str:
    return same_word(name.replace("/", ".").rpartition(".")[2])


def _common(pair: TypePair, one: FaceList, other: FaceList) -> Iterator[tuple[Row, Row]]:
    ours, theirs = by_key(one.rows, pair.keys[0]), by_key(other.rows, pair.keys[1])
    yield from ((ours[key], theirs[key]) for key in ours if key in theirs)


def _of_lists(pair: TypePair, one: FaceList, other: FaceList) -> Iterator[Disagreement]:
    """Values of the same objects; and where both lists are whole, which objects there are."""
    ours, theirs = by_key(one.rows, pair.keys[0]), by_key(other.rows, pair.keys[1])
    for key in ours:
        if key in theirs:
            yield from _of_rows(pair, key, (ours[key], theirs[key]), (one.exchange, other.exchange), listed=True)
    place = f"{one.name} and {other.name}"
    alike = _last_word(one.name) == _last_word(other.name)
    lost, added = sorted(ours.keys() - theirs.keys()), sorted(theirs.keys() - ours.keys())
    if one.is_whole and other.is_whole and (lost or added):
        kind = Kind.OTHERS if lost and added else Kind.LOST if lost else Kind.ADDED
        said = _list_text(one.rows, lost), _list_text(other.rows, added)
        yield Disagreement(place, kind, *said, one.exchange, other.exchange, "", alike)
    if one.total is not None and other.total is not None and one.total != other.total:
        totals = f"{one.name}.{one.total_name} and {other.name}.{other.total_name}"
        yield Disagreement(
            totals, Kind.VALUE, str(one.total), str(other.total), one.exchange, other.exchange, "total", alike
        )


def _list_text(rows: Sequence[Row], extra: Sequence[str]) -> str:
    count = f"{len(rows)} item" if len(rows) == 1 else f"{len(rows)} items"
    return f"{count}, with {', '.join(extra[:8])}" if extra else count


def _of_rows(
    pair: TypePair, key: str, rows: tuple[Row, Row], exchanges: tuple[Exchange, Exchange], *, listed: bool = False
) -> Iterator[Disagreement]:
    """Members that disagree; a list may show the beginning of a text."""
    for found in mismatches(pair, *rows):
        if listed and is_excerpt(found.one, found.other):
            continue
        kind = Kind.NULL if None in (found.one, found.other) else Kind.VALUE
        if isinstance(found.one, FieldRefusal) or isinstance(found.other, FieldRefusal):
            kind = Kind.ERROR
        texts = _text(found.one, kind), _text(found.other, kind)
        yield Disagreement(_member_place(pair, found.members), kind, *texts, *exchanges, key)


def _member_place(pair: TypePair, members: tuple[str, str]) -> str:
    return f"{pair.one}.{members[0]} and {pair.other}.{members[1]}"


def _text(value: JSON, kind: Kind) -> str:
    if isinstance(value, FieldRefusal):
        return f"error: {cut(value.text, _LONGEST)}"
    return "no error" if kind is Kind.ERROR else cut(json.dumps(value, ensure_ascii=False, default=str), _LONGEST)


def _of_objects(pair: TypePair, key: str, one: FaceAnswer, other: FaceAnswer) -> Iterator[Disagreement]:
    """One finds it and the other does not, or refuses it; or both do, and say different things."""
    exchanges = one.exchange, other.exchange
    if one.row is not None and other.row is not None:
        yield from _of_rows(pair, key, (one.row, other.row), exchanges)
        return
    place = f"{one.name} and {other.name}"
    if one.row is None and other.row is None:
        if bool(one.refusal) != bool(other.refusal):
            yield Disagreement(place, Kind.STATUS, _state(one), _state(other), *exchanges, key, sure=False)
        return
    if one.refusal or other.refusal:
        yield Disagreement(place, Kind.ERROR, one.refusal or "no error", other.refusal or "no error", *exchanges, key)
    else:
        yield Disagreement(place, Kind.STATUS, _state(one), _state(other), *exchanges, key)


def _state(answer: FaceAnswer) -> str:
    return "found" if answer.row is not None else answer.refusal or "not found"


def _of_order(
    pair: TypePair, members: tuple[str, str], one: FaceList, other: FaceList, *, down: bool
) -> Iterator[Disagreement]:
    """The values by which both sort the same objects: those that are equal may stand in any order."""
    ours, theirs = by_key(one.rows, pair.keys[0]), by_key(other.rows, pair.keys[1])
    columns = (
        [row.get(members[0]) for key, row in ours.items() if key in theirs],
        [row.get(members[1]) for key, row in theirs.items() if key in ours],
    )
    pairs = [(row.get(members[0]), theirs[key].get(members[1])) for key, row in ours.items() if key in theirs]
    are_values_same = all(same_meaning(left, right) for left, right in pairs)
    if are_values_same and not all(map(same_meaning, *columns)):
        texts = _column_text(columns[0]), _column_text(columns[1])
        key = f"{members[0]} {'down' if down else 'up'}"
        yield Disagreement(f"{one.name} and {other.name}", Kind.ORDER, *texts, one.exchange, other.exchange, key)


def _column_text(column: Sequence[JSON]) -> str:
    shown = ", ".join(json.dumps(value, ensure_ascii=False, default=str) for value in column[:8])
    return cut(f"{len(column)} items: {shown}" + (", …" if column[8:] else ""), _LONGEST)
