"""What a judgement is made of, and how a command on an entry is judged: by where the entry is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.state import Breach, Command, Ending

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model.state import Key, Outcome
    from querious.model.values import JSON
    from querious.state.model import Entry, Manners, State

ABSENT: Final = frozenset({Ending.NOT_FOUND, Ending.GONE})
"""How a service says that an entry is not there."""
UNDONE: Final = frozenset({Ending.REFUSED, Ending.CONFLICT, Ending.NOT_ALLOWED})
"""How it says that nothing was done."""


class Done(NamedTuple):
    """A command that was carried out."""

    command: Command
    key: Key
    """Empty for ``post``, ``list`` and ``empty_trash``."""
    sent: JSON
    outcome: Outcome

    @property
    def is_done(self) -> bool:
        """Whether the service says that it did it."""
        return self.outcome.ending is Ending.DONE


class StepVerdict(NamedTuple):
    """How the model goes on, and what is held against the service."""

    state: State
    breaches: tuple[Breach, ...] = ()


class EntryRule(NamedTuple):
    """A command on one entry. Each function is asked for one place that the entry may be in."""

    absent: Callable[[Entry, Done], Breach]
    """It is there, but the service says that it is not."""
    there: Callable[[State, Manners, Done, Entry], StepVerdict]
    """It is there, and the command was done."""
    deleted: Callable[[State, Manners, Done, Entry], StepVerdict]
    """It was deleted, however the command ended."""
    unknown: Callable[[State, Manners, Done], StepVerdict]
    """There is no such entry, but the command was done."""

    def judge(self, state: State, manners: Manners, done: Done) -> StepVerdict:
        """Refusals are the service's right: it may have rules that nobody wrote down."""
        entry, deleted = state.normal.get(done.key), state.trash.get(done.key)
        if entry is not None and done.outcome.ending in ABSENT:
            return StepVerdict(state, (self.absent(entry, done),))
        if entry is not None and done.is_done:
            return self.there(state, manners, done, entry)
        if deleted is not None:
            return self.deleted(state, manners, done, deleted)
        if entry is None and done.is_done and not state.left_alone(done.key):
            return self.unknown(state, manners, done)
        return StepVerdict(state)


def not_found(entry: Entry, done: Done) -> Breach:
    """The usual breach of a service that does not find what is there."""
    message = f"{done.command} of {entry.name}, which exists, failed: {done.outcome.ending.value}"
    return Breach(f"{done.command}-not-found", message)
