"""One sequence of commands on a collection: each is carried out, judged against the model and written down."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from querious.model.exchange import Failure
from querious.model.state import Command, CommandStep, Delete, Ending
from querious.state.model import State
from querious.state.rules import Done, judge
from querious.state.transitions import gone, named

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from querious.model.state import Breach, Key, Outcome
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.journal import Journal
    from querious.state.model import Manners
    from querious.state.transitions import Transition

_REMOVED: Final = frozenset({Ending.DONE, Ending.NOT_FOUND, Ending.GONE})
_UNKNOWN: Final = frozenset({Ending.UNANSWERED, Ending.BROKEN})
"""After these nobody knows whether anything was made."""
_NOT_NOW: Final = frozenset({429, 503})
_OK: Final = 200
_SWEEPS: Final = 3
IN_PAGES: Final = "list_in_pages"


class Commands:
    """A collection whose entries are written down before and after they are made."""

    def __init__(self, collection: Collection, given: Mapping[str, Sequence[Key]], journal: Journal) -> None:
        self._unbound = collection
        self._name = collection.name
        self._given = {name: list(keys) for name, keys in given.items()}
        self._journal = journal
        self._alive: set[Key] = set()
        """Keys of entries that are written down as made and not removed."""
        self._parent_gone = False
        self.others: frozenset[Key] = frozenset()
        """Keys of entries that are not ours: a post may give one of them (get or create), and made nothing then."""

    @cached_property
    def collection(self) -> Collection:
        """Bound to what it needs when it is first used."""
        return self._unbound.bind(self._given)

    def do(self, command: Command, key: Key = "", sent: JSON = None) -> Outcome:
        """Carry out one command."""
        match command:
            case Command.POST:
                return self.post(sent)
            case Command.GET:
                return self.collection.get(key)
            case Command.PUT | Command.PATCH:
                return self.change(command, key, sent)
            case Command.DELETE:
                return self.delete(key)
            case Command.LIST:
                return self.collection.list()
            case Command.EMPTY_TRASH:
                return self.collection.empty_trash()

    def post(self, entry: JSON) -> Outcome:
        """Add an entry."""
        self._journal.posting(self._name, self._given, entry)
        outcome = self.collection.post(entry)
        if outcome.key in self.others and [exchange.status for exchange in outcome.exchanges[:1]] == [_OK]:
            outcome = replace(outcome, was_there=True)
        if outcome.ending not in _UNKNOWN or _never_came_in(outcome):
            key = outcome.key if outcome.is_made else ""
            self._journal.posted(self._name, self._given, key)
            self._alive.add(key)
        return outcome

    def change(self, command: Command, key: Key, entry: JSON) -> Outcome:
        """Replace or change an entry. One that is not there may be made by that, whether the service should or not."""
        is_new = key not in self._alive
        if is_new:
            self._journal.posting(self._name, self._given, entry)
            self._journal.posted(self._name, self._given, key)
        outcome = (self.collection.put if command is Command.PUT else self.collection.patch)(key, entry)
        if is_new and outcome.ending not in {Ending.DONE, *_UNKNOWN}:
            self._journal.removed(self._name, self._given, key)
        elif is_new:
            self._alive.add(key)
        elif outcome.ending is Ending.DONE and key not in self._alive:  # another branch has deleted it meanwhile
            self._journal.posting(self._name, self._given, entry)
            self._journal.posted(self._name, self._given, key)
            self._alive.add(key)
        return outcome

    def delete(self, key: Key) -> Outcome:
        """Remove an entry."""
        outcome = self.collection.delete(key)
        if self._is_removed(key, outcome.ending):
            self._journal.removed(self._name, self._given, key)
            self._alive.discard(key)
        return outcome

    def is_alive(self, key: Key) -> bool:
        """Whether it is written down as made and not removed."""
        return key in self._alive

    def lose_parent(self) -> None:
        """What the entries stand in is deleted, and with it what can no longer be read."""
        self._parent_gone = True

    def remove(self, key: Key) -> bool:
        """Remove an entry, at the end; whether it is gone.

        To delete once more, or below what is gone, may be refused in any way.
        """
        may_be_gone = self._parent_gone or key not in self._alive
        if self._is_removed(key, self.delete(key).ending):
            return True
        if not may_be_gone or self.collection.get(key).ending not in {*_REMOVED, Ending.REFUSED} - {Ending.DONE}:
            return False
        self._journal.removed(self._name, self._given, key)
        self._alive.discard(key)
        return True

    def _is_removed(self, key: Key, ending: Ending) -> bool:
        """Not found is no proof for an entry that should be there: the service may not have looked for it."""
        if ending is Ending.NOT_FOUND and key in self._alive:
            return self.collection.get(key).ending is not Ending.DONE
        return ending in _REMOVED


def _never_came_in(outcome: Outcome) -> bool:
    """Whether nothing can have been made: there was no connection, or the service only said "not so fast"."""
    for exchange in outcome.exchanges:
        if exchange.status not in _NOT_NOW and exchange.failure is not Failure.UNREACHABLE:
            return False
    return bool(outcome.exchanges)


class Running:
    """A sequence under way: the model, the steps so far and the transitions covered."""

    def __init__(self, commands: Commands, manners: Manners) -> None:
        self.commands = commands
        self.manners = manners
        self.state = State()
        self.steps: list[CommandStep] = []
        self.gone: list[Transition] = []
        self.made: list[Key] = []
        """Everything that was ever posted, for the end."""
        self.uncertain = False
        """Whether a command was not answered: the state is unknown, and the sequence ends."""
        self._broke = False

    def begin(self, ours: Container[Key]) -> None:
        """Take what is there already as somebody else's, but for what earlier sequences left in a trash."""
        if Command.LIST in self.commands.collection.commands:
            outcome = self.commands.do(Command.LIST)
            self.uncertain = outcome.ending is Ending.UNANSWERED
            keys = [key for key, _ in outcome.entries]
            foreign = frozenset(key for key in keys if key not in ours)
            self.commands.others = foreign
            self.state = replace(self.state, foreign=foreign, forgotten=frozenset(keys) - foreign)

    def do(self, command: Command, key: Key = "", sent: JSON = None) -> tuple[Outcome, tuple[Breach, ...]]:
        """Carry out a command; how it ended, and what is held against the service."""
        name = named(command, key, self.state)
        outcome = self.commands.do(command, key, sent)
        created = self._created(command, key, outcome)
        if created and created not in self.made and created not in self.state.foreign:
            self.made.append(created)
        if outcome.ending is Ending.UNANSWERED:
            self.uncertain = True
            return outcome, ()
        return outcome, self._judged(name, Done(command, key, sent, outcome))

    def _created(self, command: Command, key: Key, outcome: Outcome) -> Key:
        """The key of an entry that may be there by this; writing to a key that never was may make one, and fail too."""
        if command is Command.POST:
            return outcome.key if outcome.is_made else ""
        may_be = command in {Command.PUT, Command.PATCH} and outcome.ending in {Ending.DONE, *_UNKNOWN}
        return key if may_be else ""

    def look(self) -> tuple[Breach, ...]:
        """The invariant: the listed keys are the model's keys. It is a step only if it does not hold."""
        if Command.LIST not in self.commands.collection.commands or self.uncertain:
            return ()
        _, breaches = self.do(Command.LIST)
        if not breaches and not self.uncertain:
            self.steps.pop()
        return breaches

    def forget(self, key: Key) -> None:
        """Leave the entry alone from now on: what the service does with it otherwise is told."""
        self.state = self.state.without(key)

    def look_in_pages(self) -> tuple[Breach, ...]:
        """The same with the pages that the service makes by itself."""
        outcome = self.commands.collection.list_in_pages()
        if outcome is None or self.uncertain:
            return ()
        return self._judged(IN_PAGES, Done(Command.LIST, "", None, outcome))

    def end(self) -> int:
        """Remove all that was made and is there, the last first; how many entries could not be.

        A service that did otherwise than the model may still have what it was told to delete: it is told again.
        """
        there = [key for key in reversed(self.made) if self._may_be_there(key)]
        left = {key for key in there if not self.commands.remove(key)}
        if self._broke and Command.LIST in self.commands.collection.commands:
            for _ in range(_SWEEPS):
                listed = dict(self.commands.do(Command.LIST).entries)
                left = {key for key in self.made if key in listed}
                if not left or self.manners.mark:
                    break
                for key in left:
                    self.commands.delete(key)
        return 0 if self.manners.mark and self._broke else len(left)

    def _may_be_there(self, key: Key) -> bool:
        """Whether it was not deleted, or was and then written to: where deleting is for good, that may make it anew."""
        if key not in self.state.trash and key not in self.state.removed:
            return True
        return self.manners.delete in {Delete.HARD, Delete.TOMBSTONE} and self.commands.is_alive(key)

    def _judged(self, name: str, done: Done) -> tuple[Breach, ...]:
        before = self.state
        self.state, breaches = judge(before, self.manners, done)
        self._broke = self._broke or bool(breaches)
        key = done.key or done.outcome.key
        called = (before if done.key else self.state).name_of(key) if key else ""
        self.steps.append(CommandStep(done.command, name, called, key, done.sent, done.outcome))
        self.gone += gone(name, before, self.state)
        return breaches
