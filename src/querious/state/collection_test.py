"""A collection, tested: the probe, then sequences until the tests are spent, each finding shrunk before the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count, repeat
from typing import TYPE_CHECKING, Final

from querious.model.state import CollectionResult, Command
from querious.state.first_probe import Making, learn
from querious.state.model import Manners
from querious.state.random_sequence import wander
from querious.state.reduction import reduce
from querious.state.samples import samples
from querious.state.scenes import play_scenes
from querious.state.sequence import Commands
from querious.state.sequences import play, walk
from querious.state.tour import crowd, tours
from querious.state.transitions import possible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model.finding import Finding
    from querious.model.state import Key, Outcome
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.ledger import StateLedger
    from querious.state.sequences import Act

_PROBED: Final = 12
"""Entries that the probe tries to make."""


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
    shrink: int = 60
    """Sequences by which a smaller one is looked for that shows the same finding."""
    findings: int = 10
    """Different findings of one collection that are shrunk."""
    shared: bool = False
    """Whether others may write to the service at the same time."""


@dataclass(slots=True)
class Testing:
    """All tests of one service."""

    ledger: StateLedger
    plan: TestPlan

    def test(self, collection: Collection) -> CollectionResult:
        """Learn its manners, then run sequences on it."""
        trouble = self.probe(collection)
        ended = self.ledger.spent()
        if trouble and ended:
            trouble = f"the run ended before it could be tested: {ended}"
        if not trouble:
            self._sequences(collection)
            play_scenes(collection, self.ledger, self.plan.seed)
        return self._told(collection, trouble)

    def probe(self, collection: Collection) -> str:
        """Learn how the service behaves; why the collection cannot be tested, empty if it can."""
        removal: list[tuple[Commands, Key]] = []
        given: dict[str, list[Key]] = {}
        try:
            for needed in self.ledger.needs_of(collection):
                if Command.DELETE not in needed.commands:
                    return f"entries of {needed.name}, which it needs, could not be deleted again: there is no delete"
                commands = Commands(needed, given, self.ledger.journal)
                key = _first(commands, self.plan.seed)
                if not key:
                    return f"no entry of {needed.name}, which it needs, could be created"
                removal.append((commands, key))
                given[needed.name] = [key]
            return self._learn(collection, given)
        finally:
            for commands, key in reversed(removal):
                commands.delete(key)

    def _learn(self, collection: Collection, given: Mapping[str, list[Key]]) -> str:
        commands = Commands(collection, given, self.ledger.journal)
        entries = samples(commands.collection.entries(), _PROBED, self.plan.seed)

        def post(entry: JSON) -> Outcome:
            outcome = commands.post(entry)
            self.ledger.made.add(outcome.key)
            return outcome

        learned = learn(commands.collection, entries, Making(post, commands.delete), shared=self.plan.shared)
        self.ledger.manners[collection.name] = learned.manners
        if learned.missing:
            collection.commands -= learned.missing
        return learned.trouble

    def _sequences(self, collection: Collection) -> None:
        """Tours first, then random sequences; each finding is shrunk, and not stopped at any more.

        A tour that a finding ended is taken again, to its end.
        """
        walks = [
            *tours(collection.commands, put_creates=collection.put_creates),
            crowd(collection.commands, self.plan.crowd),
        ]
        waiting, done, shrunk = walks * self.plan.tours, 0, 0
        while done < self.plan.tests and shrunk < self.plan.findings and not self.ledger.spent():
            seed = self.plan.seed + done
            if not waiting:
                wander(collection, self.ledger, self.plan.steps, seed)
            elif walk(collection, self.ledger, waiting[0], seed):
                waiting.pop(0)
            done += 1
            for fingerprint in self.ledger.new_faults:
                self._reduce(collection, fingerprint)
                shrunk += 1

    def _reduce(self, collection: Collection, fingerprint: str) -> None:
        """With the values that showed it, or else with fresh ones each time."""
        finding = self.ledger.findings[fingerprint]
        reproduced = any(self._shrinks(finding, collection, seeds) for seeds in (repeat(None), count(self.plan.seed)))
        self.ledger.findings[fingerprint] = replace(self.ledger.findings[fingerprint], reproduced=reproduced)
        self.ledger.known.add(fingerprint)

    def _shrinks(self, finding: Finding, collection: Collection, seeds: Iterator[int | None]) -> bool:
        """Whether it shows again; the ledger keeps the shortest sequence that did."""

        def shows(acts: Sequence[Act]) -> bool:
            return not self.ledger.spent() and play(finding, collection, self.ledger, acts, next(seeds)) is True

        return reduce(finding, shows, self.plan.shrink)[1]

    def _told(self, collection: Collection, trouble: str) -> CollectionResult:
        name, ledger = collection.name, self.ledger
        manners = ledger.manners.get(name, Manners())
        ways = [] if trouble else possible(collection.commands, put_creates=collection.put_creates)
        return CollectionResult(
            name=name,
            commands=tuple(sorted(collection.commands)),
            left_out=trouble,
            delete=None if trouble else manners.delete,
            mark=manners.mark,
            tests=ledger.tests[name],
            steps=ledger.steps[name],
            transitions=tuple((*way, ledger.transitions[name][way]) for way in ways),
        )


def _first(commands: Commands, number: int) -> Key:
    for entry in samples(commands.collection.entries(), _PROBED, number):
        outcome = commands.post(entry)
        if outcome.is_made:
            return outcome.key
    return ""
