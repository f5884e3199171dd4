"""Two answers held against each other, by position: what both were asked for must be the same in both.

Operations may differ in everything but the fields that are compared: positions are aligned by coordinates and by the
arguments that the API works with, not by keys, since aliases differ. Of what differs only the topmost field is told.
"""

from __future__ import annotations

import json
from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import Undefined

from querious.answers.comparison import same
from querious.answers.objects import MOST_OBJECTS
from querious.answers.pages import sorts
from querious.model.arguments import sent
from querious.model.defaults import default_of
from querious.model.document_text import write
from querious.relations.answer_objects import identity
from querious.relations.objects.names import limits
from querious.text.display import cut

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from querious.model import JSON, FieldShape, ObjectShape, Operation, SelectionShape
    from querious.relations.query_answer import QueryAnswer
    from querious.relations.schema_types import SchemaTypes

Path = tuple[str | int, ...]
_QUOTED = 60
"""Letters of a value in a message."""


class Kind(StrEnum):
    """What differs."""

    VALUE = "value"
    NULL = "null"
    LENGTH = "length"
    ORDER = "order"
    """Of the items of a list that are otherwise the same."""
    TYPE = "type"
    OBJECT = "object"
    """Another object: its identifier differs."""


class Difference(NamedTuple):
    """A field of which two answers say different things."""

    coordinate: str
    kind: Kind
    one: JSON
    other: JSON
    path: Path
    """In the other answer, below ``data``."""
    certain: bool = True
    """Whether it is said of the same object for certain: rows of a list are, where they have the same identifier."""


def differences(
    types: SchemaTypes, one: QueryAnswer, other: QueryAnswer, but: Collection[str] = ()
) -> Iterator[Difference]:
    """Where two answers disagree on what both were asked for.

    Volatile coordinates and those of ``but`` are passed over with all that is below them. Where an answer holds errors,
    nulls say nothing.
    """
    if one.data is not None and other.data is not None:
        clean = one.clean and other.clean
        yield from _Comparison(types, but, clean=clean).positions((one.shape, other.shape), one.data, other.data, ())


def twins(types: SchemaTypes, asked: QueryAnswer, but: Collection[str] = ()) -> Iterator[Difference]:
    """Where an answer disagrees with itself: the same field with the same arguments under two keys of one object."""
    if asked.data is None:
        return
    comparison = _Comparison(types, but, clean=asked.clean)
    stack: list[tuple[SelectionShape, Any, Path]] = [(asked.shape, asked.data, ())]
    left = MOST_OBJECTS
    while stack and left:
        position, value, path = stack.pop()
        if isinstance(value, list):
            stack.extend((position, item, (*path, index)) for index, item in reversed(list(enumerate(value))))
        elif isinstance(value, dict) and (shape := position.runtime(value)) is not None:
            left -= 1
            for first, *others in _grouped(types, shape).values():
                if first.coordinate in comparison.passed:
                    continue
                for field in others:
                    yield from comparison.fields(first, field, value, value, (*path, field.key))
                if first.child is not None:
                    stack.append((first.child, value.get(first.key), (*path, first.key)))


