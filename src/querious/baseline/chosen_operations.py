"""Which operations a baseline holds: few that together show every field that had a value, and every use of arguments.

A conversation without I/O: it yields operations by the dozen and receives what came of them, so that what one shows
need not be asked by another. Short routes come first and look around widely; what they do not show is asked by longer
ones.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeAlias, TypeVar

from querious.baseline.arguments import without_nulls
from querious.baseline.observed_calls import observed_fields
from querious.baseline.purposes import GIVES
from querious.model.arguments import canonical
from querious.model.document_text import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from querious.baseline.observed_calls import ObservedCall, ObservedCalls, Route
    from querious.baseline.operation_writer import OperationWriter
    from querious.baseline.purposes import Purpose, Purposes
    from querious.model import JSON, Operation, SelectionShape, Value

MOST: Final = 300
"""Operations of a baseline."""
LARGEST_WIDE: Final = 4_000
"""Characters of an answer, as JSON, where less could be asked."""
LARGEST: Final = 12_000
"""Characters of any answer."""
_BATCH: Final = 12
_FAR, _AROUND, _NEAR = 2, 1, 0
"""Levels of objects that are shown at the end of a route; fewer, where the answer is too large or is refused."""


AskedT = TypeVar("AskedT")
"""An ``Operation`` of GraphQL or a ``RestCall``."""


class AnsweredOperation(NamedTuple, Generic[AskedT]):
    """An operation or a call, and what came of it."""

    operation: AskedT
    shape: SelectionShape
    data: dict[str, JSON]
    clean: bool = True
    """Whether the answer has data and no errors."""


Conversation: TypeAlias = Generator[list[AskedT], list[AnsweredOperation[AskedT]], list[AnsweredOperation[AskedT]]]
"""Yields operations, receives their answers, returns those that were chosen."""


class _Question(NamedTuple):
    """What is to be asked in one operation."""

    routes: tuple[Route, ...]
    """They differ in their last step alone."""
    levels: int
    """How far it looks around. Where only arguments matter it is enough to see which objects come."""
    types: frozenset[str] = frozenset()
    """Types of objects that it is to show; empty: whatever comes."""
    least: int = _NEAR
    """Levels below which it would not show them."""

    @property
    def largest(self) -> int:
        """Characters of the answer."""
        return LARGEST_WIDE if self.levels > _AROUND else LARGEST


class _Shown:
    """What answers show already: for each purpose, by which different calls."""

    def __init__(self, purposes: Purposes) -> None:
        self._purposes = purposes
        self._calls: dict[Purpose, set[str]] = {}

    def add(self, answered: AnsweredOperation[Operation]) -> None:
        """Take in an answer without errors."""
        for found in observed_fields(answered.shape, answered.data):
            for purpose in self._purposes.of(found.field, found.values, is_root=found.is_root, strict=True):
                self._calls.setdefault(purpose, set()).add(_arguments_text(found.field.arguments))

    def __contains__(self, wanted: tuple[Purpose, ObservedCall]) -> bool:
        purpose, call = wanted
        calls = self._calls.get(purpose, set())
        return len(calls) >= purpose.calls or _arguments_text(call.route[-1].arguments) in calls


def choose(
    observed: ObservedCalls,
    writer: OperationWriter,
    known: Iterable[AnsweredOperation[Operation]] = (),
    may_keep: Callable[[Operation], bool] = lambda _: True,
) -> Conversation[Operation]:
    """Choose operations; gives them with their answers. What ``known`` ones show already is not asked again.

    ``may_keep`` is asked about each: what holds a secret cannot be written to a file.
    """
    conversation = _Choice(writer, may_keep)
    shown = _Shown(observed.purposes)
    for answered in known:
        shown.add(answered)
        conversation.asked.add(_text(answered.operation))
    most = MOST - len(conversation.asked)
    chosen: list[AnsweredOperation[Operation]] = []
    waiting = observed.calls()
    while waiting and len(chosen) < most:
        waiting = [wanted for wanted in waiting if wanted not in shown]
        questions, waiting = _next_questions(waiting, min(_BATCH, most - len(chosen)))
        good = yield from conversation.ask(questions)
        chosen += good
        for answered in good:
            shown.add(answered)
    return chosen


class _Choice:
    """Asks questions, and remembers what was asked."""

    def __init__(self, writer: OperationWriter, may_keep: Callable[[Operation], bool]) -> None:
        self._writer = writer
        self._may_keep = may_keep
        self.asked: set[str] = set()
        """Operations as texts."""

    def ask(self, questions: Sequence[_Question]) -> Conversation[Operation]:
        """Ask some questions, and less of those whose answers are refused or too large."""
        good: list[AnsweredOperation[Operation]] = []
        while questions:
            operations = list(self._new_operations(questions))
            answers = (yield [operation for _, operation in operations]) if operations else []
            questions = []
            for (question, _), answered in zip(operations, answers, strict=True):
                size = len(json.dumps(answered.data, ensure_ascii=False))
                if answered.clean and size <= question.largest:
                    good.append(answered)
                elif question.levels > question.least:
                    questions.append(question._replace(levels=question.levels - 1))
        return good

    def _new_operations(self, questions: Sequence[_Question]) -> Iterable[tuple[_Question, Operation]]:
        for question in questions:
            operation = self._writer.operation(question.routes, question.levels, question.types)
            text = _text(operation)
            if text not in self.asked and self._may_keep(operation):
                self.asked.add(text)
                yield question, operation


def _next_questions(
    waiting: list[tuple[Purpose, ObservedCall]], most: int
) -> tuple[list[_Question], list[tuple[Purpose, ObservedCall]]]:
    """The first few, and the rest. Fields without arguments at the end of one route are asked for together."""
    together: dict[str, _Question] = {}
    for place, (purpose, call) in enumerate(waiting):
        key = _question_key(call.route)
        if key not in together and len(together) >= most:
            return list(together.values()), waiting[place:]
        question = together.get(key) or _Question((), _NEAR, least=_AROUND)
        together[key] = _extended(question, purpose, call.route)
    return list(together.values()), []


def _question_key(route: Route) -> str:
    """The same for routes that can be taken in one operation."""
    *above, last = route
    arguments = canonical(last.arguments)
    key = f"{[(step.coordinate, canonical(step.arguments)) for step in above]} {last.parent}"
    return f"{key}.{last.name}({arguments})" if arguments or not above else key


def _extended(question: _Question, purpose: Purpose, route: Route) -> _Question:
    routes = question.routes
    if all(known[-1] != route[-1] for known in routes):
        routes = (*routes, route)
    if purpose.use.startswith(GIVES):
        types = question.types | {purpose.use.removeprefix(GIVES)}
        return _Question(routes, max(question.levels, _AROUND), types, question.least)
    levels = _NEAR if purpose.use else _FAR
    return _Question(routes, max(question.levels, levels), question.types, _NEAR)


def _arguments_text(arguments: Sequence[tuple[str, Value]]) -> str:
    return canonical(tuple(without_nulls(arguments).items()))


def _text(operation: Operation) -> str:
    document, variables = write(operation)
    return f"{document} {json.dumps(variables, sort_keys=True, default=str)}" if variables else document
