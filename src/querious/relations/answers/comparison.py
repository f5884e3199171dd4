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
from querious.model.shape import runtime_shape
from querious.relations.answer_objects import identity
from querious.relations.objects.names import limits
from querious.text.display import cut

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from querious.model import JSON, FieldShape, ObjectShape, Operation, SelectionShape
    from querious.model.shape import AnswerPath
    from querious.relations.query_answer import QueryAnswer
    from querious.relations.schema_types import SchemaTypes

_QUOTED = 60
"""Letters of a value in a message."""


class ChangeKind(StrEnum):
    """What differs."""

    VALUE = "value"
    NULL = "null"
    LENGTH = "length"
    ORDER = "order"
    """Of the items of a list that are otherwise the same."""
    TYPE = "type"
    OBJECT = "object"
    """Another object: its identifier differs."""


class FieldDifference(NamedTuple):
    """A field of which two answers say different things."""

    coordinate: str
    kind: ChangeKind
    one: JSON
    other: JSON
    path: AnswerPath
    """In the other answer, below ``data``."""
    certain: bool = True
    """Whether it is said of the same object for certain: rows of a list are, where they have the same identifier."""


def differences(
    types: SchemaTypes, one: QueryAnswer, other: QueryAnswer, but: Collection[str] = ()
) -> Iterator[FieldDifference]:
    """Where two answers disagree on what both were asked for.

    Volatile coordinates and those of ``but`` are passed over with all that is below them. Where an answer holds errors,
    nulls say nothing.
    """
    if one.data is not None and other.data is not None:
        clean = one.clean and other.clean
        shapes = runtime_shape(one.shape, one.data), runtime_shape(other.shape, other.data)
        yield from _Comparison(types, but, clean=clean).objects(shapes, one.data, other.data, ())


