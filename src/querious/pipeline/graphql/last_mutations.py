"""The last phase of a run with mutations: dangerous ones, one at a time, and once each.

They are asked when everything else is done, shrinking included, since nothing may work after them. Where they take an
identifier, they get that of an entry which this run created, if there is one. After each the canaries are asked, see
``querious.pipeline.run.health_check``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.graphql.cases import ArgumentFiller
from querious.graphql.plan import PlanLimits, plan_tuples
from querious.model.document_text import write_case
from querious.pipeline.run.health_check import THOROUGH
from querious.pipeline.run.mutation_order import named

if TYPE_CHECKING:
    from querious.model import Operation
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.health_check import HealthCheck
    from querious.pipeline.run.session import Session

_LEAST, _MOST = 0.05, 0.15
"""The part of the budget that random cases leave to dangerous mutations; between these by how many there are."""
_FIELDS: Final = 12
"""Fields of one such operation."""
_PHASE: Final = "last mutations"


class LastMutations:
    """Asks what ``MutationOrder`` calls dangerous."""

    def __init__(self, session: Session, sender: BatchSender, health: HealthCheck | None) -> None:
        self._session = session
        self._sender = sender
        self._health = health

    @property
    def share(self) -> float:
        """The part of the budget that asking and shrinking leave to this phase."""
        settings, names = self._session.settings, self._session.order.dangerous()
        if not names:
            return 0.0
        needed = len(names) * (1 + THOROUGH) / settings.requests if settings.requests else 0.0
        return max(_LEAST, min(_MOST, needed))

    def announce(self) -> None:
        """Say which mutations are put off."""
        names = self._session.order.dangerous()
        if names:
            self._sender.note(
                f"Asked last, and once each, because they may end the session or take away the account, the settings, "
                f"the schema or all data: {named(names)}. Leave them out with --deny."
            )

    async def ask(self) -> None:
        """Each of them, as long as the budget lasts and the API works."""
        health = self._health
        if health is None or not self._session.order.dangerous():
            return
        self._sender.reopen()
        self._sender.enter(_PHASE)
        health.thorough = True
        await health.prepare()
        waiting = self._session.order.dangerous()
        while waiting and not self._sender.spent():
            operation = self._operation(waiting.pop(0))
            if operation is not None:
                await self._sender.send(iter((write_case(self._sender.cases, operation),)))
        if waiting:
            self._sender.note(f"Not asked, because the run had ended ({self._sender.ended}): {named(waiting)}.")
        self._sender.end(self._sender.budget.describe())

    def _operation(self, coordinate: str) -> Operation | None:
        """One operation that asks a mutation, and little of its payload, which might be refused for something else."""
        session, order = self._session, self._session.order
        filling = ArgumentFiller(session.tables, session.settings.seed << 40)

        def allowed(name: str) -> bool:
            return filling.can_ask(name) and (name == coordinate or name not in order.hazards)

        limits = PlanLimits(min(_FIELDS, session.settings.max_nodes))
        plan = plan_tuples(
            session.schema, "mutation", limits, session.created.filled(filling.arguments), allowed=allowed
        )
        for operation in plan.operations:
            if coordinate in order.asked_by(operation):
                return operation
        return None
