"""What stands in the lists of a service before the first change, and what calls have made there beside their own entry.

A call may make more than it says: the pool that its queue needs, the application that sends metrics. Such an entry is
taken for one of this run if the list did not show it at the beginning, shows it at the end, and a call that changes
data has sent or was answered its key before anything else had shown it.
"""

from __future__ import annotations

from collections import Counter
from itertools import starmap
from typing import TYPE_CHECKING, Final, TypeAlias

from querious.model.rest_call import RestCall
from querious.rest.call_requests import call_case
from querious.rest.keys import KeyPlaces
from querious.rest.made_entries import MadeEntry, speaks_of_credentials
from querious.rest.paths import Route
from querious.rest.relations.page_facts import page_facts
from querious.rest.relations.readable_lists import rows_of
from querious.text.words import folded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON
    from querious.model.state import Key
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.rest.cases.callable_operation import CallableOperation

_Place: TypeAlias = "tuple[tuple[str, Key], ...]"
"""The parameters of the path of a removal."""

_MOST: Final = 40
"""Lists that are read."""
_SHARE: Final = 100
"""No more than one list for so many requests of the budget."""
_DONE: Final = 200


class ListedEntries:
    """Reads each list of entries that can be removed. Nothing of it is judged."""

    def __init__(self, api: RestApi) -> None:
        self._api = api
        self._before: dict[str, frozenset[_Place]] = {}
        """By the operation that removes entries, the keys of those that were there."""
        self.by_others: Counter[str] = Counter()
        """By the operation that lists them, entries that appeared meanwhile, and that no call sent or told."""

    @property
    def lists(self) -> int:
        """How many are read again at the end."""
        return len(self._before)

    async def look(self, sender: BatchSender) -> None:
        """Before the first change."""
        for removal, listing in self._readable():
            keys = await self._keys(removal, listing, sender)
            if keys is not None:
                self._before[removal] = frozenset(keys)
                self._api.made.were_there(removal, map(dict, keys))

    async def appeared(self, sender: BatchSender) -> list[MadeEntry]:
        """Entries that calls of this run have made on the way."""
        found: list[MadeEntry] = []
        for removal, listing in self._readable():
            before = self._before.get(removal)
            keys = await self._keys(removal, listing, sender) if before is not None else None
            for key in keys or ():
                if before is None or key in before or self._api.made.knows(removal, dict(key)):
                    continue
                if not any(starmap(self._api.made.wrote, key)):
                    self.by_others[listing.coordinate] += 1
                else:
                    made_by = f"other calls ({listing.coordinate} shows it)"
                    is_credential = speaks_of_credentials(self._api.plans[removal].operation.path)
                    found.append(MadeEntry(made_by, removal, dict(key), is_credential))
        return found

    def _readable(self) -> Iterator[tuple[str, CallableOperation]]:
        """Lists that need nothing to be asked for, and may be asked."""
        requests = self._api.settings.requests
        left = min(_MOST, requests // _SHARE) if requests else _MOST
        for removal, operation in self._api.removals.lists.items():
            listing = self._api.plans.get(str(operation)) if removal in self._api.plans else None
            if left > 0 and listing is not None and self._api.calls.is_valid(_call(listing)):
                left -= 1
                yield removal, listing

    async def _keys(self, removal: str, listing: CallableOperation, sender: BatchSender) -> list[_Place] | None:
        """Those that the list shows; None where it is no whole list."""
        case = call_case(0, _call(listing), listing.operation, self._api.service.base)
        exchange = await sender.session.send(case)
        rows = rows_of(exchange.payload) if exchange.status == _DONE and exchange.is_json else None
        if rows is None:
            return None
        facts = page_facts(self._api.answer(exchange))
        if facts.more or facts.following:
            return None
        route = Route(self._api.plans[removal].operation.path)
        found = [_place_of(row, route) for row in rows]
        return [place for place in found if place]


def _place_of(row: dict[str, JSON], route: Route) -> _Place:
    """The parameters of the path of its removal; none where the row does not tell them."""
    places = KeyPlaces(route)
    *others, last = route.parameters
    shown = {folded(name): places.text(value) for name, value in row.items()}
    place = {name: shown.get(folded(name), "") for name in route.parameters}
    if not others:
        place[last] = place[last] or places.find(row).key
    return tuple(place.items()) if all(place.values()) else ()


def _call(listing: CallableOperation) -> RestCall:
    """With an empty object where a body is wanted."""
    media = listing.operation.body.json_media if listing.operation.body.required else ""
    return RestCall(listing.method, listing.operation.path, (), media, {} if media else None)
