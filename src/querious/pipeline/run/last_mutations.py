"""The last phase of a run with mutations: dangerous ones, one at a time, and once each.

They are asked when everything else is done, shrinking included, since nothing may work after them. After each the
canaries are asked, see ``querious.pipeline.run.health_check``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.pipeline.run.health_check import THOROUGH
from querious.pipeline.run.mutation_order import named

if TYPE_CHECKING:
    from querious.model import Case, Exchange
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.health_check import HealthCheck
    from querious.pipeline.run.session import Judged, Session

_LEAST, _MOST = 0.05, 0.15
"""The part of the budget that random cases leave to dangerous mutations; between these by how many there are, and less
where nothing but requests is limited."""
_FIRST_LOOK = 24
"""Requests by which it is seen which canaries work, and whether they have collapsed."""
_DONE: Final = "data"
"""The outcome of what an API of either protocol has done."""
_PHASE: Final = "last mutations"


class LastMutations:
    """Asks what ``MutationOrder`` calls dangerous."""

    def __init__(self, session: Session, sender: BatchSender, health: HealthCheck | None) -> None:
        self._api = session.api
        self._settings = session.settings
        self._sender = sender
        self._health = health

    @property
    def share(self) -> float:
        """The part of the budget that asking and shrinking leave to this phase."""
        names = self._api.mutations.dangerous()
        if not names:
            return 0.0
        requests = self._settings.requests
        needed = (_FIRST_LOOK + len(names) * (1 + THOROUGH)) / requests if requests else _LEAST
        least = 0.0 if self._settings.seconds is None else _LEAST
        return max(least, min(_MOST, needed))

    def announce(self) -> None:
        """Say which mutations are put off."""
        names = self._api.mutations.dangerous()
        if names:
            self._sender.note(
                f"Asked last, and once each, because they may end the session or take away the account, the settings, "
                f"the schema or all data: {named(names)}. Leave them out with --deny."
            )

    async def ask(self) -> None:
        """Each of them, as long as the budget lasts and the API works."""
        health, sender = self._health, self._sender
        waiting = self._api.mutations.dangerous()
        if health is None or not waiting:
            return
        sender.reopen()
        sender.enter(_PHASE)
        health.thorough = True
        await health.prepare()
        carried_out: list[str] = []
        try:
            while waiting and not sender.spent():
                name = waiting.pop(0)
                case = self._api.mutation_case(name, sender.cases)
                if case is not None and await self._is_carried_out(case):
                    carried_out.append(name)
        finally:
            if carried_out:
                sender.note(f"Carried out at the very end, and not undone: {named(carried_out)}.")
        if waiting:
            sender.note(f"Not asked, because the run had ended ({sender.ended}): {named(waiting)}.")
        sender.end(sender.budget.describe())

    async def _is_carried_out(self, case: Case) -> bool:
        """Ask one, and say whether it succeeded."""
        outcomes: list[str] = []

        def look(exchange: Exchange, judged: Judged) -> None:
            if exchange.case.number == case.number:  # canaries are asked in between
                outcomes.append(judged.outcome)

        await self._sender.send(iter((case,)), look)
        return outcomes == [_DONE]
