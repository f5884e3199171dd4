"""A collection, tested in stages, so that several collections can take turns.

The first stages look at everything once: the probe, a tour of the state machine, scenes, limits at their edge, a
parallel program, a crowd of entries, a few more programs. Then what was found is shrunk, and random sequences take
what is left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count, repeat
from typing import TYPE_CHECKING, Final

from querious.model.finding import Finding
from querious.model.severity import Severity
from querious.model.state import CollectionResult, Command, CommandSequence, CommandStep, Ending, GivenEntry
from querious.state.first_probe import LearnedManners, Making, learn
from querious.state.limits import test_limits
from querious.state.model import Manners
from querious.state.parallel import ParallelPlan, test_parallel
from querious.state.random_sequence import wander
from querious.state.reduction import reduce
from querious.state.room import roomiest_first
from querious.state.rules import Done
from querious.state.rules.answer import server_error
from querious.state.samples import WITH_BODY, BodySamples, samples
from querious.state.scenes import play_scenes
from querious.state.sequence import Commands
from querious.state.sequences import play, walk
from querious.state.tour import crowd, tours
from querious.state.transitions import possible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.state import Key, Outcome
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.ledger import StateLedger
    from querious.state.reduction import Reduced
    from querious.state.tour import Move

_PROBED: Final = 12
"""Entries that the probe tries to make."""
_FEW_PROGRAMS: Final = 4
_FEW_ATTEMPTS: Final = 3
_FIRST_PROGRAMS: Final = 1
"""Of what is lost most often, before what costs many requests."""


@dataclass(frozen=True)
class TestPlan:
    """How much is tested."""

    seed: int = 0
    tests: int = 30
    """Sequences for each collection, as in the study."""
    steps: int = 30
    """Commands in a sequence, at most."""
    tours: int = 2
    """How often sequences go through the whole state machine before random ones."""
    programs: int = 3
    """Programs of parallel branches."""
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
        """One collection alone, from its probe to the last random sequence."""
        one = CollectionTest(self, collection)
        for _ in one.first_stages():
            pass
        one.shrink_findings()
        for _ in one.further_stages():
            pass
        return one.result()

    def probe(self, collection: Collection) -> str:
        """Learn how the service behaves; why the collection cannot be tested, empty if it can."""
        removal: list[tuple[Commands, Key]] = []
        given: list[GivenEntry] = []
        try:
            for needed in self.ledger.needs_of(collection):
                if Command.DELETE not in needed.commands:
                    return f"entries of {needed.name}, which it needs, could not be deleted again: there is no delete"
                commands = Commands(needed, _keys_of(given), self.ledger.journal)
                made = self._first(commands)
                if made is None and needed.turn_to_models():
                    made = self._first(commands)
                if made is None:
                    return f"no entry of {needed.name}, which it needs, could be created"
                removal.append((commands, made.key))
                given.append(made)
            return self._learn(collection, given)
        finally:
            for commands, key in reversed(removal):
                commands.delete(key)

    def _first(self, commands: Commands) -> GivenEntry | None:
        """The first entry that can be made; None where the service refuses all that were tried."""
        name = commands.collection.name
        for entry in roomiest_first(samples(commands.collection.entries(), _PROBED, self.plan.seed)):
            outcome = commands.post(entry)
            if outcome.is_made:
                self.ledger.shown[name] = outcome.value
                return GivenEntry(name, outcome.key, entry)
        return None

    def _learn(self, collection: Collection, given: Sequence[GivenEntry]) -> str:
        learned = self._probed(collection, given)
        if not learned.manners.keys and collection.turn_to_models():
            learned = self._probed(collection, given)
        self.ledger.manners[collection.name] = learned.manners
        self.ledger.put_off()
        if learned.missing:
            collection.commands -= learned.missing
        return learned.trouble

    def _probed(self, collection: Collection, given: Sequence[GivenEntry]) -> LearnedManners:
        commands = Commands(collection, _keys_of(given), self.ledger.journal)
        entries = samples(commands.collection.entries(), _PROBED, self.plan.seed)

        made: dict[Key, CommandStep] = {}
        if Command.LIST in collection.commands:
            commands.others = frozenset(dict(commands.collection.list().entries))

        def post(entry: JSON) -> Outcome:
            outcome = commands.post(entry)
            if outcome.is_made:
                self.ledger.made.add(outcome.key)
            made[outcome.key] = CommandStep(Command.POST, "post_first", "#1", outcome.key, entry, outcome)
            self._tell_failure(collection, given, made[outcome.key])
            return outcome

        def delete(key: Key) -> Outcome:
            outcome = commands.delete(key)
            step = CommandStep(Command.DELETE, "del_last", "#1", key, None, outcome)
            self._tell_failure(collection, given, made[key], step)
            return outcome

        return learn(commands.collection, entries, Making(post, delete), shared=self.plan.shared)

    def _tell_failure(self, collection: Collection, given: Sequence[GivenEntry], *steps: CommandStep) -> None:
        """A server error that the probe meets is a finding, although nothing more can be tested behind it."""
        last = steps[-1]
        if last.outcome.ending is not Ending.BROKEN or self.ledger.spent():
            return
        breach = server_error(Done(last.verb, last.key, last.sent, last.outcome))
        sequence = CommandSequence(steps, tuple(given))
        exchange = sequence.last_exchange
        self.ledger.found(
            Finding(breach.rule, collection.name, breach.message, exchange, breach.severity, sequence=sequence)
        )


class CollectionTest:
    """The tests of one collection, in stages: whoever has several lets them take turns."""

    def __init__(self, testing: Testing, collection: Collection) -> None:
        self._testing = testing
        self._ledger = testing.ledger
        self._plan = testing.plan
        self._collection = collection
        self.begun = False
        self._trouble = ""
        self._found = 0
        self._tests = 0
        self._knows_limits = False

    def first_stages(self) -> Iterator[None]:
        """Look at everything once, what tells most for its requests first; a stage has ended at each yield."""
        self.begun = True
        self._trouble = self._probe()
        if self._trouble:
            return
        for moves in self._tours():
            self._walk(moves)
        yield
        play_scenes(self._collection, self._ledger, self._plan.seed)
        yield
        self._test_limits()
        yield
        self._run_programs(0, _FIRST_PROGRAMS)
        yield
        self._walk(self._crowd())
        yield
        self._run_programs(_FIRST_PROGRAMS, self._plan.programs)

    def shrink_findings(self) -> None:
        """Look for the shortest sequence that shows each finding, as far as there is time."""
        ledger = self._ledger
        for fingerprint in list(ledger.unshrunk):
            if ledger.findings[fingerprint].coordinate == self._collection.name and not ledger.spent():
                ledger.unshrunk.remove(fingerprint)
                self._reduce(fingerprint)

    def further_stages(self) -> Iterator[None]:
        """More tours, then random sequences, one for each stage, until all tests are done or enough was found."""
        plan = self._plan
        waiting = [*self._tours(), self._crowd()] * (plan.tours - 1)
        while self.begun and not (self._trouble or self._is_enough() or self._ledger.spent()):
            if not self._knows_limits:
                self._test_limits()
            elif waiting:
                self._walk(waiting.pop(0))
            else:
                wander(self._collection, self._ledger, plan.steps, plan.seed + self._tests)
                self._note_test()
            self.shrink_findings()
            yield

    def result(self) -> CollectionResult:
        """How it was tested."""
        collection, ledger, trouble = self._collection, self._ledger, self._trouble
        name = collection.name
        if not self.begun:
            return CollectionResult(name, tuple(sorted(collection.commands)))
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

    def _probe(self) -> str:
        trouble = self._testing.probe(self._collection)
        ended = self._ledger.spent()
        return f"the run ended before it could be tested: {ended}" if trouble and ended else trouble

    def _test_limits(self) -> None:
        """Tried again later where its share of the budget was spent before it was done."""
        self._knows_limits = test_limits(self._collection, self._ledger, self._plan.seed)

    def _tours(self) -> list[list[Move]]:
        return tours(self._collection.commands, put_creates=self._collection.put_creates)

    def _crowd(self) -> list[Move]:
        return crowd(self._collection.commands, self._plan.crowd)

    def _walk(self, moves: Sequence[Move]) -> None:
        """Take a tour; one that a new fault ended is taken again, to its end."""
        is_whole = False
        while not is_whole and not self._is_enough() and not self._ledger.spent():
            is_whole = walk(self._collection, self._ledger, moves, self._plan.seed + self._tests)
            self._note_test()

    def _note_test(self) -> None:
        """One more was carried out: what it found is shrunk later, and ends no other."""
        self._tests += 1
        before = len(self._ledger.unshrunk)
        self._ledger.put_off()
        self._found += len(self._ledger.unshrunk) - before

    def _is_enough(self) -> bool:
        return self._tests >= self._plan.tests or self._found >= self._plan.findings

    def _run_programs(self, first: int, end: int) -> None:
        """Those of these numbers, as far as so many are to be run."""
        ledger = self._ledger
        if first >= min(end, self._plan.programs) or ledger.spent():
            return
        plan = replace(self._parallel_plan(), first=first, programs=min(end, self._plan.programs))
        for finding in test_parallel(self._collection, ledger, plan)[1]:
            ledger.found(finding)
            ledger.known.add(finding.fingerprint)

    def _parallel_plan(self) -> ParallelPlan:
        """A few programs are tried less often each: most races that matter show at once."""
        plan = ParallelPlan(seed=self._plan.seed)
        return replace(plan, attempts=_FEW_ATTEMPTS) if self._plan.programs <= _FEW_PROGRAMS else plan

    def _reduce(self, fingerprint: str) -> None:
        """With the values that showed it, or else with fresh ones each time."""
        ledger = self._ledger
        ledger.known.discard(fingerprint)
        finding = ledger.findings[fingerprint]
        is_shown = any(self._shrinks(finding, seeds) for seeds in (repeat(None), count(self._plan.seed)))
        told = replace(ledger.findings[fingerprint], reproduced=is_shown)
        if not is_shown and ledger.spent():
            told = replace(told, reproduced=None)
        elif not is_shown and self._plan.shrink:
            told = replace(told, severity=Severity.SUSPICION)
        ledger.findings[fingerprint] = told
        ledger.known.add(fingerprint)

    def _shrinks(self, finding: Finding, seeds: Iterator[int | None]) -> bool:
        """Whether it shows again; the ledger keeps the smallest sequence that did."""
        collection, ledger = self._collection, self._ledger
        mark = ledger.manners[collection.name].mark

        def shows(smaller: Reduced) -> bool:
            asked = collection.showing([*smaller.members, mark])
            return not ledger.spent() and play(finding, asked, ledger, smaller.acts, next(seeds)) is True

        bodies = BodySamples(self._plan.seed)
        barest = {verb: bodies.barest(collection, verb) for verb in WITH_BODY & collection.commands}
        return reduce(finding, shows, self._plan.shrink, collection.members, barest)[1]


def _keys_of(given: Sequence[GivenEntry]) -> dict[str, list[Key]]:
    return {one.collection: [one.key] for one in given}
