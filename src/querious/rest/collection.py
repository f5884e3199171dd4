"""A collection of a service that speaks JSON over plain HTTP: a path and a template are enough.

    books = RestCollection(send, "/books", {"title": "nonempty_string()", "pages": "int(1, 900)"})

How the service tells keys, wraps answers and cuts lists into pages is found out; what cannot be is told in a
``KnownCollection``. Where a service does something differently, a class of its own overrides that command:

    class Tasks(RestCollection):
        def delete(self, key):
            return self.asked(Command.DELETE, "POST", self.item(key) + "/trash", key=key)
"""

from __future__ import annotations

import copy
import time
from typing import TYPE_CHECKING, Final, Self

from querious.errors import ConfigError
from querious.model.request import Request
from querious.model.state import Breach, Command, Ending, Outcome
from querious.model.values import ABSENT
from querious.rest.answers import Answers
from querious.rest.endings import ending_of
from querious.rest.entries import EntrySource, template_of_entry
from querious.rest.keys import KeyPlaces
from querious.rest.known_collection import NOTHING_KNOWN, KnownCollection
from querious.rest.learned import LearnedHabits
from querious.rest.new_key import Creation
from querious.rest.paths import Route, item_route, with_query
from querious.rest.requests import Conversation
from querious.rest.searched_list import SearchedList
from querious.rest.whole_list import Listing
from querious.state.facade import Collection
from querious.state.key_forms import unknown_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from hypothesis.strategies import SearchStrategy

    from querious.model.exchange import Exchange, Send
    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.templates import GivenKeys

_WRITING: Final = frozenset({"PUT", "PATCH", "DELETE"})
_ACCEPTED: Final = 202
_PAUSES: Final = (0.05, 0.1, 0.2, 0.4)
"""Seconds between looks at what the service has only accepted so far."""


