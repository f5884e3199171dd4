"""What the description of a parameter promises in words, beyond its schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.text.words import Words

_EXACT: Final = re.compile(r"\b(?:exact(?:ly)?|equals?|equal to|identical|verbatim)\b", re.IGNORECASE)
_NOT_AS_SHOWN: Final = re.compile(
    r"\bnot\b[^.]*\bexact|\b(?:lower|upper)[ -]?case|\b(?:normali[sz]|encod|hash|escap|slug)\w*", re.IGNORECASE
)
"""A value is not searched for as rows show it."""
_INCLUSIVE: Final = re.compile(
    r"\bat (?:least|most)\b|\b(?:or|and) (?:an? )?(?:more|less|higher|lower|greater|smaller|larger|fewer|above|below)\b"
    r"|\bor (?:later|earlier|after|before|newer|older)\b|\b(?:on|at) or (?:after|before|above|below)\b"
    r"|\b(?:first|last) (?:day|date|month|year)\b(?! (?:after|before|behind|beyond)\b)"
    r"|\binclusive|\bincluded\b|\bor equal\b|\bnot (?:less|lower|smaller|more|higher|greater) than\b|[≥≤]|>=|<=",
    re.IGNORECASE,
)
_LEFT_OUT: Final = re.compile(r"\bexclusive|\bnot (?:inclusive|included)|\bexcluded|\bstrictly", re.IGNORECASE)
_BEYOND: Final = re.compile(r"\b(?:less|lower|smaller|fewer|more|higher|greater|larger) than\b", re.IGNORECASE)
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


_SIDE: Final = re.compile(
    r"\b(?:true|false)\b\W{0,3}(?:\b(?:gives?|lists?|shows?|returns?|finds?|keeps?|for|means?|only|just|those|the)\b"
    r"|[:=-])",
    re.IGNORECASE,
)
_NO_SIDE: Final = re.compile(
    r"\b(?:also|includ\w*|as well|too|all|any|every\w*|even|regardless|either|both|ignor\w*|filter\w*|default\w*|first|"
    r"order\w*|sort\w*|ascending|descending|with their|details?|expand\w*|embed\w*|whether or not|matters?|nothing|"
    r"optional)\b",
    re.IGNORECASE,
)
"""What ``true`` or ``false`` adds, or leaves open."""
_WITHOUT_VALUE: Final = re.compile(
    r"\b(?:without|no|never|null|lack\w*|missing|unknown|unset|not yet)\b", re.IGNORECASE
)
_IS_LEFT_OUT: Final = re.compile(
    r"\b(?:do(?:es)? not|don't|doesn't|never|are not|is not|cannot|will not) "
    r"(?:(?:ever|be|get) )?(?:match\w*|appear\w*|come|found|qualify|included|returned|shown|listed)\b"
    r"|\b(?:are|is) (?:excluded|left out|omitted|skipped)\b",
    re.IGNORECASE,
)
_SEPARATED: Final = re.compile(
    r"\b(?:comma|,)[ -]?(?:separated|delimited)\b|\b(?:separated|delimited|divided) by commas?\b|\bcsv\b", re.IGNORECASE
)
_ANY_VALUE: Final = re.compile(
    r"\b(?:any|one|either) of (?:the|these|those|them)\b|\bat least one\b|\bor'?ed\b|\bunion\b", re.IGNORECASE
)
_SEVERAL: Final = re.compile(r"\b(?:or|and|either|both|any)\b", re.IGNORECASE)
_SPOKEN_UNITS: Final = {
    "percent": r"\bper ?cent|%",
    "pct": r"\bper ?cent|\bpct\b|%",
    "m": r"\bmet(?:re|er)s?\b|\bm\b",
    "km": r"\bkilomet(?:re|er)s?\b|\bkm\b",
    "kg": r"\bkilo(?:gram)?s?\b|\bkg\b",
    "ms": r"\bmilliseconds?\b|\bms\b",
    "s": r"\bsec(?:ond)?s?\b",
    "min": r"\bmin(?:ute)?s?\b",
    "h": r"\bhours?\b",
}
"""How descriptions write out what names abbreviate."""


def promises_equality(about: str) -> bool:
    """Whether a filter finds what shows exactly the value that is asked for."""
    return bool(_EXACT.search(about)) and not _NOT_AS_SHOWN.search(about)


def promises_bound(about: str) -> bool:
    """Whether a filter such as ``minPrice`` finds what stands on the bound itself."""
    return bool(_INCLUSIVE.search(about)) and not _LEFT_OUT.search(about)


def promises_choice(about: str) -> bool:
    """Whether a parameter leaves the members that are shown to whoever asks."""
    return bool(_CHOOSES.search(about)) and not _DOES_OTHERWISE.search(about)


def promises_sides(about: str) -> bool:
    """Whether a flag keeps one part of the rows with ``true``, and the other part with ``false``."""
    named = {"true", "false"} <= set(words(about))
    return named and bool(_SIDE.search(about)) and not _NO_SIDE.search(about)


def promises_no_nulls(about: str) -> bool:
    """Whether a bound finds no rows that have no value."""
    sentences = re.split(r"[.;]", about)
    return any(_WITHOUT_VALUE.search(each) and _IS_LEFT_OUT.search(each) for each in sentences)


def excludes_bound(about: str) -> bool:
    """Whether a bound itself is said to be left out."""
    return bool(_LEFT_OUT.search(about)) or (bool(_BEYOND.search(about)) and not _INCLUSIVE.search(about))


def takes_several_in_text(about: str) -> bool:
    """Whether one text holds several values, with commas between them."""
    return bool(_SEPARATED.search(about))


def promises_any_value(about: str) -> bool:
    """Whether of several values one is enough."""
    return bool(_ANY_VALUE.search(about))


def names_each(about: str, several: Sequence[Words]) -> bool:
    """Whether a description names several things, by the beginnings of their words: ``starts or ends``."""
    said = words(about)
    named = all(
        each and any(word.startswith(each[0]) or (len(word) > 2 and each[0].startswith(word)) for word in said)  # noqa: PLR2004
        for each in several
    )
    return named and bool(_SEVERAL.search(about))


def names_unit(about: str, unit: str) -> bool:
    """Whether a description says in which unit a number is given."""
    return bool(unit) and bool(re.search(_SPOKEN_UNITS.get(unit, rf"\b{re.escape(unit)}s?\b"), about, re.IGNORECASE))