class _Comparison:
    """One pass over two answers; reads a bounded number of objects."""

    def __init__(self, types: SchemaTypes, but: Collection[str], *, clean: bool) -> None:
        self._types = types
        self.passed = types.volatile.union(but)
        self._clean = clean
        self._left = MOST_OBJECTS
        self._cut: set[Path] = set()
        """Where a number of rows was asked for, and no order."""

    def positions(
        self,
        shapes: tuple[SelectionShape, SelectionShape],
        one: dict[str, Any],
        other: dict[str, Any],
        path: Path,
        through: str = "",
    ) -> Iterator[Difference]:
        """Two objects that stand in the same place; ``through`` is the coordinate that leads to them."""
        left, right = shapes[0].runtime(one), shapes[1].runtime(other)
        if left is None or right is None or self._left <= 0:
            return
        self._left -= 1
        if left.typename != right.typename:
            yield Difference(through, Kind.TYPE, left.typename, right.typename, path, not _is_row(path))
            return
        certain = not _is_row(path)
        if through:
            first = identity(self._types, left, one)
            second = identity(self._types, right, other)
            named = f"{left.typename}.{self._types.identifier(left.typename)}" not in self.passed
            if named and first is not None and second is not None:
                if first != second:
                    yield Difference(through, Kind.OBJECT, first, second, path, certain)
                    return
                certain = True
        for difference in self._members(left, right, one, other, path):
            yield difference if certain else difference._replace(certain=False)

    def _members(
        self, left: ObjectShape, right: ObjectShape, one: dict[str, Any], other: dict[str, Any], path: Path
    ) -> Iterator[Difference]:
        others = _grouped(self._types, right)
        for key, (first, *_) in _grouped(self._types, left).items():
            if first.coordinate not in self.passed:
                for field in others.get(key, ())[:1]:
                    yield from self.fields(first, field, one, other, (*path, field.key))

    def fields(
        self, mine: FieldShape, theirs: FieldShape, one: dict[str, Any], other: dict[str, Any], path: Path
    ) -> Iterator[Difference]:
        """One field of two objects; a key that is missing says nothing."""
        if mine.key in one and theirs.key in other:
            if _is_cut(theirs):
                self._cut.add(path)
            yield from self._values(mine, theirs, one[mine.key], other[theirs.key], path)

    def _values(self, mine: FieldShape, theirs: FieldShape, one: Any, other: Any, path: Path) -> Iterator[Difference]:
        coordinate = mine.coordinate
        if one is None or other is None:
            if one is not other and self._clean:
                yield Difference(coordinate, Kind.NULL, one, other, path, not _is_row(path))
        elif isinstance(one, list) and isinstance(other, list):
            yield from self._lists(mine, theirs, one, other, path)
        elif mine.child is None or theirs.child is None:
            if not same(one, other):
                yield Difference(coordinate, Kind.VALUE, one, other, path)
        elif isinstance(one, dict) and isinstance(other, dict):
            yield from self.positions((mine.child, theirs.child), one, other, path, coordinate)

    def _lists(
        self, mine: FieldShape, theirs: FieldShape, one: list[Any], other: list[Any], path: Path
    ) -> Iterator[Difference]:
        if len(one) != len(other):
            yield Difference(mine.coordinate, Kind.LENGTH, len(one), len(other), path, certain=False)
            return
        below = [
            difference
            for index, (left, right) in enumerate(zip(one, other, strict=True))
            for difference in self._values(mine, theirs, left, right, (*path, index))
        ]
        if below and self._is_shuffled(mine, theirs, one, other):
            if mine.coordinate not in self._types.unordered:
                yield Difference(mine.coordinate, Kind.ORDER, one, other, path, certain=False)
        elif not self._is_any_part(theirs, other, path):
            yield from below

    def _is_any_part(self, field: FieldShape, items: list[Any], path: Path) -> bool:
        """Whether rows are some of many, in no order, and nothing tells one from another: others may come next time."""
        if field.child is None or (path not in self._cut and path[:-1] not in self._cut):
            return False
        return not any(self._is_named(field, item) for item in items)

    def _is_named(self, field: FieldShape, item: Any) -> bool:
        """Whether a row has an identifier, or what it holds, as edges hold nodes."""
        shape = field.child.runtime(item) if field.child is not None and isinstance(item, dict) else None
        if shape is None or identity(self._types, shape, item) is not None:
            return shape is not None
        held = [below for below in shape.fields.values() if below.child is not None]
        return any(None not in self._names(below, [item.get(below.key)]) for below in held)

    def _is_shuffled(self, mine: FieldShape, theirs: FieldShape, one: list[Any], other: list[Any]) -> bool:
        """Whether both lists hold the same items: by their identifiers, else as far as both were asked about them."""
        names = self._names(mine, one), self._names(theirs, other)
        if None not in names[0] and None not in names[1]:
            return names[0] != names[1] and Counter(names[0]) == Counter(names[1])
        left = [self._print(mine.child, theirs.child, item) for item in one]
        right = [self._print(theirs.child, mine.child, item) for item in other]
        return left != right and sorted(left) == sorted(right)

    def _names(self, field: FieldShape, items: list[Any]) -> list[str | None]:
        """The identifiers of rows; None for those without."""
        names: list[str | None] = []
        for item in items:
            shape = field.child.runtime(item) if field.child is not None and isinstance(item, dict) else None
            name = None if shape is None else identity(self._types, shape, item)
            names.append(None if name is None or shape is None else f"{shape.typename} {name}")
        return names

    def _print(self, mine: SelectionShape | None, theirs: SelectionShape | None, value: Any) -> str:
        """The same text for values that are the same in what both answers were asked for."""
        return text(self._common(mine, theirs, value))

    def _common(self, mine: SelectionShape | None, theirs: SelectionShape | None, value: Any) -> JSON:
        if isinstance(value, list):
            return [self._common(mine, theirs, item) for item in value]
        if not isinstance(value, dict) or mine is None or theirs is None:
            return value
        shape = mine.runtime(value)
        facing = theirs.runtime({theirs.typename_key: shape.typename}) if shape else None
        if shape is None or facing is None:
            return {}
        others = _grouped(self._types, facing)
        return {
            "": shape.typename,
            **{
                key: self._ordered(field, self._common(field.child, others[key][0].child, value.get(field.key)))
                for key, (field, *_) in _grouped(self._types, shape).items()
                if key in others and field.coordinate not in self.passed
            },
        }

    def _ordered(self, field: FieldShape, value: JSON) -> JSON:
        """A list in an order of its own, where it is known to have none."""
        return (
            sorted(value, key=text) if isinstance(value, list) and field.coordinate in self._types.unordered else value
        )


