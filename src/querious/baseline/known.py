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
from querious.baseline.arguments import call_text, is_sorting
from querious.baseline.identity import Identity
from querious.model import Severity
from querious.model.arguments import sent
from querious.model.defaults import default_of
from querious.model.shape import path_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graphql import GraphQLSchema

    from querious.model import JSON, FieldShape, ObjectShape, SelectionShape
    from querious.model.shape import AnswerPath

_TOLD: Final = 60
"""Characters of a value that are told."""


class Kind(Enum):
    """In what two answers differ at one place."""

    VALUE = "value"
    NULL = "null"
    OTHER = "other object"
    ITEMS = "other items"
    ORDER = "order"


class Difference(NamedTuple):
    """The topmost position at which an answer differs from what is known."""

    coordinate: str
    path: AnswerPath
    kind: Kind
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
class Thing:
    """An object of the tree."""

    typename: str
    parts: dict[str, Any]
    """By name and arguments of the field: a leaf as it is, a Thing, a list of such, or None."""
    identifier: JSON = None


class Known:
    """Grows by answers that are trusted, and tells what others say otherwise."""

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
        self._tree = Thing("", {})

    def add(self, shape: SelectionShape, data: dict[str, JSON]) -> None:
        """Take in a trusted answer. Its leaves are redacted already, or need not be."""
        self._merge(self._tree, self._thing(shape, data))

    def _thing(self, position: SelectionShape, value: Any) -> Any:
        if isinstance(value, list):
            return [self._thing(position, item) for item in value]
        found = position.runtime(value) if isinstance(value, dict) else None
        if found is None:
            return None
        parts: dict[str, Any] = {}
        for field in found.fields.values():
            if field.key not in value or field.coordinate in self._volatile:
                continue
            item = value[field.key]
            parts[call_text(field)] = item if item is None or field.child is None else self._thing(field.child, item)
        return Thing(found.typename, parts, self._identifier(found, value))

    def _identifier(self, shape: ObjectShape, value: dict[str, Any]) -> JSON:
        """What tells an object apart, unless it changes with every answer; redacted, as it is in the file."""
        name = self._identity.name(shape.typename)
        if f"{shape.typename}.{name}" in self._volatile:
            return None
        found = self._identity.of(shape, value)
        return None if found is None else self._redact(name, found)

    def identifies(self, coordinate: str) -> bool:
        """Whether a field tells objects of its type apart."""
        parent, _, name = coordinate.partition(".")
        return self._identity.name(parent) == name

    def _merge(self, known: Thing, new: Thing) -> None:
        known.identifier = new.identifier if known.identifier is None else known.identifier
        for key, item in new.parts.items():
            before = known.parts.get(key)
            pairs = zip(before, item, strict=False) if isinstance(before, list) and isinstance(item, list) else ()
            if key not in known.parts:
                known.parts[key] = item
            elif isinstance(before, Thing) and isinstance(item, Thing):
                self._merge(before, item)
            for one, other in pairs:
                if isinstance(one, Thing) and isinstance(other, Thing):
                    self._merge(one, other)

    def differences(self, shape: SelectionShape, data: dict[str, JSON] | None) -> Iterator[Difference]:
        """What an answer says otherwise, as high up as it shows; without data all of it is null."""
        found = shape.runtime(data or {})
        for field in found.fields.values() if found else ():
            yield from self._field(
                field, self._tree, data if data is not None else {field.key: None}, (), ordered=False
            )

    def roots(self, shape: SelectionShape) -> list[str]:
        """The fields of the query type that are asked for, if all of them are known; else none."""
        found = shape.runtime({})
        asked = list(found.fields.values()) if found else []
        return (
            [field.coordinate for field in asked]
            if all(call_text(field) in self._tree.parts for field in asked)
            else []
        )

    def _field(
        self, field: FieldShape, known: Thing, value: dict[str, Any], above: AnswerPath, *, ordered: bool
    ) -> Iterator[Difference]:
        key = call_text(field)
        if key not in known.parts or field.key not in value or field.coordinate in self._volatile:
            return
        was, now, path = known.parts[key], value[field.key], (*above, field.key)
        if was is None or now is None:
            if was is not now:
                yield _difference(field, path, Kind.NULL, (was, now))
        elif field.child is None:
            yield from self._leaf(field, path, was, now)
        else:
            promised = self._sorts(field) or ordered
            yield from self._composite(field, field.child, path, was, now, ordered=promised)

    def _leaf(self, field: FieldShape, path: AnswerPath, was: Any, now: Any) -> Iterator[Difference]:
        if same(was, now):
            return
        now = self._redact(field.coordinate.partition(".")[2], now)
        if same(was, now):
            return
        shuffled = isinstance(was, list) and isinstance(now, list) and _sorted(was) == _sorted(now)
        kind = Kind.ORDER if shuffled else Kind.VALUE
        yield _difference(field, path, kind, (was, now), Severity.SUSPICION if shuffled else Severity.FAULT)

    def _composite(
        self, field: FieldShape, position: SelectionShape, path: AnswerPath, was: Any, now: Any, *, ordered: bool
    ) -> Iterator[Difference]:
        if isinstance(was, list) and isinstance(now, list):
            yield from self._list(field, position, path, was, now, ordered=ordered)
        elif isinstance(was, Thing) and isinstance(now, dict):
            found = position.runtime(now)
            if found is None:
                return
            new = Thing(found.typename, {}, self._identifier(found, now))
            if new.typename != was.typename or _is_other(was.identifier, new.identifier):
                yield _difference(field, path, Kind.OTHER, (_sign(was) or was.typename, _sign(new) or new.typename))
                return
            below = ordered and not self._identity.name(found.typename)
            for inner in found.fields.values():
                yield from self._field(inner, was, now, path, ordered=below)
        elif (was is None) is not (now is None) or isinstance(was, list) is not isinstance(now, list):
            yield _difference(field, path, Kind.NULL if was is None or now is None else Kind.VALUE, (was, now))

    def _list(
        self,
        field: FieldShape,
        position: SelectionShape,
        path: AnswerPath,
        was: list[Any],
        now: list[Any],
        *,
        ordered: bool,
    ) -> Iterator[Difference]:
        new = [self._thing(position, item) for item in now]
        one = [_sign(item, like) for item, like in zip_longest(was, new)]
        other = [_sign(item, like) for item, like in zip_longest(new, was)]
        comparable = None not in one and None not in other
        if comparable and one != other and sorted(map(str, one)) == sorted(map(str, other)):
            severity = Severity.FAULT if ordered else Severity.SUSPICION
            yield _difference(field, path, Kind.ORDER, (one, other), severity)
        elif len(was) != len(now) or (comparable and one != other):
            yield _difference(field, path, Kind.ITEMS, (one[: len(was)], other[: len(now)]))
        else:
            for index, (old, item) in enumerate(zip(was, now, strict=True)):
                yield from self._composite(field, position, (*path, index), old, item, ordered=ordered)

    def _sorts(self, field: FieldShape) -> bool:
        """Whether an argument of the field, sent or by default, says how its list is sorted."""
        parent, _, name = field.coordinate.partition(".")
        declared = self._schema.type_map.get(parent)
        definition = declared.fields.get(name) if isinstance(declared, GraphQLObjectType) else None
        defaults = definition.args.items() if definition else ()
        names = {argument for argument, one in defaults if default_of(one) not in (Undefined, None)}
        return is_sorting(names | sent(field.arguments).keys())


