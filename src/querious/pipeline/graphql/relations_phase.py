"""The phase that looks for wrong answers: relations ask in turn, and what they hold against the API is asked again.

Several conversations go on at once, a question of each in every batch, so that what is asked depends on the seed and on
the answers alone. A mismatch counts only if the same questions, one after the other, show it again: data that others
change in the meantime is nobody's fault. It is a fault only if it shows again with the same values.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from querious.graphql.cases import problems
from querious.model import Severity
from querious.model.document_text import write, write_case
from querious.model.operation import fields
from querious.relations import learn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Exchange, Finding, Operation
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.ledger import Ledger
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged
    from querious.relations import Conversation, QueryAnswer, Relation

_LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w.])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?')
"""Text and numbers in a document."""
_LONGEST = 60
"""Steps of a conversation at most."""
_FREE = 60
_SHARE = 0.05
"""Requests that go to what answers of all phases seem to break: so many, and this part of all that were sent."""
_UNDER_WAY = 1.05
"""A part of the budget, and this grace for conversations under way: behind it other phases have theirs."""


class _Talk:
    """One conversation and what came of it so far."""

    def __init__(self, relation: Relation, conversation: Conversation) -> None:
        self.relation = relation
        self.trace: list[Exchange] = []
        self._conversation = conversation
        self.first: Operation | None = next(conversation, None)
        self.next = self.first

    def hear(self, exchange: Exchange, asked: QueryAnswer) -> None:
        """Go on with the answer to ``next``."""
        self.trace.append(exchange)
        try:
            self.next = self._conversation.send(asked) if len(self.trace) < _LONGEST else None
        except StopIteration:
            self.next = None

    def end(self) -> None:
        """Ask no more."""
        self._conversation.close()
        self.next = None


class RelationsPhase:
    """Lets relations ask until they know nothing more to ask, or the budget is spent."""

    def __init__(self, api: GraphqlApi, sender: BatchSender, ledger: Ledger) -> None:
        self._api = api
        self._sender = sender
        self._ledger = ledger
        self._valid: dict[str, bool] = {}
        self._begun: Counter[tuple[str, str]] = Counter()
        """How many conversations of a relation began with a question."""
        self.cut_short = True
        """Whether relations may still have something to ask: they had no turn yet, or the budget ended it."""
        self._asked_again = 0
        """Requests for what answers to other questions seemed to break."""

    async def relate(self, budget: RunBudget, *, early: bool = False) -> None:
        """Hold every conversation that is worth it and was not held before, as far as this budget goes.

        ``early`` is for relations that need not wait until most has been seen.
        """
        if self._over(budget):
            return
        self._sender.enter("relations")
        await self.ask_again(budget)
        reading = [one for one in self._api.relations if not (one.changes or (early and one.patient))]
        await self._converse(budget, self._talks(reading))
        await self.ask_again(budget)
        self.cut_short = early or self._over(budget)
        self._ledger.drop({relation.name for relation in self._api.relations}, self._api.observed.types.volatile)

    async def relate_changes(self, budget: RunBudget) -> None:
        """Hold the conversations that change something, one at a time."""
        changing = [one for one in self._api.relations if one.changes]
        if not changing or self._over(budget):
            return
        self._sender.enter("relations")
        await self._converse(budget, self._talks(changing), at_once=1)

    async def ask_again(self, budget: RunBudget) -> None:
        """Ask once more for what answers to other questions seem to break, whoever asked these."""
        before = self._sender.cases
        await self._converse(budget, self._contradictions(before))
        self._asked_again += self._sender.cases - before

    def _contradictions(self, before: int) -> Iterator[_Talk]:
        """Conversations about them, as long as they take a small part of what is asked; ``before`` it began."""
        sender, contradictions = self._sender, self._api.contradictions
        while self._asked_again + sender.cases - before < _FREE + _SHARE * sender.cases:
            waiting = contradictions.take()
            if waiting is None:
                return
            talk = None
            with self._api.errors.guard("relation", waiting.relation.name):
                talk = _Talk(*waiting)
            if talk is not None:
                self._begun[_beginning(talk)] += 1
                yield talk

    async def _converse(self, budget: RunBudget, waiting: Iterator[_Talk], at_once: int | None = None) -> None:
        active: list[_Talk] = []
        most = self._api.settings.connections if at_once is None else at_once
        while not self._sender.ended:
            self._begin(active, waiting, most, budget)
            if not active:
                return
            await self._step(active)
            if self._over(budget.part(_UNDER_WAY)):
                self._cut(active)
            for talk in active:
                if talk.next is None:
                    await self._judge(talk)
            active = [talk for talk in active if talk.next is not None]

    def _begin(self, active: list[_Talk], waiting: Iterator[_Talk], most: int, budget: RunBudget) -> None:
        """Begin as many conversations as may be held at once."""
        while len(active) < most and not self._over(budget):
            talk = next(waiting, None)
            if talk is None:
                return
            active.append(talk)

    def _cut(self, talks: Sequence[_Talk]) -> None:
        """Ask no more in conversations under way; they may begin anew where something of the budget is left later."""
        for talk in talks:
            if talk.next is not None:
                self._begun[_beginning(talk)] -= 1
                talk.end()

    def _over(self, budget: RunBudget) -> bool:
        return bool(self._sender.ended or budget.spent())

    def _talks(self, relations: Sequence[Relation]) -> Iterator[_Talk]:
        """New conversations of all relations, one of each in turn."""
        errors = self._api.errors
        proposals = [(relation, self._new(relation)) for relation in relations]
        while proposals:
            left = []
            for relation, talks in proposals:
                talk = None
                if not errors.is_off("relation", relation.name):
                    with errors.guard("relation", relation.name):
                        talk = next(talks, None)
                if talk is not None:
                    left.append((relation, talks))
                    yield talk
            proposals = left

    def _new(self, relation: Relation) -> Iterator[_Talk]:
        """What was not asked in an earlier round; several conversations may begin with the same question."""
        met: Counter[tuple[str, str]] = Counter()
        for conversation in relation.propose(self._api.observed):
            talk = _Talk(relation, conversation)
            begins = _beginning(talk)
            met[begins] += 1
            if met[begins] <= self._begun[begins]:
                talk.end()
            else:
                self._begun[begins] += 1
                yield talk

    async def _step(self, talks: Sequence[_Talk]) -> None:
        """One question of each, all in one batch."""
        for talk in talks:
            if talk.next is not None and not self._may_ask(talk.next):
                talk.end()
        asking = [(talk, talk.next) for talk in talks if talk.next is not None]
        answers = await self._send([operation for _, operation in asking])
        for (talk, _), exchange in zip(asking, answers, strict=True):
            if exchange is None:
                talk.end()  # the budget is spent
                continue
            answered = False
            with self._api.errors.guard("relation", talk.relation.name):
                talk.hear(exchange, self._api.asked(exchange))
                answered = True
            if not answered:
                talk.end()

    def _may_ask(self, operation: Operation) -> bool:
        """Nothing that is forbidden or that the schema does not allow leaves the house."""
        if self._api.moved.strip(operation) is not operation:
            return False  # the API does not know part of it
        if self._api.is_too_deep(operation):
            return False
        allowed = self._api.allowed
        if not all(node.name.startswith("__") or allowed(node.coordinate) for node in fields(operation.selections)):
            return False
        case = write_case(0, operation)
        held_back = self._api.order.held_back() if operation.kind == "mutation" else frozenset()
        if not held_back.isdisjoint(self._api.order.asked_by(case)):
            return False
        # Validating takes longer than asking, and other values change nothing.
        form = _LITERAL.sub(_any_such, case.document)
        known = self._valid.get(form)
        if known is None:
            known = self._valid[form] = not problems(self._api.schema, case)
        return known

    async def _send(self, operations: Sequence[Operation]) -> list[Exchange | None]:
        """What came of each; None where the budget ended before it."""
        first = self._sender.cases
        answers: list[Exchange | None] = [None] * len(operations)

        def look(exchange: Exchange, _: Judged) -> None:
            answers[exchange.case.number - first] = exchange

        cases = (write_case(first + place, operation) for place, operation in enumerate(operations))
        await self._sender.send(cases, look)
        return answers

    async def _judge(self, talk: _Talk) -> None:
        """Hold the relation against the trace, and ask again what breaks it."""
        api = self._api
        with api.errors.guard("learning", "for relations"):
            learn(api.observed.types, [api.asked(exchange) for exchange in talk.trace])
        found = api.relate(talk.relation, talk.trace)
        if found:
            api.tallies.add(talk.relation.name, "failed")
        else:
            api.tallies.add(talk.relation.name, "passed" if talk.trace else "not applicable")
        new = [finding for finding in found if not self._ledger.knows(finding)]
        self._sender.count([finding for finding in found if self._ledger.knows(finding)])
        if not new or self._sender.ended:
            return
        again: list[Exchange] = []
        for exchange in talk.trace:
            (answer,) = await self._send([exchange.case.operation])
            if answer is None:
                return
            again.append(answer)
        self._sender.count(confirmed(new, api.relate(talk.relation, again)))


def confirmed(found: Sequence[Finding], again: Sequence[Finding]) -> list[Finding]:
    """What two traces of the same questions both show, each cause once, as the second trace shows it.

    It is certain only where both say so of the same values: where these are others the second time, somebody writes.
    """
    certain = {(one.fingerprint, one.message) for one in found if one.severity is Severity.FAULT}
    causes = {finding.fingerprint for finding in found}
    shown: dict[str, Finding] = {}
    for finding in again:
        if finding.fingerprint not in causes:
            continue
        if finding.severity is Severity.FAULT and (finding.fingerprint, finding.message) in certain:
            shown[finding.fingerprint] = finding
        else:
            shown.setdefault(finding.fingerprint, replace(finding, severity=Severity.SUSPICION))
    return list(shown.values())


def _beginning(talk: _Talk) -> tuple[str, str]:
    """What a conversation begins with."""
    return talk.relation.name, "" if talk.first is None else str(write(talk.first))


def _any_such(literal: re.Match[str]) -> str:
    return '""' if literal[0].startswith('"') else "0"
