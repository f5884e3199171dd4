"""run, replay, load_schema, measure: what commands and the Python interface call."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from querious.cases import read_documents
from querious.coverage import Recorder
from querious.errors import ConfigError
from querious.execute import open_target
from querious.model import Progress, Run
from querious.pipeline.deviating import deviate
from querious.pipeline.exploring import Exploring
from querious.pipeline.holding import Hold, hold_of, read_baseline
from querious.pipeline.ledger import MOST, Ledger
from querious.pipeline.loop import run_to_end
from querious.pipeline.observer import Observer, Silent
from querious.pipeline.recorded import read_recordings
from querious.pipeline.reducing import Reduction, shows
from querious.pipeline.relating import Relating
from querious.pipeline.session import Session, load, universe_of
from querious.pipeline.ticking import Ticker
from querious.pipeline.volley import Volley
from querious.pipeline.walking import Walk
from querious.report.files import write_file
from querious.values import advice, dump
from querious.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from graphql import GraphQLSchema

    from querious.execute import Target
    from querious.model import Coverage, Finding, Kept, Settings
    from querious.schema import Loaded

_MOSTLY = 0.5
_BEFORE_FIRST_RELATIONS = 600
"""Random cases before relations are asked for the first time: they rest on what answers have shown."""
_BEFORE_RELATIONS = 0.4
"""The part of the budget that is spent before they are asked again, for all that has been learned by then."""
_RELATIONS = 0.85
"""The part of the budget after which they begin nothing new."""


def run(
    target: str | object,
    settings: Settings,
    observer: Observer | None = None,
    keep: Callable[[Kept], None] | None = None,
) -> Run:
    """Test the target. Ctrl-C ends the run early: what was found so far is returned.

    ``keep`` is handed every exchange as it comes, but for those of shrinking.
    """
    return run_to_end(lambda: _run(target, settings, observer or Silent(), keep))


def replay(
    findings: Sequence[Finding], target: str | object, settings: Settings, observer: Observer | None = None
) -> list[tuple[Finding, bool]]:
    """Send the case of each finding again, one after the other; for each, whether it shows again."""
    return run_to_end(lambda: _replay(findings, target, settings, observer or Silent()))


def load_schema(target: str, settings: Settings) -> Loaded:
    """The schema of ``settings.schema`` or, if none is given, of the target."""
    return run_to_end(lambda: _load_schema(target, settings))


def measure(schema: GraphQLSchema, documents: Mapping[str, str], settings: Settings) -> Coverage:
    """What a set of documents asks for, without any server: file name → text."""
    recorder = Recorder(universe_of(schema, settings))
    for name, text in documents.items():
        for operation in read_documents(schema, text, name):
            recorder.request(operation)
    return recorder.coverage()


async def _run(
    target: str | object, settings: Settings, observer: Observer, keep: Callable[[Kept], None] | None
) -> Run:
    started = monotonic()
    observer.progress(Progress(phase="reading"))
    opened = await open_target(target, settings)
    try:
        session = await _open(opened, settings)
        for note in session.notes:
            observer.note(note)
        ledger = Ledger()
        volley = Volley(session, ledger, observer, keep)
        walk = Walk(session, volley)
        exploring, relating = Exploring(session, volley), Relating(session, volley, ledger)
        interrupted = False
        try:
            async with Ticker(observer, volley.progress):
                if session.holding is not None:
                    await Hold(session, volley, session.holding).hold()
                if settings.recordings:
                    await deviate(session, volley, read_recordings(settings.recordings))
                await walk.walk()
                if session.relations:
                    await exploring.explore(_BEFORE_RELATIONS, _BEFORE_FIRST_RELATIONS)
                    await relating.relate(_BEFORE_RELATIONS, early=True)
                    await exploring.explore(_BEFORE_RELATIONS)
                    await relating.relate(_RELATIONS)
                await exploring.explore()
            reached = volley.progress()
            observer.progress(reached)
            if settings.shrink and len(ledger):
                reduction = Reduction(session, ledger)
                async with Ticker(observer, lambda: reduction.progress(reached)):
                    await reduction.reduce()
        except asyncio.CancelledError:
            interrupted = True
        return Run(
            target=opened.name,
            seed=settings.seed,
            findings=ledger.findings,
            coverage=session.recorder.coverage(),
            reach=walk.reach(),
            requests=session.requests,
            cases=volley.cases,
            elapsed=monotonic() - started,
            outcomes=dict(session.outcomes.most_common()),
            oracles={name: dict(tally) for name, tally in session.tallies.items()},
            unanswered=advice(session.pool.unanswered()),
            notes=(*session.notes, *_closing_notes(session, ledger), *_save_learned(session)),
            ended="interrupted" if interrupted else volley.ended,
            interrupted=interrupted,
            version=__version__,
            fail_on=settings.fail_on,
            baseline=settings.baseline,
        )
    finally:
        await opened.client.close()


async def _open(target: Target, settings: Settings) -> Session:
    """A session that holds the baseline, if one is given."""
    baseline = read_baseline(settings.baseline) if settings.baseline else None
    session = Session(target, await load(target, settings), settings)
    if baseline is not None:
        session.holding = hold_of(session, baseline)
    return session


async def _replay(
    findings: Sequence[Finding], target: str | object, settings: Settings, observer: Observer
) -> list[tuple[Finding, bool]]:
    opened = await open_target(target, settings)
    try:
        session = await _open(opened, settings)
        outcomes = []
        for finding in findings:
            shown = await shows(session, finding, tuple(exchange.case for exchange in finding.steps))
            outcomes.append((shown or finding, shown is not None))
            observer.progress(Progress("replaying", len(outcomes), done=len(outcomes) / len(findings)))
        return outcomes
    finally:
        await opened.client.close()


async def _load_schema(target: str, settings: Settings) -> Loaded:
    if settings.schema:
        return await load(None, settings)
    opened = await open_target(target, settings)
    try:
        return await load(opened, settings)
    finally:
        await opened.client.close()


def _closing_notes(session: Session, ledger: Ledger) -> list[str]:
    notes = []
    if ledger.dropped:
        notes.append(f"More than {MOST} distinct findings: {ledger.dropped} further ones are not shown.")
    total = session.outcomes.total()
    if total and session.outcomes["authorisation"] / total > _MOSTLY:
        notes.append("Most answers asked for credentials: give them with --header or --bearer to test what is behind.")
    if total and session.outcomes["limit"] / total > _MOSTLY:
        notes.append("Most answers spoke of a limit: ask less with --max-depth and --max-nodes, or slower with --rate.")
    return notes


def _save_learned(session: Session) -> list[str]:
    """A file that cannot be written costs what was learned, not the run."""
    place = session.settings.learned
    try:
        if place and session.settings.learning:
            write_file(place, dump(session.pool))
    except ConfigError as error:
        return [f"What was learned is not saved: {error}."]
    return []
