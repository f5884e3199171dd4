"""A collection in memory, healthy or with one thing wrong: the model's own harness."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from querious.model.state import Command, Delete, Ending, Outcome
from querious.state.facade import Collection

if TYPE_CHECKING:
    from collections.abc import Callable

ENTRY = st.fixed_dictionaries(
    {"title": st.text("abc", min_size=1, max_size=4)},
    optional={"pages": st.integers(0, 9), "tags": st.lists(st.sampled_from("xyz"), max_size=2), "read": st.booleans()},
)


class Dictionary(Collection):
    """``delete`` says what deleting means; ``wrong`` names verbs that are replaced by faulty ones."""

    name = "books"
    commands = frozenset(Command)

    def __init__(self, delete: Delete = Delete.HARD, wrong: dict[str, Callable[..., Outcome]] | None = None) -> None:
        self.there: dict[str, dict] = {"old": {"id": "old", "title": "Old"}}
        self.trash: dict[str, dict] = {}
        self.numbers = count(1)
        self.means = delete
        self.requests = 0
        self.commands = (
            frozenset(Command)
            if delete in (Delete.READABLE, Delete.LISTED)
            else frozenset(Command) - {Command.EMPTY_TRASH}
        )
        for verb, function in (wrong or {}).items():
            setattr(self, verb, lambda *given, function=function: function(self, *given))

    def entries(self):
        return ENTRY

    def changes(self):
        return ENTRY.map(lambda entry: dict(list(entry.items())[-1:]))

    def unknown_keys(self, like):
        return st.integers(1000, 2000).map(str).filter(lambda key: key not in like)

    def post(self, entry):
        self.requests += 1
        key = str(next(self.numbers))
        self.there[key] = {"id": key, "pages": 100, **entry}
        return Outcome(Ending.DONE, key, dict(self.there[key]))

    def get(self, key):
        self.requests += 1
        if key in self.there:
            return Outcome(Ending.DONE, key, dict(self.there[key]))
        if key in self.trash:
            if self.means is Delete.TOMBSTONE:
                return Outcome(Ending.GONE, key)
            if self.means is not Delete.HARD:
                return Outcome(Ending.DONE, key, {**self.trash[key], "trash": True})
        return Outcome(Ending.NOT_FOUND, key)

    def put(self, key, entry):
        self.requests += 1
        for place in (self.there, self.trash if self.means in (Delete.READABLE, Delete.LISTED) else {}):
            if key in place:
                place[key] = {"id": key, "pages": 100, **entry}
                return Outcome(Ending.DONE, key, dict(place[key]))
        return Outcome(Ending.NOT_FOUND, key)

    def patch(self, key, changes):
        self.requests += 1
        for place in (self.there, self.trash if self.means in (Delete.READABLE, Delete.LISTED) else {}):
            if key in place:
                place[key] = {**place[key], **changes}
                return Outcome(Ending.DONE, key, dict(place[key]))
        return Outcome(Ending.NOT_FOUND, key)

    def delete(self, key):
        self.requests += 1
        if key in self.there:
            self.trash[key] = self.there.pop(key)
            return Outcome(Ending.DONE, key)
        return Outcome(Ending.NOT_FOUND, key)

    def list(self):
        self.requests += 1
        shown = list(self.there.items())
        if self.means is Delete.LISTED:
            shown += [(key, {**value, "trash": True}) for key, value in self.trash.items()]
        return Outcome(Ending.DONE, entries=tuple(shown))

    def empty_trash(self):
        self.requests += 1
        self.trash.clear()
        return Outcome(Ending.DONE)
