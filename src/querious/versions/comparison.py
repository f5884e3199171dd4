"""Two answers to one question, walked side by side: every place where they differ, each reported at the topmost field.

Two objects are the same if their identifiers are. An item that a list lost is reported at the list, and not as changed
fields of all items after it; a null that an error explains is reported as the error. Lists are compared regardless of
their order, and a list that differs in its order alone is reported as such.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from graphql import GraphQLList, GraphQLNonNull

from querious.answers.comparison import same
from querious.answers.objects import objects_in
from querious.answers.volatile import is_near
from querious.model.diff import Kind
from querious.model.shape import runtime_shape
from querious.versions.errors import AnswerErrors, read_errors
from querious.versions.excerpts import error_text, list_text, object_text, response_text, text
from querious.versions.identity import identifying_field, identity
from querious.versions.lists import Alignment, align

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from graphql import GraphQLOutputType

    from querious.model import JSON, Exchange, FieldShape, ObjectShape, SelectionShape
    from querious.model.shape import AnswerPath
    from querious.versions.order import PromisedOrder

Key: TypeAlias = tuple[str, Kind]
"""A coordinate, and a kind of difference in which lost, added and other items are one."""
_FAMILIES: Final = {Kind.ADDED: Kind.LOST, Kind.OTHERS: Kind.LOST}


class AnswerMismatch(NamedTuple):
    """One place where two answers differ."""

    coordinate: str
    kind: Kind
    path: AnswerPath
    """In the first answer."""
    one: str
    """What the first answer says, in JSON or in words."""
    other: str
    promised: bool = True
    """Whether the API has promised what differs; False for the order of an unsorted list, and for wordings."""
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
    """Coordinates whose values change from answer to answer: they identify no objects."""
    now: float
    """Seconds since 1970."""


def compare(shape: SelectionShape, one: Exchange, other: Exchange, context: ComparisonContext) -> list[AnswerMismatch]:
    """Every place where the second answer differs from the first."""
    if (one.status, one.failure, one.body) == (other.status, other.failure, other.body):
        return []
    responses = response_text(one), response_text(other)
    if not _is_answer(one) or not _is_answer(other):
        return [] if responses[0] == responses[1] else [AnswerMismatch("", Kind.STATUS, (), *responses)]
    errors = read_errors(one, shape), read_errors(other, shape)
    walk = _Comparison(context, *errors)
    data, others = one.payload.get("data"), other.payload.get("data")
    if isinstance(data, dict) and isinstance(others, dict):
        walk.objects(shape, data, others, _Place("", (), ()))
    found = [*walk.mismatches, *_error_mismatches(*errors)]
    if not found and isinstance(data, dict) is not isinstance(others, dict):
        return [AnswerMismatch("", Kind.NULL, (), text(data), text(others))]
    if not found and one.status != other.status:
        return [AnswerMismatch("", Kind.STATUS, (), *responses)]
    return found


def coordinates(shape: SelectionShape, exchange: Exchange) -> set[str]:
    """The coordinates that an answer holds."""
    payload = exchange.payload if isinstance(exchange.payload, dict) else {}
    found: set[str] = set()
    for placed in objects_in(shape, payload.get("data")):
        found.update(field.coordinate for field in placed.shape.fields.values())
    return found


class _Place(NamedTuple):
    """Where both answers are: the paths differ where lists are in another order."""

    coordinate: str
    one: AnswerPath
    other: AnswerPath
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


class _Comparison:
    """Gathers what differs."""

    def __init__(self, context: ComparisonContext, one: AnswerErrors, other: AnswerErrors) -> None:
        self._context = context
        self._one = one
        self._other = other
        self.mismatches: list[AnswerMismatch] = []

    def _report(self, kind: Kind, at: _Place, one: str, other: str, *, promised: bool = True) -> None:
        self.mismatches.append(AnswerMismatch(at.coordinate, kind, at.one, one, other, promised, at.above))

    def objects(self, position: SelectionShape, one: dict[str, JSON], other: dict[str, JSON], at: _Place) -> None:
        """Two objects at one place."""
        shape, there = position.runtime(one), position.runtime(other)
        names = [found.typename if found else position.type for found in (shape, there)]
        if names[0] != names[1]:
            self._report(Kind.TYPE, at, *names)
        elif shape is None or there is None:
            if one != other:
                self._report(Kind.VALUE, at, text(one), text(other))
        elif at.coordinate and self._are_different(position, shape, one, other):
            self._report(Kind.OTHER, at, object_text(shape, one), object_text(shape, other))
        else:
            known = identity(position, one, self._context.volatile)
            is_same = known is not None and not known.wrapped
            self._fields(shape, one, other, at._replace(known=is_same))

    def _are_different(
        self, position: SelectionShape, shape: ObjectShape, one: dict[str, JSON], other: dict[str, JSON]
    ) -> bool:
        """Whether these are two objects. Where all but the identifier agrees, the identifier is what differs."""
        volatile = self._context.volatile
        ours, theirs = identity(position, one, volatile), identity(position, other, volatile)
        if ours is None or theirs is None or ours == theirs or ours.wrapped:
            return False
        identifier = identifying_field(shape, volatile)
        leaves = [field for field in shape.fields.values() if field is not identifier and field.child is None]
        if all(one.get(field.key) is None for field in leaves if field.name != "__typename"):
            return True
        return any(not same(one.get(field.key), other.get(field.key)) for field in leaves)

    def _fields(
        self, shape: ObjectShape, one: dict[str, JSON], other: dict[str, JSON], at: _Place, *, moved: bool = False
    ) -> None:
        """All fields of an object; of an edge that stands elsewhere in its list only those that hold objects."""
        for field in shape.fields.values():
            if moved and field.child is None:
                continue
            ordered = self._context.order.promised(field.coordinate, field.arguments)
            ordered = ordered or (at.ordered and field.child is not None)
            place = at.field(field.key, field.coordinate, ordered=ordered)
            self._values(field, field.type, one.get(field.key), other.get(field.key), place)

    def _values(self, field: FieldShape, kind: GraphQLOutputType, one: JSON, other: JSON, at: _Place) -> None:
        if isinstance(kind, GraphQLNonNull):
            kind = kind.of_type
        if one is None or other is None:
            if one is not other and not self._is_error(one, other, at):
                self._report(Kind.NULL, at, text(one), text(other))
        elif isinstance(kind, GraphQLList) and isinstance(one, list) and isinstance(other, list):
            self._lists(field, kind.of_type, one, other, at)
        elif field.child is not None and isinstance(one, dict) and isinstance(other, dict):
            self.objects(field.child, one, other, at)
        else:
            self._leaves(one, other, at)

    def _is_error(self, one: JSON, other: JSON, at: _Place) -> bool:
        """Whether an error explains the null of one answer."""
        if one is None:
            return at.one in self._one.nulled
        return other is None and at.other in self._other.nulled

    def _leaves(self, one: JSON, other: JSON, at: _Place) -> None:
        now = self._context.now
        if same(one, other) or (is_near(one, now) and is_near(other, now)):
            return
        self._report(Kind.VALUE if _json_type(one) == _json_type(other) else Kind.TYPE, at, text(one), text(other))

    def _lists(
        self, field: FieldShape, inner: GraphQLOutputType, one: list[JSON], other: list[JSON], at: _Place
    ) -> None:
        alignment = align(field.child, one, other, self._context.volatile)
        for here, there in alignment.pairs:
            place = at.item(here, there)
            moved = here != there and alignment.wrapped
            shape = runtime_shape(field.child, one[here]) if moved else None
            if shape is not None:
                self._fields(shape, one[here], other[there], place, moved=True)
            else:
                self._values(field, inner, one[here], other[there], place)
        lost = _unexplained(alignment.lost, one, at.one, self._one)
        added = _unexplained(alignment.added, other, at.other, self._other)
        # An item that became an error in one answer is an item that the other has more.
        missing_there = len(alignment.added) - len(added)
        missing_here = len(alignment.lost) - len(lost)
        left = Alignment(alignment.pairs, lost[missing_there:], added[missing_here:])
        self._items(field, one, other, left, at)

    def _items(self, field: FieldShape, one: list[JSON], other: list[JSON], alignment: Alignment, at: _Place) -> None:
        lost, added = alignment.lost, alignment.added
        if not lost and not added:
            if not alignment.in_order:
                texts = [list_text(field, items, (), Kind.ORDER) for items in (one, other)]
                self._report(Kind.ORDER, at, *texts, promised=at.ordered)
            return
        kind = Kind.LOST if lost else Kind.ADDED
        if lost and added:
            kind = Kind.OTHERS
        self._report(kind, at, list_text(field, one, lost, kind), list_text(field, other, added, kind))


def _unexplained(places: Sequence[int], items: list[JSON], path: AnswerPath, errors: AnswerErrors) -> list[int]:
    """Items without partner that are not nulls of an error."""
    return [place for place in places if items[place] is not None or (*path, place) not in errors.nulled]


def _error_mismatches(one: AnswerErrors, other: AnswerErrors) -> Iterator[AnswerMismatch]:
    """Coordinates where only one answer has an error, or another one."""
    for coordinate in {**one.reported, **other.reported}:
        here, there = one.reported.get(coordinate, []), other.reported.get(coordinate, [])
        path = (here or there)[0].path
        texts = error_text(here), error_text(there)
        if not here or not there or {error.code for error in here} != {error.code for error in there}:
            yield AnswerMismatch(coordinate, Kind.ERROR, path, *texts)
        elif {error.message for error in here} != {error.message for error in there}:
            yield AnswerMismatch(coordinate, Kind.MESSAGE, path, *texts, promised=False)


def _is_answer(exchange: Exchange) -> bool:
    return exchange.failure is None and isinstance(exchange.payload, dict)


def _json_type(value: JSON) -> str:
    if isinstance(value, bool):
        return "boolean"
    return "number" if isinstance(value, int | float) else type(value).__name__
