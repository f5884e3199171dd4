"""What the calls of a run have made, so that it can be removed at the end.

An answer of 201 tells that an entry is new. Where an operation never answers so, 200 does, unless an earlier answer has
shown the key already: a service may give the entry that it had (get or create).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from querious.rest.answers import Answers
from querious.rest.keys import KeyPlaces
from querious.rest.paths import Route
from querious.state.substructure import members
from querious.text.redaction.names import sort_by_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model import JSON, Exchange
    from querious.model.state import Key
    from querious.rest.openapi import RestOperation

_CREATED: Final = 201
_DONE: Final = frozenset({200, 201, 202})
_GONE: Final = frozenset({200, 202, 204, 404, 410})
_ABSENT: Final = frozenset({404, 410})
_MOST_SHOWN: Final = 2_000
"""Values taken from one answer."""


@dataclass(frozen=True, slots=True)
class MadeEntry:
    """One that is there by a call of ours."""

    made_by: str
    """The operation."""
    removal: str
    """The operation that removes it."""
    place: Mapping[str, Key]
    """The parameters of the path of the removal."""
    is_credential: bool
    """Whether somebody may sign in with it."""
    otherwise: Key = ""
    """What may be its key where nothing is found by the one in its place; empty if nothing else may."""

    def placed_otherwise(self) -> MadeEntry:
        """At the other key."""
        *_, last = self.place
        return replace(self, place={**self.place, last: self.otherwise}, otherwise="")


class MadeEntries:
    """Told of every answer of a run."""

    def __init__(self, removals: Mapping[str, RestOperation]) -> None:
        """``removals``: by the operation that makes an entry, the one that removes it."""
        self._removals = removals
        self._left: dict[tuple[str, ...], MadeEntry] = {}
        """By the operation that removes it, and the parameters of its path."""
        self._shown: set[Key] = set()
        """Values of all answers so far."""
        self._says_created: set[str] = set()
        """Operations that have answered with 201."""
        self._unremovable: list[tuple[str, str]] = []
        """The operations that made an entry for which there is no removal, and where each was asked."""

    def __len__(self) -> int:
        return len(self._left)

    @property
    def unremovable(self) -> Counter[str]:
        """How many entries were made and stay as there is no removal, by their operations."""
        return Counter(name for name, _ in self._unremovable)

    def left(self) -> list[MadeEntry]:
        """What was made and not removed: live credentials first, then the last made, so that parents come late."""
        last_first = list(self._left.values())[::-1]
        return sorted(last_first, key=lambda entry: not entry.is_credential)

    def note(self, exchange: Exchange, operation: RestOperation) -> None:
        """Take in an answer."""
        if operation.method == "delete":
            if exchange.status in _GONE:
                self._note_gone(exchange, operation)
        elif operation.method in {"post", "put"} and exchange.status in _DONE:
            self._note_made(exchange, operation)
        if exchange.is_json and exchange.status in _DONE:
            self._shown.update(_values(exchange.payload))

    def _note_gone(self, exchange: Exchange, operation: RestOperation) -> None:
        """What stood below an entry goes with it."""
        entry = self._left.pop((str(operation), *_above(exchange, operation)), None)
        if exchange.status in _ABSENT:
            if entry is not None and entry.otherwise:
                self._keep(entry.placed_otherwise())
            return
        below = f"{_path(exchange).rstrip('/')}/"
        self._unremovable = [(name, path) for name, path in self._unremovable if not path.startswith(below)]

    def _keep(self, entry: MadeEntry) -> None:
        self._left[(entry.removal, *entry.place.values())] = entry

    def _stays(self, exchange: Exchange, operation: RestOperation) -> None:
        if exchange.status == _CREATED:
            self._unremovable.append((str(operation), _path(exchange)))

    def _note_made(self, exchange: Exchange, operation: RestOperation) -> None:
        name = str(operation)
        if exchange.status == _CREATED:
            self._says_created.add(name)
        if name in self._says_created and exchange.status != _CREATED:
            return
        removal = self._removals.get(name)
        place = place_of_new(exchange, operation, removal) if removal is not None else None
        if removal is None or place is None:
            self._stays(exchange, operation)
            return
        *_, key = place.values()
        if exchange.status == _CREATED or (operation.method == "post" and key not in self._shown):
            called = KeyPlaces(Route(removal.path)).called_like_parameter(exchange.payload)
            otherwise = called if called != key else ""
            self._keep(MadeEntry(name, str(removal), place, _is_credential(removal, exchange.payload), otherwise))


def place_of_new(exchange: Exchange, operation: RestOperation, item: RestOperation) -> dict[str, Key] | None:
    """The parameters of the path at which an operation on entries finds the new one; None where nobody knows them."""
    values = _above(exchange, operation)
    *parents, last = Route(item.path).parameters
    if operation.path == item.path:
        return dict(zip((*parents, last), values, strict=True)) if len(values) > len(parents) else None
    key = _key(exchange, item)
    if not key or len(values) < len(parents):
        return None
    return {**dict(zip(parents, values, strict=False)), last: key}


def _path(exchange: Exchange) -> str:
    """Where it was asked, without the query."""
    return exchange.case.request.path.partition("?")[0]


def _above(exchange: Exchange, operation: RestOperation) -> list[Key]:
    """The parameters of the path that was asked, in order."""
    path = {each.name: str(each.value) for each in exchange.case.call.arguments if each.where == "path"}
    return [path[name] for name in Route(operation.path).parameters if name in path]


def _key(exchange: Exchange, item: RestOperation) -> Key:
    """By the body, or by where ``Location`` leads."""
    route = Route(item.path)
    places = KeyPlaces(route)
    sent = members(exchange.case.call.body)
    entry = members(Answers(places, route.name).entry(exchange.payload, sent)) if exchange.is_json else {}
    return places.find(entry, sent=sent).key or route.key_in(exchange.headers.get("location", ""))


def _is_credential(removal: RestOperation, payload: JSON) -> bool:
    names = [name for name, value in members(payload).items() if isinstance(value, str) and value]
    return speaks_of_credentials(removal.path) or any(sort_by_name(name) is not None for name in names)


def speaks_of_credentials(path: str) -> bool:
    """Whether the last word of a path is that of a secret."""
    parts = [part for part in path.split("/") if part and not part.startswith("{")]
    return bool(parts) and sort_by_name(parts[-1]) is not None


def _values(payload: JSON) -> set[Key]:
    """The texts and numbers of an answer."""
    found: set[Key] = set()
    waiting = [payload]
    while waiting and len(found) < _MOST_SHOWN:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str | int) and not isinstance(value, bool):
            found.add(str(value))
    return found
