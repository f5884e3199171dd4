"""The state phase: every collection of an open service is tested within a budget, and what was made is removed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final

from querious.causes import grouped
from querious.errors import QueriousError
from querious.execute.addresses import is_this_machine
from querious.model.severity import Severity
from querious.model.state import CollectionResult, Command, StateSection
from querious.pipeline.budget import Findings
from querious.pipeline.redacted_results import RedactedResults
from querious.pipeline.state.service import GRACE
from querious.state.collection_test import Testing, TestPlan
from querious.state.journal import clean_up
from querious.state.ledger import StateLedger
from querious.state.parallel import ParallelPlan, test_parallel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model import Finding, Progress, Settings
    from querious.model.state import Key
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.observer import Observer
    from querious.pipeline.own_errors import OwnErrors
    from querious.pipeline.state.service import StateService
    from querious.state.facade import Collection
    from querious.state.journal import Journal, Left

_TICK: Final = 0.2
"""Seconds between two reports of progress."""
_LEAST: Final = 60
"""Requests of one collection below which hardly anything is learned of it: rather one is tested than none."""
_CLEANING: Final = 60.0
"""Seconds that the service may make us wait, at most, while what was made is removed."""


@dataclass(frozen=True, slots=True)
class StateResults:
    """What the phase brought."""

    findings: tuple[Finding, ...]
    section: StateSection
    ended: str
    """Why it ended early, in words; empty if it did not."""
    interrupted: bool = False


def run_state_phase(
    service: StateService, settings: Settings, budget: RunBudget, observer: Observer, errors: OwnErrors
) -> StateResults:
    """Test every collection that is asked for, and remove all that was made, also after Ctrl-C.

    Synchronous, as sequences are: a caller with an event loop gives it a thread. The observer is told of every new
    finding at once.
    """
    phase = _StatePhase(service, settings, budget, observer)
    tested: list[CollectionResult] = []
    interrupted, enough = False, ""
    try:
        chosen = service.chosen(settings.state.only)
        for place, collection in enumerate(chosen):
            phase.share_with(len(chosen) - place)
            try:
                tested.append(phase.test(collection))
            except QueriousError:
                raise
            except Exception as error:
                if _is_interrupt(error):
                    raise
                errors.add("collection", collection.name, error)
            enough = phase.found_enough()
            if enough:
                break
    except BaseException as error:
        interrupted = _is_interrupt(error)
        if not interrupted:
            phase.clean_up()
            raise
    phase.share_with(1)
    ended = "interrupted" if interrupted else phase.spent() or enough
    left = phase.clean_up()
    findings = tuple(phase.ledger.findings.values())
    return StateResults(findings, StateSection(service.journal.name, tuple(tested), left), ended, interrupted)


class _StatePhase:
    def __init__(self, service: StateService, settings: Settings, budget: RunBudget, observer: Observer) -> None:
        self._service = service
        self._settings = settings
        self._before = budget
        self._budget = replace(budget, progress=self._progress)
        self._observer = observer
        self._name = ""
        self._until = 1.0
        """The part of the budget after which it is the turn of the next collection."""
        self._shown = -inf
        redacted = RedactedResults()
        collections = {collection.name: collection for collection in service.collections}
        self.ledger = StateLedger(
            collections,
            service.journal,
            spent=self._look,
            tell=lambda finding: observer.found(redacted.finding(finding)),
            judge=service.source.judge,
        )

    def share_with(self, collections: int) -> None:
        """Spend no more than the share of one of so many collections of what is left: the first starves no other."""
        share = self._budget.share() or 0.0
        requests = self._settings.requests
        least = _LEAST / (requests * self._budget.portion) if requests else 0.0
        self._until = min(1.0, share + max(least, (1.0 - share) / collections))

    def test(self, collection: Collection) -> CollectionResult:
        """Sequences on one collection, and programs of parallel branches where they are asked for."""
        self._name = collection.name
        if self.ledger.spent():
            return CollectionResult(collection.name, tuple(sorted(collection.commands)))
        if Command.LIST in collection.commands and not collection.parent:  # each run makes its own parents
            self._service.journal.there(collection.name, [key for key, _ in collection.list().entries])
        settings, asked = self._settings, self._settings.state
        shared = asked.shared if asked.shared is not None else not is_this_machine(self._service.source.service)
        most = TestPlan.findings if settings.stop_after is None else settings.stop_after
        plan = TestPlan(seed=settings.seed, tests=asked.tests, steps=asked.steps, findings=most, shared=shared)
        tested = Testing(self.ledger, plan).test(collection)
        if asked.parallel and not tested.left_out and not self.ledger.spent():
            programs = ParallelPlan(seed=settings.seed, programs=asked.parallel)
            for finding in test_parallel(collection, self.ledger, programs)[1]:
                self.ledger.found(finding)
            self.ledger.known.update(self.ledger.new_faults)
        return tested

    def found_enough(self) -> str:
        """Why no other collection is to be tested, although there is time; empty: go on."""
        stop_after = self._settings.stop_after
        return "" if stop_after is None else Findings(stop_after).spent(self._progress())

    def spent(self) -> str:
        """Why no more is sent; empty: go on. What is there has to be removed again, within the budget."""
        throttle, bridge = self._service.target.throttle, self._service.bridge
        if throttle.ended or self._service.answers.is_hopeless:
            return throttle.ended or "no answer told anything"
        made = self._service.journal.made
        return self._budget.part(self._until).effort.spent(requests=made, seconds=made * bridge.latency)

    def clean_up(self) -> int:
        """Remove what tests did not come to remove, such as a post that was interrupted; how many entries are left."""
        self._name = "cleaning up"
        self._service.target.throttle.extend(min(self._before.part(GRACE).left(), _CLEANING))
        removed, stays = remove_left(self._service.journal, self.ledger.collections)
        return max(self.ledger.left - removed, len(stays))

    def _look(self) -> str:
        """Asked before every command: why no more may be sent, but for cleaning up; empty: go on."""
        if self._budget.elapsed - self._shown >= _TICK:
            self._shown = self._budget.elapsed
            self._observer.progress(self._progress())
        return self.spent()

    def _progress(self) -> Progress:
        before = self._before.now()
        causes = grouped(self.ledger.findings.values())
        faults = sum(told.severity is Severity.FAULT for told, *_ in causes)
        others = len(causes) - faults
        return replace(
            before,
            phase=self._name,
            requests=self._service.target.sent(),
            findings=before.findings + faults,
            suspicions=before.suspicions + others,
        )


def remove_left(journal: Journal, collections: Mapping[str, Collection]) -> tuple[int, Sequence[Left]]:
    """Remove what is left by the journal: how many entries, and those that stay."""
    removed: list[Left] = []

    def remember(one: Left, key: Key) -> None:
        removed.append(one)
        journal.removed(one.collection, one.given, one.written or key)

    stays = clean_up(journal.left(), collections, remember)
    return len(removed), stays


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind it: the engine, interrupted in its own work, fails with errors of its own."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None