def _grouped(types: SchemaTypes, shape: ObjectShape) -> dict[str, list[FieldShape]]:
    """The fields of an object by what they ask for: those under one key must be the same."""
    grouped: dict[str, list[FieldShape]] = {}
    for field in shape.fields.values():
        if not field.coordinate.endswith(".__typename"):
            grouped.setdefault(asks_for(types, field), []).append(field)
    return grouped


def _is_cut(field: FieldShape) -> bool:
    """Whether a field was asked for a number of rows, and in no order."""
    given = sent(field.arguments)
    sized = any(limits(name) and isinstance(value, int) for name, value in given.items())
    return sized and not any(sorts(name) and value for name, value in given.items())


def _is_row(path: Path) -> bool:
    return isinstance(path[-1] if path else "", int)


def asks_for(types: SchemaTypes, field: FieldShape) -> str:
    """A field with the arguments that the API works with: those that were sent, and else their defaults."""
    parent, _, name = field.coordinate.partition(".")
    declared = types.fields(parent).get(name)
    known = declared.args.items() if declared else ()
    defaults = {key: default_of(argument) for key, argument in known}
    arguments = {key: value for key, value in defaults.items() if value is not Undefined}
    return f"{field.coordinate}({text(arguments | sent(field.arguments))})"


def wording(operation: Operation) -> str:
    """The same for operations that are sent as the same bytes."""
    document, values = write(operation)
    return f"{document} {json.dumps(values, ensure_ascii=False, default=str)}"


def text(value: JSON, longest: int = 0) -> str:
    """JSON with sorted keys; cut where it is longer than ``longest``."""
    written = json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    return cut(written, longest) if longest else written


def quoted(value: JSON) -> str:
    """A value for a message, in one line and in quotes of which it holds none itself."""
    written = (value if isinstance(value, str) else text(value)).replace('"', "'")
    return '"' + " ".join(cut(written, _QUOTED).split()) + '"'
