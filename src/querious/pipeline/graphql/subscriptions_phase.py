"""The phase that subscribes: to every field that may be asked, over the transport that the API speaks.

Each field is listened to; where nothing comes by itself, and mutations may be asked, those that share types with the
event are tried until one causes it, and that one a few times more. Every event is judged as the response that it is,
every stream by the rules of its protocol. Then the server is misused in the ways that the protocol names.

What a rule holds against a stream is looked at once more: what does not show again is a suspicion.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.execute.streams.first_event import event_exchange
from querious.extras import installing
from querious.model import Exchange, Field, Finding, Operation, Severity
from querious.model.document_text import write_case
from querious.model.stream import Message, StreamTransport
from querious.pipeline.graphql.subscribed_field import (
    SubscribedField,
    SubscriptionCases,
    arguments_of,
    subscribed_fields,
    without_arguments,
)
from querious.streams import misuses
from querious.streams.catalogue import CHANGE_RULES, STREAM_RULES
from querious.streams.rule import Change, StreamFlaw, Subscribed
from querious.text.display import listing, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from querious.execute.streams.opener import OpenStream, Streams
    from querious.model import JSON, Case
    from querious.model.stream import Stream, StreamMessage
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.run.batch_sender import BatchSender

_SHARE: Final = 0.2
"""The part of the budget that subscriptions may take."""
_LONGEST: Final = 120.0
"""Seconds, where the run itself has no end."""
_AT_ONCE: Final = 4
"""Streams that are listened to at once."""
_TRIED: Final = 3
"""Fields with which a transport is looked for: the first may be refused for its arguments."""
_LISTENS: Final = 1.0
"""Seconds that a stream is listened to."""
_PONG: Final = 5.0
"""Seconds in which a ping must be answered."""
_ENOUGH: Final = 5
"""Events after which a field has shown what it gives."""
_JUDGED: Final = 20
"""Events of one stream that are judged."""
_LINGERS: Final = 1.6
"""Seconds that a stream is watched for events after it was stopped, where they had come by themselves."""
_SETTLES: Final = 0.15
"""Seconds until a subscription is taken to be in place: no protocol says when it is."""
_WAITS: Final = 0.8
"""Seconds that the event of a change is waited for."""
_DOUBLES: Final = 0.2
"""Seconds after an event in which another one counts as of the same change."""
_CHANGES: Final = 4
"""Changes of one kind that are made for one field, once one has caused an event."""
_MISUSED: Final = 1.0
"""Seconds in which a server has to close the socket."""
_NAMED: Final = 12


class _Visit(NamedTuple):
    """One stream that was listened to."""

    stream: Stream
    events: tuple[JSON, ...]
    """The values of the field."""


class SubscriptionsPhase:
    """Subscribes to what may be subscribed to. A schema without subscriptions costs nothing."""

    def __init__(self, api: GraphqlApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender
        tables = api.subscription_tables()
        self._fields = subscribed_fields(api.schema, tables)
        self._cases = SubscriptionCases(api, tables)
        self._floods: list[str] = []
        self._events = 0
        self._refused = False
        self._is_open = False
        """Whether a stream could be opened."""

    async def subscribe(self) -> None:
        """Go through the fields, as far as the budget goes."""
        sender, streams = self._sender, self._api.target.streams
        if not self._fields or self._api.settings.subscriptions == "none":
            self._tell_not_asked("--subscriptions none")
            return
        if streams is None:
            self._tell_not_asked(self._api.target.no_streams or f"streams need {installing('subscriptions')}")
            return
        if sender.ended:
            return
        sender.enter("subscriptions")
        budget = sender.budget.part(min(1.0, (sender.budget.effort.share() or 0.0) + _SHARE))
        left = budget.timeout()
        try:
            async with asyncio.timeout(_LONGEST if left is None else min(left, _LONGEST)) as end:
                await self._ask(streams, budget)
        except TimeoutError:
            if not end.expired():
                raise
            if streams.transport is None:
                self._tell_not_asked("the time for them was over before a transport was found")
        self._conclude()

    def _tell_not_asked(self, why: str) -> None:
        if self._fields:
            named = listing([one.coordinate for one in self._fields], _NAMED)
            self._sender.note(f"Subscriptions were not asked, and do not count in the coverage ({why}): {named}.")

    async def _ask(self, streams: Streams, budget: RunBudget) -> None:
        if not await self._find(streams):
            return
        self._is_open = True
        self._api.count_subscriptions()
        await self._listen(streams, self._fields, budget)
        if self._over(budget):
            return
        async with asyncio.TaskGroup() as group:
            if streams.transport is StreamTransport.WEBSOCKET:
                group.create_task(self._misuse(streams))
            if streams.transport is not None and streams.transport.is_websocket:
                group.create_task(self._query(streams))
        for one in self._fields:
            if not one.by_itself and not self._over(budget):
                await self._cause(streams, one, budget)
        quiet = [one for one in self._fields if one.takes_arguments and not one.causes]
        await self._listen(streams, quiet, budget)

    def _over(self, budget: RunBudget) -> bool:
        return bool(self._refused or self._sender.ended or budget.spent())

    async def _find(self, streams: Streams) -> bool:
        """Find the transport; say what was tried where there is none."""
        for one in self._fields[:_TRIED]:
            case = self._cases.case(self._sender.next_number(), one)
            opened = await streams.find(case) if case is not None else None
            if opened is None or case is None:
                continue
            await opened.close()
            if opened.stream().is_open:
                return True
            await self._tell_not_open(streams, one, case, opened.stream())
            return False
        tried = dict.fromkeys(streams.attempts)
        self._tell_not_asked(
            f"no transport of subscriptions was found: {listing(tried, _NAMED)}; "
            "name it with --subscriptions, its address with --subscriptions-url"
        )
        return False

    async def _tell_not_open(self, streams: Streams, one: SubscribedField, case: Case, stream: Stream) -> None:
        """Say what keeps every stream from being opened: it is of no field in particular."""
        if self._is_refused(stream):
            return
        opened = await streams.open(case)
        await opened.close()
        shown = {(rule, flaw.message) for rule, flaw in self._broken(self._subscribed(one, opened.stream()))}
        self._tell(self._broken(self._subscribed(one, stream)), None, stream, shown)
        self._tell_not_asked("no stream could be opened")

    def _is_refused(self, stream: Stream) -> bool:
        """Whether somebody has to log in first; then nothing more is asked, and a note says so."""
        if not _wants_login(stream):
            return False
        if not self._refused:
            told = f"{stream.status or stream.code or ''} {stream.reason or stream.detail}".strip()
            self._tell_not_asked(f"they were refused, as if credentials were missing: {told}")
        self._refused = True
        return True

    # listening

    async def _listen(self, streams: Streams, fields: Iterable[SubscribedField], budget: RunBudget) -> None:
        """Listen to each field once, some at a time."""
        gate = asyncio.Semaphore(min(_AT_ONCE, self._api.settings.connections))

        async def gated(one: SubscribedField, case: Case) -> None:
            async with gate:
                if not self._over(budget):
                    await self._hear(streams, one, case)

        async with asyncio.TaskGroup() as group:
            for one in fields:
                case = self._cases.case(self._sender.next_number(), one)
                if case is not None:
                    group.create_task(gated(one, case))

    async def _hear(self, streams: Streams, one: SubscribedField, case: Case) -> None:
        visit = await self._visit(streams, one, case)
        one.by_itself = one.by_itself or bool(visit.events)
        if self._is_refused(visit.stream):
            return
        subscribed = self._subscribed(one, visit.stream)
        one.subscribed.append(subscribed)
        found = self._broken(subscribed)
        if found:
            again = await self._visit(streams, one, case)
            shown = {(rule, flaw.message) for rule, flaw in self._broken(self._subscribed(one, again.stream))}
            self._tell(found, one, visit.stream, shown)
        if visit.stream.limit and one.coordinate not in self._floods:
            self._floods.append(one.coordinate)

    async def _visit(self, streams: Streams, one: SubscribedField, case: Case) -> _Visit:
        """Open a stream, listen to it, stop it, and see whether it stops."""
        self._api.recorder.request(case.operation)
        opened = await streams.open(case)
        events: list[JSON] = []
        try:
            began = monotonic()
            answered = not await opened.ping()
            pinged = monotonic()
            while not opened.is_over and opened.events < _ENOUGH:
                until = began + _LISTENS if answered else max(began + _LISTENS, pinged + _PONG)
                left = until - monotonic()
                message = await opened.receive(left) if left > 0 else None
                if message is None:
                    break
                answered = answered or message.kind is Message.PONG
                events += self._take_in(one, opened, message)
            await self._stop(one, opened, ticks=bool(events))
        finally:
            await opened.close()
        return _Visit(opened.stream(), tuple(events))

    async def _stop(self, one: SubscribedField, opened: OpenStream, *, ticks: bool) -> None:
        """Stop a stream. One that has events by itself is watched for a while, as none may come any more."""
        if opened.is_over:
            return
        await opened.stop()
        if ticks:
            await opened.ping()  # its pong says that the server has heard the stop before it
        until = monotonic() + (_LINGERS if ticks else 0.0)
        while not opened.is_over and (left := until - monotonic()) > 0:
            message = await opened.receive(left)
            if message is not None:
                self._take_in(one, opened, message)

    def _take_in(
        self, one: SubscribedField, opened: OpenStream, message: StreamMessage, *, settled: bool = False
    ) -> list[JSON]:
        """Judge an event as a response; gives the value of the field, if there is one.

        ``settled``: it does not come by itself, so that nobody can ask for it alone.
        """
        exchange = event_exchange(opened.stream(), message) if opened.events <= _JUDGED else None
        if exchange is None:
            return []
        judged = self._sender.take(exchange)
        findings = [replace(found, shrunk=True) for found in judged.findings] if settled else judged.findings
        self._sender.count(findings)
        if judged.lesson is not None:
            # An event tells of a moment: nothing that was answered at another one is held against it.
            self._sender.session.api.learn(judged.lesson._replace(asked=None))
        self._events += message.kind is Message.NEXT
        value = _field_of(one.name, exchange.payload)
        return [] if value is None else [value]

    # what the rules say

    def _subscribed(self, one: SubscribedField, stream: Stream) -> Subscribed:
        return Subscribed(stream, one.coordinate, one.type, arguments_of(stream.case.operation))

    def _broken(self, subscribed: Subscribed) -> list[tuple[str, StreamFlaw]]:
        """What the rules hold against one stream alone."""
        found: list[tuple[str, StreamFlaw]] = []
        for rule in STREAM_RULES:
            if rule.name in self._api.stream_rules:
                verdict = rule.judge([subscribed])
                self._tally(rule.name, verdict)
                found += [(rule.name, flaw) for flaw in verdict or ()]
        return found

    def _tally(self, rule: str, verdict: Sequence[StreamFlaw] | None) -> None:
        self._api.tallies.add(rule, "not applicable" if verdict is None else "failed" if verdict else "passed")

    def _tell(
        self,
        found: Iterable[tuple[str, StreamFlaw]],
        one: SubscribedField | None,
        stream: Stream,
        shown: set[tuple[str, str]] | None = None,
        mutation: Exchange | None = None,
    ) -> None:
        """Report flaws. ``shown`` are those that the same stream showed again; None: nobody looked."""
        told = stream_exchange(stream)
        for rule, flaw in found:
            again = None if shown is None else (rule, flaw.message) in shown
            certain = flaw.severity is Severity.FAULT and again is not False
            finding = Finding(
                rule,
                "" if one is None or rule == "stream_messages" else one.coordinate,
                flaw.message,
                told,
                Severity.FAULT if certain else Severity.SUSPICION,
                excerpt=flaw.excerpt,
                shrunk=True,
                reproduced=again,
                trace=(told, mutation) if mutation is not None else (),
            )
            self._sender.count([finding])

    # misuse

    async def _misuse(self, streams: Streams) -> None:
        """Break the protocol in every way it names, each over a socket of its own, all at once; faults twice."""
        if misuses.NAME not in self._api.stream_rules:
            return
        quiet = [one for one in self._fields if not one.by_itself]
        lasting = self._cases.case(self._sender.next_number(), (quiet or self._fields)[0])
        told_at_once = self._query_case()
        if lasting is None or told_at_once is None:
            return

        async def misuse(one: misuses.Misuse) -> None:
            found = await misused(one)
            again = await misused(one) if found else None
            if found is not None and again is not None:
                shown = {(misuses.NAME, flaw.message) for flaw in again[1]}
                self._tell([(misuses.NAME, flaw) for flaw in found[1]], None, found[0], shown)

        async def misused(one: misuses.Misuse) -> tuple[Stream, Sequence[StreamFlaw]] | None:
            case = lasting if one.carried_out is None else told_at_once
            stream = await streams.converse(case, one.messages, _MISUSED)
            verdict = misuses.misuse_flaws(one, stream) if stream is not None else None
            self._tally(misuses.NAME, verdict)
            return (stream, verdict) if stream is not None and verdict else None

        async with asyncio.TaskGroup() as group:
            for one in misuses.MISUSES:
                group.create_task(misuse(one))

    async def _query(self, streams: Streams) -> None:
        """Ask a query over the socket: it has one answer, and then it is complete."""
        case = self._query_case()
        if case is None:
            return
        found: list[tuple[str, StreamFlaw]] = []
        for turn in range(2):
            opened = await streams.open(case)
            try:
                until = monotonic() + _PONG
                ends = {Message.COMPLETE, Message.ERROR}
                while not opened.is_over and (left := until - monotonic()) > 0:
                    message = await opened.receive(left)
                    if message is not None and message.kind in ends:
                        break
            finally:
                await opened.close()
            stream = opened.stream()
            broken = self._broken(Subscribed(stream, ""))
            if not turn:
                found = [one for one in broken if stream.received(Message.NEXT)]
            elif found:
                shown = {(rule, flaw.message) for rule, flaw in broken}
                self._tell(found, None, stream, shown)
            if not found:
                return

    def _query_case(self) -> Case | None:
        """The plainest query: it is answered at once wherever anything is."""
        root = self._api.schema.query_type
        if root is None:
            return None
        operation = Operation("query", "", root.name, (Field(root.name, "__typename"),))
        return write_case(self._sender.next_number(), operation)

    # what causes events

    async def _cause(self, streams: Streams, one: SubscribedField, budget: RunBudget) -> None:
        """Try mutations until one causes an event, and that one a few times more."""
        for mutation in self._cases.causes(one):
            for _ in range(_CHANGES):
                if self._over(budget):
                    return
                if not await self._change(streams, one, mutation) or not one.causes[mutation]:
                    break
            if one.causes[mutation]:
                return

    async def _change(self, streams: Streams, one: SubscribedField, mutation: str) -> bool:
        """Subscribe, make one change, and wait for its event; says whether the change was made."""
        sender = self._sender
        changing = sender.session.api.mutation_case(mutation, sender.cases)
        if changing is None:
            return False
        given = arguments_of(changing.operation)
        case = self._cases.case(sender.cases + 1, one, given)
        other = self._cases.case(sender.cases + 2, one) if one.takes_arguments else None
        if case is None:
            return False
        if other is not None and arguments_of(other.operation) == arguments_of(case.operation):
            other = None
        answers: list[Exchange] = []
        beside = await streams.open(other) if other is not None else None
        opened = await streams.open(case)
        events: list[JSON] = []
        waited = 0.0
        try:
            while await opened.receive(_SETTLES) is not None:
                pass  # what was under way before the change is not of it
            sent = monotonic()
            await sender.send(iter([changing]), lambda exchange, _: answers.append(exchange))
            if not answers:
                return False
            until = monotonic() + _WAITS
            while not opened.is_over and (left := until - monotonic()) > 0:
                message = await opened.receive(left)
                if message is None:
                    continue
                came = self._take_in(one, opened, message, settled=True)
                if came and not events:
                    waited, until = monotonic() - sent, monotonic() + _DOUBLES
                events += came
            while beside is not None and not beside.is_over:
                message = await beside.receive(_DOUBLES)
                if message is None:
                    break
                self._take_in(one, beside, message, settled=True)
            await opened.stop()
        finally:
            await opened.close()
            if beside is not None:
                await beside.close()
        stream = opened.stream()
        self._note_change(one, changing, answers[0], stream, events, waited)
        one.subscribed.append(self._subscribed(one, stream))
        if beside is not None:
            one.subscribed.append(self._subscribed(one, beside.stream()))
        return one.changes[-1].made

    def _note_change(
        self, one: SubscribedField, changing: Case, answer: Exchange, stream: Stream, events: list[JSON], waited: float
    ) -> None:
        mutation = self._api.order.asked_by(changing)[0]
        first = changing.operation.selections[0]
        payload = answer.payload if isinstance(answer.payload, dict) else {}
        data = payload.get("data")
        value = data.get(first.key) if isinstance(data, dict) and isinstance(first, Field) else None
        made = value is not None and not payload.get("errors")
        subscribed = stream.case.operation.selections[0]
        if not stream.is_open or stream.received(Message.ERROR):
            made = False  # nobody listened
        one.causes[mutation] += bool(made and events)
        one.changes.append(
            Change(
                mutation,
                made,
                without_arguments(first.children, value),
                tuple(without_arguments(subscribed.children, event) for event in events),
                waited if events else _WAITS,
                " ".join([mutation, *sorted(arguments_of(changing.operation))]),
            )
        )
        one.evidence.append((stream_exchange(stream), answer))

    def _conclude(self) -> None:
        """Judge what streams and changes show together, and say how much came of it."""
        for one in self._fields:
            for rule in STREAM_RULES:
                if rule.name != "stream_arguments" or rule.name not in self._api.stream_rules:
                    continue
                verdict = rule.judge(one.subscribed)
                self._tally(rule.name, verdict)
                for flaw in verdict or ():
                    self._tell([(rule.name, flaw)], one, one.subscribed[flaw.about].stream)
            for change_rule in CHANGE_RULES:
                if change_rule.name not in self._api.stream_rules or not one.changes:
                    continue
                found = change_rule.judge(one.changes)
                self._tally(change_rule.name, found)
                for flaw in found or ():
                    told, mutation = one.evidence[-1]
                    self._sender.count(
                        [
                            Finding(
                                change_rule.name,
                                one.coordinate,
                                flaw.message,
                                told,
                                flaw.severity,
                                excerpt=flaw.excerpt,
                                shrunk=True,
                                trace=(told, mutation),
                            )
                        ]
                    )
        for coordinate in self._floods:
            self._sender.note(f"{coordinate} sent so much that its stream was stopped.")
        transport = self._api.target.streams.transport if self._api.target.streams is not None else None
        if transport is not None and self._is_open:
            fields = plural(len(self._fields), "field")
            events = plural(self._events, "event")
            self._sender.note(f"Subscriptions went over {transport.value}: {fields}, {events}.")


def stream_exchange(stream: Stream) -> Exchange:
    """A stream as evidence: its messages in their order, as the answer to its subscription."""
    lines: list[JSON] = [
        {
            "ms": round(message.at * 1000),
            "from": "client" if message.sent else "server",
            "type": message.kind.value,
            **({"id": message.id} if message.id else {}),
            **({"payload": message.payload} if message.payload is not None else {}),
            **({"flaw": message.flaw} if message.flaw else {}),
        }
        for message in stream.messages
    ]
    told: dict[str, JSON] = {"transport": stream.transport.value, "messages": lines}
    if stream.code:
        told["closed"] = f"{stream.code} {stream.reason}".strip()
    if stream.detail:
        told["ended"] = stream.detail
    body = json.dumps(told).encode()
    return Exchange(
        stream.case,
        stream.status or 200,
        {"content-type": "application/json"},
        body,
        told,
        is_json=True,
        elapsed=stream.elapsed,
        began=stream.began,
    )


def _field_of(name: str, payload: JSON) -> JSON:
    data = payload.get("data") if isinstance(payload, dict) else None
    return data.get(name) if isinstance(data, dict) else None


def _wants_login(stream: Stream) -> bool:
    """Whether somebody has to log in first."""
    refused = bool(stream.received(Message.REFUSED)) or stream.code in {4401, 4403}
    return refused or (not stream.is_open and stream.status in {401, 403})
