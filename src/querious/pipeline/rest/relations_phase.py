"""The phase that looks for wrong answers of a REST API: relations ask, and what breaks one is asked again as a whole.

A mismatch counts only if the same calls, one after the other, show it again: data that others change in the meantime
is nobody's fault.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.model.turns import in_turn
from querious.pipeline.rest.conversations import RenewedConversation, case_of, confirmed, held, proposals
from querious.rest.relations import WorkedRead, rest_answer
from querious.rest.relations.readable_lists import (
    ReadableList,
    counts_of,
    flat_list_of,
    key_member,
    largest_page,
    look_ups_of,
    rows_of,
)
from querious.rest.relations.row_look_ups import spread

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON, Exchange
    from querious.model.rest_call import RestCall
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.ledger import Ledger
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.rest.conversations import Proposal
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.relations.relation import RestRelation

_VARIANTS: Final = 3
"""Calls of one list: below other parents, other rows are shown."""
_REMEMBERED: Final = 500
"""Answers that are not asked for again by another conversation."""


class RestRelationsPhase:
    """Lets relations ask of every list, in turn, until they know nothing more to ask or the budget is spent.

    What one conversation was answered, another one need not ask again: a mismatch is told only if it shows again when
    the whole conversation is asked anew.
    """

    def __init__(self, api: RestApi, sender: BatchSender, ledger: Ledger) -> None:
        self._api = api
        self._sender = sender
        self._ledger = ledger
        self._answers: dict[str, Exchange] = {}
        self._held: Counter[tuple[str, str]] = Counter()
        """By relation and by what it asks of: how many of its conversations were held."""
        self._is_done = False

    async def relate(self, budget: RunBudget) -> None:
        """Hold every conversation that is worth it, as far as this budget goes; later, those that are left."""
        if self._is_done:
            return
        self._sender.enter("relations")
        self._answers.clear()
        lists: list[ReadableList] = []
        reads: list[WorkedRead] = []
        for plan in sorted(self._api.plans.values(), key=lambda plan: plan.operation.path.count("{")):
            if plan.method == "GET":
                calls = self._calls(plan, lists)
                lists += await self._lists(plan, calls, budget)
                reads += await self._reads(plan, calls, budget)
        wanted = [self._proposals(self._related(readable, lists)) for readable in lists]
        wanted += [self._proposals(read._replace(lists=lists)) for read in reads]
        for proposal in in_turn(wanted):
            if self._over(budget):
                return
            with self._api.errors.guard("relation", proposal.relation.name):
                await self._converse(proposal)
        self._is_done = True

    def _over(self, budget: RunBudget) -> bool:
        return bool(self._sender.ended or budget.spent())

    def _related(self, readable: ReadableList, lists: Sequence[ReadableList]) -> ReadableList:
        """A list with what else tells of its rows."""
        others = [one.call for one in lists if one.plan is readable.plan and one.call != readable.call]
        counts = counts_of(readable.call.path, self._api.plans.values())
        return readable._replace(elsewhere=others, flat=flat_list_of(readable, lists), counts=counts)

    def _proposals(self, source: ReadableList | WorkedRead) -> Iterator[Proposal]:
        """What all relations want to ask of a list, or of any read; each of them in turn."""
        return in_turn([self._proposed(relation, source) for relation in self._api.relations])

    def _proposed(self, relation: RestRelation, source: ReadableList | WorkedRead) -> Iterator[Proposal]:
        """What one relation wants to ask, but for what it has asked at an earlier time."""
        errors, place = self._api.errors, (relation.name, str(source.call))
        held_before = self._held[place]
        with errors.guard("relation", relation.name):
            for number, proposal in enumerate(proposals(relation, source)):
                if errors.is_off("relation", relation.name):
                    return
                if number >= held_before:
                    yield proposal
                    self._held[place] += 1

    async def _reads(self, plan: CallableOperation, calls: Sequence[RestCall], budget: RunBudget) -> list[WorkedRead]:
        """One call of an operation that works."""
        for call in calls:
            exchange = None if self._over(budget) else await self._ask(call)
            answer = self._api.answer(exchange) if exchange is not None else None
            if answer is not None and answer.has_succeeded:
                others = [other for other in calls if other != call]
                return [self._api.worked_read(call, answer, plan.operation)._replace(elsewhere=others)]
        return []

    async def _lists(self, plan: CallableOperation, calls: Sequence[RestCall], budget: RunBudget) -> list[ReadableList]:
        """The rows that an operation shows now, as many as it gives, for some of the calls of it that have worked."""
        found: dict[str, ReadableList] = {}
        look_ups = look_ups_of(plan.operation.path, self._api.plans.values())
        for call in calls:
            rows = await self._rows(call, budget)
            if rows:
                readable = ReadableList(plan, call, rows, look_ups)
                larger = self._largest(readable)
                more = await self._rows(larger, budget) if larger != call else None
                if more is None and larger != self._largest(readable):  # the refusal has told how many may be asked for
                    larger = self._largest(readable)
                    more = await self._rows(larger, budget)
                if more is not None and len(more) >= len(rows):
                    readable = readable._replace(call=larger, rows=more)
                found.setdefault(str(call.arguments), readable)
        return list(found.values())

    def _largest(self, readable: ReadableList) -> RestCall:
        """The call for the longest page of a list."""
        sizes = self._api.calls.page_sizes.bounded(readable.plan.coordinate, largest_page(readable.plan))
        return readable.with_more(**sizes)

    async def _rows(self, call: RestCall, budget: RunBudget) -> list[dict[str, JSON]] | None:
        exchange = None if self._over(budget) else await self._ask(call)
        return rows_of(exchange.payload) if exchange is not None and rest_answer(exchange).is_good else None

    def _calls(self, plan: CallableOperation, lists: Sequence[ReadableList]) -> list[RestCall]:
        """Calls of an operation: those that have worked, and others below the entries that lists show."""
        calls = list(self._worked(plan))
        keys = [kind.parameter.name for kind in plan.parameters if kind.parameter.required]
        for above in lists if len(keys) == 1 else ():
            begins = f"{above.call.path.rstrip('/')}/{{{keys[0]}}}/"
            member = key_member(above.rows, keys) if plan.operation.path.startswith(begins) else ""
            for row in spread(above.rows, _VARIANTS) if member else ():
                calls.append(self._api.calls.call(plan, {keys[0]: row[member]}))
        different = {str(call): call for call in calls}  # arguments may be lists
        return list(different.values())[: 2 * _VARIANTS]

    def _worked(self, plan: CallableOperation) -> Iterator[RestCall]:
        """Calls that have worked, with nothing but what is required."""
        known = self._api.pool.call(plan.coordinate)
        required = {kind.parameter.name for kind in plan.parameters if kind.parameter.required}
        seen: set[str] = set()
        for worked in known.worked if known is not None else ():
            members = {name: value for name, value in worked.arguments.items() if name in required}
            if str(members) not in seen and len(seen) < _VARIANTS:
                seen.add(str(members))
                yield self._api.calls.call(plan, members)

    async def _converse(self, proposal: Proposal) -> None:
        trace = await held(proposal.conversation, self._ask_next, self._api.answer)
        if trace is not None:
            await self._judge(proposal, trace)

    async def _ask_next(self, call: RestCall, trace: Sequence[Exchange]) -> Exchange | None:
        is_new = all(exchange.case.call != call for exchange in trace)
        return await self._ask(call) if is_new else await self._send(call)

    async def _judge(self, proposal: Proposal, trace: Sequence[Exchange]) -> None:
        """Hold the relation against the trace, and ask again what breaks it."""
        relation, session = proposal.relation, self._sender.session
        found = self._api.relate(relation, trace)
        for finding in found:
            if finding.severity is Severity.FAULT or finding.fingerprint not in session.renewed:
                session.renewed[finding.fingerprint] = RenewedConversation(self._api, session, proposal)
        self._api.tallies.add(relation.name, "failed" if found else "passed")
        new = [finding for finding in found if not self._ledger.knows(finding)]
        if not new:
            self._sender.count(found)
            return
        again: list[Exchange] = []
        for exchange in trace:
            answer = await self._send(exchange.case.call)
            if answer is None:
                return
            again.append(answer)
        for finding in confirmed(new, self._api.relate(relation, again), steady=relation.steady):
            self._sender.count([finding])

    async def _ask(self, call: RestCall) -> Exchange | None:
        """What came of a call before, in this phase; or else what comes of it now."""
        place = str(call)
        if place not in self._answers:
            exchange = await self._send(call)
            if exchange is None or len(self._answers) >= _REMEMBERED:
                return exchange
            self._answers[place] = exchange
        return self._answers[place]

    async def _send(self, call: RestCall) -> Exchange | None:
        """What came of a call; None where the budget ended before it."""
        answers: list[Exchange] = []

        def look(exchange: Exchange, _: Judged) -> None:
            answers.append(exchange)

        case = case_of(self._api, call, self._sender.cases)
        await self._sender.send(iter([case]), look)
        return answers[0] if answers else None
