"""Bounds in words: "must lie between 1 and 5", "at most 500 characters", "From 0 to 5."."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final, TypeAlias

from querious.model.json_text import float_of

if TYPE_CHECKING:
    from collections.abc import Mapping

Limits: TypeAlias = "Mapping[str, float]"
"""``low`` and ``high`` of a number, ``shortest`` and ``longest`` of a text, as far as they are known; all of them are
still allowed."""

_LOW: Final = r"(?P<low>-?\d+(?:[.,]\d+)?)"
_HIGH: Final = r"(?P<high>-?\d+(?:[.,]\d+)?)"
_LEAST: Final = (
    r"(?:at least|minimum(?: \w+)?(?: is| of|:)?|min(?:\.|imum)?[ :=]+|greater than or equal to|>=|≥"
    rf"|no (?:less|fewer|smaller|lower|shorter) than|not (?:be )?(?:less|lower|smaller|shorter) than)\s*{_LOW}"
)
_MOST: Final = (
    r"(?:at most|maximum(?: \w+)?(?: is| of|:)?|max(?:\.|imum)?[ :=]+|less than or equal to|<=|≤|up to|limited to"
    r"|no (?:more|greater|larger|longer|higher) than"
    rf"|(?:not|cannot|can't) (?:be )?(?:more than|greater than|longer than|exceed|larger than))\s*{_HIGH}"
)
_BOUNDS: Final = (
    (rf"(?:between|from|range|in)?\s*\[?{_LOW}\s*(?:and|to|-|\u2013|\.\.\.?|,|through)\s*{_HIGH}", 0),
    (_LEAST, 0),
    (_MOST, 0),
    (rf"(?:greater than|more than|larger than|above|over|exceed|>)\s*{_LOW}", 1),
    (rf"(?:less than|smaller than|lower than|below|under|fewer than|shorter than|<)\s*{_HIGH}", -1),
    (r"(?P<low>)\bpositive\b", 1),
    (r"(?P<low>)(?:\bnot be negative|non-?negative\b)", 0),
)
"""Words that tell an end, and how far it is from the number that they name; what one has read is read no more."""
_LENGTH: Final = re.compile(r"\bcharacters?\b|\bletters\b|\blength\b|\blong\b|\bshort\b", re.IGNORECASE)
_LENGTHS: Final = {"low": "shortest", "high": "longest"}


def limits_in(text: str) -> Limits:
    """All that a sentence says; nothing where it says none."""
    found: dict[str, float] = {}
    rest = text
    for words, offset in _BOUNDS:
        told = re.search(words, rest, re.IGNORECASE)
        for end, number in told.groupdict().items() if told is not None else ():
            found.setdefault(end, _number(number) + offset)
        rest = re.sub(words, " ", rest, flags=re.IGNORECASE)
    if found.get("low", -math.inf) > found.get("high", math.inf):
        return {}
    return {_LENGTHS[end]: number for end, number in found.items()} if _LENGTH.search(text) else found


def _number(text: str) -> float:
    number = float_of(text.replace(",", ".") or "0")
    return int(number) if number.is_integer() else number
