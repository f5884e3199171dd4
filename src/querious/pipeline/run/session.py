"""Sends the cases of a run, judges the answers and counts what came of them; knows no protocol."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from querious.answers.fault.triage import ErrorKind
from querious.answers.response import is_limit
from querious.errors import ConfigError
from querious.model import Severity
from querious.model.identity import is_own
from querious.oracles import own, response_time
from querious.pipeline.own_errors import CAUGHT
from querious.pipeline.redacted_results import RedactedResults
from querious.pipeline.run.collapse import COLLAPSE, collapse_findings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import Case, Exchange, Finding, Settings
    from querious.oracles import Oracle
    from querious.pipeline.run.api_under_test import ApiUnderTest
    from querious.pipeline.run.context import RunContext

_WHOEVER_ASKS: Final = frozenset({"connection", "server_error", "server_fault", "leak"})
"""Oracles that hold of every answer. Others expect what the run itself, with its rights, is answered."""


class Judged(NamedTuple):
    """What is kept of an exchange once it is judged."""

    findings: list[Finding]
    outcome: str
    """In one word."""
    lesson: Any = None
    """What it teaches, for ``ApiUnderTest.learn``; None if nothing."""


class Renewed(Protocol):
    """What showed a finding, to be asked from the beginning, with the values that the API shows by then."""

    async def show(self, fingerprint: str) -> Finding | None:
        """The finding, if it shows twice with the same values."""


class Session:
    """One API under test, in one run."""

    def __init__(self, context: RunContext, api: ApiUnderTest) -> None:
        self.api = api
        self.target = context.target
        self.settings = context.settings
        self.errors = context.errors
        self.errors.hide = context.target.mask.text
        self.notes = context.notes
        self.tallies = context.tallies
        self.redacted = RedactedResults(api.told_at)
        self.outcomes: Counter[str] = Counter()
        self.renewed: dict[str, Renewed] = {}
        """By fingerprint, how to ask for a finding from its beginning, once the values that showed it are outdated."""
        self._begun = context.target.sent()

    @property
    def requests(self) -> int:
        """How many requests went out, whoever sent them; one that waits for its turn counts already."""
        return max(self._begun, self.target.sent())

    async def send(self, case: Case) -> Exchange:
        """Send a case."""
        self._begun = self.requests + 1
        self.api.sending(case)
        exchange = await self.target.client.send(case)
        self.api.answered(exchange)
        return exchange

    @property
    def renewable(self) -> bool:
        """Whether there is a way to log in again."""
        return self.target.credentials is not None and self.target.credentials.renewable

    async def renew(self) -> None:
        """Log in again, if that can be done."""
        credentials = self.target.credentials
        if credentials is not None and credentials.renewable:
            await credentials.renew(credentials.generation)

    def judge(self, exchange: Exchange) -> list[Finding]:
        """Everything that is wrong with an answer; one that only says "not so fast" is never wrong."""
        if is_limit(exchange) or self.target.lost_login:
            return []
        return self._findings(exchange, self.api.expect(exchange.case), counted=False)

    def take_in(self, exchange: Exchange) -> Judged:
        """Judge an answer of the run, count it, and note what it teaches."""
        if is_limit(exchange):  # it says: not so fast, and nothing of what was asked
            self.outcomes[ErrorKind.LIMIT.value] += 1
            return Judged([], ErrorKind.LIMIT.value)
        if self.target.lost_login:  # who asks is not known any more, which says nothing of what was asked
            self.outcomes[ErrorKind.AUTHORISATION.value] += 1
            return Judged([], ErrorKind.AUTHORISATION.value)
        expectation = self.api.expect(exchange.case)
        findings = self._findings(exchange, expectation, counted=True)
        if not is_own(exchange.case.identity):  # what others may see teaches nothing of what the run itself is shown
            return Judged(findings, self.api.outcome(exchange))
        outcome = self.api.outcome(exchange)
        self.outcomes[outcome] += 1
        findings, lesson = self.api.read(exchange, expectation, findings)
        return Judged(findings, outcome, lesson)

    def findings_in(self, trace: Sequence[Exchange], oracle: str) -> list[Finding]:
        """What an oracle or relation of this name holds against exchanges."""
        if any(map(is_limit, trace)) or self.target.lost_login:
            return []
        if oracle == COLLAPSE:
            return collapse_findings(trace, self.api)
        found = self.api.judge_trace(trace, oracle)
        if found is not None:
            return found
        return [finding for exchange in trace for finding in self.judge(exchange)]

    def _findings(self, exchange: Exchange, expectation: Any, *, counted: bool) -> list[Finding]:
        found: list[Finding] = []
        for oracle in self.api.oracles:
            if self.errors.is_off("oracle", oracle.name) or not _applies(oracle.name, exchange.case):
                continue
            try:
                verdict = oracle.judge(exchange, expectation)
            except CAUGHT as error:  # a hook's error too, which is the user's: it must cost no finding either
                self.errors.add("oracle", oracle.name, error)
                continue
            if counted:
                word = "not applicable" if verdict is None else "failed" if verdict else "passed"
                self.tallies.add(oracle.name, word)
            if verdict:
                found.extend(weighed(verdict, self.settings))
        return found


def _applies(oracle: str, case: Case) -> bool:
    return is_own(case.identity) or oracle in _WHOEVER_ASKS


def weighed(findings: Sequence[Finding], settings: Settings) -> list[Finding]:
    """The findings, those about how the API is deployed as the settings want them to be told."""
    if settings.development_mode == "none":
        return [finding for finding in findings if not finding.deployment]
    wanted = Severity(settings.development_mode)
    return [replace(finding, severity=wanted) if finding.deployment else finding for finding in findings]


def added_rules(settings: Settings) -> list[Oracle[Any]]:
    """Rules that the user has added: the oracles of hooks, and the limit of time if there is one."""
    limit = settings.max_response_time
    timed = [] if limit is None else [response_time(limit)]
    return [*timed, *map(own, settings.oracles)]


def chosen_rules(names: Sequence[str], skipped: Sequence[str]) -> frozenset[str]:
    """The rules of these names that are not switched off; a ConfigError for a name that there is not."""
    unknown = [name for name in skipped if name not in names]
    if unknown:
        near = get_close_matches(unknown[0], names, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else "docs/reference has all, with what each is about"
        raise ConfigError(f"Unknown oracle {unknown[0]!r:.60}; {hint}")
    return frozenset(names).difference(skipped)
