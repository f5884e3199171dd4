"""The end of a run with mutations: what its calls have made is removed, and what cannot be is named."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Final

from querious.model.rest_call import RestArgument
from querious.rest.call_requests import call_case
from querious.rest.made_entries import speaks_of_credentials
from querious.text.display import plural

if TYPE_CHECKING:
    from querious.model import Case
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.rest.made_entries import MadeEntry

_PAUSES: Final = (0.0, 0.2, 1.0)
"""Seconds before what is left is tried again: when the children of a parent are gone, or the service has time."""
_NAMED: Final = 8
"""Operations named in the note."""
_MOST: Final = 0.2
"""The part of the budget that is kept for removing, at the most."""


class RestRemoval:
    """Removes what ``RestApi.made`` has seen, after everything else was asked."""

    def __init__(self, api: RestApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender

    @property
    def share(self) -> float:
        """The part of the budget that this takes."""
        requests, seconds = self._api.settings.requests, self._sender.budget.seconds
        made = len(self._api.made)
        needed = made / requests if requests else 0.0
        if seconds:
            needed = max(needed, made * self._sender.latency / seconds)
        return min(_MOST, needed)

    async def remove(self) -> None:
        """All that is left, as long as anything goes; then say what stays. Nothing of it is judged."""
        self._sender.enter("removing what was made")
        for pause in _PAUSES:
            cases = [case for case in map(self._case, self._api.made.left()) if case is not None]
            if not cases:
                break
            await asyncio.sleep(pause)
            for case in cases:
                await self._sender.session.send(case)
        self._name_left()

    def _case(self, entry: MadeEntry) -> Case | None:
        """What removes an entry; None where the user leaves that out."""
        plan = self._api.plans.get(entry.removal)
        if plan is None:
            return None
        number = self._sender.next_number()
        call = self._api.generator.proposed(plan, number, self._api.pool.begin()).call
        path = [RestArgument("path", name, key) for name, key in entry.place.items()]
        required = {(kind.parameter.where, kind.parameter.name) for kind in plan.parameters if kind.parameter.required}
        others = [each for each in call.arguments if each.where != "path" and each[:2] in required]
        call = call._replace(arguments=(*path, *others))
        if not plan.operation.body.required:
            call = call._replace(media="", body=None)
        return call_case(number, call, plan.operation, self._api.service.base)

    def _name_left(self) -> None:
        left = self._api.made.left()
        if left:
            made_by = Counter(map(_maker, left))
            count = plural(len(left), "entry", "entries")
            self._sender.note(f"{count} that calls of this run made could not be removed: {_counted(made_by)}.")
        unremovable = Counter(
            dict(sorted(self._api.made.unremovable.items(), key=lambda each: not speaks_of_credentials(each[0])))
        )
        if unremovable.total():
            count = plural(unremovable.total(), "entry", "entries")
            self._sender.note(
                f"{count} that calls of this run made stay: nothing in the description removes what was made by "
                f"{_counted(unremovable)}."
            )


def _maker(entry: MadeEntry) -> str:
    return f"{entry.made_by}, live credentials by their names" if entry.is_credential else entry.made_by


def _counted(names: Counter[str]) -> str:
    """The names, each with its number; those that come first stay first."""
    told = [f"{name} ({count:,})" for name, count in names.items() if count]
    more = len(told) - _NAMED
    return ", ".join(told[:_NAMED]) + (f" and {more} more" if more > 0 else "")
