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
    """Too large an answer is a suspicion: lists that nobody bounds may hold that much, and those below lists more.

    So is one that does not come in time where the request says how long to wait.

    A REST call is one operation, which is told: a service that is slow at one of them may be quick at all others.
    """
    failure = exchange.failure
    if failure is None or failure is Failure.UNSENDABLE:  # the latter is nothing that the API did
        return ()
    message, excerpt = failure.value, line(exchange.detail)
    if failure is Failure.CRASH:
        lines = [row for row in exchange.detail.splitlines() if row.strip()]
        # A traceback ends with the exception's type and message.
        message = f"the application crashed: {line(lines[-1])}" if lines else message
        excerpt = "\n".join(line(row) if not row.startswith(" ") else row[:200] for row in lines[-_LAST_LINES:])
    was_asked = failure is Failure.TIMEOUT and _asks_to_wait(exchange)
    severity = Severity.SUSPICION if was_asked or failure is Failure.TOO_LARGE else Severity.FAULT
    place = "" if exchange.case.is_graphql else exchange.case.call.coordinate
    return [Finding(ORACLE.name, place, message, exchange, severity, excerpt=excerpt)]


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
