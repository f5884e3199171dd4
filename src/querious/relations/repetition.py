"""The same query gives the same answer, but for what changes by nature.

Operations are asked in pairs, each at once again and with the other in between, since caches and counters show so.
Where something differs, they are asked on until it is clear whether it flickers. That is a suspicion: copies of a
database that lag behind each other are a design too, and so is a choice at random.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from querious.model import Field
from querious.model.shape import path_text
from querious.relations.answers.comparison import ChangeKind, changes, quoted, text, wording
from querious.relations.answers.variants import with_identifiers, with_leaves
from querious.relations.answers.volatile import ENOUGH, Nature, histories, nature, repeated_answers
from querious.relations.relation import Contradiction, Mismatch, Relation
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from querious.model import Operation
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.answers.comparison import ValueHistory
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_ORDER: Final = (0, 0, 1, 1, 0, 1)
"""In which two operations take turns once each was asked: four times in all, at once again and after the other."""
_SHOWN: Final = 120
"""Letters of a value in the excerpt."""


def _propose(observed: Observations) -> Iterator[Conversation]:
    distinct = {wording(operation): operation for operation in observed.operations.values()}
    for one, other in _pairs(list(distinct.values())):
        yield _conversation(observed, one, other)


def _pairs(operations: list[Operation]) -> Iterator[tuple[Operation, Operation]]:
    """Each operation once, with another one that begins with the same field where there is one."""
    left = list(operations)
    while left:
        one = left.pop(0)
        if not left:
            yield one, operations[0]
            return
        place = next((place for place, other in enumerate(left) if _begins(other) == _begins(one)), 0)
        yield one, left.pop(place)


def _begins(operation: Operation) -> str:
    return next((node.name for node in operation.selections if isinstance(node, Field)), "")


def _conversation(observed: Observations, *operations: Operation) -> Conversation:
    trace: list[QueryAnswer] = []
    pair: list[Operation] = []
    for operation in operations:
        asked = yield from _widened(observed.types, operation)
        trace.append(asked)
        pair.append(asked.operation)
    turns = _ORDER if wording(pair[0]) != wording(pair[1]) else _ORDER[: len(_ORDER) // 2]
    for turn in turns:
        asked = yield pair[turn]
        trace.append(asked)
    for operation in pair:
        while True:
            own = [asked for asked in trace if asked.operation == operation]
            if len(own) >= ENOUGH or not any(nature(one) is Nature.OPEN for one in histories(observed.types, own)):
                break
            asked = yield operation
            trace.append(asked)


def _widened(types: SchemaTypes, operation: Operation) -> Generator[Operation, QueryAnswer, QueryAnswer]:
    """Ask the operation with identifiers and further leaves, as far as that is answered without errors."""
    named = with_identifiers(types, operation)
    asked = yield with_leaves(types, named)
    if not asked.clean or asked.data is None:
        asked = yield named
    return asked


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    judged = []
    for repeated in repeated_answers(types, trace):
        judged += [(repeated.steps, history, nature(history)) for history in repeated.histories]
    volatile = types.volatile | {history.coordinate for _, history, kind in judged if kind is Nature.VOLATILE}
    told: dict[tuple[str, ChangeKind], Mismatch] = {}
    for steps, history, kind in judged:
        if kind is Nature.FLICKER and history.coordinate not in volatile:
            told.setdefault((history.coordinate, history.kind), _mismatch(steps, history))
    yield from told.values()


def _notice(answer: QueryAnswer, observed: Observations) -> Iterator[Contradiction]:
    """What differs from the answer that the same operation had before."""
    before = observed.answered_before
    if before is None or not before.clean or not answer.clean or before.data == answer.data:
        return
    for history in changes(observed.types, [before, answer]):
        if history.kind is not ChangeKind.ORDER or history.coordinate not in observed.types.unordered:
            again = _conversation(observed, answer.operation, answer.operation)
            yield Contradiction(history.coordinate, history.kind, again)
            return


def _mismatch(steps: Sequence[int], history: ValueHistory) -> Mismatch:
    values = [text(value) for value in history.values]
    counts = Counter(values)
    usual, often = counts.most_common(1)[0]
    last = max(place for place, value in enumerate(values) if value != usual)
    usually = history.values[values.index(usual)]
    share = f"{len(values) - often} of {len(values)} answers to the same query"
    absent = history.values.count(None)
    messages = {
        ChangeKind.NULL: f"null in {absent} of {len(values)} answers to the same query",
        ChangeKind.ORDER: f"the same items in another order in {share}",
        ChangeKind.ITEMS: f"other items in {share}",
        ChangeKind.OBJECT: f"another object in {share}",
        ChangeKind.TYPE: f"an object of another type in {share}",
        ChangeKind.VALUE: f"another value in {share}: {quoted(usually)} and {quoted(history.values[last])}",
    }
    excerpt = "\n".join(f"{plural(count, 'time')} {value[:_SHOWN]}" for value, count in counts.most_common(3))
    place = path_text(history.path)
    return Mismatch(history.coordinate, messages[history.kind], place, excerpt, step=steps[last])


RELATION: Final[Relation] = Relation(
    "repetition", "the same query gives the same answer", _propose, _check, notice=_notice
)
