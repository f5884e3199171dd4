"""The shrinking phase: one finding of every cause is sent again and made as small as its budget allows.

What becomes small shows what it needs, so findings that were taken for one cause may come apart then: those that are
left without a shrunk one are shrunk in the next round.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from querious.model import Failure, Severity
from querious.pipeline.ledger import lightened
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from querious.model import Finding, Progress
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.ledger import Ledger
    from querious.pipeline.run.api_under_test import Scenario
    from querious.pipeline.run.session import Session

_AT_ONCE = 4
"""Findings shrunk side by side."""
_SECONDS = 20.0
_SHARE = 0.2
"""For all findings at hand so many seconds or, where that is more, this part of the time of the run: an answer that
takes ten seconds must not be waited for a hundred times."""
_ROUNDS = 8
"""How often what came apart is looked at again."""
_TRIES = 2
"""How often a finding is sent again before it counts as not reproducible."""
_PASSING = frozenset({Failure.LOST, Failure.TIMEOUT})
"""What the network, or a moment of load, may have brought about once."""


class ShrinkPhase:
    """Shrinks the findings of a ledger in place."""

    def __init__(self, session: Session, ledger: Ledger, budget: RunBudget) -> None:
        self._session = session
        self._ledger = ledger
        self._whole = self._budget = budget.effort
        """All that shrinking may take, and what it may take this time."""
        self._shown: dict[str, Finding] = {}
        """Findings that showed again, by fingerprint."""
        self._cases: dict[str, Scenario] = {}
        """What shows them."""
        self._done = 0
        self._under_way = 0
        """Requests of scenarios that are being sent."""
        self._tried: set[str] = set()
        """Fingerprints of those that had their turn."""

    async def shrink(self) -> None:
        """Ask for one of every cause again, so that each is known to show or not; then shrink those that do.

        May be cancelled at any time, what was shrunk so far is kept. Called again, it takes what was found since.
        """
        self._budget = self._whole.within(max(_SECONDS, _SHARE * (self._whole.seconds or 0.0)))
        try:
            async with asyncio.timeout(self._budget.timeout()) as limit:
                for _ in range(_ROUNDS):
                    findings = self._next()
                    if not findings:
                        return
                    await self._for_each(findings, self._reproduce)
                    shown = [one for one in findings if one.fingerprint in self._shown]
                    # What changes data first: what reads is made smaller on data that stays as it is then.
                    await self._for_each([one for one in shown if self._changes(one)], self._shrink)
                    await self._for_each([one for one in shown if not self._changes(one)], self._shrink)
        except TimeoutError:
            if not limit.expired():
                raise

    def _next(self) -> list[Finding]:
        """One of every cause that none is shrunk of, the likeliest to become small.

        Sequences were made smaller where they were found. Where the first does not show again, another of its group has
        its turn in the next round.
        """
        chosen: list[Finding] = []
        for group in self._ledger.causes:
            if any(finding.shrunk for finding in group):
                continue
            waiting = [one for one in group if self._can_shrink(one) and one.fingerprint not in self._tried]
            chosen += waiting[:1]
        self._tried.update(finding.fingerprint for finding in chosen)
        return _in_turn(chosen)

    def _can_shrink(self, finding: Finding) -> bool:
        """Not a sequence, nor what has shown again on other entries, as it has changed those it was seen on."""
        is_settled = bool(finding.trace) and finding.reproduced is True and self._changes(finding)
        return finding.sequence is None and not is_settled

    def _changes(self, finding: Finding) -> bool:
        """Whether what shows a finding changes data."""
        changes = self._session.api.mutations.coordinates
        return any(changes(exchange.case) for exchange in finding.steps)

    def _spent(self) -> bool:
        """Whether the time for shrinking is over, or the requests of the run are used up."""
        return bool(self._budget.spent())

    async def _for_each(
        self, findings: Sequence[Finding], work: Callable[[Finding], Coroutine[Any, Any, None]]
    ) -> None:
        """Some at a time. What raises is switched off for all findings of that oracle."""
        gate = asyncio.Semaphore(_AT_ONCE)
        errors = self._session.errors

        async def gated(finding: Finding) -> None:
            async with gate:
                if not self._spent() and not errors.is_off("shrinking", finding.oracle):
                    with errors.guard("shrinking", finding.oracle):
                        await work(finding)
                self._done += 1

        async with asyncio.TaskGroup() as group:
            for finding in findings:
                group.create_task(gated(finding))

    def _may_send(self, cases: Scenario) -> bool:
        """Whether a scenario still fits into the budget, beside those that are under way."""
        return self._budget.allows(self._under_way + len(cases))

    async def _shows(self, finding: Finding, cases: Scenario) -> Finding | None:
        self._under_way += len(cases)
        try:
            return await shows(self._session, finding, cases)
        finally:
            self._under_way -= len(cases)

    async def _reproduce(self, finding: Finding) -> None:
        """Send it again, as it was."""
        if not self._session.api.mutations.may_repeat(finding):
            return
        cases = tuple(exchange.case for exchange in finding.steps)
        shown = None
        for _ in range(_TRIES):
            if shown is None and self._may_send(cases):
                shown = await self._shows(finding, cases)
        if shown is not None and finding.trace and not await self._is_as_certain(shown, finding):
            shown = replace(shown, severity=Severity.SUSPICION)
        if shown is None or _is_weaker(shown, finding):
            shown = await self._shown_anew(finding) or shown
        if shown is not None:
            self._shown[finding.fingerprint] = shown
            self._cases[finding.fingerprint] = tuple(exchange.case for exchange in shown.steps)
            self._ledger.update(finding.fingerprint, replace(shown, reproduced=True))
        elif await self._is_outdated(finding):
            self._ledger.update(finding.fingerprint, replace(finding, reproduced=True))
        elif finding.exchange.failure in _PASSING:
            shows_again = None if self._spent() else False
            told = replace(finding, reproduced=shows_again, severity=Severity.SUSPICION)
            self._ledger.update(finding.fingerprint, told)
        elif not self._spent():
            severity = Severity.SUSPICION if finding.trace else finding.severity
            self._ledger.update(finding.fingerprint, replace(finding, reproduced=False, severity=severity))

    async def _shown_anew(self, finding: Finding) -> Finding | None:
        """The finding as it shows with the values of now, where those it was asked with are outdated."""
        renewed, requests = self._session.renewed.get(finding.fingerprint), 2 * len(finding.steps) + 1
        if renewed is None or not self._budget.allows(self._under_way + requests):
            return None
        self._under_way += requests
        try:
            shown = await renewed.show(finding.fingerprint)
        finally:
            self._under_way -= requests
        if shown is None:
            return None
        is_certain = Severity.SUSPICION not in {finding.severity, shown.severity}
        return replace(lightened(shown), severity=Severity.FAULT if is_certain else Severity.SUSPICION)

    async def _is_outdated(self, finding: Finding) -> bool:
        """Whether a certain finding that showed twice in a row has lost what it was held against, and no more.

        The run has changed the rows that a filter did not find: what the filter finds is as it was. Of one operation
        alone, and where nothing says that answers are kept for a while: otherwise one of two may have been behind.
        """
        coordinates = {exchange.case.call.coordinate for exchange in finding.steps}
        showed_twice = finding.fingerprint in self._session.renewed and finding.severity is Severity.FAULT
        is_kept = any("max-age" in exchange.headers.get("cache-control", "") for exchange in finding.steps)
        is_kept = is_kept or any("age" in exchange.headers for exchange in finding.steps)
        if not showed_twice or is_kept or len(coordinates) > 1 or not self._may_send((finding.exchange.case,)):
            return False
        again = await self._session.send(finding.exchange.case)
        return again.status == finding.exchange.status and again.body.startswith(finding.exchange.body)

    async def _is_as_certain(self, shown: Finding, before: Finding) -> bool:
        """Whether what showed again is as certain as it was.

        Other values than before are of somebody who writes. Where that is the run itself, with its mutations, they must
        stay the same from now on.
        """
        if before.severity is Severity.SUSPICION:
            return False
        if shown.message == before.message:
            return True
        cases = tuple(exchange.case for exchange in shown.steps)
        if not self._session.settings.mutations or shown.severity is Severity.SUSPICION or not self._may_send(cases):
            return False
        again = await self._shows(shown, cases)
        return again is not None and again.message == shown.message and again.severity is shown.severity

    async def _shrink(self, finding: Finding) -> None:
        """Make it smaller, as far as its tries and the budget go."""
        fingerprint = finding.fingerprint
        best = self._shown[fingerprint]
        conversation = self._session.api.smaller(self._cases[fingerprint], self._spent, finding.coordinate)
        try:
            candidate = next(conversation)
            for _ in range(self._session.settings.shrink):
                if not self._may_send(candidate):
                    break
                shown = await self._shows(finding, candidate)
                if shown is not None and _is_weaker(shown, best):
                    shown = None  # what makes it certain was left out
                if shown is not None:
                    best = replace(shown, severity=best.severity) if shown.trace else shown
                    self._ledger.update(fingerprint, replace(best, shrunk=True, reproduced=True))
                candidate = conversation.send(shown is not None)
        except StopIteration:  # nothing smaller shows it
            self._ledger.update(fingerprint, replace(best, shrunk=True, reproduced=True))
        finally:
            conversation.close()
        await self._confirm(best, fingerprint)

    async def _confirm(self, best: Finding, fingerprint: str) -> None:
        """What a mutation showed once it may not show again, as it has changed the data: then say so."""
        if self._session.api.mutations.coordinates(best.exchange.case) and self._may_send((best.exchange.case,)):
            again = await self._shows(best, (best.exchange.case,))
            self._ledger.update(fingerprint, replace(best, shrunk=True, reproduced=again is not None))

    def progress(self, before: Progress) -> Progress:
        """How far it is, on top of how far the random phase came."""
        waiting = len(self._ledger.causes)
        share = min(1.0, self._done / (2 * waiting)) if waiting else 1.0
        return replace(
            before,
            phase="shrinking",
            requests=self._session.requests,
            elapsed=self._budget.elapsed,
            stop=plural(waiting, "finding"),
            done=share,
        )


def _is_weaker(shown: Finding, best: Finding) -> bool:
    return best.severity is Severity.FAULT and shown.severity is Severity.SUSPICION


def _in_turn(findings: Sequence[Finding]) -> list[Finding]:
    """One of every oracle before the second of any, as the time may not last for all."""
    seen: Counter[str] = Counter()
    turns = []
    for finding in findings:
        turns.append(seen[finding.oracle])
        seen[finding.oracle] += 1
    return [findings[place] for place in sorted(range(len(findings)), key=turns.__getitem__)]


async def shows(session: Session, finding: Finding, cases: Scenario) -> Finding | None:
    """The finding as these cases show it now, sent one after the other; None if they do not."""
    trace = [await session.send(case) for case in cases]
    found = [again for again in session.findings_in(trace, finding.oracle) if again.fingerprint == finding.fingerprint]
    found.sort(key=lambda again: (again.message != finding.message, again.severity is not finding.severity))
    return lightened(found[0]) if found else None
