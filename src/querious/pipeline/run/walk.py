"""The walk of a run: all phases that ask, shrinking, asking on, then what is dangerous; whatever the protocol."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from querious.errors import ConfigError, QueriousError, SchemaError
from querious.execute import sign_in_all
from querious.model import Coverage, Progress, Run
from querious.pipeline.heartbeat import Ticker
from querious.pipeline.ledger import MOST, Ledger
from querious.pipeline.notes import Notes
from querious.pipeline.nothing_judged import shortfall, stop_if_nothing_asked, stop_if_nothing_judged
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.protocol import Asking, nothing_to_remove
from querious.pipeline.run.batch_sender import BatchSender
from querious.pipeline.run.context import RunContext
from querious.pipeline.run.health_check import HealthCheck
from querious.pipeline.run.last_mutations import LastMutations
from querious.pipeline.run.recheck import recheck
from querious.pipeline.run.session import Session
from querious.pipeline.run.shrink_phase import ShrinkPhase
from querious.pipeline.run.withdrawal import Withdrawal
from querious.report.files import write_file
from querious.values import dump, missing_values
from querious.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from querious.model import Finding, Kept, Settings
    from querious.model.state import StateSection
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.observer import Observer
    from querious.pipeline.protocol import ApiProtocol, BoundProtocol, Phase
    from querious.pipeline.run.recheck import Rechecked

T = TypeVar("T")

READING = "reading the schema"
"""The phase before anything is asked."""
_MOSTLY = 0.5
_REMOVING = 240.0
"""Seconds that removing what was made may take."""
_REMOVING_AT_ONCE = 30.0
"""The same where somebody waits for the end, after Ctrl-C."""
_LATEST_END = 1.1
"""The part of the time after which nothing is waited for any more, whatever it is."""


async def walk(
    protocol: ApiProtocol,
    target: str | object,
    settings: Settings,
    observer: Observer,
    keep: Callable[[Kept], None] | None,
    budget: RunBudget,
) -> Run:
    """Test the target. Cancelling ends the run early: what was found so far is returned."""
    errors = OwnErrors(observer.note)
    async with Ticker(observer, lambda: Progress(READING, elapsed=budget.elapsed)) as ticker:
        opened = await protocol.open(target, settings)
        try:
            context = RunContext(opened, settings, errors, Notes(observer.note))
            await _sign_in(context)
            bound = await opened_in_time(_bound(protocol, context), budget)
            opened.record.operation_of = bound.api.operation_of
            one = _Walk(protocol.name, context, bound, observer, keep, budget)
            await one.go(ticker)
            return one.result()
        finally:
            await opened.client.close()


async def walk_again(
    protocol: ApiProtocol, findings: Sequence[Finding], target: str | object, settings: Settings, observer: Observer
) -> list[Rechecked]:
    """Send what shows each finding again, one after the other."""
    opened = await protocol.open(target, settings)
    try:
        context = RunContext(opened, settings)
        session = Session(context, (await _bound(protocol, context)).api)
        outcomes: list[Rechecked] = []
        for finding in findings:
            outcomes.append(await recheck(session, finding))
            observer.progress(Progress("replaying", len(outcomes), done=len(outcomes) / len(findings)))
        return outcomes
    finally:
        await opened.client.close()


async def opened_in_time(opening: Coroutine[Any, Any, T], budget: RunBudget) -> T:
    """What reads the description of an API, within the time of the run."""
    try:
        async with asyncio.timeout(budget.timeout()) as limit:
            return await opening
    except TimeoutError:
        if not limit.expired():
            raise
        raise SchemaError(
            f"no schema could be read within {budget.seconds:g} s: raise --time, or pass the schema with --schema FILE"
        ) from None


async def _sign_in(context: RunContext) -> None:
    """Log in everybody who may ask, so that nobody is found missing later."""
    identities = context.settings.identities
    failed = await sign_in_all(context.target.credentials, identities) if identities else {}
    for name, why in failed.items():
        context.left_out.add(name)
        context.notes.add(f"{name} asks nothing: {why}")


async def _bound(protocol: ApiProtocol, context: RunContext) -> BoundProtocol:
    return protocol.bind(context, await protocol.load(context.target, context.settings))


class _Walk:
    """One run, from the first question to its result."""

    def __init__(
        self,
        protocol: str,
        context: RunContext,
        bound: BoundProtocol,
        observer: Observer,
        keep: Callable[[Kept], None] | None,
        budget: RunBudget,
    ) -> None:
        self._protocol = protocol
        self._context = context
        self._settings = context.settings
        self._errors = context.errors
        self._budget = budget
        self._api = bound.api
        self._session = Session(context, bound.api)
        self._ledger = Ledger()
        self._sender = BatchSender(self._session, self._ledger, observer, keep, budget=budget)
        health = HealthCheck(self._session, self._sender) if bound.api.mutations.hazards else None
        self._sender.watch = health
        self._last = LastMutations(self._session, self._sender, health)
        self._removal = bound.removal(self._sender)
        self._sender.kept_last = lambda: self._last.share + self._removal.share()
        self._phases = bound.phases(Asking(self._sender, self._ledger, health))
        self._shrinking = ShrinkPhase(self._session, self._ledger, self._sender.budget.part(1.0 - self._last.share))
        self._withdrawal = Withdrawal(self._ledger, bound.api.refusals)
        self._state: StateSection | None = None
        self._interrupted = False

    async def go(self, ticker: Ticker) -> None:
        """Ask, shrink, ask on, and ask what is dangerous, until the budget is spent or somebody interrupts."""
        ticker.follow(self._sender.progress)
        try:
            async with asyncio.timeout(self._budget.part(_LATEST_END).timeout()) as end:
                self._last.announce()
                await self._ask(self._phases)
                self._withdraw()
                if not self._errors.errors:
                    await stop_if_nothing_judged(
                        self._context.target, self._settings, self._sender.answers, self._ledger.findings
                    )
                await self._shrink(ticker)
                await self._ask_on(ticker)
                await self._remove()
                with self._errors.guard("phase", "last mutations"):
                    await self._last.ask()
        except asyncio.CancelledError:
            self._interrupted = True
            await self._remove(_REMOVING_AT_ONCE)
        except TimeoutError:
            if not end.expired():
                raise
            self._sender.end(self._budget.describe())
        self._withdraw()
        if not (self._interrupted or self._errors.errors or len(self._ledger) or (self._state and self._state.tested)):
            missing = self._api.coverage.coverage().missing.values()
            stop_if_nothing_asked(self._session.outcomes, missing, self._sender.ended)

    async def _ask(self, phases: Sequence[Phase]) -> None:
        """Phases that ask. One that raises is given up; the others go on, and what was found stays."""
        for name, phase in phases:
            if self._errors.is_off("phase", name):
                continue
            try:
                with self._errors.guard("phase", name):
                    self._state = await phase() or self._state
            except QueriousError as error:
                if not len(self._ledger):
                    raise
                self._sender.note(f"The run ended early: {error}")
                self._sender.end(str(error))

    async def _ask_on(self, ticker: Ticker) -> None:
        """Let the last phase spend what shrinking did not need, and shrink what that finds, until nothing is left."""
        sent = 0
        while sent < self._session.requests and self._sender.resume():
            sent = self._session.requests
            await self._ask(self._phases[-1:])
            self._withdraw()
            await self._shrink(ticker)

    async def _remove(self, seconds: float = _REMOVING) -> None:
        """Remove what the run has made, once."""
        with self._errors.guard("phase", "removal"), suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                remove, self._removal = self._removal.remove, nothing_to_remove(self._sender)
                self._state = await remove() or self._state

    def _withdraw(self) -> None:
        with self._errors.guard("phase", "withdrawal"):
            self._withdrawal.settle()

    async def _shrink(self, ticker: Ticker) -> None:
        if not self._settings.shrink or not len(self._ledger) or self._api.mutations.ended:
            return
        reached = self._sender.progress()
        ticker.show(lambda: self._shrinking.progress(reached))
        with self._errors.guard("phase", "shrinking"):
            await self._shrinking.shrink()
        ticker.show(self._sender.progress)

    def result(self) -> Run:
        """What was done, and what came of it."""
        closing = [*self._withdrawal.notes, *self._closing_notes(), *self._save_learned()]
        errors, opened = self._errors, self._context.target
        hook_error = opened.hook_error()
        if hook_error is not None:
            errors.add("hook", "headers", hook_error)
        run = Run(
            target=opened.name,
            seed=self._settings.seed,
            findings=self._ledger.told,
            coverage=errors.result_of("report", "coverage", self._api.coverage.coverage, Coverage()),
            reach=errors.result_of("report", "paths", self._api.reach, ()),
            graph=errors.result_of("report", "graph", self._api.graph, ()),
            requests=self._session.requests,
            cases=self._sender.cases,
            elapsed=self._budget.elapsed,
            outcomes=dict(self._session.outcomes.most_common()),
            oracles=self._context.tallies.as_dict(),
            missing_values=errors.result_of(
                "report", "advice", lambda: missing_values(self._api.pool.unanswered()), ()
            ),
            notes=(*self._context.notes.texts, *closing),
            ended="interrupted" if self._interrupted else self._sender.ended,
            interrupted=self._interrupted,
            version=__version__,
            protocol=self._protocol,
            fail_on=self._settings.fail_on,
            accepted=self._settings.accepted,
            known=self._settings.known,
            baseline=self._settings.baseline,
            errors=errors.errors,
            state=self._state,
            audit=errors.result_of("report", "audit", self._api.audit, None),
            unjudged=opened.lost_login or shortfall(self._sender.answers, self._settings, opened.url),
            lost_login=opened.lost_login,
            production=errors.result_of("report", "production", lambda: dict(self._api.production()), {}),
            begun=datetime.now(UTC) - timedelta(seconds=self._budget.elapsed),
            traffic=opened.record.traffic(),
        )
        return self._session.redacted.run(run)

    def _closing_notes(self) -> list[str]:
        notes = [self._context.target.throttle.note()]
        if self._ledger.dropped:
            notes.append(f"More than {MOST} distinct findings: {self._ledger.dropped} further ones are not shown.")
        outcomes = self._session.outcomes
        most = _MOSTLY * outcomes.total()
        if outcomes["limit"] > most:
            notes.append(
                "Most answers spoke of a limit: lower --max-depth and --max-nodes for smaller operations, or --rate."
            )
        return [note for note in notes if note]

    def _save_learned(self) -> list[str]:
        """A file that cannot be written costs what was learned, not the run."""
        place = self._settings.learned
        try:
            if place and self._settings.learning:
                with self._errors.guard("report", "learned values"):
                    write_file(place, dump(self._api.pool))
        except ConfigError as error:
            return [f"Learned values were not saved: {error}."]
        return []