class RestCollection(Collection):
    """See the module. Paths may have parameters: ``known.parents`` says of which collection they are keys."""

    sleep: Callable[[float], None] = staticmethod(time.sleep)
    """Waits that many seconds, where a service asks for it."""

    def __init__(
        self, send: Send, path: str, template: JSON | None = None, known: KnownCollection = NOTHING_KNOWN
    ) -> None:
        self._send = send
        self._known = known
        self._route = Route(path)
        self._item_route = Route(known.item_path or item_route(path))
        self._source = EntrySource(
            template_of_entry(template, known.wrap), known.entries, known.replacements, known.changes
        )
        self._given: GivenKeys = {}
        self.name = known.name or self._route.name
        self.commands = _usual_commands(known) if known.commands is None else known.commands
        self.guessed = frozenset({Command.PUT, Command.PATCH}) if known.commands is None else frozenset()
        self.unseen = known.unseen
        self.delete_means = known.delete_means
        self.put_replaces = known.put_replaces
        self.put_creates = known.put_creates
        self.promised = known.promised
        self._refuse_nonsense()
        wanted = dict.fromkeys((*known.parents.values(), *known.needs, *self._source.references))
        self.needs = tuple(other for other in wanted if other != self.name)
        self.parent = next(reversed(list(known.parents.values())), "")
        self._answers = Answers(KeyPlaces(self._item_route, known.key), self.name, known.wrap, known.listed_at)
        self._learned = LearnedHabits(self._source.fields)
        self._learned.says_created = known.says_created

    def bind(self, given: Mapping[str, Sequence[Key]]) -> Self:
        """See ``Collection``. Of a parent the first key counts."""
        bound = copy.copy(self)
        bound._given = dict(given)  # noqa: SLF001 - its own, of a copy
        return bound

    def entries(self) -> SearchStrategy[JSON]:
        """See ``Collection``."""
        return self._source.entries(self._given)

    def replacements(self) -> SearchStrategy[JSON]:
        """See ``Collection``."""
        return self._source.replacements(self._given)

    def changes(self) -> SearchStrategy[JSON]:
        """See ``Collection``."""
        return self._source.changes(self._given)

    def unknown_keys(self, like: Sequence[Key]) -> SearchStrategy[Key]:
        """See ``Collection``."""
        return unknown_keys(like)

    def post(self, entry: JSON) -> Outcome:
        """See ``Collection``."""
        talk = self._talk()
        if isinstance(entry, dict):
            self._learned.sent(entry)
        exchange = talk.send(self._request("POST", self.place(), entry), "list")
        breaches = tuple(self._judge(Command.POST, exchange))
        ending = ending_of(Command.POST, exchange, self._learned.fields)
        if ending is not Ending.DONE:
            return Outcome(ending, exchanges=tuple(talk.exchanges), breaches=breaches)
        creation = Creation(talk, self._answers, self._learned, self.item, self.unseen)
        created = creation.read(exchange, entry)
        if exchange.status == _ACCEPTED and created.key:
            self._settle(talk, self.item(created.key), lambda ending, _: ending is Ending.DONE)
        return Outcome(
            ending,
            created.key,
            created.value,
            exchanges=tuple(talk.exchanges),
            breaches=breaches + created.breaches,
            was_there=self._learned.was_there(exchange.status),
        )

    def get(self, key: Key) -> Outcome:
        """See ``Collection``."""
        outcome = self.asked(Command.GET, "GET", self.item(key), key=key)
        if not self._learned.confirm(key) or outcome.ending is not Ending.NOT_FOUND:
            return outcome
        breach = Breach("location", f"Location led to `{self.item(key)}`, and GET of that is answered with not found")
        return Outcome(outcome.ending, key, exchanges=outcome.exchanges, breaches=(*outcome.breaches, breach))

    def put(self, key: Key, entry: JSON) -> Outcome:
        """See ``Collection``."""
        return self.asked(Command.PUT, "PUT", self.item(key), entry, key=key)

    def patch(self, key: Key, changes: JSON) -> Outcome:
        """See ``Collection``."""
        return self.asked(Command.PATCH, "PATCH", self.item(key), changes, key=key)

    def delete(self, key: Key) -> Outcome:
        """See ``Collection``."""
        self._learned.confirm(key)
        return self.asked(Command.DELETE, "DELETE", self.item(key), key=key)

    def list(self) -> Outcome:
        """See ``Collection``."""
        listing = self._list_reader()
        if self._known.search is not None:
            return SearchedList(listing, self._known.search).read(self.place())
        return listing.read(with_query(self.place(), self._known.list_query))

    def list_in_pages(self) -> Outcome | None:
        """See ``Collection``."""
        if not self._known.list_query:
            return None
        return self._list_reader().read(self.place())

    def _list_reader(self) -> Listing:
        return Listing(self._talk(), self._answers, self._learned, self._judge, self._known.pages)

    def empty_trash(self) -> Outcome:
        """See ``Collection``."""
        method, _, path = self._known.trash.rpartition(" ")
        return self.asked(Command.EMPTY_TRASH, method.strip().upper() or "DELETE", Route(path).filled(self._values()))

    def outdated(self, key: Key, first: JSON, second: JSON) -> Outcome | None:
        """See ``Collection``. Versions are told by ``ETag``; weak ones are not for conditions."""
        talk, path = self._talk(), self.item(key)
        tag = talk.send(Request("GET", path), "item").headers.get("etag", "")
        verb, change = (Command.PATCH, self.patch) if Command.PATCH in self.commands else (Command.PUT, self.put)
        if not tag or tag.startswith("W/") or verb not in self.commands or change(key, first).ending is not Ending.DONE:
            return None
        if talk.send(Request("GET", path), "item").headers.get("etag", "") == tag:
            return None
        request = self._request(verb.upper(), path, second)._replace(headers={"if-match": tag})
        exchange = talk.send(request, "item")
        return Outcome(ending_of(verb, exchange, self._learned.fields), key, exchanges=tuple(talk.exchanges))

    def intrude(self, method: str, key: Key) -> Outcome:
        """See ``Collection``."""
        talk = self._talk()
        sent = Request(method, self.item(key), {}, has_body=method in {"POST", "PUT", "PATCH"})
        exchange = talk.send(sent, "item")
        return Outcome(ending_of(Command.GET, exchange, self._learned.fields), key, exchanges=tuple(talk.exchanges))

    def place(self) -> str:
        """The path of the collection."""
        return self._route.filled(self._values())

    def item(self, key: Key) -> str:
        """The path of an entry."""
        return self._item_route.filled({**self._values(), self._item_route.parameters[-1]: key})

    def asked(self, command: Command, method: str, path: str, entry: JSON = ABSENT, *, key: Key = "") -> Outcome:
        """Carries out a command with one request, and reads its answer: for a class that overrides a command.

        ``entry`` is put into its wrapping and sent as JSON, if it is given.
        """
        talk = self._talk()
        request = self._request(method, path, entry)
        place = "item" if key else ""
        exchange = (talk.write if method in _WRITING and key else talk.send)(request, place)
        fields = self._learned.fields
        ending = ending_of(command, exchange, fields)
        breaches = tuple(self._judge(command, exchange))
        value = self._shown(command, exchange, entry) if ending is Ending.DONE else None
        if exchange.status == _ACCEPTED and key:
            self._settle(talk, path, lambda ending, now: _is_done(command, entry, ending, now))
        return Outcome(ending, key, value, exchanges=tuple(talk.exchanges), breaches=breaches)

    def _shown(self, command: Command, exchange: Exchange, entry: JSON) -> JSON:
        """The entry in the answer, if it is there."""
        if not exchange.is_json:
            return None
        value = self._answers.entry(exchange.payload, self._learned.fields)
        sent = entry if isinstance(entry, dict) else self._learned.fields
        return value if command is Command.GET or self._answers.holds_entry(value, sent, self.unseen) else None

    def _settle(self, talk: Conversation, path: str, done: Callable[[Ending, JSON], bool]) -> None:
        """Waits a little while until the service has done what it only accepted."""
        for pause in _PAUSES:
            exchange = talk.send(Request("GET", path), "item")
            now = self._answers.entry(exchange.payload, self._learned.fields)
            if done(ending_of(Command.GET, exchange, self._learned.fields), now):
                return
            self.sleep(pause)

    def _request(self, method: str, path: str, entry: JSON) -> Request:
        if entry is ABSENT:
            return Request(method, path)
        wrap = self._known.wrap
        return Request(method, path, {wrap: entry} if wrap else entry, has_body=True)

    def _talk(self) -> Conversation:
        return Conversation(self._send, self._learned, self.sleep)

    def _judge(self, command: Command, exchange: Exchange) -> Iterable[Breach]:
        check = self._known.check
        return check(command, exchange) if check and exchange.failure is None else ()

    def _values(self) -> dict[str, Key]:
        """Path parameters with the keys of parents."""
        return {name: self._given[other][0] for name, other in self._known.parents.items() if self._given.get(other)}

    def _refuse_nonsense(self) -> None:
        for route in (self._route, self._item_route):
            if not route.text.startswith("/"):
                raise ConfigError(f"the path {route.text!r} must begin with a slash, below the address of the service")
        if not self._item_route.parameters:
            raise ConfigError(f"the path of items, {self._item_route.text}, has no {{parameter}} for the key")
        for name in (*self._route.parameters, *self._item_route.parameters[:-1]):
            if name not in self._known.parents:
                raise ConfigError(
                    f"the path {self._route.text} has a parameter {{{name}}}: name the collection whose key it is, "
                    f"as in parents={{{name!r}: 'books'}}"
                )
        if Command.POST in self.commands and self._source.is_empty:
            raise ConfigError(f"{self.name} has no template of its entries: give one, or entries, or leave POST out")
        if Command.EMPTY_TRASH in self.commands and not self._known.trash:
            raise ConfigError(
                f"{self.name} can empty its trash, and nobody says how: give trash='DELETE {self._route.text}/trash'"
            )


def _usual_commands(known: KnownCollection) -> frozenset[Command]:
    return frozenset(Command) if known.trash else frozenset(Command) - {Command.EMPTY_TRASH}


def _is_done(command: Command, entry: JSON, ending: Ending, now: JSON) -> bool:
    """Whether what a GET shows now is what the command should bring about."""
    if command is Command.DELETE:
        return ending in {Ending.NOT_FOUND, Ending.GONE}
    if not isinstance(entry, dict) or not isinstance(now, dict):
        return ending is Ending.DONE
    return all(now.get(name) == value for name, value in entry.items())
