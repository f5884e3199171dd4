"""One attempt: a program is carried out, its branches at the same time or in turns, and everything is removed again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from querious.model.state import Command, Ending
from querious.state.parallel.branch_journal import ParallelJournal
from querious.state.parallel.history import Event, History
from querious.state.parallel.threads import at_once
from querious.state.rules import Done
from querious.state.rules.verdict import ABSENT
from querious.state.sequence import Commands, Running

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from querious.model.state import Key
    from querious.state.facade import Collection
    from querious.state.ledger import StateLedger
    from querious.state.model import Manners
    from querious.state.parallel.programs import Program
    from querious.state.parallel.threads import Work
    from querious.state.sequences import Act

_HEAD_STARTS: Final = (0.5, 0.25, 0.75)
"""How far a command is under way when the others begin."""


class AttemptStage:
    """Where attempts are made: a collection, with the entries of others that it needs."""

    def __init__(
        self,
        collection: Collection,
        ledger: StateLedger,
        given: Mapping[str, Sequence[Key]],
        manners: Manners,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._journal = ParallelJournal(ledger.journal)
        self._commands = Commands(collection, given, self._journal)
        self._ledger = ledger
        self._clock = clock
        self.spent = ledger.spent
        self.manners = manners
        self._took: list[float] = []
        """Seconds that the first command of each branch took in the last attempt."""
        self.requests = 0
        """Sent so far, as far as they were told."""

    def at_once(self, program: Program, number: int = 0) -> History | None:
        """Carry it out; None if nobody knows how it ended. Each attempt, by its number, starts a little differently."""
        delays = _delays(number, len(program.branches), self._took)
        history = self._attempt(program, lambda attempt, keys: attempt.at_once(program, keys, delays))
        if history is not None:
            self._took = [branch[0].ended - branch[0].began for branch in history.branches]
        return history

    def in_turns(self, program: Program, turns: Sequence[int]) -> History | None:
        """Carry it out with nothing at the same time: ``turns`` says which branch goes on."""
        return self._attempt(program, lambda attempt, keys: attempt.in_turns(program, keys, turns))

    def _attempt(self, program: Program, branches: Callable[[_Attempt, Mapping[str, Key]], None]) -> History | None:
        running = Running(self._commands, self.manners)
        running.begin(self._ledger.made)
        self.requests += 1
        if running.uncertain:
            return None
        attempt = _Attempt(self._commands, self._clock, running.made)
        self._journal.hold()
        try:
            keys = attempt.begin(program)
            if keys is not None:
                branches(attempt, keys)
                attempt.read_all()
        finally:
            self._clean(running, attempt)
        return attempt.history(running, program)

    def _clean(self, running: Running, attempt: _Attempt) -> None:
        self._ledger.made.update(running.made)
        gone = {one.done.key for one in attempt.after if one.done.outcome.ending in ABSENT}
        running.made[:] = [key for key in dict.fromkeys(running.made) if key not in gone]
        self.requests += attempt.requests + len(running.made)
        self._ledger.left += running.end()
        self._journal.release(lambda key: key in gone or not self._commands.is_alive(key))


class _Attempt:
    def __init__(self, commands: Commands, clock: Callable[[], float], made: list[Key]) -> None:
        self._commands = commands
        self._clock = clock
        self._made = made
        self.before: list[Event] = []
        self.branches: list[list[Event]] = []
        self.after: list[Event] = []

    @property
    def requests(self) -> int:
        """That were sent."""
        events = (*self.before, *self.after, *(event for branch in self.branches for event in branch))
        return sum(max(1, len(event.done.outcome.exchanges)) for event in events)

    def begin(self, program: Program) -> dict[str, Key] | None:
        """Make what it begins with; the keys by name, None if something cannot be made, or was there already."""
        self.before = [self._do(act, {}, 0) for act in program.before]
        self.branches = [[] for _ in program.branches]
        keys = {}
        for act, event in zip(program.before, self.before, strict=True):
            if event.is_written and not event.done.outcome.was_there:
                keys[act.name] = event.key
        return keys if len(keys) == len(program.before) and all(keys.values()) else None

    def at_once(self, program: Program, keys: Mapping[str, Key], delays: Sequence[float]) -> None:
        """Each branch in a thread of its own."""

        def branch(number: int, acts: Sequence[Act]) -> Work:
            def work(stopped: Callable[[], bool]) -> None:
                for act in acts:
                    if stopped():
                        return
                    self.branches[number].append(self._do(act, keys, number + 1))

            return work

        at_once([branch(number, acts) for number, acts in enumerate(program.branches)], delays)

    def in_turns(self, program: Program, keys: Mapping[str, Key], turns: Sequence[int]) -> None:
        """One command after the other."""
        acts = [iter(branch) for branch in program.branches]
        for turn in turns:
            self.branches[turn].append(self._do(next(acts[turn]), keys, turn + 1))

    def read_all(self) -> None:
        """Every entry, and the list."""
        offered = self._commands.collection.commands
        if Command.GET in offered:
            self.after = [self._event(Command.GET, key, None, 0) for key in dict.fromkeys(self._made)]
        if Command.LIST in offered:
            self.after.append(self._event(Command.LIST, "", None, 0))

    def history(self, running: Running, program: Program) -> History | None:
        """What happened; None if it is not the whole program, or if something was not answered."""
        history = History(running.state, tuple(self.before), tuple(map(tuple, self.branches)), tuple(self.after))
        whole = sum(map(len, program.branches)) == sum(map(len, self.branches)) and self.after
        lost = any(event.done.outcome.ending is Ending.UNANSWERED for event in history.events)
        return history if whole and not lost else None

    def _do(self, act: Act, keys: Mapping[str, Key], branch: int) -> Event:
        return self._event(act.verb, keys.get(act.name, ""), act.sent, branch)

    def _event(self, command: Command, key: Key, sent: object, branch: int) -> Event:
        began = self._clock()
        outcome = self._commands.do(command, key, sent)
        if command is Command.POST and outcome.is_made:
            self._made.append(outcome.key)
        return Event(Done(command, key, sent, outcome), began, self._clock(), branch)


def _delays(number: int, branches: int, took: Sequence[float]) -> list[float]:
    """All together at first; then each in turns has a head start, for writes are lost in the midst of others."""
    if not number or len(took) != branches:
        return [0.0] * branches
    rounds, first = divmod(number - 1, branches)
    delay = _HEAD_STARTS[rounds % len(_HEAD_STARTS)] * took[first]
    return [0.0 if branch == first else delay for branch in range(branches)]
