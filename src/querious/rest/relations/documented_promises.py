"""What the description of a parameter promises in words, beyond its schema."""

from __future__ import annotations

import re
from typing import Final

_EXACT: Final = re.compile(r"\b(?:exact(?:ly)?|equals?|equal to|identical|verbatim)\b", re.IGNORECASE)
_NOT_AS_SHOWN: Final = re.compile(
    r"\bnot\b[^.]*\bexact|\b(?:lower|upper)[ -]?case|\b(?:normali[sz]|encod|hash|escap|slug)\w*", re.IGNORECASE
)
"""A value is not searched for as rows show it."""
_INCLUSIVE: Final = re.compile(
    r"\bat (?:least|most)\b|\b(?:or|and) (?:an? )?(?:more|less|higher|lower|greater|smaller|larger|fewer|above|below)\b"
    r"|\binclusive|\bor equal\b|\bnot (?:less|lower|smaller|more|higher|greater) than\b|[≥≤]|>=|<=",
    re.IGNORECASE,
)
_EXCLUSIVE: Final = re.compile(r"\bexclusive|\bnot inclusive|\bstrictly", re.IGNORECASE)
_CHOOSES: Final = re.compile(
    r"\b(?:wanted|only|select\w*|choos\w*|chosen|restrict\w*|limit\w*|sparse|projection|partial|"
    r"(?:members|fields|properties|attributes|columns) (?:to|that are) (?:be )?(?:return|show|includ|fetch)\w*)\b",
    re.IGNORECASE,
)
_DOES_OTHERWISE: Final = re.compile(
    r"\b(?:search\w*|match\w*|add\w*|extra|expand\w*|embed\w*|highlight\w*|sort\w*|order\w*|csv|export\w*|hint\w*)\b",
    re.IGNORECASE,
)
"""What a parameter called ``fields`` may be for instead."""


def promises_equality(about: str) -> bool:
    """Whether a filter finds what shows exactly the value that is asked for."""
    return bool(_EXACT.search(about)) and not _NOT_AS_SHOWN.search(about)


def promises_bound(about: str) -> bool:
    """Whether a filter such as ``minPrice`` finds what stands on the bound itself."""
    return bool(_INCLUSIVE.search(about)) and not _EXCLUSIVE.search(about)


def promises_choice(about: str) -> bool:
    """Whether a parameter leaves the members that are shown to whoever asks."""
    return bool(_CHOOSES.search(about)) and not _DOES_OTHERWISE.search(about)
