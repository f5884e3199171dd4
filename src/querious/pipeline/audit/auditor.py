"""Sends the requests of an audit, one after the other, and gathers what its rules say. Each request is sent once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.audit.answers import data_of
from querious.audit.catalogue import AUDIT_RULES
from querious.audit.requests import CONTROL, GET_CONTROLS
from querious.audit.rule import BrokenRule, Untold, finding_of, judge
from querious.model import Exchange, Failure, Severity, rest_case
from querious.model.audit import AuditedRule, AuditOutcome, AuditSection

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from querious.audit.rule import AuditRule, Judgement
    from querious.model import Case, Finding, Request
    from querious.pipeline.own_errors import OwnErrors
    from querious.pipeline.tallies import VerdictTallies

Sender: TypeAlias = "Callable[[Case], Awaitable[Exchange]]"
AUDIT = "audit"
"""The name of the phase, and of all its rules together where rules are left out."""
_SPENT = "the budget was spent before"
_WRITES = "its request could change data: only sent with --mutations"
_OWN_ERROR = "an error in querious"


class Audited(NamedTuple):
    """What one rule came to."""

    rule: AuditedRule
    finding: Finding | None = None


class Auditor:
    """Asks and judges the rules that are not left out."""

    def __init__(
        self, errors: OwnErrors, tallies: VerdictTallies, *, skipped: Sequence[str] = (), writes: bool = False
    ) -> None:
        self._errors = errors
        self._tallies = tallies
        self._writes = writes
        self._known: dict[str, Exchange] = {}
        self.rules = [rule for rule in AUDIT_RULES if rule.name not in skipped]
        self.audited: list[AuditedRule] = []

    @property
    def section(self) -> AuditSection:
        """What is known by now; of rules that had no turn, that they had none."""
        missing = [_outcome(rule, Untold(_SPENT)) for rule in self.rules[len(self.audited) :]]
        return AuditSection((*self.audited, *(one.rule for one in missing)))

    async def answers_graphql(self, send: Sender) -> Exchange | None:
        """None where a query is answered, by POST or by GET; otherwise what came instead."""
        instead = await self._ask(send, CONTROL)
        for request in (CONTROL, *GET_CONTROLS):
            if data_of(await self._ask(send, request)) is not None:
                return None
        return instead

    async def audit(self, send: Sender, rule: AuditRule) -> Finding | None:
        """Ask what a rule wants to know, and judge it."""
        one = _outcome(rule, Untold(_WRITES))
        if self._writes or not rule.writes:
            trace = [await self._ask(send, request) for request in rule.requests]
            one = self._judged(rule, trace)
        word = {AuditOutcome.HOLDS: "passed", AuditOutcome.UNTOLD: "not applicable"}.get(one.rule.outcome, "failed")
        self._tallies.add(rule.name, word)
        self.audited.append(one.rule)
        return one.finding

    def _judged(self, rule: AuditRule, trace: Sequence[Exchange]) -> Audited:
        with self._errors.guard("oracle", rule.name):
            judgement = judge(rule, trace)
            return _outcome(
                rule, judgement, finding_of(rule, judgement, trace) if type(judgement) is BrokenRule else None
            )
        return _outcome(rule, Untold(_OWN_ERROR))

    async def _ask(self, send: Sender, request: Request) -> Exchange:
        """What comes is the same for all rules that ask it.

        Servers hang up after some answers, and the next request may meet a connection that is just being closed. As
        none changes anything, what was lost is asked once more.
        """
        key = json.dumps(request)
        if key not in self._known:
            exchange = await send(rest_case(request))
            if exchange.failure is Failure.LOST:
                exchange = await send(rest_case(request))
            self._known[key] = exchange
        return self._known[key]


def _outcome(rule: AuditRule, judgement: Judgement, finding: Finding | None = None) -> Audited:
    outcome, reason = AuditOutcome.HOLDS, ""
    if isinstance(judgement, Untold):
        outcome, reason = AuditOutcome.UNTOLD, judgement.reason
    elif finding is not None:
        outcome = AuditOutcome.FAULT if finding.severity is Severity.FAULT else AuditOutcome.SUSPICION
        reason = finding.message
    fingerprint = finding.fingerprint if finding is not None else ""
    return Audited(
        AuditedRule(rule.name, rule.requirement, rule.about, rule.clause, outcome, reason, fingerprint), finding
    )
