"""An answer is JSON, unless a gateway refused the request before it came to the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.response import GATEWAY_REFUSALS, SERVER_ERROR
from querious.model import Finding, Severity
from querious.oracles import Oracle
from querious.oracles.message import line, raw_excerpt

if TYPE_CHECKING:
    from querious.graphql.oracles.expectation import Expectation
    from querious.model import Exchange
    from querious.oracles import Verdict

_STREAMS: Final = ("multipart/mixed", "text/event-stream")
"""Answers in parts, each of them JSON: not ours to take apart."""


def _judge(exchange: Exchange, _expectation: Expectation) -> Verdict:
    if exchange.failure is not None or exchange.status >= SERVER_ERROR:
        return None
    if exchange.is_json:
        return ()
    media = exchange.headers.get("content-type", "").split(";")[0].strip().lower()
    if exchange.status in GATEWAY_REFUSALS or media in _STREAMS:
        return None
    redirected = 300 <= exchange.status < 400  # noqa: PLR2004 - the class of HTTP
    what = "an empty body" if not exchange.body.strip() else line(media, 60) or "something without a media type"
    message = f"expected JSON, got {what} with status {exchange.status}"
    # A redirection is most often the way to a login page.
    severity = Severity.SUSPICION if redirected else Severity.FAULT
    return [Finding(ORACLE.name, "", message, exchange, severity, excerpt=raw_excerpt(exchange.body))]


ORACLE = Oracle("not_json", "every answer is JSON", _judge)
