"""What changes when the same operation is asked again: by nature, or by mistake.

The answers to one operation are walked together. Where they part, the values in the order of asking are a history, of
which only the topmost is kept, and the history is judged: time, counters, nonces and random choices change by nature;
what mostly stays and returns flickers.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum, auto
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.objects import MOST_OBJECTS
from querious.model.arguments import sent
from querious.model.shape import path_text, runtime_shape
from querious.relations.answer_objects import identity
from querious.relations.answers.comparison import ChangeKind, differences, text, wording
from querious.text.moments import midnight_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON, FieldShape, ObjectShape
    from querious.relations.query_answer import QueryAnswer
    from querious.relations.relation import Trace
    from querious.relations.schema_types import SchemaTypes

ENOUGH: Final = 12
"""Answers from which a value that comes back can be told from a random choice."""
_TWO: Final = 2
"""Values between which something goes to and fro."""
_FEW: Final = 3
"""Answers below which nothing is said."""
_MOSTLY: Final = 11 / 12
"""The share of the answers that have the usual value, where another one is an exception."""
_PERIOD: Final = 4
"""The longest pattern that is taken for one: two servers that take turns, every fourth answer that is wrong."""


class Nature(Enum):
    """What a history shows."""

    STEADY = auto()
    OPEN = auto()
    """More answers are needed, or somebody changed it once."""
    VOLATILE = auto()
    FLICKER = auto()


class ValueHistory(NamedTuple):
    """What stood in one place of the answers to one operation, in the order of asking."""

    coordinate: str
    kind: ChangeKind
    values: Sequence[JSON]
    """A leaf; an identifier; for lists the identifiers or texts of their items; null for what is not there."""
    steps: Sequence[int]
    """The places in the trace."""
    place: str
    owned: bool
    """Whether it is a field of an object with identity: what is kept of an object is no random choice."""
    field: FieldShape


def changed(one: QueryAnswer, other: QueryAnswer, types: SchemaTypes) -> set[str]:
    """Coordinates that differ between two answers to the same operation, the topmost only."""
    return {difference.coordinate for difference in differences(types, one, other)}


def learn(types: SchemaTypes, trace: Trace) -> None:
    """Add to ``types`` what a trace shows to change by nature; answers to the same operation must be in it twice."""
    for history in histories(types, trace):
        found = nature(history)
        if history.kind is ChangeKind.ORDER and found is not Nature.FLICKER:
            types.unordered.add(history.coordinate)
        elif history.kind is not ChangeKind.ORDER and found is Nature.VOLATILE:
            types.volatile.add(history.coordinate)


def histories(types: SchemaTypes, trace: Trace) -> Iterator[ValueHistory]:
    """Of every place that changed. Answers with errors are left out: an error is why they differ."""
    grouped: dict[str, list[int]] = {}
    for step, answer in enumerate(trace):
        if answer.clean and answer.data is not None:
            grouped.setdefault(wording(answer.operation), []).append(step)
    for steps in grouped.values():
        if len(steps) > 1:
            yield from _Histories(types, steps).read([trace[step] for step in steps])


def nature(history: ValueHistory) -> Nature:
    """The judgement."""
    values = [text(value) for value in history.values]
    distinct = len(set(values))
    if distinct == 1:
        return Nature.STEADY
    if len(values) < _FEW:
        return Nature.OPEN
    if _returns(values):
        return _nature_of_returning(history, values)
    if distinct > _TWO or (len(values) >= ENOUGH and _goes_one_way(history.values)):
        return Nature.VOLATILE
    return Nature.OPEN


def _returns(values: Sequence[str]) -> bool:
    """Whether an earlier value came back after another one."""
    changes = [value for before, value in pairwise(values) if value != before]
    return len({values[0], *changes}) <= len(changes)


def _nature_of_returning(history: ValueHistory, values: Sequence[str]) -> Nature:
    """Values that return are told from random ones by how often they do."""
    if _comes_and_goes(history):
        return Nature.FLICKER
    counts = Counter(values)
    usual = max(counts.values())
    if len(counts) > _TWO and len(values) > _FEW and usual * 2 <= len(values):
        return Nature.VOLATILE
    if len(values) < ENOUGH:
        return Nature.OPEN
    if len(counts) == _TWO and _is_seldom_random(history):
        return Nature.FLICKER
    if usual >= len(values) * _MOSTLY or _is_pattern(values) or _was_asked_by_identifier(history):
        return Nature.FLICKER
    return Nature.VOLATILE


def _goes_one_way(values: Sequence[JSON]) -> bool:
    """Whether it is a number or a moment that goes only one way: clocks, also of low resolution, and counters."""
    measured = [_measure(value) for value in values]
    known = [value for value in measured if value is not None]
    if len(known) < len(values):
        return False
    return known in (sorted(known), sorted(known, reverse=True))


def _measure(value: JSON) -> float | None:
    """What can go forward or back: a number, or a moment."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except ValueError:
        moment = midnight_of(str(value))
        return None if moment is None else moment.timestamp()


def _comes_and_goes(history: ValueHistory) -> bool:
    """Whether nothing but null, or the lack of some items, takes turns with what is otherwise always the same."""
    there = [value for value in history.values if value is not None]
    if len(there) < len(history.values):
        return len({text(value) for value in there}) == 1
    if history.kind is not ChangeKind.LENGTH:
        return False
    items = [Counter(map(text, value)) for value in there]
    whole = max(items, key=lambda counts: counts.total())
    return items.count(whole) > 1 and all(counts <= whole for counts in items)


