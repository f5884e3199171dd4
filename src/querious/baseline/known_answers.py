"""Known answers as one tree, by field and arguments whatever the operation, and how another answer differs from it.

Because the tree does not depend on how an answer was asked for, any part of a known question is known too: what differs
can be shown again by a smaller operation.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.alignment import identity, typename_of
from querious.answers.differences import ComparisonContext, data_mismatches, topmost
from querious.answers.order import PromisedOrder
from querious.baseline.arguments import call_text
from querious.baseline.stored_answer import stored_answer
from querious.model import Severity
from querious.model.diff import Kind
from querious.model.shape import BODY, STATUS, path_text, runtime_shape
from querious.text.display import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graphql import GraphQLSchema

    from querious.answers.differences import DataMismatch
    from querious.answers.order import OrderPromises
    from querious.model import JSON, ObjectShape, SelectionShape
    from querious.model.shape import AnswerPath

_LONGEST: Final = 60
"""Characters of a value in a message."""
_CHANGED: Final = "is {now}, but was {was}"
_WORDS: Final = {
    Kind.OTHER: "leads to {now}, but led to {was}",
    Kind.ORDER: "has another order: {now}, but was {was}",
    Kind.LOST: "has {items} items, but had {items_before}",
    Kind.ADDED: "has {items} items, but had {items_before}",
    Kind.OTHERS: "has other items: {now}, but had {was}",
}


class AnswerDifference(NamedTuple):
    """The topmost position at which an answer differs from what is known."""

    coordinate: str
    path: AnswerPath
    kind: Kind
    message: str
    severity: Severity

    @property
    def place(self) -> str:
        """``data.project.name``."""
        return path_text(self.path)


class _Node(NamedTuple):
    """An object of the tree."""

    typename: str
    parts: dict[str, Any]
    """By name and arguments of the field: a leaf as it is, a node, a list of nodes, or None."""


def as_it_is(_: str, value: JSON) -> JSON:
    """A value without any redaction."""
    return value


class KnownAnswers:
    """Grows by answers that are trusted, and tells where others differ."""

    def __init__(
        self,
        schema: GraphQLSchema,
        volatile: frozenset[str] = frozenset(),
        redact: Callable[[str, JSON], JSON] = as_it_is,
    ) -> None:
        self._context = ComparisonContext(PromisedOrder(schema), volatile)
        self._redact = redact
        self._tree = _Node(schema.query_type.name if schema.query_type else "", {})

    def add(self, shape: SelectionShape, data: dict[str, JSON]) -> None:
        """Take in a trusted answer."""
        _merge(self._tree, _node(shape, self._stored(shape, data)))

    def _stored(self, shape: SelectionShape, data: JSON) -> JSON:
        """Answers are compared as they are written down."""
        return stored_answer(shape, data, self._context.volatile, self._redact)

    def roots(self, shape: SelectionShape) -> list[str]:
        """The fields of the query type that are asked for, if all of them are known; else none."""
        root = runtime_shape(shape, {})
        fields = root.fields.values() if root else ()
        is_known = all(call_text(field) in self._tree.parts for field in fields)
        return [field.coordinate for field in fields if is_known]

    def differences(self, shape: SelectionShape, data: dict[str, JSON] | None) -> list[AnswerDifference]:
        """Where an answer differs, as high up as it shows; without data all of it is null."""
        known = _KnownShape(shape, [self._tree])
        answer = self._stored(known, data or {})
        found = data_mismatches(known, _told(known, self._tree), answer, self._context)
        return [_difference(mismatch) for mismatch in topmost(found)]


class KnownCalls:
    """The same for an API whose answers come as wholes: a call is known with all its arguments, or not at all."""

    def __init__(
        self,
        order: OrderPromises,
        volatile: frozenset[str] = frozenset(),
        redact: Callable[[str, JSON], JSON] = as_it_is,
    ) -> None:
        self._context = ComparisonContext(order, volatile)
        self._redact = redact
        self._answers: dict[tuple[str, str], dict[str, JSON]] = {}

    def add(self, shape: SelectionShape, data: dict[str, JSON]) -> None:
        """Take in a trusted answer."""
        self._answers[_call_key(shape)] = stored_answer(shape, data, self._context.volatile, self._redact)

    def roots(self, shape: SelectionShape) -> list[str]:
        """The operation that is called, if what it answers to this call is known; else nothing."""
        root = runtime_shape(shape, {})
        fields = root.fields.values() if root and _call_key(shape) in self._answers else ()
        return [field.coordinate for field in fields]

    def differences(self, shape: SelectionShape, data: dict[str, JSON] | None) -> list[AnswerDifference]:
        """Where an answer differs, as high up as it shows; members that are new are no difference."""
        known = self._answers.get(_call_key(shape))
        if known is None:
            return []
        answer = stored_answer(shape, data or {}, self._context.volatile, self._redact)
        if STATUS in known or STATUS in answer:
            return list(_other_status(self.roots(shape)[0], known, answer))
        found = data_mismatches(shape, known, answer, self._context)
        return [_difference(mismatch) for mismatch in topmost(found)]


def _other_status(coordinate: str, known: dict[str, JSON], answer: dict[str, JSON]) -> Iterator[AnswerDifference]:
    """What was found and is refused now, or the other way round."""
    was, now = known.get(STATUS), answer.get(STATUS)
    if was != now:
        says = "succeeds" if now is None else f"has status `{now}`"
        said = "succeeded" if was is None else f"had status `{was}`"
        message = f"{says}, but {said} in the baseline"
        yield AnswerDifference(coordinate, (BODY,), Kind.STATUS, message, Severity.FAULT)


def _call_key(shape: SelectionShape) -> tuple[str, str]:
    """What is called, and with which arguments."""
    root = runtime_shape(shape, {})
    body = next(iter(root.fields.values()), None) if root else None
    return (root.typename if root else "", call_text(body) if body else "")


class _KnownShape:
    """The part of a shape that all known objects at its position tell of."""

    def __init__(self, shape: SelectionShape, nodes: list[_Node]) -> None:
        self.type, self.possible, self.typename_key = shape.type, shape.possible, shape.typename_key
        self._shape = shape
        self._nodes = nodes
        self._known = cache(self._look_up)

    def runtime(self, value: dict[str, object]) -> ObjectShape | None:
        """See ``SelectionShape``."""
        found = self._shape.runtime(value)
        return found and self._known(found.typename)

    def _look_up(self, typename: str) -> ObjectShape | None:
        whole = self._shape.runtime({self.typename_key: typename})
        nodes = [node for node in self._nodes if node.typename == typename]
        fields = {}
        for key, field in whole.fields.items() if whole else ():
            call = call_text(field)
            if all(call in node.parts for node in nodes):
                below = list(_nodes_in([node.parts[call] for node in nodes]))
                fields[key] = field._replace(child=field.child and _KnownShape(field.child, below))
        return whole and whole._replace(fields=fields)


def _nodes_in(part: Any) -> Iterator[_Node]:
    if isinstance(part, _Node):
        yield part
    elif isinstance(part, list):
        for item in part:
            yield from _nodes_in(item)


def _node(position: SelectionShape | None, value: Any) -> Any:
    """An answer as it stands in the tree: an object as a node, anything else as it is."""
    if isinstance(value, list):
        return [_node(position, item) for item in value]
    shape = runtime_shape(position, value)
    if shape is None:
        return value
    parts = {call_text(field): _node(field.child, value[key]) for key, field in shape.fields.items() if key in value}
    return _Node(shape.typename, parts)


def _told(position: SelectionShape | None, part: Any) -> Any:
    """A part of the tree as the answer to a question."""
    if isinstance(part, list):
        return [_told(position, item) for item in part]
    if not isinstance(part, _Node) or position is None:
        return part
    shape = position.runtime({position.typename_key: part.typename})
    fields = shape.fields if shape else {}
    return {key: _told(field.child, part.parts[call_text(field)]) for key, field in fields.items()}


def _merge(known: Any, new: Any) -> None:
    """Take in what is said of the same objects."""
    if isinstance(known, list) and isinstance(new, list):
        for one, other in zip(known, new, strict=False):
            _merge(one, other)
    elif isinstance(known, _Node) and isinstance(new, _Node):
        for call, part in new.parts.items():
            _merge(known.parts.setdefault(call, part), part)


def _difference(mismatch: DataMismatch) -> AnswerDifference:
    severity = Severity.FAULT if mismatch.promised else Severity.SUSPICION
    message = f"{_message(mismatch)} in the baseline"
    return AnswerDifference(mismatch.at.coordinate, mismatch.at.one, mismatch.kind, message, severity)


def _message(mismatch: DataMismatch) -> str:
    kind, position = mismatch.kind, mismatch.field.child
    was, now = _plain(position, mismatch.one), _plain(position, mismatch.other)
    words = _WORDS.get(kind, _CHANGED)
    if position is None and kind is not Kind.ORDER:
        words = _CHANGED
    elif kind is Kind.OTHERS and len(was) != len(now):
        words = _WORDS[Kind.LOST]
    elif kind is Kind.TYPE:
        words = _WORDS[Kind.OTHER]
    counts = [len(value) if isinstance(value, list) else 0 for value in (now, was)]
    return words.format(now=shown(now), was=shown(was), items=counts[0], items_before=counts[1])


def _plain(position: SelectionShape | None, value: Any) -> JSON:
    """A value as messages show it: an object by what identifies it, or by its type."""
    if isinstance(value, list):
        return [_plain(position, item) for item in value]
    known = identity(position, value, frozenset())
    return str(known) if known else typename_of(position, value) or value


def shown(value: JSON) -> str:
    """A value in backquotes and cut short; null is a word."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return f"`{cut(text, _LONGEST).replace('`', chr(39))}`"
