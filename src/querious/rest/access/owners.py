"""Words by which a description leaves something to owners."""

from __future__ import annotations

import re
from typing import Final

_OWNERS: Final = re.compile(
    r"\bonly\s+(?:by\s+)?(?:the|its|their)\s+(?:\w+\s+)?(?:owner|author|creator)\b"
    r"|\b(?:owner|author|creator)s?\s+(?:only|alone)\b"
    r"|\bnot\s+(?:the|its)\s+(?:owner|author|creator)\b"
    r"|\b(?:does\s+not|doesn't)\s+belong\b|\b(?:not|isn't)\s+(?:yours|your\s+own)\b"
    r"|\bbelongs\s+to\s+(?:another|someone\s+else|somebody\s+else|a\s+different)\b",
    re.IGNORECASE,
)


def for_owners(about: str) -> str:
    """The words by which it does; empty where it does not."""
    found = _OWNERS.search(about)
    return found[0] if found is not None else ""
