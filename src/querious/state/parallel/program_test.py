"""A collection, tested by branches at the same time: programs are tried several times, for races are luck.

A program whose answers no order explains is run in turns too, before it is held against the service: what shows without
anything at the same time is another fault, which sequences find.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from querious.model.finding import Finding
from querious.model.state import Command, CommandSequence
from querious.state.parallel.accusation import accuse, fewest_reads
from querious.state.parallel.attempt import AttemptStage
from querious.state.parallel.programs import program_of, programs, reduce, turns
from querious.state.samples import BodySamples
from querious.state.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model.state import GivenEntry
    from querious.state.facade import Collection
    from querious.state.ledger import StateLedger
    from querious.state.parallel.accusation import Accusation
    from querious.state.parallel.history import History
    from querious.state.parallel.programs import Program

_NEEDED: Final = frozenset({Command.POST, Command.DELETE})
_IN_TURNS: Final = 6
"""Orders in which a program is run without anything at the same time."""


@dataclass(frozen=True, slots=True)
class ParallelPlan:
    """How much is tested."""

    seed: int = 0
    first: int = 0
    programs: int = 20
    """The number of the program that is run first, and of the first that is not."""
    attempts: int = 5
    """How often each program is tried."""
    shrink: int = 20
    """Smaller programs that are tried for one finding, each as often."""
    findings: int = 3
    """Different findings that are shown."""
    requests: int = 2_000
    """For one collection: no attempt is begun after so many."""


def test_parallel(collection: Collection, ledger: StateLedger, plan: ParallelPlan) -> tuple[int, list[Finding]]:
    """Run programs; how many were run, and what was found. The manners of the collection must be known already."""
    learned = ledger.manners.get(collection.name)
    can_read = any(command.only_reads for command in collection.commands)
    if learned is None or not collection.commands >= _NEEDED or not can_read:
        return 0, []
    manners = replace(learned, delete_again=None)  # of two that delete at the same time, both may be told that they did
    trial = Trial(collection, ledger)
    with trial.prepared(BodySamples(plan.seed).needed):
        if trial.over:
            return 0, []
        stage = AttemptStage(collection, ledger, trial.given_keys(), manners)
        tester = _Tester(collection.name, stage, plan, tuple(trial.given))
        drawn = programs(trial.collection, plan.seed, manners.defaults)
        return tester.test(islice(drawn, plan.first, plan.programs))


class _Tester:
    def __init__(self, collection: str, stage: AttemptStage, plan: ParallelPlan, given: tuple[GivenEntry, ...]) -> None:
        self._collection = collection
        self._stage = stage
        self._plan = plan
        self._given = given

    def test(self, drawn: Iterable[Program]) -> tuple[int, list[Finding]]:
        """All of them, until the budget is spent or enough was found; each cause once."""
        run, found = 0, dict[tuple[str, ...], Finding]()
        for program in drawn:
            if self._spent() or len(found) == self._plan.findings:
                break
            run += 1
            accusation = self._tried(program)
            if accusation is not None and accusation.cause not in found and not self._shows_in_turns(program):
                cause, finding = self._shown(program, accusation)
                found.setdefault(cause, finding)
        return run, list(found.values())

    def _spent(self) -> bool:
        return self._stage.requests >= self._plan.requests or bool(self._stage.spent())

    def _tried(self, program: Program) -> Accusation | None:
        """The first accusation of several attempts."""
        attempts = (self._attempt(program, number) for number in range(self._plan.attempts))
        accused = (accuse(history, self._stage.manners) for history in attempts if history is not None)
        return next((accusation for accusation in accused if accusation is not None), None)

    def _attempt(self, program: Program, number: int) -> History | None:
        return None if self._spent() else self._stage.at_once(program, number)

    def _shows_in_turns(self, program: Program) -> bool:
        """Whether something is wrong without anything at the same time, or nobody can tell."""
        known = False
        for order in islice(turns([len(branch) for branch in program.branches]), _IN_TURNS):
            history = None if self._spent() else self._stage.in_turns(program, order)
            if history is not None and accuse(history, self._stage.manners) is not None:
                return True
            known = known or history is not None
        return not known

    def _shown(self, program: Program, accusation: Accusation) -> tuple[tuple[str, ...], Finding]:
        """By the smallest program that was found, with how often that shows it; and the cause."""
        best = program, accusation

        def shows(candidate: Program) -> bool:
            nonlocal best
            found = self._tried(candidate)
            if found is None or not found.says_as_much_as(best[1]) or self._shows_in_turns(candidate):
                return False
            best = candidate, found
            return True

        start = program_of(fewest_reads(accusation.evidence, self._stage.manners))
        reduce(start if start != program and shows(start) else program, shows, self._plan.shrink)
        return best[1].cause, self._counted(*best)

    def _counted(self, program: Program, accusation: Accusation) -> Finding:
        """The attempt that showed it is one of those that are counted."""
        histories = [self._attempt(program, number) for number in range(self._plan.attempts)]
        whole = [history for history in histories if history is not None]
        again = sum(accuse(history, self._stage.manners) is not None for history in whole)
        sequence = CommandSequence(accusation.evidence.steps(self._stage.manners), tuple(self._given))
        return Finding(
            accusation.rule,
            self._collection,
            f"{accusation.message}; {again + 1} of {len(whole) + 1} attempts showed it",
            sequence.last_exchange,
            accusation.severity,
            count=again + 1,
            reproduced=again > 0 if whole else None,
            sequence=sequence,
        )
