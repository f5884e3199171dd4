"""The state phase: every collection of an open service is tested within a budget, and what was made is removed."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Final

from querious.causes import grouped
from querious.errors import LoginError, QueriousError
from querious.execute.addresses import is_this_machine
from querious.model.state import CollectionResult, Command, StateSection
from querious.pipeline.budget import Findings
from querious.pipeline.ledger import failing
from querious.pipeline.redacted_results import RedactedResults
from querious.pipeline.state.service import GRACE
from querious.state.collection_test import CollectionTest, Testing, TestPlan
from querious.state.journal import clean_up
from querious.state.ledger import StateLedger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

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
_FIRST_LOOK: Final = 0.85
"""The part of the budget in which every collection is looked at once; then what was found is shrunk."""
_NO_MORE: Final = object()
_PAUSES: Final = (0.5, 2.0)
"""Seconds after which what a busy service did not remove is tried again."""
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
    service: StateService,
    settings: Settings,
    budget: RunBudget,
    observer: Observer,
    errors: OwnErrors,
    random_until: float = 1.0,
) -> StateResults:
    """Test every collection that is asked for, and remove all that was made, also after Ctrl-C.

    Synchronous, as sequences are: a caller with an event loop gives it a thread. The observer is told of every new
    finding at once. ``random_until``: the part of the budget after which no random sequence begins any more.
    """
    phase = _StatePhase(service, settings, budget, observer, errors)
    interrupted = False
    try:
        phase.test_all(service.chosen(settings.state.only), random_until)
    except LoginError:
        if not service.target.lost_login:  # it never worked, so nothing was tested
            raise
    except BaseException as error:
        interrupted = _is_interrupt(error)
        if not interrupted:
            phase.clean_up()
            raise
    ended = "interrupted" if interrupted else phase.why_ended()
    stays = phase.clean_up()
    left = 0 if settings.vanishes else stays
    findings = tuple(phase.ledger.findings.values())
    return StateResults(findings, StateSection(service.journal.name, phase.results(), left), ended, interrupted)


class _StatePhase:
    def __init__(
        self, service: StateService, settings: Settings, budget: RunBudget, observer: Observer, errors: OwnErrors
    ) -> None:
        self._service = service
        self._errors = errors
        self._tests: dict[str, CollectionTest] = {}
        self._settings = settings
        self._before = budget
        self._budget = replace(budget, progress=self._progress)
        self._observer = observer
        self._name = ""
        self._until = 1.0
        """The part of the budget at which the turn of a collection ends."""
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

    def test_all(self, collections: Sequence[Collection], random_until: float) -> None:
        """Every collection once, then shrink what was found, then go on with all of them in turns.

        What was found is shrunk before the budget is spent: a finding of forty steps is of little use to anybody.
        """
        testing = Testing(self.ledger, self._plan())
        self._tests = {one.name: CollectionTest(testing, one) for one in collections}
        begun = self._budget.share() or 0.0
        first_look = begun + _FIRST_LOOK * (1.0 - begun)
        first_stages = {one.name: self._first_stages(one) for one in collections}
        self._take_turns(first_stages, first_look)
        faulty = [name for name in self._tests if self.ledger.is_unshrunk(name)]
        for place, name in enumerate(faulty):
            self.share_with(len(faulty) - place)
            self._guarded(name, self._tests[name].shrink_findings)
        if not self._found_enough():
            self._take_turns(first_stages)
            self._take_turns({name: test.further_stages() for name, test in self._tests.items()}, random_until)

    def results(self) -> tuple[CollectionResult, ...]:
        """How each collection was tested; where enough was found, only those that it had come to."""
        tests = self._tests.values()
        return tuple(test.result() for test in tests if test.begun or not self._found_enough())

    def why_ended(self) -> str:
        """Why not all was done that could be; empty if it was."""
        self._until = 1.0
        return self.spent() or self._found_enough()

    def _take_turns(self, waiting: dict[str, Iterator[None]], until: float = 1.0) -> None:
        """One stage of each collection after the other, round by round, until all have ended or the budget has."""
        while waiting:
            names = list(waiting)
            for place, name in enumerate(names):
                self._name = name
                self.share_with(len(names) - place, until)
                if self.ledger.spent():
                    return
                if self._guarded(name, partial(next, waiting[name], _NO_MORE)) is _NO_MORE:
                    del waiting[name]
                if self._found_enough():
                    return

    def _guarded(self, name: str, work: Callable[[], object]) -> object:
        """What the work gives; an error of ours ends the tests of this collection, and of no other."""
        try:
            return work()
        except QueriousError:
            raise
        except Exception as error:
            if _is_interrupt(error):
                raise
            self._errors.add("collection", name, error)
            return _NO_MORE

    def _first_stages(self, collection: Collection) -> Iterator[None]:
        """Each run makes its own parents: what is there below those of others does not matter."""
        if Command.LIST in collection.commands and not collection.parent:
            self._service.journal.there(collection.name, [key for key, _ in collection.list().entries])
        yield from self._tests[collection.name].first_stages()

    def _plan(self) -> TestPlan:
        settings, asked = self._settings, self._settings.state
        shared = asked.shared if asked.shared is not None else not is_this_machine(self._service.source.service)
        return TestPlan(
            seed=settings.seed,
            tests=asked.tests,
            steps=asked.steps,
            programs=asked.parallel,
            findings=TestPlan.findings if settings.stop_after is None else settings.stop_after,
            shared=shared,
        )

    def share_with(self, collections: int, until: float = 1.0) -> None:
        """Spend no more than the share of one of so many collections of what is left: the first starves no other."""
        share = self._budget.share() or 0.0
        requests = self._settings.requests
        least = _LEAST / (requests * self._budget.portion) if requests else 0.0
        self._until = min(until, share + max(least, (until - share) / collections))

    def _found_enough(self) -> str:
        """Why no more is to be looked for, although there is time; empty: go on."""
        stop_after = self._settings.stop_after
        return "" if stop_after is None else Findings(stop_after).spent(self._progress())

    def spent(self) -> str:
        """Why no more is sent; empty: go on. What is there has to be removed again, within the budget."""
        throttle, bridge = self._service.target.throttle, self._service.bridge
        if self._service.target.lost_login:
            return self._service.target.lost_login
        if throttle.ended or self._service.answers.is_hopeless:
            return throttle.ended or "no answer told anything"
        made = self._service.journal.made
        return self._budget.part(self._until).effort.spent(requests=made, seconds=made * bridge.latency)

    def clean_up(self) -> int:
        """Remove what tests did not come to remove, such as a post that was interrupted; how many entries are left."""
        self._name = "cleaning up"
        if self._service.target.lost_login:
            return len(self._service.journal.left())
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
        counted = failing(causes, self._settings)
        return replace(
            before,
            phase=self._name,
            requests=self._service.target.sent(),
            findings=before.findings + counted,
            suspicions=before.suspicions + len(causes) - counted,
        )


def remove_left(
    journal: Journal, collections: Mapping[str, Collection], sleep: Callable[[float], None] = time.sleep
) -> tuple[int, Sequence[Left]]:
    """Remove what is left by the journal: how many entries, and those that stay."""
    removed: list[Left] = []

    def remember(one: Left, key: Key) -> None:
        removed.append(one)
        journal.removed(one.collection, one.given, one.written or key)

    def forget(one: Left) -> None:
        journal.posted(one.collection, one.given, "", one.entry)

    stays = clean_up(journal.left(), collections, remember, forget)
    for pause in _PAUSES:
        if not any(one.may_pass for one in stays):
            break
        sleep(pause)
        stays = clean_up(journal.left(), collections, remember, forget)
    return len(removed), stays


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind it: the engine, interrupted in its own work, fails with errors of its own."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None
