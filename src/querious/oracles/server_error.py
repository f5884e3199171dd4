"""No status 5xx: not for a valid operation, and not for an invalid one either."""

from __future__ import annotations

import re
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING

from querious.answers.fault.announced import announces_failure
from querious.answers.fault.triage import ErrorKind, classify
from querious.answers.response import SERVER_ERROR, is_limit, message_of, path_of, sent_strings
from querious.model import Finding, Severity
from querious.oracles.message import dotted, excerpt, raw_excerpt, words
from querious.oracles.oracle import Oracle

if TYPE_CHECKING:
    from querious.model import Exchange
    from querious.oracles.oracle import ErrorSource, Verdict

_TITLE = re.compile(rb"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_PEEK = 20_000
_PLAIN = 200
_ALWAYS_KNOWN = frozenset({"GET", "POST"})
_POLITE = frozenset({ErrorKind.USER_ERROR, ErrorKind.INVALID, ErrorKind.AUTHORISATION})


def _judge(exchange: Exchange, source: ErrorSource) -> Verdict:
    if exchange.failure is not None or is_limit(exchange):
        return None
    if exchange.status < SERVER_ERROR or _is_unknown_method(exchange, source):
        return ()
    errors = source.errors(exchange)
    if not errors:
        message = f"{_status(exchange.status)}{_summary(exchange)}"
        where = source.coordinate({}, exchange)
        return [_finding(where, message, exchange, raw_excerpt(exchange.body))]
    first = errors[0].error
    shown = raw_excerpt(exchange.body) if len(errors) == 1 and errors[0].where == "body" else excerpt(first)
    sent = sent_strings(exchange)
    if classify(first, HTTPStatus.OK, sent) in _POLITE:
        # One cause however many refusals it takes: the status is wrong, not what the words are about.
        message = f"{_status(exchange.status)} for a request that the words of the answer refuse"
        return [_finding("", message, exchange, shown)]
    path = path_of(first)
    message = f"{_status(exchange.status)}: {words(message_of(first), sent)}"
    coordinate = source.coordinate(first, exchange)
    where = dotted(path) if path else ""
    return [replace(_finding(coordinate, message, exchange, shown), path=where)]


def _is_unknown_method(exchange: Exchange, source: ErrorSource) -> bool:
    """501 is how a server says that it knows no such method (RFC 9110): a refusal, where nobody has documented it."""
    is_unusual = exchange.case.request.method not in _ALWAYS_KNOWN
    return exchange.status == HTTPStatus.NOT_IMPLEMENTED and is_unusual and not source.coordinate({}, exchange)


def _finding(coordinate: str, message: str, exchange: Exchange, shown: str) -> Finding:
    """Unavailable (503) means for a while: under load, or in maintenance. Some names announce that they fail."""
    is_passing = exchange.status == HTTPStatus.SERVICE_UNAVAILABLE
    severity = Severity.SUSPICION if is_passing or announces_failure(coordinate) else Severity.FAULT
    return Finding(ORACLE.name, coordinate, message, exchange, severity, excerpt=shown)


def _status(status: int) -> str:
    """Spelled without a number at the end, which a fingerprint would leave out."""
    try:
        return f"HTTP {status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"HTTP {status}"


def _summary(exchange: Exchange) -> str:
    """The title of an error page, or a short text, as far as it says more than the status.

    The data of an answer is not its reason: it differs with what was asked beside the cause.
    """
    if isinstance(exchange.payload, dict) and "data" in exchange.payload:
        return " with data and without errors"
    title = _TITLE.search(exchange.body[:_PEEK])
    text = title.group(1) if title else exchange.body if len(exchange.body) <= _PLAIN else b""
    said = words(text.decode("utf-8", "replace"), sent_strings(exchange)) if text.strip() else ""
    return f": {said}" if said and said.casefold() not in _status(exchange.status).casefold() else ""


ORACLE = Oracle("server_error", "no answer has a status of 500 or above", _judge)
