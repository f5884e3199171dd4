"""The connection holds and an answer comes: no loss, no time-out, no flood, no crash of an application in process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Failure, Finding, Severity
from querious.oracles.message import line
from querious.oracles.oracle import Oracle
from querious.text.words import words

if TYPE_CHECKING:
    from querious.model import Exchange
    from querious.oracles.oracle import Verdict

_LAST_LINES = 12
_WAITS: Final = frozenset({"delay", "wait", "duration", "timeout", "sleep", "pause", "poll"})
"""What a parameter is called that tells the service how long to take."""


def _judge(exchange: Exchange, _expectation: object) -> Verdict:
    """A REST call is of one operation, which is told: a service may be slow at that one alone."""
    failure = exchange.failure
    if failure is None or failure is Failure.UNSENDABLE:  # the latter is nothing that the API did
        return ()
    message, excerpt = failure.value, line(exchange.detail)
    if failure is Failure.CRASH:
        lines = [row for row in exchange.detail.splitlines() if row.strip()]
        # A traceback ends with the exception's type and message.
        message = f"the application crashed: {line(lines[-1])}" if lines else message
        excerpt = "\n".join(line(row) if not row.startswith(" ") else row[:200] for row in lines[-_LAST_LINES:])
    severity = Severity.SUSPICION if _may_be_meant(exchange) else Severity.FAULT
    place = "" if exchange.case.is_graphql else exchange.case.call.coordinate
    return [Finding(ORACLE.name, place, message, exchange, severity, excerpt=excerpt)]


def _may_be_meant(exchange: Exchange) -> bool:
    """Whether it is too large, as lists are that nobody bounds, or late as the request says how long to wait."""
    is_late = exchange.failure is Failure.TIMEOUT
    return exchange.failure is Failure.TOO_LARGE or (is_late and _asks_to_wait(exchange))


def _asks_to_wait(exchange: Exchange) -> bool:
    """Whether a REST call says how long to wait, as ``delay=60`` does: then a service that waits does as it is told."""
    if exchange.case.is_graphql:
        return False
    call = exchange.case.call
    given = [(each.name, each.value) for each in call.arguments]
    given += call.body.items() if isinstance(call.body, dict) else ()
    return any(isinstance(value, int | float) and value and _speaks_of_waiting(name) for name, value in given)


def _speaks_of_waiting(name: str) -> bool:
    return not _WAITS.isdisjoint(words(name))


ORACLE = Oracle("connection", "every request gets a whole answer in time", _judge)
