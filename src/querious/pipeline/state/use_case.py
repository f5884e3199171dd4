"""Testing the state of a service: source, transport, collections, tests and clean-up, wired together."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final

from querious.errors import ConfigError, QueriousError, TargetError
from querious.execute.addresses import is_this_machine
from querious.execute.bridge import open_bridge
from querious.model.run import Progress, Run
from querious.model.state import CollectionResult, Command, StateSection
from querious.pipeline.budget import Clock
from querious.pipeline.observer import Silent
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.redacted_results import RedactedResults
from querious.pipeline.state.sources import find_source
from querious.pipeline.state.watch import AnswerWatch, nothing_answered
from querious.state.cleanup import clean_up
from querious.state.collection_test import Testing, TestPlan
from querious.state.journal import FileJournal, NoJournal, read_journal
from querious.state.parallel import ParallelPlan, test_parallel
from querious.state.results import Gathering
from querious.state.samples import samples
from querious.text.urls import without_secrets
from querious.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from querious.execute.bridge import Bridge
    from querious.execute.throttle import Throttle
    from querious.model import Settings
    from querious.model.state import Key
    from querious.model.state_settings import StateSettings
    from querious.model.values import JSON
    from querious.pipeline.observer import Observer
    from querious.pipeline.state.sources import ServiceSource
    from querious.state.facade import Collection
    from querious.state.journal import Journal, Left

_DELAY: Final = 0.5
"""Seconds between requests to a service on another machine, as in the study."""
_GRACE: Final = 1.1
"""The part of the time after which nothing is sent any more, not even for cleaning up: what is left stays on record."""
_TICK: Final = 0.2
"""Seconds between two reports of progress."""
_CLEANING: Final = 60.0
"""Seconds that the service may make us wait, at most, while what was made is removed."""
_SHOWN: Final = 2
"""Entries that a dry run shows of each collection."""


@dataclass(slots=True)
class OpenService:
    """A service that is being tested."""

    source: ServiceSource
    bridge: Bridge
    collections: tuple[Collection, ...]
    left_out: tuple[str, ...]
    answers: AnswerWatch

    @property
    def name(self) -> str:
        """What to call it in reports."""
        return self.bridge.target.name

    @property
    def throttle(self) -> Throttle:
        """What the service says about the pace."""
        return self.bridge.target.throttle


def crud(
    target: str | object,
    settings: Settings,
    asked: StateSettings,
    observer: Observer | None = None,
    journal: Path | None = None,
    *,
    started: float | None = None,
) -> Run:
    """Test every collection of the service, and remove all that was made.

    ``started`` is as for ``querious.pipeline.run``; the observer is told of every new finding at once.
    """
    observer = observer or Silent()
    clock = Clock(settings.seconds, started)
    observer.progress(Progress("reading the description", elapsed=clock.elapsed))
    kept = FileJournal(journal, _about(target, asked)) if journal else NoJournal()
    errors = OwnErrors(observer.note)
    with open_service(target, settings, asked, kept, clock) as opened:
        errors.hide = opened.bridge.target.mask.text
        gathering = Gathering({collection.name: collection for collection in opened.collections}, kept)
        watch = _Watch(observer, clock, opened, gathering, settings)
        gathering.spent = watch.look
        tested: list[CollectionResult] = []
        redacted = RedactedResults()
        gathering.tell = lambda finding: observer.found(redacted.finding(finding))
        interrupted = False
        try:
            for collection in _chosen(opened.collections, asked):
                watch.phase = collection.name
                try:
                    _note_others(collection, kept)
                    tested.append(_test(collection, gathering, settings, asked, opened))
                except QueriousError:
                    raise
                except Exception as error:
                    if _by_ctrl_c(error):
                        raise
                    errors.add("collection", collection.name, error)
                if settings.stop_after is not None and len(gathering.faults) >= settings.stop_after:
                    break
        except BaseException as error:
            interrupted = _by_ctrl_c(error)
            if not interrupted:
                _sweep(gathering, kept)
                raise
        watch.phase = "cleaning up"
        ended = "interrupted" if interrupted else watch.spent()
        opened.throttle.extend(min(clock.left(_GRACE), _CLEANING))
        left = _sweep(gathering, kept)
        if not interrupted and not errors.errors:
            _stop_if_nothing_answered(opened, settings, ended, journal if not left else None)
        run = Run(
            target=opened.name,
            seed=settings.seed,
            findings=tuple(gathering.findings.values()),
            requests=opened.bridge.target.sent(),
            elapsed=clock.elapsed,
            notes=tuple(filter(None, _notes(opened))),
            ended=ended,
            interrupted=interrupted,
            version=__version__,
            fail_on=settings.fail_on,
            errors=errors.errors,
            state=StateSection(journal.stem if journal else "", tuple(tested), left),
        )
        return redacted.run(run)


@dataclass(slots=True)
class _Watch:
    """Shows how far the tests are, and says when the budget is spent."""

    observer: Observer
    clock: Clock
    opened: OpenService
    gathering: Gathering
    settings: Settings
    phase: str = ""
    _shown: float = -inf

    def look(self) -> bool:
        """Asked before every command: whether no more may be sent, but for cleaning up."""
        if self.clock.elapsed - self._shown >= _TICK:
            self._shown = self.clock.elapsed
            faults = len(self.gathering.faults)
            others = len(self.gathering.findings) - faults
            self.observer.progress(
                Progress(self.phase, self.opened.bridge.target.sent(), self._shown, faults, suspicions=others)
            )
        return self.spent() != ""

    def spent(self) -> str:
        """Why no more is sent; empty: go on. What is there has to be removed again, within the budget."""
        made, bridge = self.gathering.journal.made, self.opened.bridge
        if self.opened.throttle.ended or self.opened.answers.is_hopeless:
            return self.opened.throttle.ended or "no answer told anything"
        most = self.settings.requests
        if most is not None and bridge.target.sent() + made >= most:
            return f"{most:,} requests"
        if self.clock.left() <= made * bridge.latency:
            return f"{self.clock.seconds:,.10g} s"
        return ""


def crud_dry(target: str | object, settings: Settings, asked: StateSettings) -> Iterator[tuple[str, JSON]]:
    """What would be sent, as examples: a line and a body; nothing is written, only the description is read."""
    with open_service(target, settings, asked) as opened:
        for collection in _chosen(opened.collections, asked):
            offered = ", ".join(sorted(collection.commands))
            needs = f", needs {', '.join(collection.needs)}" if collection.needs else ""
            yield f"{collection.name}: {offered}{needs}", None
            given = {name: ["KEY"] for name in collection.needs}
            bound = collection.bind(given)
            for entry in samples(bound.entries(), _SHOWN, settings.seed):
                yield f"  {Command.POST} {collection.name}", entry
            if Command.PATCH in collection.commands:
                for entry in samples(bound.changes(), 1, settings.seed):
                    yield f"  {Command.PATCH} {collection.name} KEY", entry
        for reason in opened.left_out:
            yield reason, None


def crud_clean_up(
    path: Path, target: str | object | None, settings: Settings, asked: StateSettings
) -> tuple[int, Sequence[Left]]:
    """Remove what the run of a journal left behind: how many entries, and those that stay."""
    about, left = read_journal(path)
    if not left:
        return 0, ()
    asked = replace(asked, url=asked.url or about["url"], template=asked.template or about["template"])
    journal = FileJournal(path, about, begun=True)
    with open_service(target or about["target"], settings, asked, journal) as opened:
        return _removed(journal, {collection.name: collection for collection in opened.collections})


def _stop_if_nothing_answered(opened: OpenService, settings: Settings, ended: str, journal: Path | None) -> None:
    """A TargetError where no answer was the service's own; then a journal of nothing is not kept."""
    told = nothing_answered(opened.answers, opened.source, opened.name, settings, ended)
    if told and journal is not None:
        journal.unlink(missing_ok=True)
    if told:
        raise TargetError(told)


