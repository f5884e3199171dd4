"""What a rule of the audit is: requests, and a pure check of what came back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from querious.answers.response import GATEWAY_REFUSALS, is_limit
from querious.model import Failure, Finding, Severity
from querious.model.audit import Clause, Requirement

if TYPE_CHECKING:
    from querious.model import Exchange, Request

_SPECIFICATION: Final = "https://http-spec.graphql.org/draft/#sec-"
_UNAVAILABLE: Final = frozenset({502, 503, 504})
_LONGEST_EXCERPT: Final = 600


class BrokenRule(NamedTuple):
    """The rule is broken."""

    message: str
    step: int = -1
    """Which exchange of the trace shows it."""


class Untold(NamedTuple):
    """Nobody can tell whether the rule holds."""

    reason: str


Judgement: TypeAlias = BrokenRule | Untold | None
"""None: the rule holds."""
Check: TypeAlias = Callable[[Sequence["Exchange"]], Judgement]


class AuditRule(NamedTuple):
    """One rule. Its requests are sent in their order; ``check`` sees the answers to them and nothing else."""

    name: str
    requirement: Requirement
    about: str
    """What holds, in one line."""
    clause: Clause
    requests: tuple[Request, ...]
    check: Check
    writes: bool = False
    """Whether a request could change data on a server that treats its method otherwise: only sent with leave."""


def clause(title: str, anchor: str) -> Clause:
    """A section of the specification."""
    return Clause(title, _SPECIFICATION + anchor)


def judge(rule: AuditRule, trace: Sequence[Exchange]) -> Judgement:
    """What a rule says of the answers to its requests."""
    if len(trace) != len(rule.requests):
        return Untold("not all of its requests were sent")
    for exchange in trace:
        if is_limit(exchange):
            return Untold("the server answers that requests come too fast")
        if exchange.failure is not None and exchange.failure is not Failure.CRASH:
            return Untold(exchange.failure.value)
        if exchange.status in _UNAVAILABLE:
            return Untold(f"a gateway answered status {exchange.status}")
    judgement = rule.check(trace)
    if isinstance(judgement, BrokenRule) and _is_turned_away(trace[judgement.step]):
        return Untold(f"somebody on the way may have refused it: status {trace[judgement.step].status}")
    return judgement


def _is_turned_away(exchange: Exchange) -> bool:
    """Whether a firewall may have answered: by a refusal that is not in the form of GraphQL."""
    is_graphql = isinstance(exchange.payload, dict) and not {"data", "errors"}.isdisjoint(exchange.payload)
    return exchange.status in GATEWAY_REFUSALS and not is_graphql


def finding_of(rule: AuditRule, broken: BrokenRule, trace: Sequence[Exchange]) -> Finding:
    """What is told of a broken rule: a MUST is certain, of a SHOULD a design may be the reason."""
    exchange = trace[broken.step]
    severity = Severity.FAULT if rule.requirement is Requirement.MUST else Severity.SUSPICION
    excerpt = exchange.body[:_LONGEST_EXCERPT].decode("utf-8", "replace")
    steps = tuple(trace) if len(trace) > 1 else ()
    return Finding(rule.name, "", broken.message, exchange, severity, excerpt=excerpt, trace=steps)
