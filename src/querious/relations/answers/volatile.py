"""What changes when the same operation is asked again: by nature, or by mistake.

The answers to one operation are walked together. Where they part, the values in the order of asking are a history, of
which only the topmost is kept, and the history is judged: time, counters, nonces and random choices change by nature;
what mostly stays and returns flickers.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum, auto
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.arguments import sent
from querious.relations.answers.comparison import ChangeKind, changes, text, wording
from querious.text.moments import midnight_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.relations.answers.comparison import ValueHistory
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


class RepeatedAnswers(NamedTuple):
    """What changed from one answer to the same operation to the next."""

    steps: Sequence[int]
    """The places of the answers in the trace."""
    histories: list[ValueHistory]


def learn(types: SchemaTypes, trace: Trace) -> None:
    """Add to ``types`` what a trace shows to change by nature; answers to the same operation must be in it twice."""
    for history in histories(types, trace):
        found = nature(history)
        if history.kind is ChangeKind.ORDER and found is not Nature.FLICKER:
            types.unordered.add(history.coordinate)
        elif history.kind is not ChangeKind.ORDER and found is Nature.VOLATILE:
            types.volatile.add(history.coordinate)


def histories(types: SchemaTypes, trace: Trace) -> list[ValueHistory]:
    """Of every place that changed."""
    return [history for repeated in repeated_answers(types, trace) for history in repeated.histories]


def repeated_answers(types: SchemaTypes, trace: Trace) -> Iterator[RepeatedAnswers]:
    """By operation that was asked again. Answers with errors are left out: an error is why they differ."""
    grouped: dict[str, list[int]] = {}
    for step, answer in enumerate(trace):
        if answer.clean and answer.data is not None:
            grouped.setdefault(wording(answer.operation), []).append(step)
    for steps in grouped.values():
        if len(steps) > 1:
            yield RepeatedAnswers(steps, list(changes(types, [trace[step] for step in steps])))


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
    if None in measured:
        return False
    upward = sorted(measured)  # type: ignore[type-var]  # no None among them
    return measured in (upward, upward[::-1])


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
    if history.kind is not ChangeKind.ITEMS:
        return False
    items = [Counter(map(text, value)) for value in there]
    whole = max(items, key=lambda counts: counts.total())
    return items.count(whole) > 1 and all(counts <= whole for counts in items)


def _is_seldom_random(history: ValueHistory) -> bool:
    """Whether it is of a kind that is seldom drawn between two: a shuffled list of three has more orders than that."""
    if history.kind is ChangeKind.ORDER:
        return len(history.values[0]) > _TWO
    return history.kind is ChangeKind.ITEMS or (history.kind is ChangeKind.VALUE and history.owned)


def _was_asked_by_identifier(history: ValueHistory) -> bool:
    """Whether one of the objects that came was asked for by its identifier: then no other may come."""
    if history.kind is not ChangeKind.OBJECT:
        return False
    wanted = {str(value) for value in sent(history.field.arguments).values()}
    return not wanted.isdisjoint(map(str, history.values))


def _is_pattern(values: Sequence[str]) -> bool:
    """Whether the values repeat after a few, again and again."""
    return any(values[period:] == values[:-period] for period in range(2, _PERIOD + 1))
