"""What changes when the same operation is asked again: by nature, or by mistake.

The answers to one operation are walked together. Where they part, the values in the order of asking are a history, of
which only the topmost is kept, and the history is judged: time, counters, nonces and random choices change by nature;
what mostly stays and returns flickers.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.objects import MOST_OBJECTS
from querious.model.arguments import sent
from querious.model.shape import path_text
from querious.relations.answer_objects import identity
from querious.relations.answers.comparison import Kind, differences, text, wording
from querious.text.moments import midnight_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON, FieldShape, ObjectShape, SelectionShape
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


class History(NamedTuple):
    """What stood in one place of the answers to one operation, in the order of asking."""

    coordinate: str
    kind: Kind
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
        if history.kind is Kind.ORDER:
            if nature(history) is not Nature.FLICKER:
                types.unordered.add(history.coordinate)
        elif nature(history) is Nature.VOLATILE:
            types.volatile.add(history.coordinate)


def histories(types: SchemaTypes, trace: Trace) -> Iterator[History]:
    """Of every place that changed. Answers with errors are left out: an error is why they differ."""
    grouped: dict[str, list[tuple[int, QueryAnswer]]] = {}
    for step, asked in enumerate(trace):
        if asked.clean and asked.data is not None:
            grouped.setdefault(wording(asked.operation), []).append((step, asked))
    for steps in grouped.values():
        if len(steps) > 1:
            yield from _Reading(types, [step for step, _ in steps]).read([asked for _, asked in steps])


def nature(history: History) -> Nature:
    """The judgement."""
    values = [text(value) for value in history.values]
    distinct = Counter(values)
    if len(distinct) == 1:
        return Nature.STEADY
    if len(values) < _FEW:
        return Nature.OPEN
    if _returns(values):
        return _returning(history, values, distinct)
    onward = len(distinct) > _TWO or (len(values) >= ENOUGH and _moves(history.values))
    return Nature.VOLATILE if onward else Nature.OPEN


def _returning(history: History, values: Sequence[str], distinct: Counter[str]) -> Nature:
    """Values that return are told from random ones by how often they do."""
    if _comes_and_goes(history):
        return Nature.FLICKER
    if _is_wild(distinct, len(values)):
        return Nature.VOLATILE
    if len(values) < ENOUGH:
        return Nature.OPEN
    to_and_fro = len(distinct) == _TWO and _is_kept(history)
    flickers = to_and_fro or _is_named(history) or _is_exception(distinct, len(values)) or _is_pattern(values)
    return Nature.FLICKER if flickers else Nature.VOLATILE


def _returns(values: Sequence[str]) -> bool:
    """Whether an earlier value came back after another one."""
    turns = [value for value, before in zip(values[1:], values, strict=False) if value != before]
    return len({values[0], *turns}) <= len(turns)


def _moves(values: Sequence[JSON]) -> bool:
    """Whether it is a number or a moment that goes only one way: clocks, also of low resolution, and counters."""
    measured = [_measure(value) for value in values]
    known = [value for value in measured if value is not None]
    if len(known) < len(values) or len({type(value) for value in known}) > 1:
        return False
    ordered: list[Any] = sorted(known)
    return known in (ordered, ordered[::-1])


def _measure(value: JSON) -> float | None:
    """What can go forward or back: a number, or a moment."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, str):
        return None
    try:
        return float(value)
    except ValueError:
        moment = midnight_of(value)
        return None if moment is None else moment.timestamp()


def _comes_and_goes(history: History) -> bool:
    """Whether nothing but null, or the lack of some items, takes turns with what is otherwise always the same."""
    there = [value for value in history.values if value is not None]
    if len(there) < len(history.values):
        return len({text(value) for value in there}) == 1
    if history.kind is not Kind.LENGTH:
        return False
    sizes = [Counter(map(text, value)) for value in there]
    whole = max(sizes, key=lambda size: size.total())
    return sizes.count(whole) > 1 and all(not size - whole for size in sizes)


def _is_kept(history: History) -> bool:
    """Whether it is of a kind that is seldom drawn between two: a shuffled list of three has more orders than that."""
    if history.kind is Kind.ORDER:
        return len(history.values[0]) > _TWO
    return history.kind is Kind.LENGTH or (history.kind is Kind.VALUE and history.owned)


def _is_named(history: History) -> bool:
    """Whether one of the objects that came was asked for by its identifier: then no other may come."""
    if history.kind is not Kind.OBJECT:
        return False
    wanted = {str(value) for value in sent(history.field.arguments).values()}
    return any(str(value[-1]) in wanted for value in history.values if value)


