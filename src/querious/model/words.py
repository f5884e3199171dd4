"""Names taken apart: ``projectFullPath``, ``project_full_paths`` and ``ProjectFullPath`` say the same."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


@lru_cache(maxsize=100_000)
def words(name: str) -> tuple[str, ...]:
    """The words of a name, in lower case and in the singular."""
    return tuple(_singular(word.lower()) for word in _WORD.findall(name))


def same(name: str) -> str:
    """What names that say the same have in common."""
    return "".join(words(name))


def _singular(word: str) -> str:
    """Near enough: it only has to be the same for both numbers of most words."""
    if len(word) > 4 and word.endswith("ies"):  # noqa: PLR2004 (not "ties")
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")):  # noqa: PLR2004 (not "us")
        return word[:-1]
    return word
