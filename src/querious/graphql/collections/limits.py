"""Bounds in words: "must lie between 1 and 5", "at most 500 characters", "From 0 to 5."."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from querious.model.json_text import float_of

_NUMBER: Final = r"(-?\d+(?:[.,]\d+)?)"
_BETWEEN: Final = re.compile(
    rf"(?:between|from|range|in)?\s*\[?{_NUMBER}\s*(?:and|to|-|\u2013|\.\.\.?|,|through)\s*{_NUMBER}", re.IGNORECASE
)
_LEAST: Final = re.compile(
    rf"(?:at least|minimum(?: \w+)?(?: is| of|:)?|min(?:\.|imum)?[ :=]+|no (?:less|fewer|smaller|lower|shorter) than"
    rf"|greater than or equal to|>=|≥|not (?:be )?(?:less|lower|smaller|shorter) than)\s*{_NUMBER}",
    re.IGNORECASE,
)
_ABOVE: Final = re.compile(rf"(?:greater than|more than|larger than|above|over|exceed|>)\s*{_NUMBER}", re.IGNORECASE)
_MOST: Final = re.compile(
    rf"(?:at most|maximum(?: \w+)?(?: is| of|:)?|max(?:\.|imum)?[ :=]+|no (?:more|greater|larger|longer|higher) than"
    rf"|less than or equal to|<=|≤|up to|limited to"
    rf"|(?:not|cannot|can't) (?:be )?(?:more than|greater than|longer than|exceed|larger than))\s*{_NUMBER}",
    re.IGNORECASE,
)
_BELOW: Final = re.compile(
    rf"(?:less than|smaller than|lower than|below|under|fewer than|shorter than|<)\s*{_NUMBER}", re.IGNORECASE
)
_POSITIVE: Final = re.compile(r"\bpositive\b", re.IGNORECASE)
_NOT_NEGATIVE: Final = re.compile(r"\bnot be negative|non-?negative\b", re.IGNORECASE)
_LENGTH: Final = re.compile(r"\bcharacters?\b|\bletters\b|\blength\b|\blong\b|\bshort\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Limits:
    """Both ends belong to it; None: nobody said."""

    low: float | None = None
    high: float | None = None
    shortest: int | None = None
    longest: int | None = None

    def __bool__(self) -> bool:
        return self != Limits()

    def over(self, other: Limits) -> Limits:
        """This, and the other where this says nothing."""
        return Limits(
            other.low if self.low is None else self.low,
            other.high if self.high is None else self.high,
            other.shortest if self.shortest is None else self.shortest,
            other.longest if self.longest is None else self.longest,
        )


def limits_in(text: str) -> Limits:
    """All that a sentence says; nothing where it says none."""
    low, high = _ends(text)
    if low is not None and high is not None and low > high:
        return Limits()
    if _LENGTH.search(text):
        return Limits(None, None, None if low is None else int(low), None if high is None else int(high))
    return Limits(low, high)


def _ends(text: str) -> tuple[float | None, float | None]:
    between = _BETWEEN.search(text)
    if between is not None:
        return _number(between[1]), _number(between[2])
    least, most = _LEAST.search(text), _MOST.search(text)
    above, below = _ABOVE.search(text), _BELOW.search(text)
    low = _number(least[1]) if least else None
    high = _number(most[1]) if most else None
    if low is None and above is not None and most is None:
        low = _number(above[1]) + 1
    if high is None and below is not None and least is None:
        high = _number(below[1]) - 1
    if low is None and _POSITIVE.search(text):
        low = 1
    if low is None and _NOT_NEGATIVE.search(text):
        low = 0
    return low, high


def _number(text: str) -> float:
    number = float_of(text.replace(",", "."))
    return int(number) if number.is_integer() else number
