"""The phase that tries the edges of what a description allows, in calls that work otherwise.

The first edges of all places go out together in one call, then the second ones. What is not accepted together is tried
in halves, down to one value at one place: few calls try much, and none hides behind another.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.pages import is_cursor
from querious.model.rest_call import RestArgument, RestCall
from querious.model.turns import in_turn
from querious.rest.call_requests import LONGEST_IN_LINE, call_case
from querious.rest.cases.edges import edge_values, is_stated
from querious.rest.cases.file_edges import file_edges
from querious.rest.relations.allowed_bounds import ALLOWED_BOUNDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model import Case, Exchange, Finding
    from querious.model.values import JSON
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged
    from querious.rest.cases.callable_operation import CallableOperation

    Change = Callable[[RestCall], RestCall]

_AT_ONCE: Final = 32
_SUCCESS: Final = range(200, 300)
_REFUSED: Final = frozenset({400, 422})
_TIMES: Final = 2
"""That an edge is held against a call without it."""


_CURSORS: Final = 3
"""Edges of a cursor."""


class EdgeChange(NamedTuple):
    """A value at one place of a call."""

    apply: Change
    stated: bool
    """Whether the description names it as a bound that it allows."""


class EdgeProbe(NamedTuple):
    """Edges at several places of one operation, tried in one call."""

    plan: CallableOperation
    changes: Sequence[EdgeChange]

    def halves(self) -> list[EdgeProbe]:
        """Both halves; none of what cannot be parted."""
        middle = len(self.changes) // 2
        return [self._replace(changes=part) for part in (self.changes[:middle], self.changes[middle:]) if middle]


class RestEdgePhase:
    """Goes on where it stopped when it is entered again."""

    def __init__(self, api: RestApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender
        self._whole: Iterator[EdgeProbe] | None = None
        self._parts: deque[EdgeProbe] = deque()
        """What was not accepted together."""

    async def probe(self, budget: RunBudget) -> None:
        """Try edges as far as this budget goes."""
        self._sender.enter("edges")
        if self._whole is None:
            self._whole = in_turn([self._probes(plan) for plan in self._reached()])
        while not self._sender.ended and not budget.spent():
            some = self._next_parts(_AT_ONCE // 2)
            some += islice(self._whole, _AT_ONCE - len(some))
            some += self._next_parts(_AT_ONCE - len(some))
            if not some:
                return
            await self._try(some)

    def _next_parts(self, most: int) -> list[EdgeProbe]:
        return [self._parts.popleft() for _ in range(min(most, len(self._parts)))]

    def _reached(self) -> list[CallableOperation]:
        held_back, recorder = self._api.order.held_back(), self._api.recorder
        return [
            plan
            for plan in self._api.plans.values()
            if plan.coordinate not in held_back and recorder.is_reached(plan.coordinate)
        ]

    def _probes(self, plan: CallableOperation) -> Iterator[EdgeProbe]:
        """The first edges of all places together, then the second ones, and so on.

        But for cursors: hardly any that was not shown is accepted, and with it nothing else is.
        """
        places = [*_edges_of_parameters(plan), *_edges_of_members(plan)]
        for turn in range(max(map(len, places), default=0)):
            yield EdgeProbe(plan, [edges[turn] for edges in places if turn < len(edges)])
        for kind in plan.parameters:
            where, name = kind.parameter.where, kind.parameter.name
            for value in edge_values(kind.schema)[:_CURSORS] if is_cursor(name) and where != "path" else ():
                yield EdgeProbe(plan, [EdgeChange(_argument(where, name, value), is_stated(name, value, kind.schema))])

    async def _try(self, some: Sequence[EdgeProbe]) -> None:
        sent: dict[int, EdgeProbe] = {}
        accepted: set[int] = set()
        refused: dict[int, RestCall] = {}

        def look(exchange: Exchange, _: Judged) -> None:
            if exchange.status in _SUCCESS:
                accepted.add(exchange.case.number)
            elif exchange.status in _REFUSED:
                refused[exchange.case.number] = exchange.case.call

        await self._sender.send(self._cases(some, sent), look)
        for number, probe in sent.items():
            if number not in accepted:
                self._parts += probe.halves()
            if number in refused and len(probe.changes) == 1 and probe.changes[0].stated:
                await self._compare(probe)

    async def _compare(self, probe: EdgeProbe) -> None:
        """A call without the edge and with it, twice: only if it works and then does not, the edge is why."""
        if ALLOWED_BOUNDS not in self._api.relations or self._sender.ended:
            return
        told: list[Finding] = []
        for _ in range(_TIMES):
            plain = self._api.generator.proposed(probe.plan, self._sender.cases, self._api.pool.begin()).call
            trace = [await self._send(plain, probe), await self._send(probe.changes[0].apply(plain), probe)]
            whole = [exchange for exchange in trace if exchange is not None]
            found = self._api.relate(ALLOWED_BOUNDS, whole) if len(whole) == len(trace) else []
            if not found:
                return
            told = found
        self._sender.count([replace(finding, reproduced=True) for finding in told])

    async def _send(self, call: RestCall, probe: EdgeProbe) -> Exchange | None:
        answers: list[Exchange] = []

        def look(exchange: Exchange, _: Judged) -> None:
            answers.append(exchange)

        case = call_case(self._sender.cases, call, probe.plan.operation, self._api.service.base)
        await self._sender.send(iter([case]), look)
        return answers[0] if answers else None

    def _cases(self, some: Sequence[EdgeProbe], sent: dict[int, EdgeProbe]) -> Iterator[Case]:
        number, round_ = self._sender.cases, self._api.pool.begin()
        for probe in some:
            call = self._api.generator.proposed(probe.plan, number, round_).call
            for change in probe.changes:
                call = change.apply(call)
            if self._api.calls.is_valid(call):
                sent[number] = probe
                yield call_case(number, call, probe.plan.operation, self._api.service.base)
                number += 1
            else:
                self._parts += probe.halves()


def _edges_of_parameters(plan: CallableOperation) -> Iterator[list[EdgeChange]]:
    """But for keys in the path, and cursors."""
    for kind in plan.parameters:
        where, name = kind.parameter.where, kind.parameter.name
        if where == "path" or is_cursor(name):
            continue
        edges = [value for value in edge_values(kind.schema) if value is not None]
        yield [EdgeChange(_argument(where, name, value), is_stated(name, value, kind.schema)) for value in edges]


def _edges_of_members(plan: CallableOperation) -> Iterator[list[EdgeChange]]:
    """Of the members of a body, and of the files in a form."""
    if plan.body is None or not plan.media:
        return
    for name in plan.body.properties:
        schema = plan.body.of_property(name)
        if name in plan.operation.body.files and plan.media.startswith("multipart/"):
            told = plan.operation.body.file_types.get(name, "")
            yield [EdgeChange(_member(name, file), stated=False) for file in file_edges(schema, told)]
        else:
            yield [EdgeChange(_member(name, value), is_stated(name, value, schema)) for value in edge_values(schema)]


def _argument(where: str, name: str, value: JSON) -> Change:
    def change(call: RestCall) -> RestCall:
        if isinstance(value, str) and len(value) > LONGEST_IN_LINE:
            return call
        others = tuple(each for each in call.arguments if (each.where, each.name) != (where, name))
        return call._replace(arguments=(*others, RestArgument(where, name, value)))

    return change


def _member(name: str, value: JSON) -> Change:
    def change(call: RestCall) -> RestCall:
        return call._replace(body={**call.body, name: value}) if isinstance(call.body, dict) else call

    return change