def _is_seldom_random(history: ValueHistory) -> bool:
    """Whether it is of a kind that is seldom drawn between two: a shuffled list of three has more orders than that."""
    if history.kind is ChangeKind.ORDER:
        return len(history.values[0]) > _TWO
    return history.kind is ChangeKind.LENGTH or (history.kind is ChangeKind.VALUE and history.owned)


def _was_asked_by_identifier(history: ValueHistory) -> bool:
    """Whether one of the objects that came was asked for by its identifier: then no other may come."""
    if history.kind is not ChangeKind.OBJECT:
        return False
    wanted = {str(value) for value in sent(history.field.arguments).values()}
    return any(str(value[-1]) in wanted for value in history.values if value)


def _is_pattern(values: Sequence[str]) -> bool:
    """Whether the values repeat after a few, again and again."""
    for period in range(2, _PERIOD + 1):
        if all(value == values[place % period] for place, value in enumerate(values)):
            return True
    return False


class _Histories:
    """Walks the answers to one operation together; where they part it does not go deeper."""

    def __init__(self, types: SchemaTypes, steps: list[int]) -> None:
        self._types = types
        self._steps = steps
        self._left = MOST_OBJECTS

    def read(self, answers: Sequence[QueryAnswer]) -> Iterator[ValueHistory]:
        """The histories of these answers, which came at ``steps``."""
        shapes = [runtime_shape(answers[0].shape, answer.data) for answer in answers]
        yield from self._objects(shapes, [answer.data for answer in answers], (), owned=False)

    def _objects(
        self,
        shapes: Sequence[ObjectShape | None],
        values: Sequence[Any],
        path: tuple[str | int, ...],
        *,
        owned: bool,
    ) -> Iterator[ValueHistory]:
        """``owned``: they are part of an object with identity."""
        shape = shapes[0]
        if self._left <= 0 or shape is None or any(one is not shape for one in shapes):
            return
        self._left -= 1
        owned = owned or self._identifier(shape, values[0]) is not None
        for field in shape.fields.values():
            if field.coordinate not in self._types.volatile and all(field.key in value for value in values):
                below = [value[field.key] for value in values]
                yield from self._field(field, below, (*path, field.key), owned=owned)

    def _field(
        self, field: FieldShape, values: Sequence[Any], path: tuple[str | int, ...], *, owned: bool
    ) -> Iterator[ValueHistory]:
        if all(isinstance(value, list) for value in values):
            yield from self._lists(field, values, path, owned=owned)
            return
        tokens = [self._token(field, value) for value in values]
        if len({text(token) for token in tokens}) == 1:
            yield from self._objects([runtime_shape(field.child, value) for value in values], values, path, owned=owned)
            return
        kind = ChangeKind.VALUE if field.child is None else ChangeKind.OBJECT
        if None in tokens:
            kind = ChangeKind.NULL
        yield self._history(field, kind, tokens, path, owned=owned)

    def _lists(
        self, field: FieldShape, values: Sequence[list[Any]], path: tuple[str | int, ...], *, owned: bool
    ) -> Iterator[ValueHistory]:
        tokens = [[self._token(field, item) for item in value] for value in values]
        identified = field.child is None or all(token[-1] is not None for value in tokens for token in value if token)
        if not identified:
            tokens = [[self._all_said(field, item) for item in value] for value in values]
        same_items = len({text(sorted(map(text, value))) for value in tokens}) == 1
        if len({len(value) for value in values}) > 1 or (identified and not same_items):
            yield self._history(field, ChangeKind.LENGTH, tokens, path, owned=owned)
        elif same_items and len({text(value) for value in tokens}) > 1:
            yield self._history(field, ChangeKind.ORDER, tokens, path, owned=owned)
        else:
            for index, items in enumerate(zip(*values, strict=True)):
                yield from self._field(field, items, (*path, index), owned=owned)

    def _history(
        self,
        field: FieldShape,
        kind: ChangeKind,
        values: Sequence[JSON],
        path: tuple[str | int, ...],
        *,
        owned: bool,
    ) -> ValueHistory:
        return ValueHistory(field.coordinate, kind, values, self._steps, path_text(path), owned, field)

    def _token(self, field: FieldShape, value: Any) -> JSON:
        """What tells a value from another one: of an object its type and its identifier, which may be null."""
        if field.child is None or value is None:
            return value
        shape = runtime_shape(field.child, value)
        return ["", None] if shape is None else [shape.typename, self._identifier(shape, value)]

    def _all_said(self, field: FieldShape, value: Any) -> JSON:
        """All that is said of an object, but for what is volatile."""
        if isinstance(value, list):
            return [self._all_said(field, item) for item in value]
        shape = runtime_shape(field.child, value)
        if shape is None:
            return value
        said = {}
        for below in shape.fields.values():
            if below.coordinate not in self._types.volatile:
                said[below.key] = self._all_said(below, value.get(below.key))
        return said

    def _identifier(self, shape: ObjectShape, value: dict[str, Any]) -> JSON:
        if f"{shape.typename}.{self._types.identifier(shape.typename)}" in self._types.volatile:
            return None
        return identity(self._types, shape, value)
