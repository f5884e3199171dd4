"""run and replay: what commands and the Python interface call."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from querious.baseline import BASELINE
from querious.errors import ConfigError, QueriousError, SchemaError
from querious.execute import open_target
from querious.model import Coverage, Progress, Run
from querious.pipeline.budget import RunBudget
from querious.pipeline.graphql.baseline_phase import BaselinePhase, hold_of, read_baseline
from querious.pipeline.graphql.last_mutations import LastMutations
from querious.pipeline.graphql.plan_phase import PlanPhase
from querious.pipeline.graphql.recorded_phase import deviate
from querious.pipeline.graphql.relations_phase import RelationsPhase
from querious.pipeline.heartbeat import Ticker
from querious.pipeline.ledger import MOST, Ledger
from querious.pipeline.loop import run_to_end
from querious.pipeline.nothing_judged import shortfall, stop_if_nothing_judged
from querious.pipeline.observer import Observer, Silent
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.recorded import read_recordings
from querious.pipeline.run.batch_sender import BatchSender
from querious.pipeline.run.health_check import HealthCheck
from querious.pipeline.run.random_phase import RandomPhase
from querious.pipeline.run.recheck import recheck
from querious.pipeline.run.session import Session, load
from querious.pipeline.run.shrink_phase import ShrinkPhase
from querious.pipeline.run.withdrawal import Withdrawal
from querious.report.files import write_file
from querious.values import advice, dump
from querious.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from querious.execute import Target
    from querious.model import Finding, Kept, Settings
    from querious.pipeline.run.recheck import Rechecked

T = TypeVar("T")

READING = "reading the schema"
"""The phase before anything is asked."""
_MOSTLY = 0.5
_BEFORE_FIRST_RELATIONS = 600
"""Random cases before relations are asked for the first time: they rest on what answers have shown."""
_BEFORE_RELATIONS = 0.4
"""The part of the budget that is spent before they are asked again, for all that has been learned by then."""
_LATEST_END = 1.1
"""The part of the time after which nothing is waited for any more, whatever it is."""
_RELATIONS = 0.85
"""The part of the budget after which they begin nothing new."""


def run(
    target: str | object,
    settings: Settings,
    observer: Observer | None = None,
    keep: Callable[[Kept], None] | None = None,
    *,
    started: float | None = None,
) -> Run:
    """Test the target. Ctrl-C ends the run early: what was found so far is returned.

    ``keep`` is handed every exchange as it comes, but for those of shrinking. ``started`` is when the command began, by
    ``time.monotonic``: the time of the settings counts from there.
    """
    budget = RunBudget.of(settings, started)
    return run_to_end(lambda: _run(target, settings, observer or Silent(), keep, budget))


def replay(
    findings: Sequence[Finding], target: str | object, settings: Settings, observer: Observer | None = None
) -> list[Rechecked]:
    """Send what shows each finding again, one after the other: whether it still shows, or why nobody can tell."""
    sequences = [finding for finding in findings if finding.sequence is not None]
    others = [finding for finding in findings if finding.sequence is None]
    results: dict[str, Rechecked] = {}
    if sequences:
        from querious.pipeline.state.replay import replay_sequences  # noqa: PLC0415 - needs the packages of an extra

        results |= replay_sequences(sequences, target, settings)
    if others:
        rechecked = run_to_end(lambda: _replay(others, target, settings, observer or Silent()))
        results |= {finding.fingerprint: one for finding, one in zip(others, rechecked, strict=True)}
    return [results[finding.fingerprint] for finding in findings]


async def _run(
    target: str | object,
    settings: Settings,
    observer: Observer,
    keep: Callable[[Kept], None] | None,
    budget: RunBudget,
) -> Run:
    errors = OwnErrors(observer.note)
    async with Ticker(observer, lambda: Progress(READING, elapsed=budget.elapsed)) as ticker:
        opened = await open_target(target, settings)
        try:
            session = await opened_in_time(_open(opened, settings, errors), budget)
            for note in session.notes:
                observer.note(note)
            ledger = Ledger()
            sender = BatchSender(session, ledger, observer, keep, budget=budget)
            health = HealthCheck(session, sender) if session.order.hazards else None
            sender.watch = health
            last = LastMutations(session, sender, health)
            sender.kept_last = last.share
            plans = PlanPhase(session, sender, health)
            ticker.follow(sender.progress)
            withdrawal = Withdrawal(ledger, session.wordings)
            interrupted = False
            try:
                async with asyncio.timeout(budget.part(_LATEST_END).timeout()) as end:
                    last.announce()
                    await _ask(session, sender, ledger, plans)
                    with errors.guard("phase", "withdrawal"):
                        withdrawal.settle()
                    if not errors.errors:
                        await stop_if_nothing_judged(opened, settings, sender.answers, ledger.findings)
                    if settings.shrink and len(ledger) and not session.order.ended:
                        reached = sender.progress()
                        shrinking = ShrinkPhase(session, ledger, sender.budget.part(1.0 - last.share))
                        ticker.show(lambda: shrinking.progress(reached))
                        with errors.guard("phase", "shrinking"):
                            await shrinking.shrink()
                    ticker.show(sender.progress)
                    with errors.guard("phase", "last mutations"):
                        await last.ask()
            except asyncio.CancelledError:
                interrupted = True
            except TimeoutError:
                if not end.expired():
                    raise
                sender.end(budget.describe())
            with errors.guard("phase", "withdrawal"):
                withdrawal.settle()
            closing = [*withdrawal.notes, *_closing_notes(session, ledger), *_save_learned(session)]
            hook_error = opened.hook_error()
            if hook_error is not None:
                errors.add("hook", "headers", hook_error)
            run = Run(
                target=opened.name,
                seed=settings.seed,
                findings=ledger.findings,
                coverage=errors.result_of("report", "coverage", session.recorder.coverage, Coverage()),
                reach=errors.result_of("report", "paths", plans.reach, ()),
                requests=session.requests,
                cases=sender.cases,
                elapsed=budget.elapsed,
                outcomes=dict(session.outcomes.most_common()),
                oracles={name: dict(tally) for name, tally in session.tallies.items()},
                unanswered=errors.result_of("report", "advice", lambda: advice(session.pool.unanswered()), ()),
                notes=(*session.notes, *closing),
                ended="interrupted" if interrupted else sender.ended,
                interrupted=interrupted,
                version=__version__,
                fail_on=settings.fail_on,
                baseline=settings.baseline,
                errors=errors.errors,
                unjudged=shortfall(sender.answers, settings, opened.url),
            )
            return session.redacted.run(run)
        finally:
            await opened.client.close()


async def _ask(session: Session, sender: BatchSender, ledger: Ledger, plans: PlanPhase) -> None:
    """Every phase that asks. One that raises is given up; the others go on, and what was found stays."""
    settings = session.settings
    random, relations = RandomPhase(session, sender), RelationsPhase(session, sender, ledger)
    phases: list[tuple[str, Callable[[], Coroutine[Any, Any, None]]]] = []
    if session.holding is not None:
        phases.append((BASELINE, BaselinePhase(session, sender, session.holding).hold))
    if settings.recordings:
        recordings = read_recordings(settings.recordings)
        phases.append(("recordings", lambda: deviate(session, sender, recordings)))
    phases.append(("paths", plans.walk))
    if session.relations:
        before = sender.budget.part(_BEFORE_RELATIONS)
        phases += [
            ("random", lambda: random.explore(before, _BEFORE_FIRST_RELATIONS)),
            ("relations", lambda: relations.relate(before, early=True)),
            ("random", lambda: random.explore(before)),
            ("relations", lambda: relations.relate(sender.budget.part(_RELATIONS))),
        ]
    phases.append(("random", random.explore_to_the_end))
    for name, phase in phases:
        if session.errors.is_off("phase", name):
            continue
        try:
            with session.errors.guard("phase", name):
                await phase()
        except QueriousError as error:
            if not len(ledger):
                raise
            sender.note(f"The run ended early: {error}")
            sender.end(str(error))


async def opened_in_time(opening: Coroutine[Any, Any, T], budget: RunBudget) -> T:
    """What opens a session, within the time of the run."""
    try:
        async with asyncio.timeout(budget.timeout()) as limit:
            return await opening
    except TimeoutError:
        if not limit.expired():
            raise
        raise SchemaError(
            f"no schema could be read within {budget.seconds:g} s: raise --time, or give the schema with --schema FILE"
        ) from None


async def _open(target: Target, settings: Settings, errors: OwnErrors | None = None) -> Session:
    """A session that holds the baseline, if one is given."""
    baseline = read_baseline(settings.baseline) if settings.baseline else None
    session = Session(target, await load(target, settings), settings, errors)
    if baseline is not None:
        session.hold(hold_of(session, baseline))
    return session


async def _replay(
    findings: Sequence[Finding], target: str | object, settings: Settings, observer: Observer
) -> list[Rechecked]:
    opened = await open_target(target, settings)
    try:
        session = await _open(opened, settings)
        outcomes: list[Rechecked] = []
        for finding in findings:
            outcomes.append(await recheck(session, finding))
            observer.progress(Progress("replaying", len(outcomes), done=len(outcomes) / len(findings)))
        return outcomes
    finally:
        await opened.client.close()


def _closing_notes(session: Session, ledger: Ledger) -> list[str]:
    notes = []
    if ledger.dropped:
        notes.append(f"More than {MOST} distinct findings: {ledger.dropped} further ones are not shown.")
    notes += [note] if (note := session.target.throttle.note()) else []
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
            with session.errors.guard("report", "learned values"):
                write_file(place, dump(session.pool))
    except ConfigError as error:
        return [f"What was learned is not saved: {error}."]
    return []
