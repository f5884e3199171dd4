"""The phase in which several identities ask the same: what belongs to one must stay theirs, by whatever way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.pipeline.rest.access_round import AccessRound
from querious.pipeline.rest.access_writes import AccessWrites

if TYPE_CHECKING:
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender


class RestAccessPhase:
    """Looks at who may read and change what."""

    def __init__(self, api: RestApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender

    @property
    def is_worth_it(self) -> bool:
        """Whether anybody but the run itself and whoever brings no credentials can ask."""
        return bool(self._api.settings.identities) and bool(self._api.access_rules)

    async def look(self, budget: RunBudget) -> None:
        """Ask, as far as this budget goes."""
        self._sender.enter("access")
        one = AccessRound(self._api, self._sender, budget, self._api.asking())
        await one.look(AccessWrites(one).write)
