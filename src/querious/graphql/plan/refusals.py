"""The words with which servers refuse an operation for its depth, complexity or size.

Wordings differ, what they hold does not: what was measured, often what is allowed, sometimes what was counted. What was
counted is more than what is allowed, which tells two numbers apart without knowing the server.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple

from querious.model.json_text import float_of

_LONGEST: Final = 2000
_QUOTED: Final = re.compile(r"\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|`[^`]*`|\u201c[^\u201d]*\u201d")
_NUMBER: Final = re.compile(r"(?<![\w.])\d{1,3}(?:[,_]\d{3})+(?!\w)|(?<![\w.])\d+(?:\.\d+)?(?!\w)")
_REFUSED: Final = re.compile(
    r"exceed|too (?:deep|nested|complex|large|long|big|expensive|high|many)|nested too|\blimit|\bmax|allowed|permitted"
    r"|above|more than|larger than|greater than|higher than|\bover\b|threshold",
    re.IGNORECASE,
)
_PACE: Final = re.compile(
    r"throttl|rate.?limit|too many requests|per (?:second|minute|hour|day)|concurren", re.IGNORECASE
)
_COUNTED: Final = re.compile(
    r"(?:\bfound|\bgot|\bactual(?:ly)?|\bhas|\bhad|\bis|\bwas|\brequest(?:s|ed)|\bcost(?:s|ed)?|\bof)\b[^\d.;]{0,30}$",
    re.IGNORECASE,
)
_ALLOWED: Final = re.compile(
    r"(?:max\w*|limit\w*|allow\w*|permit\w*|exceed\w*|than|over|above|most|should be|threshold|budget)\b[^\d.;]{0,60}$",
    re.IGNORECASE,
)


class Measure(StrEnum):
    """What the server found too much of."""

    DEPTH = "depth"
    COST = "cost"
    SIZE = "size"


_MEASURES: Final = (
    (Measure.DEPTH, re.compile(r"\bdepth|\bdeep|\bnest(?:ed|ing)|\blevels?\b|recursi", re.IGNORECASE)),
    (
        Measure.COST,
        re.compile(r"complex|\bcosts?\b|expensive|\bscore|\bpoints\b|\b(?:possible )?nodes?\b|weight", re.IGNORECASE),
    ),
    (
        Measure.SIZE,
        re.compile(
            r"\bfields?\b|\balias|\btokens?\b|\bheight|\bsize|\blength|\bcharacters?\b|\bbytes?\b|\bselections?\b"
            r"|\bbreadth|\bdirectives?\b|too (?:large|long|big|many)|\bbody\b|\bpayload\b|\bentity\b",
            re.IGNORECASE,
        ),
    ),
)
"""The first that is named counts: "depth" is never said of anything else, "size" is said of much."""


class Refusal(NamedTuple):
    """What a message says; 0 for a number that it does not say."""

    measure: Measure
    counted: float = 0
    allowed: float = 0

    def scaled(self, had: int) -> int:
        """How much of our count the server allows, as far as the message tells; half if it tells nothing."""
        if self.counted and self.allowed:
            if self.measure is Measure.DEPTH:  # a level is a level, but some do not count the first or the last
                return had - int(self.counted - self.allowed)
            return int(had * self.allowed / self.counted)
        if self.measure is Measure.DEPTH and self.allowed and self.allowed + 1 < had:
            return int(self.allowed) + 1  # half of all servers do not count the leaf; the others will refuse once more
        if self.allowed and self.allowed < had:
            return int(self.allowed)
        return had // 2


def read(message: str) -> Refusal | None:
    """What a message refuses an operation for; None if it speaks of something else, or of how often one may ask."""
    text = _QUOTED.sub("<>", message[:_LONGEST])
    if not _REFUSED.search(text) or _PACE.search(text):
        return None
    measure = next((measure for measure, words in _MEASURES if words.search(text)), None)
    return None if measure is None else Refusal(measure, *_numbers(text))


def _numbers(text: str) -> tuple[float, float]:
    """What was counted and what is allowed."""
    found = [
        (float_of(match[0].replace(",", "").replace("_", "")), text[: match.start()])
        for match in _NUMBER.finditer(text)
    ]
    numbers = [number for number, _ in found if number > 0]
    if len(numbers) >= 2 and max(numbers) > min(numbers):  # noqa: PLR2004 (what was counted, and what is allowed)
        return max(numbers), min(numbers)
    if not numbers:
        return 0, 0
    before = found[0][1]
    said = _ALLOWED.search(before)
    return (numbers[0], 0) if _COUNTED.search(before) and not said else (0, numbers[0])
