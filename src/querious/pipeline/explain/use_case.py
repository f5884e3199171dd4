"""Asking more about one finding: again, in simpler variants, and by a short run that goes other ways.

Reads only: what changes data is sent again if the settings allow mutations, and not otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.audit.catalogue import audit_rule
from querious.causes import grouped
from querious.pipeline.budget import RunBudget
from querious.pipeline.detection import find_api
from querious.pipeline.ledger import Ledger
from querious.pipeline.loop import run_to_end
from querious.pipeline.observer import Silent
from querious.pipeline.run.context import RunContext
from querious.pipeline.run.recheck import recheck
from querious.pipeline.run.session import Session
from querious.pipeline.run.shrink_phase import ShrinkPhase
from querious.pipeline.run.use_case import replay
from querious.pipeline.run.walk import walk

if TYPE_CHECKING:
    from querious.model import Case, Finding, Settings
    from querious.pipeline.detection import FoundApi
    from querious.pipeline.observer import Observer
    from querious.pipeline.run.recheck import Rechecked

_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_TIMES: Final = 3
"""How often it is asked again."""
_REQUESTS: Final = 400
_SECONDS: Final = 30.0
"""For the short run that goes other ways."""


class FurtherEvidence(NamedTuple):
    """What asking more has taught."""

    finding: Finding
    """As small as it became."""
    asked: int
    """How often it was asked again."""
    shown: int
    """How often it showed."""
    reason: str = ""
    """Why nobody can tell, or why it was not asked."""
    elsewhere: tuple[Finding, ...] = ()
    """Findings of the short run that have the same cause."""
    requests: int = 0
    """Of the short run."""


def explain(
    finding: Finding, target: str | object, settings: Settings, observer: Observer | None = None
) -> FurtherEvidence:
    """Ask what can be asked about a finding of a saved run."""
    if audit_rule(finding.oracle) is not None:  # none of its requests can be made smaller, and none changes data
        asked = [one for _ in range(_TIMES) for one in replay([finding], target, settings, observer)]
        shown = sum(one.shown is True for one in asked)
        return FurtherEvidence(finding, _TIMES, shown, next((one.reason for one in asked if one.reason), ""))
    if _changes_data(finding) and not settings.mutations:
        return FurtherEvidence(finding, 0, 0, "it changes data: pass --mutations to send it again")
    if finding.sequence is not None:
        (again,) = replay([finding], target, settings, observer)
        return FurtherEvidence(again.finding, 1, int(bool(again.shown)), again.reason)
    watch = observer or Silent()
    api = find_api(target, settings)
    rechecked, smaller = run_to_end(lambda: _asked_again(finding, api, settings))
    shown = sum(one.shown is True for one in rechecked)
    reason = next((one.reason for one in rechecked if one.reason), "")
    found = FurtherEvidence(smaller, len(rechecked), shown, reason)
    if not shown:
        return found
    wider = replace(settings, seed=settings.seed + 1, requests=_REQUESTS, seconds=_SECONDS, shrink=0, stop_after=None)
    budget = RunBudget.of(wider)
    run = run_to_end(lambda: walk(api.protocol, api.target, wider, watch, None, budget))
    return found._replace(elsewhere=_alike(smaller, run.findings), requests=run.requests)


async def _asked_again(finding: Finding, found: FoundApi, settings: Settings) -> tuple[list[Rechecked], Finding]:
    """What came of asking it as it is, several times, and of simpler variants."""
    opened = await found.protocol.open(found.target, settings)
    try:
        context = RunContext(opened, settings)
        api = found.protocol.bind(context, await found.protocol.load(opened, settings)).api
        session = Session(context, api)
        rechecked = [await recheck(session, finding) for _ in range(_TIMES)]
        if not all(one.shown for one in rechecked):
            return rechecked, finding
        ledger = Ledger()
        ledger.add([replace(finding, others=(), shrunk=False)])
        await ShrinkPhase(session, ledger, RunBudget.of(settings)).shrink()
        (smaller,) = ledger.findings
        return rechecked, session.redacted.finding(replace(smaller, others=finding.others, count=finding.count))
    finally:
        await opened.client.close()


def _alike(finding: Finding, others: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Those that have the same cause."""
    for group in grouped([finding, *(one for one in others if one.fingerprint != finding.fingerprint)]):
        if finding in group:
            same = [one for one in others if one.fingerprint == finding.fingerprint]
            return tuple(same) + tuple(one for one in group if one is not finding)
    return ()


def _changes_data(finding: Finding) -> bool:
    if finding.sequence is not None:
        return True
    return any(_may_change(exchange.case) for exchange in finding.steps)


def _may_change(case: Case) -> bool:
    return case.operation.kind == "mutation" if case.is_graphql else case.request.method not in _READING
