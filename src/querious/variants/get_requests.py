"""An operation sent by GET is answered as by POST.

Where the smallest query is answered by GET. Nothing is asked whose address many servers and proxies find too long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.graphql_forms import SentForm, request_in
from querious.variants.agreement import hold_against_plain, mismatches_with_plain
from querious.variants.probes import takes
from querious.variants.variant import FormVariant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Operation
    from querious.variants.form_answers import FormAnswer, FormKnowledge
    from querious.variants.variant import Conversation, Probe, VariantMismatch

_LONGEST: Final = 1_800
"""Characters of a path and query that everybody takes."""


def _probe(knowledge: FormKnowledge) -> Probe:
    return (yield from takes(SentForm.GET, knowledge))


def _propose(operations: Sequence[Operation], knowledge: FormKnowledge) -> Iterator[Conversation]:
    for operation in operations:
        if len(request_in(SentForm.GET, operation).path) <= _LONGEST:
            yield _conversation(operation, knowledge)


def _conversation(operation: Operation, knowledge: FormKnowledge) -> Conversation:
    yield from hold_against_plain(operation, SentForm.GET, knowledge)


def _check(trace: Sequence[FormAnswer], knowledge: FormKnowledge) -> Iterator[VariantMismatch]:
    return mismatches_with_plain(trace, SentForm.GET, knowledge)


VARIANT: Final = FormVariant("get", "an operation sent by GET is answered as by POST", _probe, _propose, _check)
