"""The shrinking phase: every finding is sent again and made as small as its budget allows."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from querious.cases import problems
from querious.model import Failure, Severity
from querious.pipeline.ledger import light
from querious.shrink import shrink

if TYPE_CHECKING:
    from querious.model import Case, Finding, Progress
    from querious.pipeline.ledger import Ledger
    from querious.pipeline.session import Session

_AT_ONCE = 4
"""Findings shrunk side by side."""
_SECONDS = 20.0
"""For all findings together: an answer that takes ten seconds must not be waited for a hundred times."""
_TRIES = 2
"""How often a finding is sent again before it counts as not reproducible."""


class Reduction:
    """Shrinks the findings of a ledger in place."""

    def __init__(self, session: Session, ledger: Ledger) -> None:
        self._session = session
        self._ledger = ledger
        self._started = monotonic()
        self._deadline = self._started + _SECONDS
        self._done = 0
        self._all = len(ledger)

    async def reduce(self) -> None:
        """Shrink them all; may be cancelled at any time, what was shrunk so far is kept."""
        gate = asyncio.Semaphore(_AT_ONCE)
        async with asyncio.TaskGroup() as group:
            for finding in self._ledger.findings:
                group.create_task(self._reduce_gated(finding, gate))

    async def _reduce_gated(self, finding: Finding, gate: asyncio.Semaphore) -> None:
        async with gate:
            if monotonic() < self._deadline:
                await self._reduce(finding)
            self._done += 1

    async def _reduce(self, finding: Finding) -> None:
        fingerprint = finding.fingerprint
        best = None
        for _ in range(_TRIES):
            best = best or await self._shows(finding.exchange.case, fingerprint)
        if best is None:
            lost = finding.exchange.failure is Failure.LOST  # it may have been the network, once
            severity = Severity.SUSPICION if lost else finding.severity
            self._ledger.update(fingerprint, replace(finding, reproduced=False, severity=severity))
            return
        self._ledger.update(fingerprint, replace(best, reproduced=True))
        conversation = shrink(finding.exchange.case, self._as_meant)
        try:
            candidate = next(conversation)
            for _ in range(self._session.settings.shrink):
                if monotonic() > self._deadline:
                    break
                shown = await self._shows(candidate, fingerprint)
                if shown is not None:
                    best = shown
                    self._ledger.update(fingerprint, replace(best, shrunk=True, reproduced=True))
                candidate = conversation.send(shown is not None)
        except StopIteration:  # nothing smaller shows it
            self._ledger.update(fingerprint, replace(best, shrunk=True, reproduced=True))
        finally:
            conversation.close()
        await self._confirm(best, fingerprint)

    async def _confirm(self, best: Finding, fingerprint: str) -> None:
        """What a mutation showed once it may not show again, as it has changed the data: then say so."""
        if best.exchange.case.operation.kind == "mutation":
            again = await self._shows(best.exchange.case, fingerprint)
            self._ledger.update(fingerprint, replace(best, shrunk=True, reproduced=again is not None))

    async def _shows(self, case: Case, fingerprint: str) -> Finding | None:
        """The finding, if this case still has it."""
        exchange = await self._session.send(case)
        for finding in self._session.judge(exchange):
            if finding.fingerprint == fingerprint:
                return replace(finding, exchange=light(finding.exchange))
        return None

    def _as_meant(self, case: Case) -> bool:
        """Validating large candidates takes its time too: when the time is over, none is taken any more."""
        if monotonic() > self._deadline:
            return False
        return case.valid is (not problems(self._session.schema, case))

    def progress(self, before: Progress) -> Progress:
        """How far it is, on top of how far the random phase came."""
        share = self._done / self._all if self._all else 1.0
        return replace(
            before,
            phase="shrinking",
            requests=self._session.requests,
            elapsed=before.elapsed + monotonic() - self._started,
            stop=f"{self._all} findings",
            done=share,
        )
