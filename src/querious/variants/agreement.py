"""Whether an operation that was sent in another form is answered as when it is posted as JSON.

What is certain: the plain answers before and after agree with each other at a place, and every answer to the other
form, which were asked in between, says otherwise there. So nothing that changes by itself, or that others change
meanwhile, is held against anybody. A refusal is a suspicion: what may be sent in a form may depend on the operation by
design (lists of what may be asked by GET, costs of a whole batch). So is another value in an answer that a cache may
have kept for a while.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from querious.answers.differences import ComparisonContext, data_mismatches, topmost
from querious.answers.response import GATEWAY_REFUSALS, SERVER_ERROR, errors_of, message_of
from querious.model import Severity
from querious.model.diff import Kind
from querious.model.graphql_forms import SentForm, request_in
from querious.model.operation import fields
from querious.model.shape import path_text
from querious.variants.variant import Question, VariantMismatch

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from querious.answers.differences import DataMismatch
    from querious.model import JSON, Exchange, Operation
    from querious.variants.form_answers import FormAnswer, FormKnowledge

_SHOWN: Final = 60
_EXCERPT: Final = 300
_KEPT_FOR_A_WHILE: Final = re.compile(r"max-age=[1-9]", re.IGNORECASE)
_WORDS: Final = {
    Kind.NULL: "null",
    Kind.VALUE: "another value",
    Kind.TYPE: "a value of another type",
    Kind.OTHER: "another object",
    Kind.LOST: "fewer items",
    Kind.ADDED: "more items",
    Kind.OTHERS: "other items",
    Kind.ORDER: "another order",
}


def hold_against_plain(
    operation: Operation, form: SentForm, knowledge: FormKnowledge
) -> Generator[Question, FormAnswer, list[FormAnswer]]:
    """Ask an operation plainly and in a form; where the answers differ, twice in turns. Returns the answers."""
    plain = Question(operation, request_in(SentForm.POST, operation))
    other = Question(operation, request_in(form, operation))
    trace = [(yield plain)]
    if trace[0].data is None:
        return trace
    trace.append((yield other))
    if disagreement(operation, trace[:1], trace[1:], knowledge) is None:
        return trace
    for question in (plain, other, plain):
        trace.append((yield question))
    return trace


def mismatches_with_plain(
    trace: Sequence[FormAnswer], form: SentForm, knowledge: FormKnowledge
) -> Iterator[VariantMismatch]:
    """What the answers in a form say otherwise than plain ones, where plain ones stand before and behind each."""
    plain = [answer for answer in trace if answer.form is SentForm.POST]
    steps = [step for step, answer in enumerate(trace) if answer.form is form]
    is_between = bool(steps) and trace[0].form is SentForm.POST and trace[-1].form is SentForm.POST
    if not is_between or any(answer.operation != trace[0].operation for answer in trace):
        return
    found = disagreement(plain[0].operation, plain, [trace[step] for step in steps], knowledge, steps[-1])
    if found is not None:
        yield found


def disagreement(
    operation: Operation,
    plain: Sequence[FormAnswer],
    others: Sequence[FormAnswer],
    knowledge: FormKnowledge,
    step: int = -1,
) -> VariantMismatch | None:
    """What all the others say otherwise than all plain answers; None where they may well mean the same."""
    if not others or any(answer.data is None for answer in plain):
        return None
    how = f"when sent {others[-1].form.value}"
    broken = [answer for answer in others if answer.data is None]
    if broken:
        return _refusal(operation, broken[-1], how, step) if len(broken) == len(others) else None
    shape = knowledge.shape_of(operation)
    context = ComparisonContext(knowledge.order, knowledge.volatile)

    def differences(one: FormAnswer, other: FormAnswer) -> dict[str, DataMismatch]:
        found = topmost(data_mismatches(shape, one.data, other.data, context))
        return {mismatch.at.coordinate: mismatch for mismatch in found if _counts(mismatch, knowledge)}

    unsteady: set[str] = set()
    for one, other in (*pairwise(plain), *pairwise(others)):
        unsteady.update(differences(one, other))
    pairs = [differences(one, other) for one in plain for other in others]
    for coordinate, mismatch in pairs[-1].items():
        above = {coordinate, *mismatch.at.above}
        if above.isdisjoint(unsteady) and all(coordinate in pair for pair in pairs):
            return _mismatch(mismatch, how, step, others)
    return None


def _counts(mismatch: DataMismatch, knowledge: FormKnowledge) -> bool:
    is_fleeting = not knowledge.volatile.isdisjoint({mismatch.at.coordinate, *mismatch.at.above})
    in_any_order = mismatch.kind is Kind.ORDER and mismatch.at.coordinate in knowledge.unordered
    return mismatch.promised and not is_fleeting and not in_any_order


def _mismatch(mismatch: DataMismatch, how: str, step: int, others: Sequence[FormAnswer]) -> VariantMismatch:
    what = "no longer null" if mismatch.kind is Kind.NULL and mismatch.one is None else _WORDS[mismatch.kind]
    message = f"{what} {how}: {shown(mismatch.one)} became {shown(mismatch.other)}"
    may_be_kept = any(_may_be_kept(answer.exchange) for answer in others)
    return VariantMismatch(
        mismatch.at.coordinate,
        message,
        step,
        Severity.SUSPICION if may_be_kept else Severity.FAULT,
        path_text(mismatch.at.other),
        f"{_text(mismatch.one)[:_EXCERPT]}\n{_text(mismatch.other)[:_EXCERPT]}",
    )


def _may_be_kept(exchange: Exchange) -> bool:
    """Whether a cache may have answered."""
    headers = exchange.headers
    return "age" in headers or _KEPT_FOR_A_WHILE.search(headers.get("cache-control", "")) is not None


def _refusal(operation: Operation, answer: FormAnswer, how: str, step: int) -> VariantMismatch | None:
    exchange = answer.exchange
    if exchange.status in GATEWAY_REFUSALS:
        return None
    coordinate = next((field.coordinate for field in fields(operation.selections)), "")
    if exchange.failure is not None:
        told = f"no answer {how}: {exchange.failure.value}"
        return VariantMismatch(coordinate, told, step, Severity.SUSPICION)
    if exchange.status >= SERVER_ERROR:
        return VariantMismatch(coordinate, f"status {exchange.status} {how}, and answered when posted", step)
    messages = [message_of(error) for error in errors_of(answer.payload)]
    why = shown(messages[0] if messages else f"status {exchange.status}")
    return VariantMismatch(
        coordinate,
        f"refused {how}, and answered when posted: {why}",
        step,
        Severity.SUSPICION,
        excerpt=_text(answer.payload)[:_EXCERPT],
    )


def shown(value: JSON) -> str:
    """A value for a message, in one line and in quotes of which it holds none itself."""
    text = " ".join((value if isinstance(value, str) else _text(value)).replace('"', "'").split())
    return f'"{text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"}"'


def _text(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
