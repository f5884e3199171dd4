"""What calls of a REST API may share that the server failed to answer.

Where it says what went wrong, its words and the line of its code tell causes apart, as they do for GraphQL. Where it
hides that, there is what the smallest call still carries.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from querious.answers.complaints import text_of
from querious.causes.messages import is_masked, words_of
from querious.model.finding import normalise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Exchange, Finding
    from querious.model.values import JSON

FAILURES: Final = frozenset({"server_error", "server-error"})
"""The rule that judges single calls, and that of sequences of commands."""
_LONGEST: Final = 200
"""Bytes of a text that say what went wrong."""
_READING: Final = frozenset({"GET", "HEAD", "TRACE"})
"""Served by one code, where all are documented; HEAD shows nothing of the words."""


def of_failed_call(finding: Finding) -> Iterator[tuple[str, ...]]:
    """Causes of a finding that says that the server failed."""
    if finding.oracle not in FAILURES:
        return
    yield from _of_path(finding)
    if finding.exchange.status == HTTPStatus.SERVICE_UNAVAILABLE:
        # It says that the service as a whole has no time now, whatever was asked.
        yield "unavailable", normalise(_said(finding.exchange))
    if finding.sequence is not None:
        return
    call = finding.exchange.case.call
    carried = sorted({one.name for one in call.arguments if one.where != "path"} | set(_members(call.body)))
    if call.method in _READING:
        yield "read", call.path, str(finding.exchange.status), *carried
    if not is_masked(finding):
        return
    for name in carried:
        yield "argument", finding.oracle, name, words_of(finding)
    if not carried:
        yield "call", call.method, str(call.path.endswith("}")), words_of(finding)


def _of_path(finding: Finding) -> Iterator[tuple[str, ...]]:
    """One operation that fails with the same words, by what its path ends with: sequences know no other name of it."""
    exchange = finding.exchange
    is_call = finding.sequence is None
    path = exchange.case.call.path if is_call else f"/{finding.coordinate}"
    nouns = [part for part in path.split("/") if part and not part.startswith("{")]
    if nouns and exchange.status:
        yield "failure", exchange.case.call.method, nouns[-1], str(exchange.status), normalise(_said(exchange))


def _said(exchange: Exchange) -> str:
    return text_of(exchange.payload) if exchange.is_json else exchange.body[:_LONGEST].decode("utf-8", "replace")


def _members(body: JSON) -> Iterator[str]:
    for item in body if isinstance(body, list) else [body]:
        if isinstance(item, dict):
            for name, value in item.items():
                yield name
                yield from _members(value)
