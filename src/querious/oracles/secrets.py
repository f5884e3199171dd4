"""What must never leave a server: found in answers, and kept out of our own reports."""

from __future__ import annotations

import re
from typing import Final

SECRETS: Final = (
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
"""Forms that mean nothing else. A word such as ``password`` alone is no secret."""

_MASK: Final = "[secret]"
HINTS: Final = re.compile(r"PRIVATE KEY|A[KS]IA|eyJ|://|(?i:pwd=|password=)|Bearer |gh[pousr]_|sk_live_|xox|AIza")
"""What every secret has in it: asked first, because nearly no text has it."""


def masked(text: str) -> str:
    """The text without secrets."""
    if not HINTS.search(text):
        return text
    for _, pattern in SECRETS:
        text = pattern.sub(_MASK, text)
    return text