def disagreements_within(
    types: SchemaTypes, answer: QueryAnswer, but: Collection[str] = ()
) -> Iterator[FieldDifference]:
    """Where an answer disagrees with itself: the same field with the same arguments under two keys of one object."""
    comparison = _Comparison(types, but, clean=answer.clean)
    stack: list[tuple[SelectionShape, Any, AnswerPath]] = [(answer.shape, answer.data, ())]
    left = MOST_OBJECTS
    while stack and left:
        position, value, path = stack.pop()
        if isinstance(value, list):
            stack.extend((position, item, (*path, index)) for index, item in reversed(list(enumerate(value))))
            continue
        shape = runtime_shape(position, value)
        if shape is None:
            continue
        left -= 1
        for first, *others in _by_question(types, shape).values():
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
        self._cut: set[AnswerPath] = set()
        """Where a number of rows was asked for, and no order."""

    def objects(
        self,
        shapes: tuple[ObjectShape | None, ObjectShape | None],
        one: dict[str, Any],
        other: dict[str, Any],
        path: AnswerPath,
        through: str = "",
    ) -> Iterator[FieldDifference]:
        """Two objects that stand in the same place; ``through`` is the coordinate that leads to them."""
        left, right = shapes
        if left is None or right is None or self._left <= 0:
            return
        self._left -= 1
        certain = not _is_row(path)
        if left.typename != right.typename:
            yield FieldDifference(through, ChangeKind.TYPE, left.typename, right.typename, path, certain)
            return
        if through and f"{left.typename}.{self._types.identifier(left.typename)}" not in self.passed:
            first, second = identity(self._types, left, one), identity(self._types, right, other)
            if first is not None and second is not None:
                if first != second:
                    yield FieldDifference(through, ChangeKind.OBJECT, first, second, path, certain)
                    return
                certain = True
        others = _by_question(self._types, right)
        for question, (mine, *_) in _by_question(self._types, left).items():
            if mine.coordinate in self.passed or question not in others:
                continue
            theirs = others[question][0]
            for difference in self.fields(mine, theirs, one, other, (*path, theirs.key)):
                yield difference if certain else difference._replace(certain=False)

    def fields(
        self, mine: FieldShape, theirs: FieldShape, one: dict[str, Any], other: dict[str, Any], path: AnswerPath
    ) -> Iterator[FieldDifference]:
        """One field of two objects; a key that is missing says nothing."""
        if mine.key in one and theirs.key in other:
            if _is_cut(theirs):
                self._cut.add(path)
            yield from self._values(mine, theirs, one[mine.key], other[theirs.key], path)

    def _values(
        self, mine: FieldShape, theirs: FieldShape, one: Any, other: Any, path: AnswerPath
    ) -> Iterator[FieldDifference]:
        if one is None or other is None:
            if one is not other and self._clean:
                certain = not _is_row(path)
                yield FieldDifference(mine.coordinate, ChangeKind.NULL, one, other, path, certain)
        elif isinstance(one, list) and isinstance(other, list):
            yield from self._lists(mine, theirs, one, other, path)
        elif mine.child is None or theirs.child is None:
            if not same(one, other):
                yield FieldDifference(mine.coordinate, ChangeKind.VALUE, one, other, path)
        else:
            shapes = runtime_shape(mine.child, one), runtime_shape(theirs.child, other)
            yield from self.objects(shapes, one, other, path, mine.coordinate)

    def _lists(
        self, mine: FieldShape, theirs: FieldShape, one: list[Any], other: list[Any], path: AnswerPath
    ) -> Iterator[FieldDifference]:
        coordinate = mine.coordinate
        if len(one) != len(other):
            yield FieldDifference(coordinate, ChangeKind.LENGTH, len(one), len(other), path, certain=False)
            return
        below: list[FieldDifference] = []
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            below += self._values(mine, theirs, left, right, (*path, index))
        if below and self._is_shuffled(mine, theirs, one, other):
            if coordinate not in self._types.unordered:
                yield FieldDifference(coordinate, ChangeKind.ORDER, one, other, path, certain=False)
        elif not self._is_any_part(theirs, other, path):
            yield from below

    def _is_any_part(self, field: FieldShape, items: list[Any], path: AnswerPath) -> bool:
        """Whether rows are some of many, in no order, and nothing tells one from another: others may come next time."""
        if field.child is None or self._cut.isdisjoint((path, path[:-1])):
            return False
        return not any(self._is_identified(field, item) for item in items)

    def _is_identified(self, field: FieldShape, item: Any) -> bool:
        """Whether a row has an identifier, or what it holds, as edges hold nodes."""
        if self._identifier(field, item) is not None:
            return True
        shape = runtime_shape(field.child, item)
        if shape is None:
            return False
        return any(self._identifier(below, item.get(below.key)) is not None for below in shape.fields.values())

    def _is_shuffled(self, mine: FieldShape, theirs: FieldShape, one: list[Any], other: list[Any]) -> bool:
        """Whether both lists hold the same items: by their identifiers, else as far as both were asked about them."""
        left = [self._identifier(mine, item) for item in one]
        right = [self._identifier(theirs, item) for item in other]
        if None in left or None in right:
            left = [text(self._common(mine.child, theirs.child, item)) for item in one]
            right = [text(self._common(theirs.child, mine.child, item)) for item in other]
        return left != right and Counter(left) == Counter(right)

    def _identifier(self, field: FieldShape, item: Any) -> str | None:
        """The type and identifier of what a field gives; None without."""
        shape = runtime_shape(field.child, item)
        found = identity(self._types, shape, item) if shape else None
        return None if shape is None or found is None else f"{shape.typename} {found}"

    def _common(self, mine: SelectionShape | None, theirs: SelectionShape | None, value: Any) -> JSON:
        """What both answers were asked for, of a value of the one."""
        if isinstance(value, list):
            return [self._common(mine, theirs, item) for item in value]
        if not isinstance(value, dict) or mine is None or theirs is None:
            return value
        shape = mine.runtime(value)
        facing = theirs.runtime({theirs.typename_key: shape.typename}) if shape else None
        if shape is None or facing is None:
            return {}
        others = _by_question(self._types, facing)
        common: dict[str, JSON] = {"": shape.typename}
        for question, (field, *_) in _by_question(self._types, shape).items():
            if question not in others or field.coordinate in self.passed:
                continue
            item = self._common(field.child, others[question][0].child, value.get(field.key))
            if isinstance(item, list) and field.coordinate in self._types.unordered:
                item = sorted(item, key=text)
            common[question] = item
        return common


def _by_question(types: SchemaTypes, shape: ObjectShape) -> dict[str, list[FieldShape]]:
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


def _is_row(path: AnswerPath) -> bool:
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
