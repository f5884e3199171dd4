"""Answers held against each other, by position: what all were asked for must be the same in all.

Operations may differ in everything but the fields that are compared: positions are aligned by coordinates and by the
arguments that the API works with, not by keys, since aliases differ. Of what differs only the topmost field is told.
"""

from __future__ import annotations

import json
from collections import Counter
from enum import StrEnum
from functools import partial
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
    from collections.abc import Collection, Iterator, Sequence

    from querious.model import JSON, FieldShape, ObjectShape, Operation, SelectionShape
    from querious.model.shape import AnswerPath
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.schema_types import SchemaTypes

_QUOTED = 60
"""Letters of a value in a message."""


class ChangeKind(StrEnum):
    """What differs."""

    VALUE = "value"
    NULL = "null"
    ITEMS = "items"
    """Of a list: other ones, or another number of them."""
    ORDER = "order"
    """Of the items of a list that are otherwise the same."""
    TYPE = "type"
    OBJECT = "object"
    """Another object: its identifier differs."""


class ValueHistory(NamedTuple):
    """A field of which answers say different things, and what each of them says, in the order of asking."""

    coordinate: str
    kind: ChangeKind
    values: Sequence[JSON]
    """Leaves; identifiers or types of objects; for lists those of their items; null for what is not there."""
    path: AnswerPath
    """In the last answer, below ``data``."""
    field: FieldShape
    certain: bool = True
    """Whether it is said of the same object for certain: rows of a list are, where they have the same identifier."""
    owned: bool = False
    """Whether it is a field of an object with identity: what is kept of an object is no random choice."""


def differences(
    types: SchemaTypes, one: QueryAnswer, other: QueryAnswer, but: Collection[str] = ()
) -> Iterator[ValueHistory]:
    """Where two answers disagree on what both were asked for.

    Volatile coordinates and those of ``but`` are passed over with all that is below them, and so are orders that nobody
    keeps. Where an answer holds errors, nulls say nothing.
    """
    return filter(partial(_tells, types), changes(types, [one, other], but))


def _tells(types: SchemaTypes, history: ValueHistory) -> bool:
    """Whether it is no order that nobody keeps."""
    return history.kind is not ChangeKind.ORDER or history.coordinate not in types.unordered


def changes(types: SchemaTypes, answers: Sequence[QueryAnswer], but: Collection[str] = ()) -> Iterator[ValueHistory]:
    """Where any number of answers disagree."""
    passed = types.volatile.union(but)
    roots = [_Reader(types, passed).read(answer.shape, answer.data) for answer in answers]
    clean = all(answer.clean for answer in answers)
    return _Comparison(types, clean=clean).fields(roots, (), _Place())


def disagreements_within(types: SchemaTypes, answer: QueryAnswer, but: Collection[str] = ()) -> Iterator[ValueHistory]:
    """Where an answer disagrees with itself: the same field with the same arguments under two keys of one object."""
    comparison = _Comparison(types, clean=answer.clean)
    root = _Reader(types, types.volatile.union(but)).read(answer.shape, answer.data)
    stack: list[tuple[Any, AnswerPath]] = [(root, ())]
    while stack:
        node, path = stack.pop()
        if isinstance(node, list):
            stack += [(item, (*path, index)) for index, item in reversed(list(enumerate(node)))]
        elif isinstance(node, _ReadObject):
            for first, *others in node.fields.values():
                stack.append((first.value, (*path, first.shape.key)))
                for other in others:
                    yield from filter(partial(_tells, types), comparison.field([first, other], path, _Place()))


class _ReadField(NamedTuple):
    """A field of an answer that was read."""

    shape: FieldShape
    value: Any
    """A ``_ReadObject``, a list of such, or what a leaf holds."""


class _ReadObject(NamedTuple):
    """An object of an answer that was read."""

    typename: str
    """Empty where it is not known."""
    identifier: JSON
    fields: dict[str, list[_ReadField]]
    """By what they ask for: those of one list must be the same."""


_NO_OBJECT = _ReadObject("", None, {})


