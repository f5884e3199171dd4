"""A relation between answers: what it asks, and how the trace of what it asked is judged.

A conversation is a generator without I/O: it yields the operation to ask next and receives what came of it. The check
is pure over the trace, so it can be made again on a trace that was stored, or that shrinking has made smaller: it may
look at nothing but operations, answers and the types of the schema.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.model import Severity

if TYPE_CHECKING:
    from querious.model import Operation
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.observations import Observations
    from querious.relations.schema_types import SchemaTypes


Conversation: TypeAlias = Generator["Operation", "QueryAnswer", None]
Trace: TypeAlias = Sequence["QueryAnswer"]
Check: TypeAlias = Callable[[Trace, "SchemaTypes"], Iterator["Mismatch"]]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where a trace breaks the relation."""

    coordinate: str
    """``Type.field`` that is most likely at fault."""
    message: str
    """One line in plain words: what was expected and what came. Particulars are quoted or numbers, so that the same
    cause has the same message but for these."""
    path: str = ""
    """Where in the last answer that shows it, such as ``data.project.members[0].name``."""
    excerpt: str = ""
    """The telling part of the answers, a line for each."""
    severity: Severity = Severity.SUSPICION
    step: int = -1
    """The place in the trace of the answer that shows it."""


class Contradiction(NamedTuple):
    """What an answer that was asked for something else seems to break: a reason to ask again, not yet a finding."""

    coordinate: str
    message: str
    """As in ``Mismatch``: the same cause is asked again only so many times."""
    again: Conversation
    """Asks for what shows it."""
    check: Check | None = None
    """What is held against that: as the relation's own check, but for what else is in the answer and means nothing."""


Propose: TypeAlias = Callable[["Observations"], Iterator[Conversation]]
Arguments: TypeAlias = tuple[str, ...]
"""Names of the arguments that a field was asked with."""
Concerns: TypeAlias = Callable[["SchemaTypes", str, Arguments], bool]
Notice: TypeAlias = Callable[["QueryAnswer", "Observations"], Iterator[Contradiction]]


def _notice_nothing(_: QueryAnswer, __: Observations) -> Iterator[Contradiction]:
    return iter(())


def _concerned_always(_: SchemaTypes, __: str, ___: Arguments) -> bool:
    return True


class Relation(NamedTuple):
    """One kind of agreement between answers."""

    name: str
    """In kebab case, as users switch it off."""
    about: str
    """What must agree, in one line."""
    propose: Propose
    """What is worth asking now, the most telling first; lazily, since each answer adds to what is known."""
    check: Check
    changes: bool = False
    """Whether it asks mutations: then it has its turn after all others, and one conversation at a time."""
    patient: bool = False
    """Whether it rests on what was never seen, and so has to wait until most has been asked."""
    notice: Notice = _notice_nothing
    """What seems wrong with an answer that was asked for something else, by itself or beside what others have shown.

    It is stricter than ``check``: only values that the API itself has shown, and arguments whose meaning is certain.
    """
    concerns: Concerns = _concerned_always
    """Whether there can be anything to notice where an operation asks a coordinate with arguments of these names."""


def severity_of(*, certain: bool) -> Severity:
    """A fault where no reasonable design explains the answers; a suspicion where one does."""
    return Severity.FAULT if certain else Severity.SUSPICION


def ask_twice_if_broken(operations: Sequence[Operation], check: Callable[[Trace], Iterator[Mismatch]]) -> Conversation:
    """Ask these, and all of them again where their answers break a relation."""
    trace: list[QueryAnswer] = []
    for operation in operations:
        trace.append((yield operation))
    for operation in operations if any(check(trace)) else ():
        yield operation


def notice_alone(check: Check, answer: QueryAnswer, types: SchemaTypes) -> Iterator[Contradiction]:
    """What a check holds against one answer, to be asked again."""
    for mismatch in check([answer], types):
        again = ask_twice_if_broken([answer.operation], lambda trace: check(trace, types))
        yield Contradiction(mismatch.coordinate, mismatch.message, again, check)
