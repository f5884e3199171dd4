"""Answers that take longer than the user allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.finding import Finding
from querious.model.operation import fields
from querious.oracles.oracle import Oracle

if TYPE_CHECKING:
    from querious.model import Case, Exchange
    from querious.oracles.oracle import Verdict

_NAME: Final = "response_time"


def response_time(limit: float) -> Oracle[object]:
    """The rule that no answer takes longer than so many seconds."""

    def judge(exchange: Exchange, _expectation: object) -> Verdict:
        if exchange.failure is not None:
            return None
        if exchange.elapsed <= limit:
            return ()
        took = f"{exchange.elapsed:.2f} s"
        message = f"the response took {took}, longer than --max-response-time {limit:g}s"
        return [Finding(_NAME, _asked(exchange.case), message, exchange)]

    return Oracle(_NAME, "no response takes longer than --max-response-time", judge)


def _asked(case: Case) -> str:
    """The REST operation, or the first field at the root."""
    if not case.is_graphql:
        return case.call.coordinate
    return next((field.coordinate for field in fields(case.operation.selections)), "")