class _Reader:
    """Reads an answer, without the coordinates that are passed over; a bounded number of its objects."""

    def __init__(self, types: SchemaTypes, passed: Collection[str]) -> None:
        self._types = types
        self._passed = passed
        self._left = MOST_OBJECTS
        self._questions: dict[int, list[tuple[str, FieldShape]]] = {}
        """By the ``id`` of a shape, as many objects have the same."""

    def read(self, position: SelectionShape | None, value: Any) -> _ReadObject:
        shape = runtime_shape(position, value)
        if shape is None or not self._left:
            return _NO_OBJECT
        self._left -= 1
        fields: dict[str, list[_ReadField]] = {}
        for question, field in self._fields(shape):
            if field.key in value:
                fields.setdefault(question, []).append(_ReadField(field, self._value(field, value[field.key])))
        hidden = f"{shape.typename}.{self._types.identifier(shape.typename)}" in self._passed
        identifier = None if hidden else identity(self._types, shape, value)
        return _ReadObject(shape.typename, identifier, fields)

    def _value(self, field: FieldShape, value: Any) -> Any:
        if isinstance(value, list):
            return [self._value(field, item) for item in value]
        if field.child is None or value is None:
            return value
        return self.read(field.child, value)

    def _fields(self, shape: ObjectShape) -> list[tuple[str, FieldShape]]:
        if id(shape) not in self._questions:
            read = [one for one in shape.fields.values() if one.coordinate not in self._passed]
            asked = [(asks_for(self._types, field), field) for field in read if field.name != "__typename"]
            self._questions[id(shape)] = asked
        return self._questions[id(shape)]


class _Place(NamedTuple):
    """What is known of a place in the answers from what is above it."""

    certain: bool = True
    owned: bool = False
    cut: bool = False
    """Whether the field above was asked for a number of rows, and in no order."""
    row: bool = False
    """Whether it is in a list."""

    def by_position(self) -> _Place:
        """The same, where nothing but its position says that it is the same object: rows may have moved."""
        return self._replace(certain=self.certain and not self.row)


class _Comparison:
    """Walks answers together; where they part it does not go deeper."""

    def __init__(self, types: SchemaTypes, *, clean: bool) -> None:
        self._types = types
        self._clean = clean

    def fields(self, objects: Sequence[_ReadObject], path: AnswerPath, place: _Place) -> Iterator[ValueHistory]:
        """The fields that all of these objects were asked for."""
        common = set.intersection(*(set(one.fields) for one in objects))
        for question in objects[0].fields:
            if question in common:
                yield from self.field([one.fields[question][0] for one in objects], path, place)

    def field(self, fields: Sequence[_ReadField], path: AnswerPath, place: _Place) -> Iterator[ValueHistory]:
        """One field, as each answer has it."""
        shape = fields[-1].shape
        return self._values(shape, [field.value for field in fields], (*path, shape.key), place)

    def _values(
        self, shape: FieldShape, values: Sequence[Any], path: AnswerPath, place: _Place
    ) -> Iterator[ValueHistory]:
        if None in values:
            if self._clean and any(value is not None for value in values):
                yield _history(shape, ChangeKind.NULL, list(map(_label, values)), path, place.by_position())
        elif all(isinstance(value, list) for value in values):
            yield from self._lists(shape, values, path, place)
        elif shape.child is not None:
            objects = [value if isinstance(value, _ReadObject) else _NO_OBJECT for value in values]
            yield from self._objects(shape, objects, path, place)
        elif not all(same(values[0], value) for value in values):
            yield _history(shape, ChangeKind.VALUE, values, path, place)

    def _objects(
        self, shape: FieldShape, objects: Sequence[_ReadObject], path: AnswerPath, place: _Place
    ) -> Iterator[ValueHistory]:
        types = [one.typename for one in objects]
        identifiers = [one.identifier for one in objects]
        if "" in types:
            return
        by_position = place.by_position()
        if self._is_any_one(shape):
            by_position = by_position._replace(certain=False)
        if len(set(types)) > 1:
            yield _history(shape, ChangeKind.TYPE, types, path, by_position)
        elif None not in identifiers and len(set(identifiers)) > 1:
            yield _history(shape, ChangeKind.OBJECT, identifiers, path, by_position)
        else:
            certain = place.certain if None not in identifiers else by_position.certain
            owned = place.owned or identifiers[0] is not None
            yield from self.fields(objects, path, _Place(certain, owned, _is_cut(shape)))

    def _is_any_one(self, shape: FieldShape) -> bool:
        """Whether a field gives the first of several objects, and was asked for it in no order: any may come first."""
        declared = self._types.field(shape.coordinate)
        given = sent(shape.arguments)
        return any(sorts(name) for name in (declared.args if declared else ())) and not any(map(sorts, given))

    def _lists(
        self, shape: FieldShape, values: Sequence[list[Any]], path: AnswerPath, place: _Place
    ) -> Iterator[ValueHistory]:
        rows = [row for value in values for row in value if isinstance(row, _ReadObject)]
        identified = all(row.identifier is not None for row in rows)
        if shape.child is None and all(same(values[0], value) for value in values):
            return
        asked = set.intersection(*map(_questions, values))
        said = [[_label(item) if identified else self._said(item, asked) for item in value] for value in values]
        counted = [Counter(map(text, items)) for items in said]
        same_length = len(set(map(len, values))) == 1
        same_items = all(items == counted[0] for items in counted)
        has_unknown = not self._clean and any(None in value for value in values)
        if not same_length or (identified and not same_items and not has_unknown):
            yield _history(shape, ChangeKind.ITEMS, said, path, place)
        elif same_items and any(items != said[0] for items in said):
            yield _history(shape, ChangeKind.ORDER, said, path, place._replace(certain=False))
        elif not _are_any_part(rows) or not (place.cut or _is_cut(shape)):
            for index, items in enumerate(zip(*values, strict=True)):
                yield from self._values(shape, items, (*path, index), place._replace(row=True))

    def _said(self, value: Any, asked: Collection[str]) -> JSON:
        """What is said of an object as far as all answers were asked about it."""
        if isinstance(value, list):
            return [self._said(item, asked) for item in value]
        if not isinstance(value, _ReadObject):
            return value
        said: dict[str, JSON] = {"": value.typename}
        for question in value.fields.keys() & asked:
            field = value.fields[question][0]
            item = self._said(field.value, asked)
            any_order = isinstance(item, list) and field.shape.coordinate in self._types.unordered
            said[question] = sorted(item, key=text) if any_order else item
        return said


