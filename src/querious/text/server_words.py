"""What a server said, as it may be repeated to the user: on one line, and without what looks like a secret."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.text.display import one_line
from querious.text.redaction.credentials import without_possible_credentials

if TYPE_CHECKING:
    from collections.abc import Collection

_HIDDEN: Final = "***"
_SHORTEST_SECRET: Final = 4


def foreign(text: str, secrets: Collection[str] = (), limit: int = 160) -> str:
    """What a server said, on one line, without ``secrets`` and without what looks like one."""
    line = one_line(text, 10 * limit)
    # A server may echo a header's value whole or only the token in it.
    words = {word for secret in secrets for word in (secret, *re.split(r"[\s;=,]+", secret))}
    for word in sorted(words, key=len, reverse=True):
        if len(word) >= _SHORTEST_SECRET:
            line = line.replace(word, _HIDDEN)
    return one_line(without_possible_credentials(line, _HIDDEN), limit)