def _is_other(one: JSON, other: JSON) -> bool:
    return one is not None and other is not None and one != other


def _sign(thing: Any, like: Any = None) -> str | None:
    """What tells an object of a list apart: type and identifier, its own or of what it leads to; None: nothing does.

    Of an object without identifier only what the other one has too.
    """
    if not isinstance(thing, Thing):
        return "null" if thing is None else None
    if thing.identifier is not None:
        return f"{thing.typename} {thing.identifier}"
    other = like.parts if isinstance(like, Thing) else thing.parts
    inner = [_sign(part, other[key]) for key, part in thing.parts.items() if key in other and isinstance(part, Thing)]
    told = [one for one in inner if one is not None]
    return f"{thing.typename} of {', '.join(told)}" if told else None


def _sorted(values: list[JSON]) -> list[str]:
    return sorted(json.dumps(value, sort_keys=True, default=str) for value in values)


def _difference(
    field: FieldShape, path: AnswerPath, kind: Kind, said: tuple[Any, Any], severity: Severity = Severity.FAULT
) -> Difference:
    was, now = said
    return Difference(field.coordinate, path, kind, _message(kind, was, now), severity, was, now)


def _message(kind: Kind, was: Any, now: Any) -> str:
    if kind is Kind.NULL:
        told = told_of(now if was is None else was)
        return f"is {told}, and was null in the baseline" if was is None else f"is null, and was {told} in the baseline"
    if kind is Kind.OTHER:
        return f"leads to {told_of(now)}, and led to {told_of(was)} in the baseline"
    if kind is Kind.ITEMS:
        if len(was) != len(now):
            return f"holds {len(now)} items, and held {len(was)} in the baseline"
        return f"holds other items: {told_of(now)}, and held {told_of(was)} in the baseline"
    if kind is Kind.ORDER:
        return f"holds the same in another order: {told_of(now)}, and {told_of(was)} in the baseline"
    return f"is {told_of(now)}, and was {told_of(was)} in the baseline"


def told_of(value: Any) -> str:
    """A value in backquotes, cut short; an object by what tells it apart."""
    plain = _plain(value)
    text = plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False, default=str)
    cut = text if len(text) <= _TOLD else f"{text[:_TOLD]}…"
    return f"`{cut.replace('`', chr(39))}`"


def _plain(value: Any) -> JSON:
    if isinstance(value, Thing):
        return _sign(value) or value.typename
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value
