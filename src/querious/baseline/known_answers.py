"""Known answers as one tree, by field and arguments whatever the operation, and how another answer differs from it.

Because the tree does not depend on how an answer was asked for, any part of a known question is known too: what differs
can be shown again by a smaller operation.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLObjectType, Undefined

from querious.answers.comparison import same
from querious.answers.pages import sorts
from querious.baseline.arguments import call_text
from querious.baseline.identity import Identity
from querious.model import Severity
from querious.model.arguments import sent
from querious.model.defaults import default_of
from querious.model.shape import path_text, runtime_shape
from querious.text.display import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graphql import GraphQLSchema

    from querious.model import JSON, FieldShape, ObjectShape, SelectionShape
    from querious.model.shape import AnswerPath

_LONGEST: Final = 60
"""Characters of a value in a message."""


class DifferenceKind(Enum):
    """In what an answer differs from the one that is known."""

    VALUE = "value"
    NULL = "null"
    OBJECT = "other object"
    ITEMS = "other items"
    ORDER = "order"


class AnswerDifference(NamedTuple):
    """The topmost position at which an answer differs from what is known."""

    coordinate: str
    path: AnswerPath
    kind: DifferenceKind
    message: str
    severity: Severity
    was: Any
    """What is known, as JSON."""
    now: Any

    @property
    def place(self) -> str:
        """``data.project.name``."""
        return path_text(self.path)


@dataclass(slots=True)
class AnswerNode:
    """An object of the tree."""

    typename: str
    parts: dict[str, Any]
    """By name and arguments of the field: a leaf as it is, a node, a list of nodes, or None."""
    identifier: JSON = None

    def label(self, like: Any = None) -> str | None:
        """Type and identifier of the object, or of the objects it leads to; None if it has none.

        Of an object without identifier only those parts count that the object it is compared with has too.
        """
        if self.identifier is not None:
            return f"{self.typename} {self.identifier}"
        other = like.parts if isinstance(like, AnswerNode) else self.parts
        labels = []
        for call, part in self.parts.items():
            if call in other and isinstance(part, AnswerNode):
                labels.append(part.label(other[call]))
        known = ", ".join(filter(None, labels))
        return f"{self.typename} of {known}" if known else None


class _Location(NamedTuple):
    """A field in both answers."""

    field: FieldShape
    path: AnswerPath
    ordered: bool
    """Whether an argument of the field, or of one above it, promises the order of the list here."""

    def difference(
        self, kind: DifferenceKind, was: Any, now: Any, severity: Severity = Severity.FAULT
    ) -> AnswerDifference:
        message = f"{_message(kind, was, now)} in the baseline"
        return AnswerDifference(self.field.coordinate, self.path, kind, message, severity, was, now)

    def item(self, index: int) -> _Location:
        return self._replace(path=(*self.path, index))


class KnownAnswers:
    """Grows by answers that are trusted, and tells where others differ."""

    def __init__(
        self,
        schema: GraphQLSchema,
        volatile: frozenset[str] = frozenset(),
        redact: Callable[[str, JSON], JSON] = lambda _, value: value,
    ) -> None:
        self._schema = schema
        self._identity = Identity(schema)
        self._volatile = volatile
        self._redact = redact
        self._tree = AnswerNode("", {})

    def add(self, shape: SelectionShape, data: dict[str, JSON]) -> None:
        """Take in a trusted answer. Its leaves are redacted already, or need not be."""
        _merge(self._tree, self._node(shape, data))

    def _node(self, position: SelectionShape, value: Any) -> Any:
        """An object, or a list of objects, as it stands in the tree."""
        if isinstance(value, list):
            return [self._node(position, item) for item in value]
        shape = runtime_shape(position, value)
        if shape is None:
            return None
        parts: dict[str, Any] = {}
        for field in shape.fields.values():
            if field.key in value and field.coordinate not in self._volatile:
                item = value[field.key]
                if field.child is not None and item is not None:
                    item = self._node(field.child, item)
                parts[call_text(field)] = item
        return AnswerNode(shape.typename, parts, self._identifier(shape, value))

    def _identifier(self, shape: ObjectShape, value: dict[str, Any]) -> JSON:
        """What identifies an object, unless it changes with every answer; redacted, as it is in the file."""
        name = self._identity.name(shape.typename)
        if f"{shape.typename}.{name}" in self._volatile:
            return None
        identifier = self._identity.of(shape, value)
        return None if identifier is None else self._redact(name, identifier)

    def identifies(self, coordinate: str) -> bool:
        """Whether a field identifies objects of its type."""
        parent, _, name = coordinate.partition(".")
        return self._identity.name(parent) == name

    def roots(self, shape: SelectionShape) -> list[str]:
        """The fields of the query type that are asked for, if all of them are known; else none."""
        root = shape.runtime({})
        fields = list(root.fields.values()) if root else []
        known = all(call_text(field) in self._tree.parts for field in fields)
        return [field.coordinate for field in fields] if known else []

    def differences(self, shape: SelectionShape, data: dict[str, JSON] | None) -> Iterator[AnswerDifference]:
        """Where an answer differs, as high up as it shows; without data all of it is null."""
        root = shape.runtime(data or {})
        if root is not None:
            value = dict.fromkeys(root.fields) if data is None else data
            yield from self._fields(root, self._tree, value, (), ordered=False)

    def _fields(
        self, shape: ObjectShape, known: AnswerNode, value: dict[str, Any], path: AnswerPath, *, ordered: bool
    ) -> Iterator[AnswerDifference]:
        for field in shape.fields.values():
            call = call_text(field)
            if call in known.parts and field.key in value and field.coordinate not in self._volatile:
                promised = field.child is not None and (ordered or self._promises_order(field))
                at = _Location(field, (*path, field.key), promised)
                yield from self._value(at, known.parts[call], value[field.key])

    def _promises_order(self, field: FieldShape) -> bool:
        """Whether an argument of the field, sent or by default, says how its list is sorted."""
        declared = self._schema.type_map.get(field.coordinate.partition(".")[0])
        definition = declared.fields.get(field.name) if isinstance(declared, GraphQLObjectType) else None
        arguments = definition.args.items() if definition else ()
        defaults = {name for name, argument in arguments if default_of(argument) not in (Undefined, None)}
        return any(map(sorts, defaults | sent(field.arguments).keys()))

    def _value(self, at: _Location, was: Any, now: Any) -> Iterator[AnswerDifference]:
        if was is None or now is None:
            if was is not now:
                yield at.difference(DifferenceKind.NULL, was, now)
        elif at.field.child is None:
            yield from self._leaf(at, was, now)
        elif isinstance(was, list) and isinstance(now, list):
            yield from self._list(at, at.field.child, was, now)
        elif isinstance(was, AnswerNode) and isinstance(now, dict):
            yield from self._object(at, at.field.child, was, now)
        elif isinstance(was, list) or isinstance(now, list):
            yield at.difference(DifferenceKind.VALUE, was, now)

    def _leaf(self, at: _Location, was: Any, now: Any) -> Iterator[AnswerDifference]:
        if same(was, now):
            return
        now = self._redact(at.field.name, now)
        if same(was, now):
            return
        if isinstance(was, list) and isinstance(now, list) and _sorted(was) == _sorted(now):
            yield at.difference(DifferenceKind.ORDER, was, now, Severity.SUSPICION)
        else:
            yield at.difference(DifferenceKind.VALUE, was, now)

    def _object(
        self, at: _Location, position: SelectionShape, was: AnswerNode, now: dict[str, Any]
    ) -> Iterator[AnswerDifference]:
        shape = position.runtime(now)
        if shape is None:
            return
        new = AnswerNode(shape.typename, {}, self._identifier(shape, now))
        both_identified = was.identifier is not None and new.identifier is not None
        if new.typename != was.typename or (both_identified and new.identifier != was.identifier):
            yield at.difference(DifferenceKind.OBJECT, was.label() or was.typename, new.label() or new.typename)
            return
        is_part = not self._identity.name(shape.typename)
        yield from self._fields(shape, was, now, at.path, ordered=at.ordered and is_part)

    def _list(
        self, at: _Location, position: SelectionShape, was: list[Any], now: list[Any]
    ) -> Iterator[AnswerDifference]:
        new = [self._node(position, item) for item in now]
        before = [_label(item, like) for item, like in zip_longest(was, new)]
        after = [_label(item, like) for item, like in zip_longest(new, was)]
        changed = None not in before and None not in after and before != after
        if changed and sorted(map(str, before)) == sorted(map(str, after)):
            severity = Severity.FAULT if at.ordered else Severity.SUSPICION
            yield at.difference(DifferenceKind.ORDER, before, after, severity)
        elif changed or len(was) != len(now):
            yield at.difference(DifferenceKind.ITEMS, before[: len(was)], after[: len(now)])
        else:
            for index, (old, item) in enumerate(zip(was, now, strict=True)):
                yield from self._value(at.item(index), old, item)


def _merge(known: AnswerNode, new: AnswerNode) -> None:
    if known.identifier is None:
        known.identifier = new.identifier
    for call, part in new.parts.items():
        before = known.parts.setdefault(call, part)
        if isinstance(before, list) and isinstance(part, list):
            pairs = list(zip(before, part, strict=False))
        else:
            pairs = [(before, part)]
        for one, other in pairs:
            if isinstance(one, AnswerNode) and isinstance(other, AnswerNode) and one is not other:
                _merge(one, other)


def _label(node: Any, like: Any) -> str | None:
    """What identifies an item of a list; None if nothing does."""
    if isinstance(node, AnswerNode):
        return node.label(like)
    return "null" if node is None else None


def _sorted(values: list[JSON]) -> list[str]:
    return sorted(json.dumps(value, sort_keys=True, default=str) for value in values)


def _message(kind: DifferenceKind, was: Any, now: Any) -> str:
    before, after = shown(was), shown(now)
    if kind is DifferenceKind.OBJECT:
        return f"leads to {after}, but led to {before}"
    if kind is DifferenceKind.ORDER:
        return f"has another order: {after}, but was {before}"
    if kind is DifferenceKind.ITEMS and len(was) != len(now):
        return f"has {len(now)} items, but had {len(was)}"
    if kind is DifferenceKind.ITEMS:
        return f"has other items: {after}, but had {before}"
    return f"is {after}, but was {before}"


def shown(value: Any) -> str:
    """A value as messages show it: in backquotes and cut short, an object by what identifies it; null is a word."""
    if value is None:
        return "null"
    plain = _plain(value)
    text = plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False, default=str)
    return f"`{cut(text, _LONGEST).replace('`', chr(39))}`"


def _plain(value: Any) -> JSON:
    if isinstance(value, AnswerNode):
        return value.label() or value.typename
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value
