"""The state of a service: commands on its collections, how they ended, and what broke."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, TypeAlias

from querious.model.case import rest_case
from querious.model.exchange import Exchange
from querious.model.request import Request
from querious.model.severity import Severity

if TYPE_CHECKING:
    from querious.model.values import JSON

Key: TypeAlias = str
"""Names an entry within its collection, as text: numbers of a service are written in decimal."""


class Command(StrEnum):
    """What can be done to a collection."""

    POST = "post"
    GET = "get"
    PUT = "put"
    PATCH = "patch"
    DELETE = "delete"
    LIST = "list"
    EMPTY_TRASH = "empty_trash"

    @property
    def only_reads(self) -> bool:
        """Whether it leaves the collection as it is."""
        return self in {Command.GET, Command.LIST}


class Ending(Enum):
    """How a command ended, whatever the service speaks."""

    DONE = "done"
    NOT_FOUND = "not found"
    GONE = "gone"
    """It was there once, says the service (410)."""
    CONFLICT = "conflict"
    NOT_ALLOWED = "not allowed"
    """The service knows no such command (405, 501)."""
    REFUSED = "refused"
    """Any other answer that blames us (4xx, an error of GraphQL)."""
    BROKEN = "broken"
    """The service failed: 5xx, an answer that cannot be read, a connection that was lost."""
    UNANSWERED = "unanswered"
    """No answer in time, or the budget was spent: nobody knows whether it was done."""


class Delete(StrEnum):
    """What deleting means: learned from the service, or promised by its owner."""

    HARD = "hard"
    """The entry is not found any more, and not listed."""
    READABLE = "readable"
    """It is not listed, but can still be read; a mark may say that it is deleted."""
    LISTED = "listed"
    """It is still listed and read, with a mark that says it is deleted."""
    TOMBSTONE = "tombstone"
    """Reading it is answered with gone (410); it is not listed."""


@dataclass(frozen=True, slots=True)
class Breach:
    """What a rule holds against one step of a sequence; a finding is made of it."""

    rule: str
    """In kebab case: ``schema``, ``undocumented-status``, ``entry-lost`` …"""
    message: str
    """One line: what was expected, what came."""
    severity: Severity = Severity.FAULT
    key: Key = ""
    """Of the entry it is about, where that is not the one the command went to."""
    alone: bool = False
    """Whether it is about the answer by itself, so that the model is right all the same."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command brought."""

    ending: Ending
    key: Key = ""
    """Of the entry; for ``post`` the one that the service gave it, empty if it gave none."""
    value: JSON = None
    """The entry as the service shows it; None where the answer does not hold it."""
    entries: tuple[tuple[Key, JSON], ...] = ()
    """Of ``list``: key and value of each, in the order of the service."""
    whole: bool = True
    """Of ``list``: False where there are more than were read."""
    told: int | None = None
    """Of ``list``: how many entries the service says there are, where the list was read to its end."""
    exchanges: tuple[Exchange, ...] = ()
    """What was sent for it and what came back, in order."""
    breaches: tuple[Breach, ...] = ()
    """What the answer breaks by itself: its schema, its status, its ``Location``."""
    was_there: bool = False
    """Of ``post``: whether the service says that it gave an entry which it had already (get or create)."""

    @property
    def is_made(self) -> bool:
        """Of ``post``: whether there is a new entry, and its key is known."""
        return self.ending is Ending.DONE and self.key != "" and not self.was_there


@dataclass(frozen=True, slots=True)
class CommandStep:
    """A command as it was carried out. Keys are named in order: ``#1`` is the first entry that the sequence made."""

    verb: Command
    command: str
    """The study's name for it: ``post_first``, ``get_del``, ``put_norm`` …, or ``get_unknown``."""
    name: str
    """Of the entry, ``#1``; ``unknown`` for a key that never was; empty for ``list``."""
    key: Key
    sent: JSON
    outcome: Outcome
    branch: int = 0
    """0: one after the other; from 1: in which of the parallel branches."""


@dataclass(frozen=True, slots=True)
class GivenEntry:
    """An entry of another collection that a sequence needs."""

    collection: str
    key: Key
    entry: JSON


@dataclass(frozen=True, slots=True)
class CommandSequence:
    """Commands on one collection, the shortest that are known to show a finding."""

    steps: tuple[CommandStep, ...]
    given: tuple[GivenEntry, ...] = ()
    """Entries of other collections that had to exist first."""

    @property
    def last_exchange(self) -> Exchange:
        """The exchange of the step that shows the finding; one that was never sent where no step has any."""
        for step in reversed(self.steps):
            if step.outcome.exchanges:
                return step.outcome.exchanges[-1]
        return Exchange(rest_case(Request("")))


@dataclass(frozen=True, slots=True)
class CollectionResult:
    """A collection and how it was tested."""

    name: str
    commands: tuple[Command, ...]
    left_out: str = ""
    """Why it was not tested; empty if it was."""
    delete: Delete | None = None
    """What deleting means to it."""
    mark: str = ""
    """The member that marks what is deleted."""
    tests: int = 0
    steps: int = 0
    transitions: tuple[tuple[str, str, str, int], ...] = ()
    """Of the state machine: from where, by which command, to where, and how often it was gone."""


@dataclass(frozen=True, slots=True)
class StateSection:
    """The part of a run that is about collections."""

    name: str = ""
    """Of the journal, for cleaning up later."""
    collections: tuple[CollectionResult, ...] = ()
    left: int = 0
    """Entries that could not be removed."""

    @property
    def tested(self) -> bool:
        """Whether any sequence was run; a run without is not green."""
        return any(collection.tests for collection in self.collections)
