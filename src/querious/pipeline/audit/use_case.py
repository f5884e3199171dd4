"""``querious audit``: hold a server to the specification of GraphQL over HTTP, and hold its findings to it again."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from querious.audit.catalogue import AUDIT_RULES, audit_rule
from querious.audit.rule import BrokenRule, Untold, finding_of, judge
from querious.errors import TargetError
from querious.execute import open_target
from querious.model import Progress, Run
from querious.model.audit import AuditOutcome
from querious.pipeline.audit.auditor import AUDIT, Auditor
from querious.pipeline.budget import RunBudget
from querious.pipeline.ledger import Ledger, failing
from querious.pipeline.loop import run_to_end
from querious.pipeline.observer import Observer, Silent
from querious.pipeline.obstacles import obstacle_of, told_of
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.readiness import wait_until_ready
from querious.pipeline.redacted_results import RedactedResults, has_placeholders
from querious.pipeline.rule_names import oracle_names
from querious.pipeline.run.recheck import Rechecked
from querious.pipeline.run.session import chosen_rules
from querious.pipeline.tallies import VerdictTallies
from querious.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.execute import Target
    from querious.model import Exchange, Finding, Settings

_DONE: Final = "all rules were asked"
_ALL_UNTOLD: Final = "of no rule anything could be told"


def audit(
    target: str | object, settings: Settings, observer: Observer | None = None, *, started: float | None = None
) -> Run:
    """Ask all rules of one server. Ctrl-C ends it early: what was found so far is returned.

    ``started`` is as for ``querious.pipeline.run``.
    """
    kept = chosen_rules(oracle_names(), settings.skip_oracles)
    skipped = [rule.name for rule in AUDIT_RULES if rule.name not in kept]
    budget = RunBudget.of(settings, wait_until_ready(target, settings, started))
    return run_to_end(lambda: _audit(target, settings, observer or Silent(), budget, skipped))


async def _audit(
    target: str | object, settings: Settings, observer: Observer, budget: RunBudget, skipped: Sequence[str]
) -> Run:
    opened = await open_over_http(target, settings)
    try:
        one = _Audit(opened, settings, observer, budget, skipped)
        with suppress(asyncio.CancelledError):
            await one.ask()
        return one.result()
    finally:
        await opened.client.close()


async def open_over_http(target: str | object, settings: Settings) -> Target:
    """The target, opened; a TargetError where no HTTP lies between it and us."""
    opened = await open_target(target, settings)
    if opened.url:
        return opened
    await opened.client.close()
    raise TargetError(
        f"{opened.name} is a schema, which is executed without HTTP; audit the URL or the application that serves it"
    )


class _Audit:
    """One audit, from its first request to its result."""

    def __init__(
        self, opened: Target, settings: Settings, observer: Observer, budget: RunBudget, skipped: Sequence[str]
    ) -> None:
        self._opened = opened
        self._settings = settings
        self._observer = observer
        self._errors = OwnErrors(observer.note)
        self._errors.hide = opened.mask.text
        self._tallies = VerdictTallies()
        self._ledger = Ledger()
        self._budget = replace(budget, progress=self._now)
        self._auditor = Auditor(self._errors, self._tallies, skipped=skipped, writes=settings.mutations)
        self._ended = ""
        self._is_done = False

    async def ask(self) -> None:
        """All rules in their order, as far as the budget goes."""
        self._tell()
        instead = await self._auditor.answers_graphql(self._opened.client.send)
        if instead is not None:
            raise TargetError(self._unfit(instead))
        for rule in self._auditor.rules:
            self._ended = self._budget.spent()
            if self._ended:
                break
            finding = await self._auditor.audit(self._opened.client.send, rule)
            if finding is not None:
                for new in self._ledger.add([finding]):
                    self._observer.found(new)
            self._tell()
        self._ended = self._ended or _DONE
        self._is_done = True

    def _unfit(self, exchange: Exchange) -> str:
        name, obstacle = self._opened.name, obstacle_of(exchange)
        if obstacle is not None:
            return f"{name} cannot be audited: {told_of(obstacle, exchange, self._opened.url, self._settings)}"
        answer = exchange.failure_text or f"status {exchange.status}"
        return f"{name} cannot be audited, as it does not answer {{ __typename }}: {answer}"

    def _tell(self) -> None:
        self._observer.progress(self._now())

    def _now(self) -> Progress:
        """How far it is."""
        failed = failing(self._ledger.causes, self._settings)
        done = len(self._auditor.audited) / max(1, len(self._auditor.rules))
        sent, elapsed, rest = self._opened.sent(), self._budget.elapsed, len(self._ledger.causes) - failed
        return Progress(AUDIT, sent, elapsed, failed, rest, done=done)

    def result(self) -> Run:
        """What was asked, and what came of it."""
        section, settings = self._auditor.section, self._settings
        some = section.count(AuditOutcome.UNTOLD) < len(section.rules)
        run = Run(
            target=self._opened.name,
            seed=settings.seed,
            findings=self._ledger.findings,
            requests=self._opened.sent(),
            elapsed=self._budget.elapsed,
            oracles=self._tallies.as_dict(),
            notes=tuple(filter(None, [self._opened.throttle.note()])),
            ended=self._ended if self._is_done else "interrupted",
            interrupted=not self._is_done,
            version=__version__,
            fail_on=settings.fail_on,
            accepted=settings.accepted,
            known=settings.known,
            errors=self._errors.errors,
            audit=section,
            unjudged=self._opened.lost_login or ("" if some else _ALL_UNTOLD),
            lost_login=self._opened.lost_login,
            begun=datetime.now(UTC) - timedelta(seconds=self._budget.elapsed),
            traffic=self._opened.record.traffic(),
        )
        return RedactedResults().run(run)


def audit_again(findings: Sequence[Finding], target: str | object, settings: Settings) -> list[Rechecked]:
    """Send what shows each finding of an audit again, whatever the schema is."""
    return run_to_end(lambda: _audit_again(findings, target, settings))


async def _audit_again(findings: Sequence[Finding], target: str | object, settings: Settings) -> list[Rechecked]:
    opened = await open_over_http(target, settings)
    try:
        return [await _recheck(finding, opened, writes=settings.mutations) for finding in findings]
    finally:
        await opened.client.close()


async def _recheck(finding: Finding, opened: Target, *, writes: bool) -> Rechecked:
    rule = audit_rule(finding.oracle)
    if rule is None:
        return Rechecked(finding, None, "this querious has no such rule")
    if rule.writes and not writes:
        return Rechecked(finding, None, "its request could change data: pass --mutations to send it again")
    if any(has_placeholders(exchange.case) for exchange in finding.steps):
        return Rechecked(finding, None, "parts of its requests are not in the file: audit again")
    trace = [await opened.client.send(exchange.case) for exchange in finding.steps]
    judgement = judge(rule, trace)
    if isinstance(judgement, Untold):
        return Rechecked(finding, None, judgement.reason)
    if isinstance(judgement, BrokenRule):
        again = finding_of(rule, judgement, trace)
        return Rechecked(RedactedResults().finding(again), shown=again.fingerprint == finding.fingerprint)
    return Rechecked(finding, shown=False)
