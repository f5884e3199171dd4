"""What the calls of a run have made, so that it can be removed at the end.

An answer of 201 tells that an entry is new. Where an operation never answers so, 200 does, unless an earlier answer has
shown the key already: a service may give the entry that it had (get or create). A list that is read while the entry is
created may show it first: where it was read before the run as well, that tells what was there. An operation that stands
elsewhere than the entries, and is known by its schema alone, tells of a new one by 201 and a key that nobody has seen.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from querious.rest.hazards import only_reads
from querious.rest.keys import KeyPlaces
from querious.rest.new_places import above, named_above, place_of_new, places_of_new
from querious.rest.openapi.collections.path_templates import path_template
from querious.rest.paths import Route
from querious.state.substructure import members
from querious.text.redaction.names import sort_by_name
from querious.text.words import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from querious.model import JSON, Exchange
    from querious.model.state import Key
    from querious.rest.openapi import RestOperation
    from querious.rest.openapi.collections.entry_removals import EntryRemovals

_CREATED: Final = 201
_DONE: Final = frozenset({200, 201, 202})
_GONE: Final = frozenset({200, 202, 204, 404, 410})
_ABSENT: Final = frozenset({404, 410})
_MOST_SHOWN: Final = 2_000
"""Values taken from one answer."""
_ANYBODYS: Final = frozenset({"id", "key", "name"})
"""What keys of all kinds are called."""
_SHORTEST: Final = 4
"""Characters of a text that is hardly the same by chance where two clients write it."""


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
    parent_gone: bool = False
    """Whether what it stands in has been removed since."""

    def placed_otherwise(self) -> MadeEntry:
        """At the other key."""
        *_, last = self.place
        return replace(self, place={**self.place, last: self.otherwise}, otherwise="")

    def stands_in(self, operation: RestOperation, keys: Sequence[Key]) -> bool:
        """Whether its path leads through the entry that an operation with these parameters is about."""
        own, other = path_template(self.removal.partition(" ")[2]), path_template(operation.path)
        if own is None or other is None or len(own.parts) <= len(other.parts):
            return False
        return own.parts[: len(other.parts)] == other.parts and list(self.place.values())[: len(keys)] == list(keys)


@dataclass(frozen=True, slots=True)
class StayingEntry:
    """One that no operation removes."""

    made_by: str
    """The operation."""
    path: str
    """Where it was asked."""
    asked_below: Mapping[str, Key] = field(default_factory=dict)
    """The parameters of that path."""
    reading: str = ""
    """The operation that reads it; empty if there is none, or its key is not known."""
    place: Mapping[str, Key] = field(default_factory=dict)
    """The parameters of the path of the reading."""
    count: int = 1
    """How many were sent at once."""

    @property
    def path_above(self) -> str:
        """As the description writes it: the path of the entry below which this one was made; empty if there is none."""
        before, parameter, _ = self.made_by.partition(" ")[2].rpartition("}")
        return before + parameter


class MadeEntries:
    """Told of every answer of a run."""

    def __init__(self, removals: EntryRemovals) -> None:
        self._removals = removals
        self._removing = frozenset(map(str, (*removals.by_operation.values(), *removals.for_good.values())))
        self._left: dict[tuple[str, ...], MadeEntry] = {}
        """By the operation that removes it, and the parameters of its path."""
        self._there: dict[str, frozenset[frozenset[tuple[str, Key]]]] = {}
        """By the operation that removes them, the entries that were there before the first change."""
        self._shown: set[Key] = set()
        """Values of all answers so far."""
        self._shown_as: set[tuple[str, Key]] = set()
        """The same with the names of their members."""
        self._says_created: set[str] = set()
        """Operations that have answered with 201."""
        self._staying: list[StayingEntry] = []
        self._written: set[tuple[str, Key]] = set()
        """Texts that calls which change data have sent, or were answered, before any answer had shown them under the
        names of their members; and long ones, before any had shown them at all, under no name as well."""

    def __len__(self) -> int:
        return len(self._left)

    @property
    def unremovable(self) -> Counter[str]:
        """How many entries were made and stay as there is no removal, by their operations."""
        found: Counter[str] = Counter()
        for entry in self._staying:
            found[entry.made_by] += entry.count
        return found

    @property
    def staying(self) -> list[StayingEntry]:
        """Those for which there is no removal; they may be gone with what they stood in."""
        return list(self._staying)

    def forget(self, entry: StayingEntry) -> None:
        """It is gone."""
        self._staying = [one for one in self._staying if one is not entry]

    def are_others(self, operation: RestOperation, keys: Sequence[Key]) -> bool:
        """Whether an operation removes an entry that answers show and that no call of this run has made, but could."""
        is_removal = operation.method == "delete" and str(operation) in self._removing
        return is_removal and keys[-1] in self._shown and (str(operation), *keys) not in self._left

    def own(self, operation: RestOperation) -> list[Mapping[str, Key]]:
        """Where an operation finds entries that calls of this run have made, to remove them."""
        return [entry.place for entry in self._left.values() if entry.removal == str(operation)]

    def wrote(self, name: str, key: Key) -> bool:
        """Whether a text came from a call of this run that changes data: a short one in a member of this name."""
        own_name = folded(name)
        return ("", key) in self._written or (own_name not in _ANYBODYS and (own_name, key) in self._written)

    def were_there(self, removal: str, places: Iterable[Mapping[str, Key]]) -> None:
        """Never take these for made."""
        self._there[removal] = frozenset(frozenset(place.items()) for place in places)

    def keep(self, entry: MadeEntry) -> None:
        """Remove it with the others."""
        if frozenset(entry.place.items()) not in self._there.get(entry.removal, ()):
            self._left[(entry.removal, *entry.place.values())] = entry

    def knows(self, removal: str, place: Mapping[str, Key]) -> bool:
        """Whether an entry is among those that are left."""
        return (removal, *place.values()) in self._left

    def is_gone(self, entry: MadeEntry) -> None:
        """It went with what it stood in."""
        self._left.pop((entry.removal, *entry.place.values()), None)

    def left(self) -> list[MadeEntry]:
        """What was made and not removed: live credentials first, then the last made, so that parents come late."""
        last_first = list(self._left.values())[::-1]
        return sorted(last_first, key=lambda entry: not entry.is_credential)

    def note(self, exchange: Exchange, operation: RestOperation) -> None:
        """Take in an answer."""
        if not only_reads(operation):
            self._note_written(exchange)
        if operation.method == "delete":
            if exchange.status in _GONE:
                self._note_gone(exchange, operation)
        elif operation.method in {"post", "put"} and exchange.status in _DONE:
            self._note_made(exchange, operation)
        if exchange.is_json and exchange.status in _DONE:
            for name, text in _named_values(exchange.payload):
                self._shown.add(text)
                self._shown_as.add((folded(name), text))

    def _note_written(self, exchange: Exchange) -> None:
        call = exchange.case.call
        told: JSON = [call.body, {each.name: each.value for each in call.arguments}]
        if exchange.is_json:
            told.append(exchange.payload)
        for name, text in _named_values(told):
            if (folded(name), text) not in self._shown_as:
                self._written.add((folded(name), text))
            if text not in self._shown and len(text) >= _SHORTEST and not text.isdigit():
                self._written.add(("", text))

    def _note_gone(self, exchange: Exchange, operation: RestOperation) -> None:
        """What stood below an entry goes with it, or may."""
        keys = above(exchange, operation)
        entry = self._left.pop((str(operation), *keys), None)
        if exchange.status in _ABSENT:
            if entry is not None and entry.otherwise:
                self.keep(entry.placed_otherwise())
            return
        final = self._removals.for_good.get(str(operation))
        if entry is not None and final is not None:
            place = {name: entry.place[name] for name in Route(final.path).parameters}
            self.keep(replace(entry, removal=str(final), place=place, otherwise=""))
        for index, other in self._left.items():
            if other.stands_in(operation, keys):
                self._left[index] = replace(other, parent_gone=True)
        below = f"{_path(exchange).rstrip('/')}/"
        self._staying = [one for one in self._staying if not one.path.startswith(below)]

    def _stays(self, exchange: Exchange, operation: RestOperation) -> None:
        if exchange.status == _CREATED:
            asked_below = named_above(exchange, operation)
            reading = self._removals.readings.get(str(operation))
            place = place_of_new(exchange, operation, reading) if reading is not None else None
            told, path = str(reading) if place else "", _path(exchange)
            body = exchange.case.call.body
            count = len(body) if isinstance(body, list) else 1
            self._staying.append(StayingEntry(str(operation), path, asked_below, told, place or {}, count))

    def _note_made(self, exchange: Exchange, operation: RestOperation) -> None:
        name = str(operation)
        if exchange.status == _CREATED:
            self._says_created.add(name)
        if name in self._says_created and exchange.status != _CREATED:
            return
        removal = self._removals.by_operation.get(name)
        if removal is None:
            self._stays(exchange, operation)
            return
        places = places_of_new(exchange, operation, removal)
        if not places:
            self._stays(exchange, operation)
        for place in places:
            *_, parameter = place
            if self._is_new(exchange, operation, str(removal), place):
                called = KeyPlaces(Route(removal.path)).called_like_parameter(exchange.payload)
                may_be_key = called != place[parameter] and len(places) == 1
                is_ours = called not in self._shown or self.wrote(parameter, called)
                is_credential = _is_credential(removal.path, exchange.payload)
                self.keep(MadeEntry(name, str(removal), place, is_credential, called if may_be_key and is_ours else ""))

    def _is_new(self, exchange: Exchange, operation: RestOperation, removal: str, place: Mapping[str, Key]) -> bool:
        *_, key = place.values()
        is_created, is_unseen = exchange.status == _CREATED, key not in self._shown
        if str(operation) in self._removals.elsewhere:
            return is_created and is_unseen and key not in above(exchange, operation)
        was_absent = removal in self._there and frozenset(place.items()) not in self._there[removal]
        return is_created or (operation.method == "post" and (is_unseen or was_absent))


def _path(exchange: Exchange) -> str:
    """Where it was asked, without the query."""
    return exchange.case.request.path.partition("?")[0]


def _is_credential(path: str, payload: JSON) -> bool:
    names = [name for name, value in members(payload).items() if isinstance(value, str) and value]
    return speaks_of_credentials(path) or any(sort_by_name(name) is not None for name in names)


def speaks_of_credentials(path: str) -> bool:
    """Whether the last word of a path is that of a secret."""
    parts = [part for part in path.split("/") if part and not part.startswith("{")]
    return bool(parts) and sort_by_name(parts[-1]) is not None


def _named_values(payload: JSON) -> set[tuple[str, Key]]:
    """The texts and numbers of an answer, with the members that they stand in."""
    found: set[tuple[str, Key]] = set()
    waiting = [("", payload)]
    while waiting and len(found) < _MOST_SHOWN:
        name, value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.items()
        elif isinstance(value, list):
            waiting += [(name, item) for item in value]
        elif isinstance(value, str | int) and not isinstance(value, bool):
            found.add((name, str(value)))
    return found
