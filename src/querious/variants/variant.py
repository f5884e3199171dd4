"""A variant: whether an API takes operations in another form, what to ask then, and what must hold of the answers.

Conversations are generators without I/O, and checks are pure over the trace, as those of relations are.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.model import Severity

if TYPE_CHECKING:
    from querious.model import Operation, Request
    from querious.variants.form_answers import FormAnswer, FormKnowledge


class Question(NamedTuple):
    """An operation, and the request that asks it."""

    operation: Operation
    request: Request


Conversation: TypeAlias = Generator[Question, "FormAnswer", None]
Probe: TypeAlias = Generator[Question, "FormAnswer", bool]
"""Asks whether a form is offered, and returns it."""


@dataclass(frozen=True, slots=True)
class VariantMismatch:
    """Where a trace breaks the rule."""

    coordinate: str
    message: str
    """One line in plain words; particulars are quoted or numbers."""
    step: int = -1
    """The place in the trace of the answer that shows it."""
    severity: Severity = Severity.FAULT
    path: str = ""
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class FormVariant:
    """One form, and its rule."""

    name: str
    about: str
    """What must hold, in one line."""
    probe: Callable[[FormKnowledge], Probe]
    """Whether it is offered. A server that does not offer it is healthy: nothing is asked then."""
    propose: Callable[[Sequence[Operation], FormKnowledge], Iterator[Conversation]]
    """Conversations about operations that are answered without errors when they are posted."""
    check: Callable[[Sequence[FormAnswer], FormKnowledge], Iterator[VariantMismatch]]
