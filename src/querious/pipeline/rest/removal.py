"""The end of a run with mutations: what its calls have made is removed, and what cannot be is named."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import TYPE_CHECKING, Final

from querious.model.rest_call import RestArgument
from querious.rest.call_requests import call_case
from querious.rest.cases.entity_tags import takes_tag
from querious.rest.made_entries import speaks_of_credentials
from querious.rest.relations.readable_lists import rows_of
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model import Case, Exchange
    from querious.model.state import Key
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.rest.listed_entries import ListedEntries
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.rest.made_entries import MadeEntry

_PAUSES: Final = (0.0, 0.2, 1.0)
"""Seconds before what is left is tried again: when the children of a parent are gone, or the service has time."""
_BUSY: Final = frozenset({429, 503})
_PAUSE_OF_BUSY: Final = 1.0
"""Seconds before a service that said that it has no time is asked once more."""
_PATIENCE: Final = 120.0
"""Seconds that a service may go on saying so."""
_DONE: Final = 200
_ABSENT: Final = frozenset({404, 410})
_REFUSED: Final = range(400, 500)
_MARGIN: Final = 1.5
"""Shrinking makes more, and some is found in a second place."""
_LOOKED_FOR: Final = 40
"""Entries that nothing removes, of which it is asked whether they are there."""
_NAMED: Final = 8
"""Operations named in the note."""
_MOST: Final = 0.2
"""The part of the budget that is kept for removing, at the most."""


class RestRemoval:
    """Removes what ``RestApi.made`` has seen, after everything else was asked."""

    def __init__(self, api: RestApi, sender: BatchSender, listed: ListedEntries) -> None:
        self._api = api
        self._sender = sender
        self._listed = listed
        self._responses: dict[tuple[str, frozenset[tuple[str, Key]]], Exchange] = {}
        """By the operation that removes an entry and its place: the last response to that."""

    @property
    def share(self) -> float:
        """The part of the budget that this takes."""
        requests, seconds = self._api.settings.requests, self._sender.budget.seconds
        made = _MARGIN * len(self._api.made) + self._listed.lists + 2 * len(self._api.made.staying)
        needed = made / requests if requests else 0.0
        if seconds:
            needed = max(needed, made * self._sender.latency / seconds)
        return min(_MOST, needed)

    async def remove(self) -> None:
        """All that is left, as long as anything goes; then say what stays. It counts as covered, and is not judged."""
        self._sender.enter("removing what was made")
        try:
            await self._remove_made()
            for entry in await self._listed.appeared(self._sender):
                self._api.made.keep(entry)
            await self._remove_made()
            await self._wait_for_busy()
            await self._look_for_orphans()
            await self._look_for_staying()
        finally:
            self._name_left()

    async def _remove_made(self) -> None:
        for pause in _PAUSES:
            entries = self._removable()
            if not entries:
                break
            await asyncio.sleep(pause)
            await self._remove_each(entries)

    async def _wait_for_busy(self) -> None:
        """What keeps a service busy may be an entry of ours, and each attempt has a chance: a lock is free for once."""
        end = time.monotonic() + _PATIENCE
        busy = self._busy()
        if not busy:
            return
        while busy and time.monotonic() < end:
            await asyncio.sleep(_PAUSE_OF_BUSY)
            await self._remove_each(busy)
            busy = self._busy()
        await self._remove_made()

    def _removable(self) -> list[MadeEntry]:
        return [entry for entry in self._api.made.left() if entry.removal in self._api.plans]

    def _busy(self) -> list[MadeEntry]:
        """Those of which the service last said that it has no time to remove them."""
        found = []
        for entry in self._removable():
            response = self._responses.get(_index(entry))
            if response is not None and response.status in _BUSY:
                found.append(entry)
        return found

    async def _remove_each(self, entries: Sequence[MadeEntry]) -> None:
        for entry in entries:
            await self._read_tag(entry)
            case = self._request(entry.removal, entry.place)
            if case is not None:
                exchange = await self._sender.session.send(case)
                self._responses[_index(entry)] = exchange
                self._api.recorder.note(exchange)

    async def _read_tag(self, entry: MadeEntry) -> None:
        """What is removed on the condition of its entity tag is read before."""
        plan = self._api.plans[entry.removal]
        case = self._request(f"GET {plan.operation.path}", entry.place) if takes_tag(plan.operation) else None
        if case is not None:
            await self._sender.session.send(case)

    async def _look_for_orphans(self) -> None:
        """Below what is gone, a removal may be refused in any way; what cannot be read either went with it."""
        for entry in self._api.made.left():
            path = entry.removal.partition(" ")[2]
            case = self._request(f"GET {path}", entry.place) if entry.parent_gone else None
            exchange = await self._sender.session.send(case) if case is not None else None
            if exchange is not None and exchange.failure is None and exchange.status in _REFUSED:
                self._api.made.is_gone(entry)

    async def _look_for_staying(self) -> None:
        """What no operation removes may be gone with what it stood in."""
        for entry in self._api.made.staying[:_LOOKED_FOR]:
            above = entry.path_above
            asked = [(entry.reading, entry.place), (f"GET {above}", entry.asked_below)]
            for operation, place in asked:
                case = self._request(operation, place) if operation in self._api.plans else None
                exchange = await self._sender.session.send(case) if case is not None else None
                if exchange is not None and (exchange.status in _ABSENT or _shows_nothing(exchange)):
                    self._api.made.forget(entry)
                    break

    def _request(self, operation: str, place: Mapping[str, Key]) -> Case | None:
        """A request about one entry; None where the user leaves the operation out."""
        plan = self._api.plans.get(operation)
        if plan is None:
            return None
        number = self._sender.next_number()
        call = self._api.generator.proposed(plan, number, self._api.pool.begin()).call
        path = [RestArgument("path", name, key) for name, key in place.items() if f"{{{name}}}" in plan.operation.path]
        required = {(kind.parameter.where, kind.parameter.name) for kind in plan.parameters if kind.parameter.required}
        others = [each for each in call.arguments if each.where != "path" and each[:2] in required]
        call = self._api.calls.tags.matching(call._replace(arguments=(*path, *others)))
        if not plan.operation.body.required:
            call = call._replace(media="", body=None)
        return call_case(number, call, plan.operation, self._api.service.base)

    def _last_responses(self, left: Sequence[MadeEntry]) -> str:
        """What came of the last attempts to remove them; empty if there was none."""
        responses = [self._responses.get(_index(entry)) for entry in left]
        told = Counter(_told(response) for response in responses if response is not None)
        return f" (last response to that: {_counted(told)})" if told else ""

    def _name_left(self) -> None:
        if self._sender.session.settings.vanishes:
            return
        left = self._api.made.left()
        if left:
            made_by = Counter(map(_maker, left))
            count = plural(len(left), "entry", "entries")
            told = f"{self._last_responses(left)}: {_counted(made_by)}"
            self._sender.note(f"{count} that calls of this run made could not be removed{told}.")
        unremovable = Counter(
            dict(sorted(self._api.made.unremovable.items(), key=lambda each: not speaks_of_credentials(each[0])))
        )
        if unremovable.total():
            count = plural(unremovable.total(), "entry", "entries")
            self._sender.note(
                f"{count} that calls of this run made stay: nothing in the description removes what was made by "
                f"{_counted(unremovable)}."
            )
        others = self._listed.by_others
        if others.total():
            count = plural(others.total(), "entry", "entries")
            self._sender.note(
                f"{count} appeared during the run, and no call of it is known to have made them: {_counted(others)}."
            )


def _index(entry: MadeEntry) -> tuple[str, frozenset[tuple[str, Key]]]:
    return entry.removal, frozenset(entry.place.items())


def _shows_nothing(exchange: Exchange) -> bool:
    """Whether what was made is a list of references, which goes with what they refer to."""
    return exchange.status == _DONE and exchange.is_json and rows_of(exchange.payload) == []


def _told(exchange: Exchange) -> str:
    return "none" if exchange.failure is not None else f"HTTP {exchange.status}"


def _maker(entry: MadeEntry) -> str:
    return f"{entry.made_by}, live credentials by their names" if entry.is_credential else entry.made_by


def _counted(names: Counter[str]) -> str:
    """The names, each with its number; those that come first stay first."""
    told = [f"{name} ({count:,})" for name, count in names.items() if count]
    more = len(told) - _NAMED
    return ", ".join(told[:_NAMED]) + (f" and {more} more" if more > 0 else "")
