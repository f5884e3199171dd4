"""The phase that walks the graph of operations: a producer is asked, and what it shows goes to the consumer.

Paths of the criterion that begin alike share their first steps, which are asked once. What a path came to stands in the
report as for GraphQL: perfect if every step was answered with success and gave a value for the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.response import SERVER_ERROR
from querious.coverage.reach import Tracks
from querious.criteria import PathBudget, PathListing, criterion_named
from querious.model import Class, Walked
from querious.model.hazards import Grade
from querious.model.rest_call import RestArgument
from querious.pipeline.rest.graph import walkable
from querious.rest.call_requests import call_case
from querious.rest.cases.shown_values import leaves_of, shown_objects
from querious.rest.operation_graph import ROOT, operation_graph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.criteria.type_graph import Edges, TypeGraph
    from querious.model import Case, Exchange, Reach
    from querious.model.values import JSON
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged
    from querious.rest.operation_graph import OperationEdge

_PATHS: Final = 300
"""Paths that are walked at most."""
_STEPS: Final = 200_000
"""Of the search for them."""
_VALUES: Final = 2
"""Values of one answer that are tried in a consumer."""
_NONE: Final = "none"
_SUCCESS: Final = range(200, 300)
_UNAUTHORISED: Final = frozenset({401, 403})


class WalkedStep(NamedTuple):
    """One operation on a path, and what came of it."""

    exchange: Exchange
    is_good: bool


class RestPathPhase:
    """Walks the paths of the criterion, as far as the budget goes."""

    def __init__(self, api: RestApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender
        self._tracks = Tracks()
        self._listing: PathListing | None = None
        self._paths: list[Edges] = []
        self._operations = 0
        self._gone: dict[Edges, WalkedStep | None] = {}
        """By the edges that lead to it: the last step; None where no value was there to go on with."""
        self._edges: Sequence[OperationEdge] = ()

    async def walk(self, budget: RunBudget) -> None:
        """Walk every path, the shortest first."""
        if self._api.settings.criterion == _NONE:
            return
        graph = self._prepare()
        self._sender.enter("paths", lambda: (len(self._paths), self._tracks.perfect))
        for path in sorted(self._paths, key=len):
            if self._sender.ended or budget.spent():
                return
            await self._follow(graph, path)

    def reach(self) -> tuple[Reach, ...]:
        """What became of the paths."""
        if self._listing is None:
            return ()
        known = str(self._listing.tally)
        name = self._api.settings.criterion
        return (self._tracks.reach(name, len(self._paths), known=known, operations=self._operations),)

    def _prepare(self) -> TypeGraph:
        api = self._api
        ending = {*api.order.of(Grade.DELETING), *api.order.held_back()}
        plans = {name: plan for name, plan in api.plans.items() if name not in ending}
        found = operation_graph(plans, api.calls, api.observed.edges())
        self._edges = found.edges
        self._operations = len(found.names) - 1
        graph = walkable(found)
        budget = PathBudget(_PATHS, _STEPS)
        self._listing = PathListing(criterion_named(api.settings.criterion), graph, budget, api.settings.seed)
        self._paths = [path for path in self._listing if path]
        return graph

    async def _follow(self, graph: TypeGraph, path: Edges) -> None:
        """Walk one path: steps that another path has walked before are not asked again."""
        gone = 0
        for length in range(1, len(path) + 1):
            begun = path[:length]
            if begun not in self._gone:
                step = await self._step(begun)
                if step is None and self._sender.ended:
                    return
                self._gone[begun] = step
            step = self._gone[begun]
            if step is None or not step.is_good:
                break
            gone = length
        last = self._gone.get(path[: gone + 1]) if gone < len(path) else self._gone[path]
        self._tracks.note(path, _walked(graph, path, gone, last))

    async def _step(self, begun: Edges) -> WalkedStep | None:
        """The last step of a path; None where the answer before it holds nothing that could be sent."""
        edge = self._edges[begun[-1]]
        before = self._gone[begun[:-1]] if edge.producer != ROOT else None
        found: WalkedStep | None = None
        for value in self._values(edge, before):
            exchange = await self._send(edge, value, before)
            if exchange is None:
                return found
            found = WalkedStep(exchange, exchange.status in _SUCCESS)
            if found.is_good:
                break
        return found

    def _values(self, edge: OperationEdge, before: WalkedStep | None) -> list[JSON]:
        """What the answer before shows for the parameter; for a step from the root anything will do."""
        if before is None:
            return [None]
        plan = self._api.calls.plans[edge.producer]
        wanted = edge.sources or {f"{plan.resource}.{edge.parameter}", f"{plan.resource}.id"}
        found: dict[str, JSON] = {}
        for shown in shown_objects(before.exchange.payload, plan.resource):
            for coordinate, value in leaves_of(shown):
                if coordinate in wanted:
                    found.setdefault(str(value), value)
            if len(found) >= _VALUES:
                break
        return list(found.values())[:_VALUES]

    async def _send(self, edge: OperationEdge, value: JSON, before: WalkedStep | None) -> Exchange | None:
        answers: list[Exchange] = []

        def look(exchange: Exchange, _: Judged) -> None:
            answers.append(exchange)

        await self._sender.send(iter([self._case(edge, value, before)]), look)
        return answers[0] if answers else None

    def _case(self, edge: OperationEdge, value: JSON, before: WalkedStep | None) -> Case:
        """A call of the consumer with this value; keys of the path that both have in common stay the same."""
        api = self._api
        plan = api.calls.plans[edge.consumer]
        number = self._sender.cases
        call = api.generator.proposed(plan, number, api.pool.begin()).call
        known = {each[:2]: each for each in call.arguments}
        if before is not None:
            for each in before.exchange.case.call.arguments:
                if each.where == "path" and each[:2] in known:
                    known[each[:2]] = each
        places = [kind.parameter.where for kind in plan.parameters if kind.parameter.name == edge.parameter]
        if value is not None and places:
            known[places[0], edge.parameter] = RestArgument(places[0], edge.parameter, value)
        changed = call._replace(arguments=tuple(known.values()))
        if value is not None and not places and isinstance(call.body, dict):
            changed = changed._replace(body={**call.body, edge.parameter: value})
        return call_case(number, changed, plan.operation, api.service.base)


def _walked(graph: TypeGraph, path: Edges, gone: int, last: WalkedStep | None) -> Walked:
    """What became of a path."""
    status = last.exchange.status if last is not None else 0
    is_lost = last is not None and last.exchange.failure is not None
    result = Class.GOOD
    if gone == len(path):
        result = Class.PERFECT
    elif is_lost or status >= SERVER_ERROR:
        result = Class.FAILED
    elif last is not None:
        result = Class.MALFORMED
    return Walked(graph.path(path), gone, result, status in _UNAUTHORISED)
