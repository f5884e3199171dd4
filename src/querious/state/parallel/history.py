"""What happened in one attempt: a common beginning, branches at the same time, and what was read in the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from querious.model.state import Command, CommandStep, Ending
from querious.state.rules import judge
from querious.state.transitions import named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model.state import Key
    from querious.state.model import Manners, State
    from querious.state.rules import Done


class Event(NamedTuple):
    """A command with the time that it took, in seconds of a clock that only runs forward."""

    done: Done
    began: float
    ended: float
    branch: int = 0
    """0: before or after the branches."""

    @property
    def key(self) -> Key:
        """Of the entry that it was about; empty if it was about none."""
        return self.done.key or self.done.outcome.key

    @property
    def is_read(self) -> bool:
        """Whether it changes nothing."""
        return self.done.command.only_reads

    @property
    def is_written(self) -> bool:
        """Whether it is a write that the service says it has done."""
        return not self.is_read and self.done.outcome.ending is Ending.DONE


@dataclass(frozen=True, slots=True)
class History:
    """All events of an attempt; each branch in its order."""

    start: State
    """Of the model, before anything was done."""
    before: tuple[Event, ...] = ()
    branches: tuple[tuple[Event, ...], ...] = ()
    after: tuple[Event, ...] = ()

    @property
    def at_once(self) -> tuple[Event, ...]:
        """Those of the branches, in the order of their beginnings."""
        return tuple(sorted((event for branch in self.branches for event in branch), key=lambda event: event.began))

    @property
    def begun_branches(self) -> list[tuple[Event, ...]]:
        """Those in which anything was done."""
        return [branch for branch in self.branches if branch]

    @property
    def events(self) -> tuple[Event, ...]:
        """All of them, in the order of their beginnings."""
        return (*self.before, *self.at_once, *self.after)

    @property
    def names(self) -> dict[Key, str]:
        """What people call the entries: ``#1`` is the first that was begun to be made."""
        names: dict[Key, str] = {}
        for event in self.events:
            if event.done.command is Command.POST and event.key:
                names.setdefault(event.key, f"#{len(names) + 1}")
        return names

    def without(self, *events: Event) -> History:
        """As if these had not happened."""
        left_out = {id(event) for event in events}

        def others(some: Iterable[Event]) -> tuple[Event, ...]:
            return tuple(event for event in some if id(event) not in left_out)

        return replace(
            self,
            before=others(self.before),
            branches=tuple(others(branch) for branch in self.branches),
            after=others(self.after),
        )

    def steps(self, manners: Manners) -> tuple[CommandStep, ...]:
        """As reports show them, in the order of their beginnings."""
        names, state, steps = self.names, self.start, []
        for event in self.events:
            command, key, sent, outcome = event.done
            study = named(command, key, state)
            steps.append(CommandStep(command, study, names.get(event.key, ""), event.key, sent, outcome, event.branch))
            state = judge(state, manners, event.done).state
        return tuple(steps)
