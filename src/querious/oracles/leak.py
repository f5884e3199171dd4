"""No error gives away a stack trace, SQL, a secret or where the server keeps its source.

An error that ``server_fault`` reports is not reported again for the trace or the query it came with: the crash is the
cause. A secret is always reported, our own credentials too: what an error says ends up in logs and bug reports. The
coordinate is empty, since what leaks is a setting of the whole server: one finding for all fields.

A stack trace beside the message is what frameworks add in development: a matter of how the API is deployed, and no
mistake in what it answers. A suspicion unless the settings say otherwise: it is right on the machine of a developer.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.fault.traces import TRACE, texts
from querious.answers.fault.triage import ErrorKind
from querious.answers.response import SERVER_ERROR, message_of, sent_strings
from querious.model import Finding, Severity
from querious.oracles.message import line
from querious.oracles.oracle import Oracle
from querious.text.mask import labels_in
from querious.text.redaction.credentials import credentials_in, without_credentials

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Exchange
    from querious.oracles.oracle import ErrorSource, Verdict

_SQL: Final = re.compile(
    r"\bSELECT\s[^;]{1,2000}?\sFROM\s+[\w\"`\[.]+|\bINSERT\s+INTO\s+[\w\"`\[.]+[\w\"`\].]*\s*\("
    r"|\bUPDATE\s+[\w\"`\[.\]]+\s+SET\s+[\w\"`\[.\]]+\s*=|\bDELETE\s+FROM\s+[\w\"`\[.\]]+\s+WHERE\b"
    r"|\bselect\s+\w+\.[\w\"]+[^;]{0,2000}?\sfrom\s+\w+"
    r"|\bselect\s+[\"`\[][^;]{1,2000}?\sfrom\s+[\"`\[]\w+[\"`\]]\s+(?:where|order|group|limit|offset|[\"`\[])"
    r"|\binsert into\s+[\"`\[]\w+[\"`\]]\s*\(|\bupdate\s+[\"`\[]\w+[\"`\]]\s+set\s"
    r"|\bdelete from\s+[\"`\[]\w+[\"`\]]\s+where\b"
)
"""In capitals, with a qualified column or with names in quotes: "please select one from the list" is not SQL."""
_SOURCE: Final = re.compile(
    r"(?<![\w:/.])(?:/[\w.@-]+){2,}\.(?:py|rb|php|jsx?|tsx?|mjs|cjs|java|kt|go|cs|rs|exs?|clj|scala)\b"
    r"|\b[A-Z]:\\(?:[\w .-]+\\)+[\w.-]+\.(?:py|rb|php|jsx?|tsx?|java|kt|go|cs|rs)\b"
)
_ANSWER: Final = 20_000
_NAMES: Final = frozenset(("user", "query-user"))
"""Whom we are is no secret to us: an error may call its reader by name."""


DEVELOPMENT: Final = "the server runs in development mode: its errors come with stack traces"
_TRACE: Final = "a stack trace"


class _Leak(NamedTuple):
    what: str
    where: str
    words: str
    text: str
    severity: Severity = Severity.FAULT


def _judge(exchange: Exchange, source: ErrorSource) -> Verdict:
    if exchange.failure is not None or exchange.status >= SERVER_ERROR:
        return None
    errors = source.errors(exchange)
    if not errors:
        return None
    found: dict[str, Finding] = {}
    for error, kind, place in errors:
        for leak in _leaks(error, reported=kind is ErrorKind.SERVER_FAULT):
            # Whether the server only repeats what it was sent: asked last, as it costs most and happens least.
            if any(leak.words in value for value in sent_strings(exchange)):
                continue
            finding = _finding(leak, place, exchange)
            found.setdefault(finding.message, finding)
    return list(found.values())


def _finding(leak: _Leak, place: str, exchange: Exchange) -> Finding:
    deployed = leak.what == _TRACE and leak.where != "message"
    return Finding(
        ORACLE.name,
        "",
        DEVELOPMENT if deployed else f"an error gives away {leak.what} (in {leak.where})",
        exchange,
        Severity.SUSPICION if deployed else leak.severity,
        f"{place}.{leak.where}",
        line(without_credentials(leak.text)),
        deployment=deployed,
    )


def _leaks(error: dict[str, Any], *, reported: bool) -> Iterator[_Leak]:
    for where, text in (("message", message_of(error)), *texts(error)):
        text = text[:_ANSWER]  # noqa: PLW2901 - a hostile answer may be endless
        for what, secret in credentials_in(text):
            yield _Leak(what, where, secret.group(), text[secret.start() :])
        for label in labels_in(text):
            if label not in _NAMES:
                yield _Leak(f"the credentials that it was sent ({label})", where, text, text)
        if not reported:
            yield from _workings(where, text)


def _workings(where: str, text: str) -> Iterator[_Leak]:
    """At most one for a text: a stack trace is full of paths."""
    for what, pattern, severity in (
        (_TRACE, TRACE, Severity.FAULT),
        ("SQL", _SQL, Severity.FAULT),
        ("the path of a source file", _SOURCE, Severity.SUSPICION),
    ):
        found = pattern.search(text)
        if found:
            yield _Leak(what, where, found.group(), text[found.start() :], severity)
            return


ORACLE = Oracle("leak", "no error gives away a stack trace, SQL or a secret", _judge)
