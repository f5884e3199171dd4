"""The phase that asks a subgraph as a router does: for its SDL, and for its entities by their keys.

What breaks a rule is asked again as a whole before it is told, and is certain only where both times say the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.graphql.federation import ENTITIES, SERVICE, sdl_operation, serves_entities
from querious.graphql.federation.conversation import EntityReader, FederationAsk
from querious.model.document_text import write_case
from querious.pipeline.graphql.federation_steps import federation_step
from querious.pipeline.graphql.relations_phase import confirmed
from querious.relations.routes import query_at
from querious.text.display import listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.graphql.federation import Entity, Subgraph
    from querious.graphql.federation.conversation import FederationConversation
    from querious.model import Exchange, Operation
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.ledger import Ledger
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged

_ENTITIES = 40
"""Entities that are asked for."""
_MIXED = 4
"""Entities in one question."""
_ROUTES = 3
"""Ways on which objects of an entity are looked for."""
_LONGEST = 40
"""Questions of one conversation."""
_NAMED = 10


class FederationPhase:
    """Asks for what the rules of federation are held against."""

    def __init__(self, api: GraphqlApi, sender: BatchSender, ledger: Ledger) -> None:
        self._api = api
        self._sender = sender
        self._ledger = ledger

    async def ask(self, budget: RunBudget) -> None:
        """Ask for the SDL, and then for each entity, as far as this budget goes."""
        subgraph, root = self._api.subgraph, self._api.schema.query_type
        if subgraph is None or root is None or not self._api.federation_rules:
            return
        self._sender.enter("federation")
        if self._may_ask(f"{root.name}.{SERVICE}"):
            await self._converse(_once(sdl_operation(root.name)))
        if serves_entities(self._api.schema) and self._may_ask(f"{root.name}.{ENTITIES}"):
            await self._ask_entities(subgraph, budget)

    def _may_ask(self, coordinate: str) -> bool:
        return self._api.settings.permits(coordinate)

    async def _ask_entities(self, subgraph: Subgraph, budget: RunBudget) -> None:
        reader = EntityReader(self._api.schema, subgraph, self._api.allowed)
        askable = [entity for entity in subgraph.entities.values() if reader.askable(entity)][:_ENTITIES]
        found: list[Entity] = []
        unknown: list[Entity] = []
        for entity in askable:
            if self._sender.ended or budget.spent():
                return
            sources = self._sources(reader, entity)
            trace = await self._converse(reader.about(entity, sources, self._api.settings.seed)) if sources else []
            steps = [federation_step(one, self._api.shape_of(one.case.operation)) for one in trace]
            (found if reader.representations(entity, steps) else unknown).append(entity)
        mixed = found[:_MIXED]
        if len(mixed) > 1 and not budget.spent():
            sources = [operation for entity in mixed for operation in self._sources(reader, entity)[:1]]
            await self._converse(reader.mixed(mixed, sources))
        if unknown:
            names = listing((entity.typename for entity in unknown), _NAMED)
            self._sender.note(f"No answer showed a key of these entities, so that `_entities` was not asked: {names}.")

    def _sources(self, reader: EntityReader, entity: Entity) -> list[Operation]:
        """Queries that show objects of an entity on other ways than by ``_entities``."""
        observed = self._api.observed
        routes = [
            route for route in observed.routes_to(entity.typename, most=_ROUTES) if route and route[0].name != ENTITIES
        ]
        selections = reader.selections(entity)
        return [query_at(observed.types, route, entity.typename, selections) for route in routes]

    async def _converse(self, conversation: FederationConversation) -> list[Exchange]:
        """Ask, judge, and ask again what breaks a rule."""
        trace: list[Exchange] = []
        ask = next(conversation, None)
        while ask is not None and len(trace) < _LONGEST:
            exchange = await self._send(ask)
            if exchange is None:
                break
            trace.append(exchange)
            try:
                ask = conversation.send(federation_step(exchange, self._api.shape_of(ask.operation)))
            except StopIteration:
                ask = None
        conversation.close()
        await self._judge(trace)
        return trace

    async def _send(self, ask: FederationAsk) -> Exchange | None:
        """What came of a question; None where the budget ended before it."""
        if ask.flaw:
            return await self._send_flawed(ask)
        answers: list[Exchange] = []

        def look(exchange: Exchange, _: Judged) -> None:
            answers.append(exchange)

        await self._sender.send(iter([write_case(self._sender.cases, ask.operation)]), look)
        return answers[0] if answers else None

    async def _send_flawed(self, ask: FederationAsk) -> Exchange | None:
        """Valid by the schema, which says nothing of representations: the rules for valid operations do not hold."""
        if self._sender.spent():
            return None
        case = write_case(self._sender.next_number(), ask.operation, ask.flaw)
        return await self._sender.session.send(case)

    async def _judge(self, answers: Sequence[Exchange]) -> None:
        api = self._api
        for rule in api.federation_rules:
            trace = [one for one in answers if one.case.valid is not rule.on_nonsense]
            if not trace:
                continue
            found = api.federate(rule, trace)
            api.tallies.add(rule.name, "failed" if found else "passed")
            new = [finding for finding in found if not self._ledger.knows(finding)]
            if not new or self._sender.ended:
                continue
            again = []
            for exchange in trace:
                answer = await self._send(FederationAsk(exchange.case.operation, exchange.case.flaw))
                if answer is None:
                    return
                again.append(answer)
            self._sender.count(confirmed(new, api.federate(rule, again)))


def _once(operation: Operation) -> FederationConversation:
    yield FederationAsk(operation)