def _notes(opened: OpenService) -> list[str]:
    found = f"collections were found by {opened.source.told}"
    return [found, opened.source.also, *opened.left_out, opened.throttle.note(), opened.answers.shortfall]


def _note_others(collection: Collection, journal: Journal) -> None:
    """Write down what is there and not ours. Within a parent nothing is: each run makes its own."""
    if isinstance(journal, FileJournal) and Command.LIST in collection.commands and not collection.parent:
        journal.there(collection.name, [key for key, _ in collection.list().entries])


def _by_ctrl_c(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind it: the engine, interrupted in its own work, fails with errors of its own."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _sweep(gathering: Gathering, journal: Journal) -> int:
    """Remove what tests did not come to remove, such as a post that was interrupted; how many entries are left."""
    if not isinstance(journal, FileJournal) or not journal.begun:
        return gathering.left
    removed, stays = _removed(journal, gathering.collections)
    return max(gathering.left - removed, len(stays))


def _removed(journal: FileJournal, collections: Mapping[str, Collection]) -> tuple[int, Sequence[Left]]:
    """Remove what is left by the journal: how many entries, and those that stay."""
    removed: list[Left] = []

    def remember(one: Left, key: Key) -> None:
        removed.append(one)
        journal.removed(one.collection, one.given, key)

    stays = clean_up(read_journal(journal.path)[1], collections, remember)
    return len(removed), stays


@contextmanager
def open_service(
    target: str | object,
    settings: Settings,
    asked: StateSettings,
    journal: Journal | None = None,
    clock: Clock | None = None,
) -> Iterator[OpenService]:
    """The service; without a journal nothing is written to it, without a clock there is no end to the time."""
    clock = clock or Clock(None)
    source = find_source(target, asked, settings)
    is_here = is_this_machine(source.service)
    delay = asked.delay if asked.delay is not None else 0.0 if is_here else _DELAY
    answers = AnswerWatch(graphql=source.graphql)
    with open_bridge(
        source.service,
        settings,
        graphql=source.graphql,
        delay=delay,
        left=lambda: clock.left(_GRACE),
        observe=answers.note,
    ) as bridge:
        name = bridge.target.name
        if journal is not None:
            _may_write(source, name, asked)
        made, left_out = source.make(bridge, journal)
        collections = tuple(
            collection.promising(asked.delete_means, put_merges=asked.put_merges) for collection in made
        )
        if not collections:
            told = nothing_answered(answers, source, name, settings)
            if told:
                raise TargetError(told)
            reason = f": {left_out[0]}" if left_out else ""
            raise ConfigError(f"no collection was found at {name}{reason}; a template or a facade can name one")
        yield OpenService(source, bridge, collections, left_out, answers)


def _may_write(source: ServiceSource, name: str, asked: StateSettings) -> None:
    if not asked.write and not is_this_machine(source.service):
        raise ConfigError(
            f"{name} is not this machine, and testing its state writes to it: say --write if that is wanted, "
            "or see with --dry-run what would be sent"
        )


def _test(
    collection: Collection, gathering: Gathering, settings: Settings, asked: StateSettings, opened: OpenService
) -> CollectionResult:
    if gathering.spent():
        return CollectionResult(collection.name, tuple(sorted(collection.commands)))
    shared = asked.shared if asked.shared is not None else not is_this_machine(opened.source.service)
    most = TestPlan.findings if settings.stop_after is None else settings.stop_after
    plan = TestPlan(seed=settings.seed, tests=asked.tests, steps=asked.steps, findings=most, shared=shared)
    tested = Testing(gathering, plan).test(collection)
    if asked.parallel and not tested.left_out and not gathering.spent():
        _, findings = test_parallel(collection, gathering, ParallelPlan(seed=settings.seed, programs=asked.parallel))
        for finding in findings:
            gathering.found(finding)
    return tested


def _chosen(collections: tuple[Collection, ...], asked: StateSettings) -> list[Collection]:
    names = [collection.name for collection in collections]
    for name in asked.only:
        if name not in names:
            raise ConfigError(f"there is no collection {name!r:.40}; there are {', '.join(names)}")
    return [collection for collection in collections if not asked.only or collection.name in asked.only]


def _about(target: str | object, asked: StateSettings) -> dict[str, str]:
    """How to find the service again; user, password and query of an address are not written down."""
    return {"target": without_secrets(str(target)), "url": without_secrets(asked.url), "template": asked.template}
