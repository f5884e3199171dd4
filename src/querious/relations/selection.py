"""A field answers the same, however it is asked.

With more or fewer fields beside it, under an alias, in a fragment, with a variable or a literal, and in any order. An
operation is asked, then its variants; what differs is asked again, both ways, so that a server that merely changes its
mind is not blamed for this.

Rows of a list are a suspicion where they are not told apart by identifiers, and so are its length and its order: a
server may cut lists short where more is asked for, and need not keep an order that nobody asked for.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model import Fragment
from querious.model.arguments import plain, sent
from querious.model.operation import fields, walk
from querious.model.shape import path_text
from querious.relations.answers.argument_forms import variables
from querious.relations.answers.comparison import (
    ChangeKind,
    differences,
    disagreements_within,
    quoted,
    text,
    wording,
)
from querious.relations.answers.variants import otherwise, repeated, reworded, split, with_identifiers, with_more
from querious.relations.relation import Mismatch, Relation, severity_of
from querious.text.moments import moment_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from querious.model import Operation
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.answers.comparison import ValueHistory
    from querious.relations.answers.variants import Variant
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_MEANWHILE: Final = timedelta(minutes=10)
"""Two moments less than this apart may both be the present, each kept by a cache."""
_SHOWN: Final = 120
"""Letters of a value in the excerpt."""


def _propose(observed: Observations) -> Iterator[Conversation]:
    """Operations that gave the most fields their first value come first."""
    first = Counter(wording(operation) for operation in observed.operations.values())
    distinct = {wording(operation): operation for operation in observed.operations.values()}
    for said, _ in first.most_common():
        yield _conversation(observed, distinct[said])


def _conversation(observed: Observations, operation: Operation) -> Conversation:
    types, unsteady = observed.types, set[str]()
    original = yield with_identifiers(types, operation)
    if original.data is None:
        return
    widest, more = original, with_more(types, original.operation)
    if more != original.operation:
        wider = yield more
        widest = wider if wider.clean and wider.data is not None else original
        if _differ(types, original, wider, unsteady):
            yield from _again(types, original, wider, unsteady)
    whole = yield otherwise(types, widest.operation)
    if whole.clean != widest.clean or _differ(types, widest, whole, unsteady):
        yield from _again(types, widest, whole, unsteady)
        yield from _against(types, widest, reworded(types, widest.operation), unsteady)
    yield from _against(types, widest, split(types, widest.operation), unsteady)
    yield from _against(types, original, repeated(original.operation), unsteady)


def _against(types: SchemaTypes, original: QueryAnswer, ways: Iterator[Variant], unsteady: set[str]) -> Conversation:
    """Ask in these ways, and again where it makes a difference."""
    for way in ways:
        changed = yield way.operation
        if _differ(types, original, changed, unsteady):
            yield from _again(types, original, changed, unsteady)


def _differ(types: SchemaTypes, original: QueryAnswer, changed: QueryAnswer, unsteady: Collection[str]) -> bool:
    return any(differences(types, original, changed, unsteady)) or any(disagreements_within(types, changed, unsteady))


def _again(types: SchemaTypes, original: QueryAnswer, changed: QueryAnswer, unsteady: set[str]) -> Conversation:
    """Both once more, in the other order: what alternates from one answer to the next must not look like a pair."""
    for asked in (changed, original):
        repeated = yield asked.operation
        unsteady.update(difference.coordinate for difference in differences(types, asked, repeated))


class _SameOperation(NamedTuple):
    """The answers to one operation."""

    steps: list[int]
    answers: list[QueryAnswer]


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    grouped = _by_operation(trace)
    if not grouped:
        return
    unsteady: set[str] = set()
    for group in grouped:
        for answer in group.answers[1:]:
            unsteady.update(one.coordinate for one in differences(types, group.answers[0], answer))
    told: dict[str, Mismatch] = {}
    for mismatch in sorted((*_between(grouped, types, unsteady), *_within(grouped, types, unsteady)), key=_vagueness):
        told.setdefault(mismatch.coordinate, mismatch)
    yield from told.values()


def _vagueness(mismatch: Mismatch) -> int:
    """How little the message says about what makes the difference."""
    return 2 * (_ELSE in mismatch.message) + (_BESIDE in mismatch.message)


def _by_operation(trace: Trace) -> list[_SameOperation]:
    """What was answered, by operation."""
    grouped: dict[str, _SameOperation] = {}
    for step, answer in enumerate(trace):
        if answer.data is not None:
            group = grouped.setdefault(wording(answer.operation), _SameOperation([], []))
            group.steps.append(step)
            group.answers.append(answer)
    return list(grouped.values())


def _between(grouped: list[_SameOperation], types: SchemaTypes, unsteady: Collection[str]) -> Iterator[Mismatch]:
    """The first operation, and the one that was asked most often, against each other one.

    One of the two must have been asked again, and have kept to it.
    """
    most_often = max(grouped, key=lambda group: len(group.answers))
    measures = [grouped[0]] if most_often is grouped[0] else [grouped[0], most_often]
    for measure in measures:
        one = measure.answers[0]
        for group in grouped[1:]:
            asked_once = len(measure.answers) == len(group.answers) == 1
            if group is measure or asked_once:
                continue
            other = group.answers[0]
            for difference in differences(types, one, other, unsteady):
                if not _is_passing_time(difference):
                    yield _mismatch(difference, _way(one.operation, other.operation), group.steps[-1])


def _within(grouped: list[_SameOperation], types: SchemaTypes, unsteady: Collection[str]) -> Iterator[Mismatch]:
    """Fields asked twice in one operation, which must have answered so more than once."""
    for group in grouped:
        if len(group.answers) == 1:
            continue
        again = [text(difference[:4]) for difference in disagreements_within(types, group.answers[-1], unsteady)]
        for difference in disagreements_within(types, group.answers[0], unsteady):
            if text(difference[:4]) in again and not _is_passing_time(difference):
                yield _mismatch(difference, "when asked twice in one operation", group.steps[-1])


def _mismatch(difference: ValueHistory, way: str, step: int) -> Mismatch:
    one, other = difference.values
    particulars = f"{quoted(one)} became {quoted(other)}"
    messages = {
        ChangeKind.VALUE: f"another value {way}: {particulars}",
        ChangeKind.NULL: f"null {way}" if other is None else f"no longer null {way}",
        ChangeKind.ITEMS: f"other items {way}: {particulars}",
        ChangeKind.ORDER: f"the same items in another order {way}",
        ChangeKind.TYPE: f"an object of another type {way}: {particulars}",
        ChangeKind.OBJECT: f"another object {way}: {particulars}",
    }
    message = messages[difference.kind]
    if difference.kind is ChangeKind.ITEMS and len(one) != len(other):
        message = f'another number of items {way}: "{len(one)}" became "{len(other)}"'
    excerpt = f"{text(one, _SHOWN)}\n{text(other, _SHOWN)}"
    severity = severity_of(certain=_is_certain(difference, way))
    return Mismatch(difference.coordinate, message, path_text(difference.path), excerpt, severity, step)


def _is_certain(difference: ValueHistory, way: str) -> bool:
    """Other rows are a suspicion where no order was asked for, and fewer where other fields stand beside: see above.

    But nothing makes a list longer or shorter that is asked for the same in other words.
    """
    if difference.kind is not ChangeKind.ITEMS:
        return difference.certain
    one, other = difference.values
    if len(one) == len(other):
        return difference.certain and difference.field.child is None
    return difference.certain and way in _REWORDED


def _is_passing_time(difference: ValueHistory) -> bool:
    moments = [moment_of(value) if isinstance(value, str) else None for value in difference.values]
    one, other = moments
    return one is not None and other is not None and abs(one - other) < _MEANWHILE


_ELSE: Final = "when asked in another way"
_BESIDE: Final = "with other fields beside it"
_DEFAULT: Final = "with a default spelt out"
_ORDERS: Final = ("with its arguments in another order", "with the fields of its input in another order")


def _way(one: Operation, other: Operation) -> str:
    """In words, how the second operation asks; where it differs in more than one way, only that it does."""
    if _coordinates(one) != _coordinates(other):
        return _BESIDE
    ways = [words for words, aspect in _ASPECTS if aspect(one) != aspect(other)]
    if _DEFAULT in ways:  # which brings orders of its own
        ways = [words for words in ways if words not in _ORDERS]
    if len(ways) != 1:
        return _ELSE
    if ways[0]:
        return ways[0]
    return "with a variable" if _variables(other) > _variables(one) else "with a literal"


def _coordinates(operation: Operation) -> Counter[str]:
    return Counter(field.coordinate for field in fields(operation.selections) if field.name != "__typename")


def _keys(operation: Operation) -> Counter[tuple[str, str]]:
    return Counter((field.coordinate, field.key) for field in fields(operation.selections))


def _fragments(operation: Operation) -> Counter[str]:
    return Counter(node.on for node in walk(operation.selections) if isinstance(node, Fragment))


def _variables(operation: Operation) -> int:
    return sum(1 for _ in variables(operation))


def _given(operation: Operation) -> list[str]:
    return sorted(text([field.coordinate, sorted(sent(field.arguments))]) for field in fields(operation.selections))


def _argument_order(operation: Operation) -> list[str]:
    """The arguments that stand before another which the alphabet puts first."""
    pairs = []
    for field in fields(operation.selections):
        for one, other in combinations(sent(field.arguments), 2):
            if one > other:
                pairs.append(text((field.coordinate, one, other)))
    return sorted(pairs)


def _input_order(operation: Operation) -> list[str]:
    written = []
    for field in fields(operation.selections):
        for _, argument in field.arguments:
            value = plain(argument)
            if isinstance(value, dict | list):
                written.append(json.dumps(value, default=str))
    return sorted(written)


def _field_order(operation: Operation) -> list[str]:
    return [field.coordinate for field in fields(operation.selections)]


_ASPECTS: Final[tuple[tuple[str, Callable[[Operation], Any]], ...]] = (
    ("under an alias", _keys),
    ("in a fragment", _fragments),
    ("", _variables),
    (_DEFAULT, _given),
    (_ORDERS[0], _argument_order),
    (_ORDERS[1], _input_order),
    ("with the fields in another order", _field_order),
)
"""What may differ in the wording alone, and how that is said."""
_REWORDED: Final = frozenset((*(words for words, _ in _ASPECTS if words), "with a variable", "with a literal"))

RELATION: Final[Relation] = Relation("selection", "a field answers the same, however it is asked", _propose, _check)
