"""What has a limit: an entry of one collection in which, or for which, those of another are made."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.model.state import Breach, Command, CommandSequence, CommandStep, Ending, GivenEntry, Outcome
from querious.state.limits.bodies import UnclearError
from querious.state.limits.edge_look import EdgeLook, EdgeMove, HolderLooks
from querious.state.parallel.threads import at_once
from querious.state.room import counts_in, tells_waiting
from querious.state.substructure import members
from querious.text.words import written_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.sequence import Commands, Running

_REFUSED: Final = frozenset({Ending.CONFLICT, Ending.REFUSED})
_STATES: Final = frozenset({"status", "state", "stage", "phase", "confirmed", "accepted"})
_PAUSE: Final = 0.2
"""Seconds after which a count that has not moved is read again, as it may lag behind."""
_PAUSES: Final = 2
"""How often, for one holder."""


class Holder:
    """One that was made with nothing in it. What is sent to it is written down with what it shows then."""

    def __init__(
        self,
        holders: Commands,
        key: Key,
        running: Running,
        given: Sequence[GivenEntry],
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.key = key
        self.limit = 0
        self._holders = holders
        self._running = running
        self._given = tuple(given)
        self._sleep = sleep
        self._pauses = _PAUSES
        self._units: dict[Key, int] = {}
        """What each entry takes, in the order in which they were made."""
        self._state: Mapping[str, JSON] | None = None
        """In which the first entry is shown."""
        self._steps: list[CommandStep] = []
        self._waits = False
        """Whether it says that it lets entries wait, or takes more than it has room for."""
        self.looks: list[EdgeLook] = []
        self.breaches: list[tuple[Breach, CommandSequence]] = []
        """What is wrong with answers by themselves."""

    @property
    def held(self) -> int:
        """What its entries take."""
        return sum(self._units.values())

    @property
    def entries(self) -> Mapping[Key, int]:
        """What each takes, by key."""
        return self._units

    @property
    def collection(self) -> Collection:
        """The collection of its entries, bound to it."""
        return self._running.commands.collection

    def seen(self) -> HolderLooks:
        """All that was seen of it."""
        return HolderLooks(self.limit, tuple(self.looks))

    def look(self, move: EdgeMove, units: int = 0, before: Sequence[CommandStep] = ()) -> EdgeLook:
        """Read it; ``before``: steps that belong to what is seen, in other holders."""
        return self._seen(move, units, accepted=True, before=before)

    def post(self, move: EdgeMove, body: JSON, units: int) -> bool:
        """Make an entry that takes so many; whether it was accepted."""
        outcome = self._do(Command.POST, "", body)
        is_made = self._is_done(outcome)
        if is_made:
            if not outcome.is_made:
                raise UnclearError
            self._units[outcome.key] = units
        self._seen(move, units, accepted=is_made, alike=not is_made or self._is_alike(outcome))
        return is_made

    def change(self, command: Command, key: Key, body: JSON, units: int) -> bool:
        """Let an entry take so many instead; whether it was accepted, and is shown so."""
        more = units - self._units[key]
        outcome = self._do(command, key, body)
        is_done = self._is_done(outcome)
        if is_done:
            shown = members(self.collection.get(key).value)
            is_done = all(shown.get(name) == value for name, value in members(body).items())
        if is_done:
            self._units[key] = units
        self._seen(EdgeMove.CHANGE, more, accepted=is_done)
        return is_done

    def delete(self, key: Key, move: EdgeMove = EdgeMove.DELETE) -> None:
        """Take an entry out."""
        if not self._is_done(self._do(Command.DELETE, key, None)):
            raise UnclearError
        units = self._units.pop(key)
        self._seen(move, -units, accepted=True)

    def post_at_once(self, bodies: Sequence[JSON]) -> list[Key]:
        """Make entries at the same time, each of which takes one; the keys of those that were made."""
        commands = self._running.commands
        outcomes: list[Outcome | None] = [None] * len(bodies)

        def posting(place: int) -> Callable[[Callable[[], bool]], None]:
            def work(_: Callable[[], bool]) -> None:
                outcomes[place] = commands.post(bodies[place])

            return work

        at_once([posting(place) for place in range(len(bodies))], [0.0] * len(bodies))
        made: list[Key] = []
        for place, outcome in enumerate(outcomes):
            if outcome is None:
                raise UnclearError
            name = f"#{len(self._units) + 1}"
            step = CommandStep(Command.POST, "post_norm", name, outcome.key, bodies[place], outcome, place + 1)
            self._steps.append(step)
            if outcome.is_made:
                self._running.made.append(outcome.key)
                self._units[outcome.key] = 1
                made.append(outcome.key)
        if not all(self._is_done(outcome) or outcome.ending in _REFUSED for outcome in outcomes if outcome is not None):
            raise UnclearError
        self._seen(EdgeMove.AT_ONCE, 1, accepted=len(made) == len(bodies))
        return made

    def takes_one(self) -> None:
        """The last entry takes one, whatever it was sent with."""
        self._units[next(reversed(self._units))] = 1
        self.looks[-1] = replace(self.looks[-1], units=1, held=self.held)

    def end(self) -> int:
        """Remove its entries and then itself; how many could not be."""
        return self._running.end() + (not self._holders.remove(self.key))

    @property
    def steps(self) -> Sequence[CommandStep]:
        """All that was done to it so far."""
        return self._steps

    @property
    def made(self) -> Sequence[Key]:
        """Keys of all entries that were made."""
        return self._running.made

    def _do(self, command: Command, key: Key, body: JSON) -> Outcome:
        outcome, breaches = self._running.do(command, key, body)
        if outcome.ending is Ending.UNANSWERED:
            raise UnclearError
        self._steps.append(self._running.steps[-1])
        sequence = CommandSequence(tuple(self._steps), self._given)
        self.breaches += [(breach, sequence) for breach in breaches if breach in outcome.breaches]
        if outcome.ending is Ending.BROKEN:
            self.breaches += [(breach, sequence) for breach in breaches if breach not in outcome.breaches]
        return outcome

    def _is_done(self, outcome: Outcome) -> bool:
        if outcome.ending is Ending.DONE and not outcome.was_there:
            return True
        if outcome.ending in _REFUSED:
            return False
        raise UnclearError

    def _seen(
        self,
        move: EdgeMove,
        units: int,
        *,
        accepted: bool,
        alike: bool = True,
        before: Sequence[CommandStep] = (),
    ) -> EdgeLook:
        counts = self._read()
        if self.looks and accepted and move is not EdgeMove.READ and counts == self.looks[-1].counts and self._pauses:
            self._pauses -= 1
            self._sleep(_PAUSE)
            self._steps.pop()
            counts = self._read()
        sequence = CommandSequence((*before, *self._steps), self._given)
        is_alike = alike and not self._waits
        self.looks.append(EdgeLook(move, accepted, units, self.held, counts, sequence, alike=is_alike))
        return self.looks[-1]

    def _read(self) -> dict[str, int]:
        holders, key = self._holders.collection, self.key
        if Command.GET in holders.commands:
            outcome = self._holders.do(Command.GET, key)
            shown = outcome.value
        else:
            outcome = self._holders.do(Command.LIST)
            shown = dict(outcome.entries).get(key)
        self._steps.append(CommandStep(Command.GET, "get", holders.name, key, None, outcome))
        if not isinstance(shown, dict):
            raise UnclearError
        self._waits = any(map(tells_waiting, [name for name, value in shown.items() if value]))
        return counts_in(shown)

    def _is_alike(self, outcome: Outcome) -> bool:
        """Whether a new entry is shown in the same state as the first one."""
        shown = outcome.value
        if not isinstance(shown, dict) and Command.GET in self.collection.commands:
            shown = self.collection.get(outcome.key).value
        state = {name: value for name, value in members(shown).items() if _tells_state(name)}
        if self._state is None:
            self._state = state
        return state == self._state


def _tells_state(name: str) -> bool:
    return not _STATES.isdisjoint(written_words(name)) or tells_waiting(name)
