"""A collection, tested: the probe, then sequences until the tests are spent, each finding shrunk before the next."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Final

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.errors import Flaky, Unsatisfiable
from hypothesis.stateful import get_state_machine_test

from querious.model.state import CollectionResult, Command, Ending
from querious.state.first_probe import Making, learn
from querious.state.fixed_sequences import play, walk
from querious.state.machine import Machine
from querious.state.reduction import reduce
from querious.state.results import Violated
from querious.state.samples import samples
from querious.state.scenes import play_scenes
from querious.state.sequence import Commands
from querious.state.tour import crowd, tours
from querious.state.transitions import possible
from querious.state.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model.state import Key, Outcome
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.fixed_sequences import Act
    from querious.state.results import Gathering

_PROBED: Final = 12
"""Entries that the probe tries to make."""
_REMOVED: Final = frozenset({Ending.DONE, Ending.NOT_FOUND, Ending.GONE})


class Enough(BaseException):
    """Ends the engine: no test more. Not an error, which the engine would take for a violation and shrink."""


@dataclass(frozen=True)
class TestPlan:
    """How much is tested."""

    seed: int = 0
    tests: int = 30
    """Sequences for each collection, as in the study."""
    steps: int = 30
    """Commands in a sequence, at most."""
    tours: int = 2
    """How often the first sequences go through the whole state machine."""
    crowd: int = 12
    """Entries that are there together once, so that a list has more than a page of them."""
    engine: int = 20
    """Sequences by which the engine may shrink one violation."""
    shrink: int = 60
    """Sequences by which what the engine came to is reduced further."""
    findings: int = 10
    """Different findings of one collection that are shrunk."""
    shared: bool = False
    """Whether others may write to the service at the same time."""


@dataclass(slots=True)
class Testing:
    """All tests of one service."""

    gathering: Gathering
    plan: TestPlan

    def test(self, collection: Collection) -> CollectionResult:
        """Learn its manners, then run sequences on it."""
        trouble = self.probe(collection)
        ended = self.gathering.spent()
        if trouble and ended:
            trouble = f"the run ended before it could be tested: {ended}"
        if not trouble:
            self._sequences(collection)
            play_scenes(collection, self.gathering, self.plan.seed)
        return self._told(collection, trouble)

    def probe(self, collection: Collection) -> str:
        """Learn how the service behaves; why the collection cannot be tested, empty if it can."""
        removal: list[tuple[Commands, Key]] = []
        given: dict[str, list[Key]] = {}
        try:
            for needed in self.gathering.needs_of(collection):
                if Command.DELETE not in needed.commands:
                    return f"entries of {needed.name}, which it needs, could not be removed again: there is no delete"
                commands = Commands(needed, given, self.gathering.journal)
                key = _first(commands, self.plan.seed)
                if not key:
                    return f"no entry of {needed.name}, which it needs, could be made"
                removal.append((commands, key))
                given[needed.name] = [key]
            return self._learn(collection, given)
        finally:
            for commands, key in reversed(removal):
                commands.delete(key)

    def _learn(self, collection: Collection, given: Mapping[str, list[Key]]) -> str:
        commands = Commands(collection, given, self.gathering.journal)
        entries = samples(commands.collection.entries(), _PROBED, self.plan.seed)

        def post(entry: JSON) -> Outcome:
            outcome = commands.post(entry)
            self.gathering.made.add(outcome.key)
            return outcome

        learned = learn(commands.collection, entries, Making(post, commands.delete), shared=self.plan.shared)
        self.gathering.manners[collection.name] = learned.manners
        if learned.missing:
            collection.commands -= learned.missing
        return learned.trouble

    def _sequences(self, collection: Collection) -> None:
        """Tours first, then random sequences; each finding is shrunk, and not stopped at any more.

        A tour that a finding ended is gone again, to its end.
        """
        walks = [
            *tours(collection.commands, put_creates=collection.put_creates),
            crowd(collection.commands, self.plan.crowd),
        ]
        done = found = walked = 0
        while done < self.plan.tests and found < self.plan.findings and not self.gathering.spent():
            if walked < self.plan.tours * len(walks):
                fingerprint = walk(collection, self.gathering, walks[walked % len(walks)], self.plan.seed + done)
                done += 1
                walked += not fingerprint
            else:
                fingerprint, tests = self._until_found(collection, self.plan.tests - done, self.plan.seed + done)
                done += max(1, tests)
            for new in [fingerprint, *self._others(fingerprint)] if fingerprint else ():
                found += 1
                self._reduce(collection, new)

    def _others(self, fingerprint: str) -> list[str]:
        """Findings that showed beside the one that ended a sequence."""
        gathering = self.gathering
        return sorted(gathering.faults - gathering.known - {fingerprint}, key=gathering.order)

    def _reduce(self, collection: Collection, fingerprint: str) -> None:
        gathering = self.gathering
        finding = gathering.findings[fingerprint]

        def shows(acts: Sequence[Act]) -> bool:
            return not gathering.spent() and play(finding, collection, gathering, acts) is True

        def shows_anew(acts: Sequence[Act]) -> bool:
            return not gathering.spent() and play(finding, collection, gathering, acts, next(seeds)) is True

        seeds = count(self.plan.seed)
        _, reproduced = reduce(finding, shows, self.plan.shrink)
        if not reproduced:
            _, reproduced = reduce(finding, shows_anew, self.plan.shrink)
        gathering.findings[fingerprint] = replace(gathering.findings[fingerprint], reproduced=reproduced)
        gathering.known.add(fingerprint)

    def _until_found(self, collection: Collection, tests: int, number: int) -> tuple[str, int]:
        """The fingerprint of a finding that the engine came to, and shrank, or nothing; and after how many tests.

        A service that answers the same sequence now so and now otherwise makes the engine give up (``Flaky``): what it
        came to until then counts.
        """
        gathering, known = self.gathering, set(self.gathering.findings)
        first, before = gathering.begun_tests, 0
        shrinking = count()

        def machine() -> Machine:
            nonlocal before
            if self.gathering.spent() or (gathering.faults - known and next(shrinking) >= self.plan.engine):
                raise Enough
            if not gathering.faults - known:
                before = gathering.begun_tests - first
                if before >= tests:
                    raise Enough
            return Machine(Trial(collection, gathering))

        run = get_state_machine_test(machine, settings=self._settings(tests))  # type: ignore[arg-type]
        with contextlib.suppress(Violated, Flaky, Enough, Unsatisfiable):
            seed(number)(run)()
        new = gathering.faults - known
        return min(new, key=gathering.order, default=""), before + bool(new)

    def _settings(self, tests: int) -> settings:
        return settings(
            max_examples=max(1, tests),
            stateful_step_count=self.plan.steps,
            database=None,
            deadline=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
            print_blob=False,
            report_multiple_bugs=False,
        )

    def _told(self, collection: Collection, trouble: str) -> CollectionResult:
        name, gathering = collection.name, self.gathering
        manners = gathering.manners.get(name)
        ways = possible(collection.commands, put_creates=collection.put_creates)
        return CollectionResult(
            name=name,
            commands=tuple(sorted(collection.commands)),
            left_out=trouble,
            delete=manners.delete if manners and not trouble else None,
            mark=manners.mark if manners else "",
            tests=gathering.tests[name],
            steps=gathering.steps[name],
            transitions=tuple((*way, gathering.transitions[name][way]) for way in ways if not trouble),
        )


def _first(commands: Commands, number: int) -> Key:
    for entry in samples(commands.collection.entries(), _PROBED, number):
        outcome = commands.post(entry)
        if outcome.ending is Ending.DONE and outcome.key:
            return outcome.key
    return ""
