"""Two answers to one question, walked side by side: every place where they differ, each blamed on the topmost field.

Objects are the same object if their identifiers are; an item that a list lost is told at the list and not as changed
fields of all items after it. A null that an error explains is told as the error. Lists are compared whatever their
order, and a list that differs in its order alone is told so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from graphql import GraphQLList, GraphQLNonNull

from querious.answers.comparison import same
from querious.answers.objects import objects_in
from querious.answers.volatile import is_near
from querious.model.diff import Kind
from querious.versions.errors import Errors, Path, read_errors
from querious.versions.excerpts import brief, complaint, items_told, manner, text
from querious.versions.identity import identifying_field, identity
from querious.versions.lists import Aligned, align

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from graphql import GraphQLOutputType

    from querious.model import JSON, Exchange, FieldShape, ObjectShape, SelectionShape
    from querious.versions.order import PromisedOrder

Key: TypeAlias = tuple[str, Kind]
"""A coordinate, and a kind of difference in which lost, added and other items are one."""
_FAMILIES: Final = {Kind.ADDED: Kind.LOST, Kind.OTHERS: Kind.LOST}


class AnswerMismatch(NamedTuple):
    """One place where two answers differ."""

    coordinate: str
    kind: Kind
    path: Path
    """In the first answer."""
    one: str
    """What the first answer says, in JSON or in words."""
    other: str
    promised: bool = True
    """Whether the API has promised what differs; False for the order of an unsorted list, and for words."""
    above: tuple[str, ...] = ()
    """The coordinates on the way down to it, from the last object that is known to be the same in both answers."""

    @property
    def key(self) -> Key:
        """Where it is counted."""
        return self.coordinate, _FAMILIES.get(self.kind, self.kind)


class ComparisonContext(NamedTuple):
    """What has to be known to compare."""

    order: PromisedOrder
    volatile: AbstractSet[str]
    """Coordinates whose values change from answer to answer: they tell no objects apart."""
    now: float
    """Seconds since 1970."""


def compare(shape: SelectionShape, one: Exchange, other: Exchange, terms: ComparisonContext) -> list[AnswerMismatch]:
    """Every place where the second answer differs from the first."""
    if (one.status, one.failure, one.body) == (other.status, other.failure, other.body):
        return []
    if not _is_answer(one) or not _is_answer(other):
        here, there = manner(one), manner(other)
        return [] if here == there else [AnswerMismatch("", Kind.STATUS, (), here, there)]
    errors = read_errors(one, shape), read_errors(other, shape)
    walk = _Walk(terms, *errors)
    data, others = one.payload.get("data"), other.payload.get("data")
    if isinstance(data, dict) and isinstance(others, dict):
        walk.object(shape, data, others, _Place("", (), ()))
    spots = [*walk.spots, *_errors(*errors)]
    if not spots and isinstance(data, dict) is not isinstance(others, dict):
        return [AnswerMismatch("", Kind.NULL, (), text(data), text(others))]
    if not spots and one.status != other.status:
        return [AnswerMismatch("", Kind.STATUS, (), manner(one), manner(other))]
    return spots


def coordinates(shape: SelectionShape, exchange: Exchange) -> set[str]:
    """The coordinates that an answer holds."""
    payload = exchange.payload if isinstance(exchange.payload, dict) else {}
    found: set[str] = set()
    for placed in objects_in(shape, payload.get("data")):
        found.update(field.coordinate for field in placed.shape.fields.values())
    return found


class _Place(NamedTuple):
    """Where both answers stand: the paths differ where lists are in another order."""

    coordinate: str
    one: Path
    other: Path
    ordered: bool = False
    """Whether a field above has promised the order of what is here."""
    above: tuple[str, ...] = ()
    known: bool = False
    """Whether the object here is known to be the same in both."""

    def field(self, key: str, coordinate: str, *, ordered: bool) -> _Place:
        above = () if self.known or not self.coordinate else (*self.above, self.coordinate)
        return _Place(coordinate, (*self.one, key), (*self.other, key), ordered, above)

    def item(self, one: int, other: int) -> _Place:
        return _Place(self.coordinate, (*self.one, one), (*self.other, other), above=self.above)


class _Walk:
    """Gathers spots."""

    def __init__(self, terms: ComparisonContext, one: Errors, other: Errors) -> None:
        self._terms = terms
        self._one = one
        self._other = other
        self.spots: list[AnswerMismatch] = []

    def object(self, position: SelectionShape, one: dict[str, JSON], other: dict[str, JSON], at: _Place) -> None:
        here, there = position.runtime(one), position.runtime(other)
        if here is None or there is None or here.typename != there.typename:
            names = [shape.typename if shape else position.type for shape in (here, there)]
            if names[0] != names[1]:
                self._differs(Kind.TYPE, at, names[0], names[1])
            elif one != other:
                self._differs(Kind.VALUE, at, text(one), text(other))
        elif at.coordinate and self._is_another(position, here, one, other):
            self._differs(Kind.OTHER, at, brief(here, one), brief(here, other))
        else:
            known = identity(position, one, self._terms.volatile)
            same_one = known is not None and not known.wrapped
            self.fields(here, one, other, at._replace(known=same_one))

    def _is_another(
        self, position: SelectionShape, shape: ObjectShape, one: dict[str, JSON], other: dict[str, JSON]
    ) -> bool:
        """Whether these are two objects. Where all but the identifier agrees, the identifier is what differs."""
        volatile = self._terms.volatile
        ours, theirs = identity(position, one, volatile), identity(position, other, volatile)
        if ours is None or theirs is None or ours == theirs or ours.wrapped:
            return False
        key = identifying_field(shape, volatile)
        rest = [field for field in shape.fields.values() if field is not key and field.child is None]
        told = [field for field in rest if one.get(field.key) is not None and not _is_name(field)]
        return not told or any(not same(one.get(field.key), other.get(field.key)) for field in rest)

    def fields(
        self, shape: ObjectShape, one: dict[str, JSON], other: dict[str, JSON], at: _Place, *, moved: bool = False
    ) -> None:
        """All fields of an object; of an edge that stands elsewhere in its list only those that hold objects."""
        for field in shape.fields.values():
            if moved and field.child is None:
                continue
            ordered = self._terms.order.promised(field.coordinate, field.arguments)
            ordered = ordered or (at.ordered and field.child is not None)
            place = at.field(field.key, field.coordinate, ordered=ordered)
            self._value(field, field.type, one.get(field.key), other.get(field.key), place)

    def _value(self, field: FieldShape, kind: GraphQLOutputType, one: JSON, other: JSON, at: _Place) -> None:
        if isinstance(kind, GraphQLNonNull):
            kind = kind.of_type
        if one is None or other is None:
            explained = (one is None and at.one in self._one.nulled) or (
                other is None and at.other in self._other.nulled
            )
            if one is not other and not explained:
                self._differs(Kind.NULL, at, text(one), text(other))
        elif isinstance(kind, GraphQLList) and isinstance(one, list) and isinstance(other, list):
            self._list(field, kind.of_type, one, other, at)
        elif field.child is None or not isinstance(one, dict) or not isinstance(other, dict):
            self._leaf(one, other, at)
        else:
            self.object(field.child, one, other, at)

    def _leaf(self, one: JSON, other: JSON, at: _Place) -> None:
        now = self._terms.now
        if same(one, other) or (is_near(one, now) and is_near(other, now)):
            return
        self._differs(Kind.VALUE if _sort(one) == _sort(other) else Kind.TYPE, at, text(one), text(other))

    def _list(
        self, field: FieldShape, inner: GraphQLOutputType, one: list[JSON], other: list[JSON], at: _Place
    ) -> None:
        aligned = align(field.child, one, other, self._terms.volatile)
        for place, there in aligned.pairs:
            below = at.item(place, there)
            ours, theirs = one[place], other[there]
            moved = place != there and aligned.wrapped and field.child is not None
            shape = field.child.runtime(ours) if moved and field.child is not None else None
            if shape is not None:
                self.fields(shape, ours, theirs, below, moved=True)
            else:
                self._value(field, inner, ours, theirs, below)
        lost = [place for place in aligned.lost if one[place] is not None or (*at.one, place) not in self._one.nulled]
        added = [
            place for place in aligned.added if other[place] is not None or (*at.other, place) not in self._other.nulled
        ]
        # An item that became an error in one answer is an item that the other has more.
        erred = len(aligned.added) - len(added), len(aligned.lost) - len(lost)
        self._items(one, other, Aligned(aligned.pairs, tuple(lost[erred[0] :]), tuple(added[erred[1] :])), at, field)

    def _items(self, one: list[JSON], other: list[JSON], aligned: Aligned, at: _Place, field: FieldShape) -> None:
        lost, added = aligned.lost, aligned.added
        if lost or added:
            kind = Kind.OTHERS if lost and added else Kind.LOST if lost else Kind.ADDED
            self._differs(kind, at, items_told(field, one, lost, kind), items_told(field, other, added, kind))
        elif not aligned.in_order:
            told = items_told(field, one, (), Kind.ORDER), items_told(field, other, (), Kind.ORDER)
            self.spots.append(
                AnswerMismatch(at.coordinate, Kind.ORDER, at.one, *told, promised=at.ordered, above=at.above)
            )

    def _differs(self, kind: Kind, at: _Place, one: str, other: str) -> None:
        self.spots.append(AnswerMismatch(at.coordinate, kind, at.one, one, other, above=at.above))


def _errors(one: Errors, other: Errors) -> Iterator[AnswerMismatch]:
    """Coordinates where only one answer has an error, or another one."""
    for coordinate in {**one.told, **other.told}:
        here, there = one.told.get(coordinate, []), other.told.get(coordinate, [])
        codes = {told.code for told in here}, {told.code for told in there}
        messages = {told.message for told in here}, {told.message for told in there}
        path = (here or there)[0].path
        told = complaint(here), complaint(there)
        if not here or not there or codes[0] != codes[1]:
            yield AnswerMismatch(coordinate, Kind.ERROR, path, *told)
        elif messages[0] != messages[1]:
            yield AnswerMismatch(coordinate, Kind.MESSAGE, path, *told, promised=False)


def _is_answer(exchange: Exchange) -> bool:
    return exchange.failure is None and isinstance(exchange.payload, dict)


def _is_name(field: FieldShape) -> bool:
    return field.coordinate.endswith(".__typename")


def _sort(value: JSON) -> str:
    if isinstance(value, bool):
        return "boolean"
    return "number" if isinstance(value, int | float) else type(value).__name__
