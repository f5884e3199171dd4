"""Of several operations in one document the one that ``operationName`` names is carried out, and answered as alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.graphql_forms import SentForm, other_named, request_in
from querious.variants.agreement import hold_against_plain, mismatches_with_plain, shown
from querious.variants.probes import smallest
from querious.variants.variant import FormVariant, Question, VariantMismatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Operation
    from querious.variants.form_answers import FormAnswer, FormKnowledge
    from querious.variants.variant import Conversation, Probe

_NAMED_OTHER: Final = "querious"
"""The key under which the operation beside answers."""


def _probe(knowledge: FormKnowledge) -> Probe:
    """Every server has to take it: one that answers with data, whatever data, is held to it."""
    operation = smallest(knowledge)
    answer: FormAnswer = yield Question(operation, request_in(SentForm.NAMED, operation))
    return answer.data is not None


def _propose(operations: Sequence[Operation], knowledge: FormKnowledge) -> Iterator[Conversation]:
    for place, operation in enumerate(operations):
        if place == 0:
            yield _other(operation)
        yield _conversation(operation, knowledge)


def _conversation(operation: Operation, knowledge: FormKnowledge) -> Conversation:
    yield from hold_against_plain(operation, SentForm.NAMED, knowledge)


def _other(operation: Operation) -> Conversation:
    """Name the operation beside it: nothing of the first must be answered then."""
    yield Question(operation, other_named(operation))


def _check(trace: Sequence[FormAnswer], knowledge: FormKnowledge) -> Iterator[VariantMismatch]:
    yield from mismatches_with_plain(trace, SentForm.NAMED, knowledge)
    for step, answer in enumerate(trace):
        if answer.form is SentForm.OTHER_NAMED and answer.data not in (None, {_NAMED_OTHER: knowledge.root}):
            told = f"another operation than the one that operationName names was carried out: {shown(answer.data)}"
            yield VariantMismatch(knowledge.root, told, step, excerpt=shown(answer.payload))


VARIANT: Final = FormVariant(
    "named-operation", "the operation that operationName names is answered as alone", _probe, _propose, _check
)
