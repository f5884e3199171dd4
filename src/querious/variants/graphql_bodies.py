"""A document sent as ``application/graphql`` is answered as within JSON, where such a body is taken at all.

Only operations without variables, which have no place in such a body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.document_text import write
from querious.model.graphql_forms import SentForm
from querious.variants.agreement import hold_against_plain, mismatches_with_plain
from querious.variants.probes import takes
from querious.variants.variant import FormVariant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Operation
    from querious.variants.form_answers import FormAnswer, FormKnowledge
    from querious.variants.variant import Conversation, Probe, VariantMismatch


def _probe(knowledge: FormKnowledge) -> Probe:
    return (yield from takes(SentForm.BARE, knowledge))


def _propose(operations: Sequence[Operation], knowledge: FormKnowledge) -> Iterator[Conversation]:
    for operation in operations:
        if not write(operation)[1]:
            yield _conversation(operation, knowledge)


def _conversation(operation: Operation, knowledge: FormKnowledge) -> Conversation:
    yield from hold_against_plain(operation, SentForm.BARE, knowledge)


def _check(trace: Sequence[FormAnswer], knowledge: FormKnowledge) -> Iterator[VariantMismatch]:
    return mismatches_with_plain(trace, SentForm.BARE, knowledge)


VARIANT: Final = FormVariant(
    "graphql-body", "a document sent as application/graphql is answered as within JSON", _probe, _propose, _check
)
