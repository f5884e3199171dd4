"""Conversations of relations: how one is held, what showing twice proves, and how one is held again later.

The run itself changes data after the relations have asked. A tag, a cursor or a price that was asked for is outdated
then, and the same calls show nothing any more; the same conversation from its beginning does.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model import Severity
from querious.rest.call_requests import call_case
from querious.rest.relations import WorkedRead, rest_answer
from querious.rest.relations.readable_lists import rows_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from querious.model import Case, Exchange, Finding
    from querious.model.rest_call import RestCall
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.session import Session
    from querious.rest.relations import RestAnswer
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestConversation, RestRelation

    Ask = Callable[[RestCall, Sequence[Exchange]], Awaitable[Exchange | None]]
    Read = Callable[[Exchange], RestAnswer]

_LONGEST: Final = 24
"""Steps of a conversation at most."""
_PROPOSED: Final = 100
"""Conversations of one source that are looked at."""
_RENEWED: Final = 3
"""Those that are held again: with other rows, one more or one less may come before it."""


class Proposal(NamedTuple):
    """A conversation that a relation wants to hold."""

    relation: RestRelation
    source: ReadableList | WorkedRead
    """What it is about."""
    place: int
    """Which of those that the relation proposes of it."""
    conversation: RestConversation


def proposals(relation: RestRelation, source: ReadableList | WorkedRead) -> Iterator[Proposal]:
    """What a relation wants to ask of a list, or of any read."""
    wanted = relation.probe(source) if isinstance(source, WorkedRead) else relation.propose(source)
    for place, conversation in enumerate(wanted):
        yield Proposal(relation, source, place, conversation)


async def held(conversation: RestConversation, ask: Ask, read: Read) -> list[Exchange] | None:
    """The trace of a conversation; None where a question of it could not be asked."""
    trace: list[Exchange] = []
    call = next(conversation, None)
    while call is not None and len(trace) < _LONGEST:
        exchange = await ask(call, trace)
        if exchange is None:
            return None
        trace.append(exchange)
        try:
            call = conversation.send(read(exchange))
        except StopIteration:
            call = None
    return trace


def confirmed(before: Sequence[Finding], again: Sequence[Finding], *, steady: bool) -> list[Finding]:
    """What two traces of the same calls show; with other values at most a suspicion, as they change by nature.

    One trace may show several findings with one fingerprint: filters or orders of a list that go wrong alike.
    """
    causes = {finding.fingerprint for finding in before}
    same = {(finding.fingerprint, finding.message) for finding in before}
    shown = []
    for finding in again:
        if (finding.fingerprint, finding.message) in same:
            shown.append(finding)
        elif finding.fingerprint in causes and not steady:
            shown.append(replace(finding, severity=Severity.SUSPICION))
    return shown


class RenewedConversation(NamedTuple):
    """A conversation that showed a finding, to be held again from its beginning with what the API shows by then."""

    api: RestApi
    session: Session
    proposal: Proposal

    async def show(self, fingerprint: str) -> Finding | None:
        """The finding, if it shows twice with the same values."""
        relation = self.proposal.relation
        source = await self._source_now()
        wanted = [] if source is None else list(islice(proposals(relation, source), _PROPOSED))
        wanted.sort(key=lambda one: abs(one.place - self.proposal.place))
        for nearest in wanted[:_RENEWED]:
            trace = await held(nearest.conversation, self._ask, self.api.answer) or []
            found = self.api.relate(relation, trace)
            if all(finding.fingerprint != fingerprint for finding in found):
                continue
            again = [await self._send(exchange.case.call) for exchange in trace]
            both = confirmed(found, self.api.relate(relation, again), steady=relation.steady)
            return next((finding for finding in both if finding.fingerprint == fingerprint), None)
        return None

    async def _source_now(self) -> ReadableList | WorkedRead | None:
        """What it was about, as it is shown now; None if it is not."""
        source = self.proposal.source
        exchange = await self._send(source.call)
        if isinstance(source, WorkedRead):
            answer = self.api.answer(exchange)
            return source._replace(answer=answer) if answer.has_succeeded else None
        rows = rows_of(exchange.payload) if rest_answer(exchange).is_good else None
        return source._replace(rows=rows) if rows else None

    async def _ask(self, call: RestCall, _: Sequence[Exchange]) -> Exchange:
        return await self._send(call)

    async def _send(self, call: RestCall) -> Exchange:
        return await self.session.send(case_of(self.api, call, self.session.requests))


def case_of(api: RestApi, call: RestCall, number: int) -> Case:
    """A call of a described operation, or of another method of its path, to be sent."""
    plans = api.calls.plans
    operation = (plans.get(call.coordinate) or plans[f"GET {call.path}"]).operation
    return call_case(number, call, operation, api.service.base)