def _history(
    field: FieldShape, kind: ChangeKind, values: Sequence[JSON], path: AnswerPath, place: _Place
) -> ValueHistory:
    return ValueHistory(field.coordinate, kind, values, path, field, place.certain, place.owned)


def _label(value: Any) -> JSON:
    """What tells a value from another one: of an object its type and its identifier, where it has one."""
    if isinstance(value, list):
        return [_label(item) for item in value]
    if not isinstance(value, _ReadObject):
        return value
    return value.typename if value.identifier is None else f"{value.typename} {value.identifier}"


def _questions(value: Any) -> set[str]:
    """What was asked of the objects of a list, and of those below them."""
    if isinstance(value, list):
        return set().union(*map(_questions, value))
    fields = value.fields if isinstance(value, _ReadObject) else {}
    return set(fields).union(*(_questions(field.value) for field, *_ in fields.values()))


def _are_any_part(rows: Sequence[_ReadObject]) -> bool:
    """Whether nothing tells one row from another, nor what it holds, as edges hold nodes: others may come next time."""
    held = [field.value for row in rows for field, *_ in row.fields.values()]
    objects = [one for one in (*rows, *held) if isinstance(one, _ReadObject)]
    return bool(rows) and all(one.identifier is None for one in objects)


def _is_cut(field: FieldShape) -> bool:
    """Whether a field was asked for a number of rows, and in no order."""
    given = sent(field.arguments)
    sized = any(limits(name) and isinstance(value, int) for name, value in given.items())
    return sized and not any(sorts(name) and value for name, value in given.items())


def asks_for(types: SchemaTypes, field: FieldShape) -> str:
    """A field with the arguments that the API works with: those that were sent, and else their defaults."""
    declared = types.field(field.coordinate)
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


def quoted(value: JSON, longest: int = _QUOTED) -> str:
    """A value for a message, in one line and in quotes of which it holds none itself."""
    written = (value if isinstance(value, str) else text(value)).replace('"', "'")
    line = " ".join(cut(written, longest).split())
    return f'"{line} "' if line.endswith("\\") else f'"{line}"'  # else the quote behind it would look escaped