def _is_wild(distinct: Counter[str], answers: int) -> bool:
    return len(distinct) > _TWO and answers > _FEW and max(distinct.values()) * 2 <= answers


def _is_exception(distinct: Counter[str], answers: int) -> bool:
    return max(distinct.values()) >= answers * _MOSTLY


def _is_pattern(values: Sequence[str]) -> bool:
    """Whether the values repeat after a few, again and again."""
    return any(
        all(value == values[place % period] for place, value in enumerate(values)) for period in range(2, _PERIOD + 1)
    )


class _Reading:
    """Walks the answers to one operation together; where they part it does not go deeper."""

    def __init__(self, types: SchemaTypes, steps: list[int]) -> None:
        self._types = types
        self._steps = steps
        self._left = MOST_OBJECTS

    def read(self, answers: Sequence[QueryAnswer]) -> Iterator[History]:
        yield from self._objects(answers[0].shape, [asked.data for asked in answers], (), owned=False)

    def _objects(
        self, position: SelectionShape, values: Sequence[Any], path: tuple[str | int, ...], *, owned: bool
    ) -> Iterator[History]:
        shapes = [position.runtime(value) if isinstance(value, dict) else None for value in values]
        shape = shapes[0]
        if self._left <= 0 or shape is None or any(one is not shape for one in shapes):
            return
        self._left -= 1
        owned = owned or self._name(shape, values[0]) is not None
        for field in shape.fields.values():
            if field.coordinate not in self._types.volatile and all(field.key in value for value in values):
                below = [value[field.key] for value in values]
                yield from self._field(field, below, (*path, field.key), owned=owned)

    def _field(
        self, field: FieldShape, values: Sequence[Any], path: tuple[str | int, ...], *, owned: bool
    ) -> Iterator[History]:
        if all(isinstance(value, list) for value in values):
            yield from self._lists(field, values, path, owned=owned)
            return
        tokens = [self._token(field, value) for value in values]
        if len({text(token) for token in tokens}) > 1:
            kind = Kind.NULL if None in tokens else Kind.VALUE if field.child is None else Kind.OBJECT
            yield History(field.coordinate, kind, tokens, self._steps, path_text(path), owned, field)
        elif field.child is not None:
            yield from self._objects(field.child, values, path, owned=owned)

    def _lists(
        self, field: FieldShape, values: Sequence[list[Any]], path: tuple[str | int, ...], *, owned: bool
    ) -> Iterator[History]:
        tokens = [[self._token(field, item) for item in value] for value in values]
        named = field.child is None or all(token[-1] is not None for value in tokens for token in value if token)
        full = tokens if named else [[self._whole(field, item) for item in value] for value in values]
        bags = [sorted(map(text, value)) for value in full]
        if len({len(value) for value in values}) > 1 or (named and bags.count(bags[0]) < len(bags)):
            yield History(field.coordinate, Kind.LENGTH, full, self._steps, path_text(path), owned, field)
        elif len({text(value) for value in full}) > 1 and bags.count(bags[0]) == len(bags):
            yield History(field.coordinate, Kind.ORDER, full, self._steps, path_text(path), owned, field)
        else:
            for index, items in enumerate(zip(*values, strict=True)):
                yield from self._field(field, items, (*path, index), owned=owned)

    def _token(self, field: FieldShape, value: Any) -> JSON:
        """What tells a value from another one: of an object its type and its identifier, which may be null."""
        if field.child is None:
            return value
        shape = field.child.runtime(value) if isinstance(value, dict) else None
        return None if value is None else ["", None] if shape is None else [shape.typename, self._name(shape, value)]

    def _whole(self, field: FieldShape, value: Any) -> JSON:
        """All that is said of an object, but for what is volatile."""
        shape = field.child.runtime(value) if field.child is not None and isinstance(value, dict) else None
        if shape is None:
            return value
        return {
            one.key: [self._whole(one, item) for item in below] if isinstance(below, list) else self._whole(one, below)
            for one in shape.fields.values()
            if one.coordinate not in self._types.volatile
            for below in [value.get(one.key)]
        }

    def _name(self, shape: ObjectShape, value: dict[str, Any]) -> JSON:
        named = f"{shape.typename}.{self._types.identifier(shape.typename)}"
        return None if named in self._types.volatile else identity(self._types, shape, value)
