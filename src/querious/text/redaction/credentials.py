"""Credentials in what servers say: forms that mean nothing else, and, more strictly, whatever may be one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.text.redaction.names import sort_by_name

if TYPE_CHECKING:
    from collections.abc import Iterator

_CERTAIN: Final = (
    (
        "a private key",
        re.compile(r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)"),
    ),
    ("an AWS access key", re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b")),
    ("a JSON web token", re.compile(r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}")),
    (
        "a password in a connection string",
        re.compile(
            r"\b[a-z][a-z0-9+.-]*://[^\s:/@'\"]+:[^\s/@'\"]+@[\w.-]+"
            r"|\b(?:Server|Host|Data Source|User Id|Uid)=[^;\s]+;(?:[^;\n]*;)*\s*(?:Password|Pwd)=[^;\s]+",
            re.IGNORECASE,
        ),
    ),
    ("a bearer token", re.compile(r"\bBearer [\w.~+/-]{20,}=*")),
    (
        "an API token",
        re.compile(r"\bgh[pousr]_[A-Za-z0-9]{36,}|\bsk_live_[A-Za-z0-9]{16,}|\bxox[abpr]-[\w-]{20,}|\bAIza[\w-]{35}"),
    ),
)
"""A word such as ``password`` alone is no secret."""
_HINTS: Final = re.compile(r"PRIVATE KEY|A[KS]IA|eyJ|://|(?i:pwd=|password=)|Bearer |gh[pousr]_|sk_live_|xox|AIza")
"""What every one of them has in it: asked first, because nearly no text has it."""
_POSSIBLE: Final = (
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w\-.~+/=]+"), r"\1 {}"),
    (re.compile(r"(://)[^/\s@]+@"), r"\1{}@"),
    (re.compile(r"(://[^\s?#\"'<>]*)[?#][^\s\"'<>]*"), r"\1?{}"),
    (re.compile(r"(?i)\b(token|key|secret|password)\s+(?=[\w.-]*\d)[\w.-]+"), r"\1 {}"),
    (re.compile(r"(?=[\w\-+=~]*\d)(?=[\w\-+=~]*[A-Za-z])[\w\-+=~]{20,}"), "{}"),
)
"""In the words of a server that nobody knows a word too many is hidden rather than one too few."""
_NAMED: Final = re.compile(r"\b([\w-]+)([\"']?\s*[:=]\s*[\"'`]?|\s+[\"'`])[^\s\"'`,;]+")


def credentials_in(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """The first of each kind, and what it is."""
    if _HINTS.search(text):
        for what, pattern in _CERTAIN:
            found = pattern.search(text)
            if found:
                yield what, found


def without_credentials(text: str, instead: str = "[secret]") -> str:
    """The text without what is certainly a credential."""
    if _HINTS.search(text):
        for _, pattern in _CERTAIN:
            text = pattern.sub(instead, text)
    return text


def without_possible_credentials(text: str, instead: str) -> str:
    """The text without what may be a credential, by its form or by the name before it."""
    text = _NAMED.sub(lambda found: f"{found[1]} {instead}" if sort_by_name(found[1]) else found[0], text)
    for pattern, replacement in _POSSIBLE:
        text = pattern.sub(replacement.format(instead), text)
    return text
