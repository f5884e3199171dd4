"""The phase that sends operations in other forms: one conversation after the other, each variant in its turn.

Queries alone, of those that were answered without errors before; the smallest of each field first, as what is wrong
with a form shows with most operations. Nothing is taken for offered that was not found out by asking.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from querious.model import Case
from querious.model.document_text import write
from querious.model.operation import fields
from querious.model.turns import in_turn
from querious.pipeline.graphql.form_answers import form_answer
from querious.text.mask import is_masked
from querious.variants.probes import switched

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from typing import Any

    from querious.model import Exchange, Operation
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.variants import Conversation, FormAnswer, FormKnowledge, FormVariant, Question

_OPERATIONS: Final = 12
"""Operations that are sent in every form."""
_MOST: Final = 240
"""Requests of the phase."""
_LEAST: Final = 60
_SHARE: Final = 0.1
"""The part of the requests of a run that they may be, where these are limited; or so many, if that is more."""


class VariantsPhase:
    """Entered once."""

    def __init__(self, api: GraphqlApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender
        self._left = 0

    async def vary(self, budget: RunBudget) -> None:
        """Ask what each variant proposes, as far as this budget goes."""
        limit = self._api.settings.requests
        self._left = min(_MOST, max(_LEAST, int(_SHARE * limit))) if limit else _MOST
        if self._over(budget):
            return
        self._sender.enter("variants")
        offered = [one for one in self._api.variants if await self._is_offered(one, budget)]
        operations = self._operations()
        knowledge = self._api.knowledge()
        for variant, conversation in in_turn([_talks(one, operations, knowledge) for one in offered]):
            if self._over(budget) or self._api.errors.is_off("variant", variant.name):
                return
            await self._hold(variant, conversation, budget)

    async def _is_offered(self, variant: FormVariant, budget: RunBudget) -> bool:
        _, offered = await self._converse(variant, variant.probe(self._api.knowledge()), budget)
        if not offered:
            self._api.tallies.add(variant.name, "not applicable")
        return bool(offered)

    async def _hold(
        self, variant: FormVariant, conversation: Generator[Question, FormAnswer, Any], budget: RunBudget
    ) -> None:
        trace, _ = await self._converse(variant, conversation, budget)
        found = self._api.hold_variant(variant, trace)
        self._api.tallies.add(variant.name, "failed" if found else "passed" if trace else "not applicable")
        self._sender.count(found)

    async def _converse(
        self, variant: FormVariant, conversation: Generator[Question, FormAnswer, Any], budget: RunBudget
    ) -> tuple[list[Exchange], Any]:
        """The whole conversation, and what it returns; nothing where the budget ended it."""
        trace: list[Exchange] = []
        with self._api.errors.guard("variant", variant.name):
            try:
                question = next(conversation)
                while not self._over(budget):
                    self._left -= 1
                    case = Case(self._sender.cases, question.operation, question.request)
                    exchange = await self._sender.ask(case)
                    if exchange is None:
                        break
                    trace.append(exchange)
                    question = conversation.send(form_answer(exchange))
            except StopIteration as end:
                return trace, end.value
            conversation.close()
        return [], None

    def _over(self, budget: RunBudget) -> bool:
        return self._left <= 0 or bool(self._sender.ended) or bool(budget.spent())

    def _operations(self) -> Sequence[Operation]:
        """One document with two variables, then what other phases have asked: the smallest of each root field first."""
        knowledge = self._api.knowledge()
        known = sorted(self._api.observed.operations.values(), key=_size)
        by_root: dict[str, list[Operation]] = {}
        for operation in known:
            # What stands for a credential is put in when it is sent: no hash of the document would be right.
            is_whole = not is_masked(_wording(operation))
            if operation.kind == "query" and is_whole and not self._api.is_too_deep(operation):
                first = next(fields(operation.selections), None)
                by_root.setdefault(first.coordinate if first is not None else "", []).append(operation)
        found = [switched(knowledge, on=True), switched(knowledge, on=False)]
        for operation in _each_once(in_turn([iter(one) for one in by_root.values()])):
            if len(found) < _OPERATIONS:
                found.append(operation)
        return found


def _talks(
    variant: FormVariant, operations: Sequence[Operation], knowledge: FormKnowledge
) -> Iterator[tuple[FormVariant, Conversation]]:
    for conversation in variant.propose(operations, knowledge):
        yield variant, conversation


def _size(operation: Operation) -> tuple[int, str]:
    document = write(operation)[0]
    return len(document), document


def _wording(operation: Operation) -> str:
    document, variables = write(operation)
    return f"{document} {json.dumps(variables, default=str)}"


def _each_once(operations: Iterator[Operation]) -> Iterator[Operation]:
    seen: set[str] = set()
    for operation in operations:
        asked = _wording(operation)
        if asked not in seen:
            seen.add(asked)
            yield operation
