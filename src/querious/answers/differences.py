"""Two answers to one question, walked side by side: every place where they differ, each told at the topmost field.

Two objects are the same if their identifiers are. An item that a list lost is told at the list, and not as changed
fields of all items after it. Lists are compared regardless of their order, and a list that differs in its order alone
is told as such.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from graphql import GraphQLList

from querious.answers.alignment import align, identifying_field, identity, typename_of
from querious.answers.comparison import same
from querious.answers.volatile import is_near
from querious.model.definitions import nullable
from querious.model.diff import Kind
from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from querious.answers.order import OrderPromises
    from querious.model import JSON, FieldShape, ObjectShape, SelectionShape
    from querious.model.shape import AnswerPath


class ComparisonContext(NamedTuple):
    """What has to be known to compare."""

    order: OrderPromises
    volatile: AbstractSet[str] = frozenset()
    """Coordinates whose values change from answer to answer: they identify no objects."""
    now: float = -math.inf
    """Seconds since 1970: two moments near to it are the same. Without, none is near."""


class ComparedPlace(NamedTuple):
    """Where both answers are: the paths differ where lists are in another order."""

    coordinate: str = ""
    one: AnswerPath = ()
    other: AnswerPath = ()
    ordered: bool = False
    """Whether a field above has promised the order of what is here."""
    above: tuple[str, ...] = ()
    """The coordinates on the way down, from the last object that is known to be the same in both answers."""
    known: bool = False
    """Whether the object here is known to be the same in both."""

    def field(self, field: FieldShape, *, promised: bool) -> ComparedPlace:
        """A field of the object here. An order promised above an object with identity is not that of its lists."""
        above = () if self.known or not self.coordinate else (*self.above, self.coordinate)
        ordered = promised or (self.ordered and not self.known and field.child is not None)
        return ComparedPlace(field.coordinate, (*self.one, field.key), (*self.other, field.key), ordered, above)

    def item(self, one: int, other: int) -> ComparedPlace:
        """An item of the lists here."""
        return ComparedPlace(self.coordinate, (*self.one, one), (*self.other, other), above=self.above)


class DataMismatch(NamedTuple):
    """One place where the data of two answers differs."""

    at: ComparedPlace
    kind: Kind
    field: FieldShape
    one: JSON
    """What the first answer holds there."""
    other: JSON
    lost: Sequence[int] = ()
    """Items of the first list that the second lacks."""
    added: Sequence[int] = ()

    @property
    def promised(self) -> bool:
        """Whether the API has promised what differs: not the order of an unsorted list."""
        return self.kind is not Kind.ORDER or self.at.ordered


def data_mismatches(
    shape: SelectionShape, one: JSON, other: JSON, context: ComparisonContext
) -> Iterator[DataMismatch]:
    """Every place where the second data differs from the first; what is inside a list before the list."""
    root = runtime_shape(shape, one)
    if root is not None and isinstance(other, dict):
        yield from _Comparison(context).fields(root, one, other, ComparedPlace())


def topmost(found: Iterable[DataMismatch]) -> list[DataMismatch]:
    """Without what lies below another mismatch: of a list that lost items, only that."""
    mismatches = list(found)
    paths = {mismatch.at.one for mismatch in mismatches}
    return [one for one in mismatches if paths.isdisjoint(one.at.one[:length] for length in range(len(one.at.one)))]


class _Comparison:
    def __init__(self, context: ComparisonContext) -> None:
        self._order, self._volatile, self._now = context

    def fields(
        self, shape: ObjectShape, one: dict[str, JSON], other: dict[str, JSON], at: ComparedPlace
    ) -> Iterator[DataMismatch]:
        """All fields of an object that stands in both."""
        for field in shape.fields.values():
            promised = self._order.promised(field.coordinate, field.arguments)
            place = at.field(field, promised=promised)
            yield from self._values(field, one.get(field.key), other.get(field.key), place)

    def _values(self, field: FieldShape, one: JSON, other: JSON, at: ComparedPlace) -> Iterator[DataMismatch]:
        kind = nullable(field.type)
        if one is None or other is None:
            if one is not other:
                yield DataMismatch(at, Kind.NULL, field, one, other)
        elif isinstance(kind, GraphQLList) and isinstance(one, list) and isinstance(other, list):
            yield from self._lists(field._replace(type=kind.of_type), one, other, at)
        elif field.child is not None and isinstance(one, dict) and isinstance(other, dict):
            yield from self._objects(field, one, other, at)
        elif not same(one, other) and not (is_near(one, self._now) and is_near(other, self._now)):
            same_type = _json_type(one) == _json_type(other)
            yield DataMismatch(at, Kind.VALUE if same_type else Kind.TYPE, field, one, other)

    def _objects(
        self, field: FieldShape, one: dict[str, JSON], other: dict[str, JSON], at: ComparedPlace
    ) -> Iterator[DataMismatch]:
        position = field.child
        shape = runtime_shape(position, one)
        ours, theirs = identity(position, one, self._volatile), identity(position, other, self._volatile)
        if typename_of(position, one) != typename_of(position, other):
            yield DataMismatch(at, Kind.TYPE, field, one, other)
        elif shape is None:
            if one != other:
                yield DataMismatch(at, Kind.VALUE, field, one, other)
        elif ours and theirs and ours != theirs and not ours.wrapped and self._are_different(shape, one, other):
            yield DataMismatch(at, Kind.OTHER, field, one, other)
        else:
            is_same = ours is not None and not ours.wrapped
            yield from self.fields(shape, one, other, at._replace(known=is_same))

    def _are_different(self, shape: ObjectShape, one: dict[str, JSON], other: dict[str, JSON]) -> bool:
        """Whether two identifiers are of two objects. Where all else agrees, the identifier is what differs."""
        identifier = identifying_field(shape, self._volatile)
        leaves = [field for field in shape.fields.values() if field.child is None and field.name != "__typename"]
        said = [(one.get(field.key), other.get(field.key)) for field in leaves if field is not identifier]
        nothing_said = all(value is None for value, _ in said)
        return nothing_said or not all(same(left, right) for left, right in said)

    def _lists(
        self, field: FieldShape, one: list[JSON], other: list[JSON], at: ComparedPlace
    ) -> Iterator[DataMismatch]:
        """Two lists; the type of ``field`` is that of their items."""
        alignment = align(field.child, one, other, self._volatile)
        for here, there in alignment.pairs:
            place = at.item(here, there)
            shape = runtime_shape(field.child, one[here])
            if shape is not None and alignment.wrapped and here != there:
                yield from self.fields(_without_leaves(shape), one[here], other[there], place)
            else:
                yield from self._values(field, one[here], other[there], place)
        if alignment.kind is not None:
            yield DataMismatch(at, alignment.kind, field, one, other, alignment.lost, alignment.added)


def _without_leaves(shape: ObjectShape) -> ObjectShape:
    """What an edge leads to: its leaves, such as a cursor, tell where it stands in its list."""
    return shape._replace(fields={key: field for key, field in shape.fields.items() if field.child is not None})


def _json_type(value: JSON) -> str:
    if isinstance(value, bool):
        return "boolean"
    return "number" if isinstance(value, int | float) else type(value).__name__
