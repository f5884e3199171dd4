"""The key of an entry that was just created: told in the body, or by where ``Location`` leads.

Where the two agree, nothing more is asked. Where they do not, the ``Location`` is followed: if it shows the entry, it
is right and its key counts; if it does not, that is a breach, and the key in the body counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.request import Request
from querious.model.severity import Severity
from querious.model.state import Breach, Command, Ending, Key
from querious.rest.endings import ending_of
from querious.rest.keys import FoundKey
from querious.rest.paths import attempts, last_part, leads_to

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from querious.model.exchange import Exchange
    from querious.model.values import JSON
    from querious.rest.answers import Answers
    from querious.rest.learned import LearnedHabits
    from querious.rest.requests import Conversation

_ACCEPTED: Final = 202
_LISTED: Final = "GET shows the list that it stands in"


class CreatedEntry(NamedTuple):
    """What the service says of the new entry."""

    key: Key
    value: JSON = None
    breaches: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class Creation:
    """Reads the answer to a POST."""

    talk: Conversation
    answers: Answers
    learned: LearnedHabits
    item: Callable[[Key], str]
    """The path of an item."""
    unseen: Collection[str] = ()

    def read(self, exchange: Exchange, sent: JSON) -> CreatedEntry:
        """The key and, where the answer shows it, the entry."""
        fields = frozenset(sent) if isinstance(sent, dict) else frozenset()
        value = self.answers.entry(exchange.payload, fields | self.learned.fields) if exchange.is_json else None
        field, told = self._in_body(value, sent, fields)
        key, breaches = self._located(exchange.case.request.path, self._location(exchange), told, value)
        if key and not told:
            self.learned.suppose(key)
        field = field if key == told else self.answers.places.holding(value, key)
        if field and not self.learned.key_field:
            self.learned.key_field = field
        shown = value if self.answers.holds_entry(value, fields, self.unseen) else None
        return CreatedEntry(key, shown, breaches)

    def _in_body(self, value: JSON, sent: JSON, fields: Collection[str]) -> FoundKey:
        places = self.answers.places
        if isinstance(value, dict):
            return places.find(value, self.learned.key_field, fields)
        return FoundKey("", places.bare(value) if not isinstance(sent, str) else "")

    def _location(self, exchange: Exchange) -> str:
        """Where the entry is said to be. What is only accepted has a place that tells of the progress."""
        location = exchange.headers.get("location", "")
        return location if exchange.status != _ACCEPTED or self.answers.places.item.key_in(location) else ""

    def _located(self, asked: str, location: str, key: Key, value: JSON) -> tuple[Key, tuple[Breach, ...]]:
        """The key that counts, by what the Location says and the body."""
        if not location:
            return key, ()
        told = self.answers.places.item.key_in(location)
        if not key:
            return told or last_part(location), ()
        head, found, tail = location.rpartition(key)
        form = f"{head}{{key}}{tail}" if found else ""
        if leads_to(location, self.item(key)) or self.learned.is_led_by(form):
            return key, ()
        paths = (self.item(told),) if told not in {"", key} else attempts(location, asked)
        why = self._followed(paths, key, value)
        if why:
            severity = Severity.SUSPICION if why == _LISTED else Severity.FAULT
            return key, (Breach("location", f"`Location: {location}` does not lead to the new entry: {why}", severity),)
        if told not in {"", key}:
            return told, ()
        self.learned.leads(form)
        return key, ()

    def _followed(self, paths: Sequence[str], key: Key, value: JSON) -> str:
        """Why none of the paths leads to the entry; empty if one does."""
        why = ""
        for path in paths:
            exchange = self.talk.send(Request("GET", path))
            if ending_of(Command.GET, exchange) is Ending.DONE:
                shown = self.answers.entry(exchange.payload, self.learned.fields)
                found = self.answers.places.find(shown, self.learned.key_field).key
                if found == key or (not found and _agree(shown, value)):
                    return ""
                return _LISTED if self._lists(exchange, key) else "GET shows another one"
            why = why or f"GET is answered with {exchange.status or 'nothing'}"
        return why

    def _lists(self, exchange: Exchange, key: Key) -> bool:
        """Whether an answer is a list in which the entry stands."""
        items = self.answers.items(exchange.payload, self.learned.key_field) or ()
        return any(item.key == key for item in items)


def _agree(shown: JSON, value: JSON) -> bool:
    """Whether two views may be of the same entry: they have members in common, and none of those differs."""
    if not isinstance(shown, dict) or not isinstance(value, dict):
        return False
    both = shown.keys() & value.keys()
    return bool(both) and all(shown[name] == value[name] for name in both)
