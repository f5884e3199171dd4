"""A batch has an answer for each of its operations, in their order, and one that fails spoils no other.

Offered where three small operations in one list are answered with a list. Whether a batch that holds an invalid
operation is refused as a whole is a matter of design: a suspicion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.response import GATEWAY_REFUSALS, SERVER_ERROR
from querious.model import Severity
from querious.model.document_text import write
from querious.model.graphql_forms import SentForm, batch, entry, request_in
from querious.model.operation import fields
from querious.variants.agreement import disagreement, shown
from querious.variants.form_answers import FormAnswer, data_in
from querious.variants.probes import smallest
from querious.variants.variant import FormVariant, Question, VariantMismatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON, Operation
    from querious.variants.form_answers import FormKnowledge
    from querious.variants.variant import Conversation, Probe

_SIZE: Final = 3
_FAILS: Final = {"query": "{ queriousNoSuchField }"}
_TURNS: Final = 2


def _probe(knowledge: FormKnowledge) -> Probe:
    operations = [smallest(knowledge, f"querious{number}") for number in range(_SIZE)]
    answer: FormAnswer = yield Question(operations[0], batch([entry(one) for one in operations]))
    return isinstance(answer.payload, list) and all(data_in(one) for one in answer.payload)


def _propose(operations: Sequence[Operation], knowledge: FormKnowledge) -> Iterator[Conversation]:
    small = [smallest(knowledge, f"querious{number}") for number in range(_SIZE)]
    yield _conversation(small, knowledge, fails=False)
    yield _conversation(small, knowledge, fails=True)
    for start in range(0, len(operations) - 1, _SIZE - 1):
        chosen = operations[start : start + _SIZE]
        yield _conversation(chosen, knowledge, fails=False)
        yield _conversation(chosen[: _SIZE - 1], knowledge, fails=True)


def _conversation(operations: Sequence[Operation], knowledge: FormKnowledge, *, fails: bool) -> Conversation:
    """Ask each plainly, then all in one batch; where they differ, twice in turns. One that fails stands in between."""
    entries = [entry(operation) for operation in operations]
    if fails:
        entries.insert(1, _FAILS)
    trace: list[FormAnswer] = []
    for turn in range(_TURNS + 1):
        for operation in operations:
            trace.append((yield Question(operation, request_in(SentForm.POST, operation))))
        if turn == 1 and not any(_check([*trace[: -len(operations)], *trace[-len(operations) :]], knowledge)):
            return
        if turn < _TURNS:
            trace.append((yield Question(operations[0], batch(entries))))


def _check(trace: Sequence[FormAnswer], knowledge: FormKnowledge) -> Iterator[VariantMismatch]:
    steps = [step for step, answer in enumerate(trace) if answer.form is SentForm.BATCH]
    plain = [answer for answer in trace if answer.form is SentForm.POST]
    if not steps or any(answer.data is None for answer in plain):
        return
    answers = [trace[step] for step in steps]
    last = answers[-1]
    sent = last.exchange.case.request.body
    lists = [answer.payload for answer in answers if isinstance(answer.payload, list)]
    if len(lists) < len(answers):
        if not lists:
            yield from _refused(last, sent, steps[-1])
        return
    if any(len(found) == len(sent) for found in lists):
        yield from _entries([one for one in answers if len(one.payload) == len(sent)], plain, knowledge, steps[-1])
        return
    told = f"a batch of {len(sent)} operations has {len(lists[-1])} answers"
    yield VariantMismatch(knowledge.root, told, steps[-1], excerpt=shown(last.payload))


def _refused(answer: FormAnswer, sent: Sequence[JSON], step: int) -> Iterator[VariantMismatch]:
    """No list came."""
    exchange = answer.exchange
    if exchange.status in GATEWAY_REFUSALS or exchange.failure is not None:
        return
    root = answer.operation.root
    if exchange.status >= SERVER_ERROR:
        yield VariantMismatch(root, f"status {exchange.status} when sent in a batch, and answered when posted", step)
    elif _FAILS in sent:
        told = "one invalid operation in a batch leaves the others without an answer"
        yield VariantMismatch(root, told, step, Severity.SUSPICION, excerpt=shown(answer.payload))
    else:
        told = f"refused when sent in a batch, and answered when posted: {shown(answer.payload)}"
        yield VariantMismatch(root, told, step, Severity.SUSPICION)


def _entries(
    answers: Sequence[FormAnswer], plain: Sequence[FormAnswer], knowledge: FormKnowledge, step: int
) -> Iterator[VariantMismatch]:
    """What each operation was answered in the batches, against what it was answered alone."""
    sent = answers[-1].exchange.case.request.body
    for place, asked in enumerate(sent):
        alone = [one for one in plain if entry(one.operation) == asked]
        entries = [FormAnswer(one.exchange, one.payload[place]) for one in answers]
        if asked == _FAILS:
            if all(data_in(one.payload) for one in entries):
                told = f"an invalid operation in a batch is answered with data: {shown(entries[-1].payload)}"
                yield VariantMismatch(knowledge.root, told, step)
        elif alone:
            yield from _entry(alone, entries, knowledge, step)


def _entry(
    alone: Sequence[FormAnswer], entries: Sequence[FormAnswer], knowledge: FormKnowledge, step: int
) -> Iterator[VariantMismatch]:
    operation = alone[0].operation
    keys = {node.key for node in fields(operation.selections)}
    data = [one.data for one in entries]
    if all(found is not None and found and not keys & found.keys() for found in data):
        told = f"the answers to a batch are not in the order of its operations: {shown(data[-1])}"
        yield VariantMismatch(knowledge.root, told, step, excerpt=f"{write(operation)[0][:200]}\n{shown(data[-1])}")
        return
    if _FAILS in entries[-1].exchange.case.request.body and not any(data):
        told = f"one invalid operation in a batch spoils the answer to another: {shown(entries[-1].payload)}"
        yield VariantMismatch(knowledge.root, told, step)
        return
    found = disagreement(operation, alone, entries, knowledge, step)
    if found is not None:
        yield found


VARIANT: Final = FormVariant(
    "batch", "a batch has an answer for each operation, in their order, as when asked alone", _probe, _propose, _check
)
