"""What a server said, as it may be repeated to the user: on one line, and without what looks like a secret."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from querious.text.display import one_line

if TYPE_CHECKING:
    from collections.abc import Collection

_HIDDEN = "***"
_SECRETS = (
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w\-.~+/=]+"), rf"\1 {_HIDDEN}"),
    (re.compile(r"(://)[^/\s@]+@"), rf"\1{_HIDDEN}@"),
    (re.compile(r"(://[^\s?#\"'<>]*)[?#][^\s\"'<>]*"), rf"\1?{_HIDDEN}"),
    (
        re.compile(
            r"(?i)\b([\w-]*(?:passw(?:or)?d|secret|token|api[-_]?key|authorization|session|cookie|credential)s?)"
            r"([\"']?\s*[:=]\s*[\"'`]?|\s+[\"'`])[^\s\"'`,;]+"
        ),
        rf"\1 {_HIDDEN}",
    ),
    (re.compile(r"(?i)\b(token|key|secret|password)\s+(?=[\w.-]*\d)[\w.-]+"), rf"\1 {_HIDDEN}"),
    (re.compile(r"(?=[\w\-+=~]*\d)(?=[\w\-+=~]*[A-Za-z])[\w\-+=~]{20,}"), _HIDDEN),
)
_SHORTEST_SECRET = 4


def foreign(text: str, secrets: Collection[str] = (), limit: int = 160) -> str:
    """What a server said, on one line, without ``secrets`` and without what looks like one."""
    line = one_line(text, 10 * limit)
    for word in sorted(_secret_words(secrets), key=len, reverse=True):
        line = line.replace(word, _HIDDEN)
    for pattern, replacement in _SECRETS:
        line = pattern.sub(replacement, line)
    return one_line(line, limit)


def _secret_words(secrets: Collection[str]) -> set[str]:
    """A server may echo a header's value whole or only the token in it."""
    words = {word for secret in secrets for word in (secret, *re.split(r"[\s;=,]+", secret))}
    return {word for word in words if len(word) >= _SHORTEST_SECRET}
