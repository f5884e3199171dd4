"""What HTTP itself asks of every response, whatever the description says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Finding
from querious.oracles import Oracle
from querious.oracles.message import raw_excerpt

if TYPE_CHECKING:
    from querious.model import Exchange
    from querious.oracles import Verdict
    from querious.rest.oracles.expectation import RestExpectation

_WITHOUT_BODY: Final = frozenset({204, 304})
_NOT_ALLOWED: Final = 405


def _judge_body(exchange: Exchange, expectation: RestExpectation) -> Verdict:
    """Answers to HEAD are not looked at: applications may leave it to their server to cut the body off."""
    if exchange.failure is not None or exchange.status not in _WITHOUT_BODY:
        return None
    if not exchange.body:
        return ()
    message = f"a response with status {exchange.status} has a body"
    where = expectation.coordinate({}, exchange)
    return [Finding(NO_BODY.name, where, message, exchange, excerpt=raw_excerpt(exchange.body))]


def _judge_allow(exchange: Exchange, _: RestExpectation) -> Verdict:
    """One finding for the whole service: it is the framework, or one handler of errors."""
    if exchange.failure is not None or exchange.status != _NOT_ALLOWED:
        return None
    if exchange.headers.get("allow"):
        return ()
    return [Finding(ALLOW.name, "", "405 Method Not Allowed without the header Allow", exchange)]


NO_BODY: Final[Oracle[RestExpectation]] = Oracle("unexpected_body", "204 and 304 have no body", _judge_body)
ALLOW: Final[Oracle[RestExpectation]] = Oracle("missing_allow", "405 tells which methods are allowed", _judge_allow)
