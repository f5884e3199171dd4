"""What the message of an error says about arguments: which of them it names, and which values it lists.

Servers that refuse a text often say what they would have taken ("must be one of: day, week"); so do descriptions.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST: Final = 1_000
"""Characters of a message or description that are read."""
_MOST: Final = 24
"""Values taken from one list."""
_SHORT: Final = 4
"""Names shorter than this are ordinary words as well: they count only in quotes or after "argument"."""
_BEGIN: Final = re.compile(
    r"""(?:\b(?:one\sof|any\sof|either|did\syou\smean|expected|e\.g\.|such\sas|(?:options?|choices?|values?)(?=\s?:))
        |\b(?:valid|allowed|possible|accepted|available|supported|permitted|legal|known)
            (?:\s\w+){0,2}?(?:\sfor\s\S+)?(?:\s(?:are|is)|(?=\s?[:=\[(]))
        |\sis\s(?:not\s)?in\b)
        (?:\sthe\sfollowing)?(?:\s(?:values?|options?)(?=\s?:))?\s*[:=\[(]*\s*""",
    re.IGNORECASE | re.VERBOSE,
)
"""How a text begins to list values."""
_SIGNS: Final = (
    *("one of", "any of", "either", "valid", "allowed", "possible", "accepted", "available", "supported", "permitted"),
    *("legal", "known", "option", "choice", "value", "did you mean", "expected", "e.g.", "such as", " in [", " in ("),
)
"""What a text must hold to be worth a closer look, which costs a hundred times as much."""
_UNWANTED: Final = re.compile(
    r"(?:not|n't|isn't|aren't|never|cannot|only|un)\s?(?:be\s|longer\s|yet\s|currently\s)*"
    r"(?:supported|allowed|permitted|accepted|available|applicable|implemented|expected|used|combined|specified|given)"
    r"|mutually exclusive|disallowed|unexpected|unknown argument|must not be (?:set|given|used|specified|combined)",
    re.IGNORECASE,
)
_END: Final = re.compile(r"\sbut\s|\bgot\b|\breceived\b|\binstead\b|\bfound\b|\n", re.IGNORECASE)
_QUOTED: Final = re.compile(r"\"([^\"]{1,60})\"|'([^']{1,60})'|`([^`]{1,60})`")
_BARE: Final = re.compile(r"[A-Za-z0-9_][\w./:+-]{0,59}")
_PARTS: Final = re.compile(r"\s*(?:,\s*(?:or|and)\s|,|\||;|/|\sor\s|\sand\s)\s*")


def names_argument(message: str, name: str) -> bool:
    """Whether a message speaks of an argument of this name."""
    return _naming(name).search(message[:_LONGEST]) is not None


def refuses_arguments(message: str) -> bool:
    """Whether a message says that an argument is not wanted, rather than that its value is wrong."""
    return _UNWANTED.search(message[:_LONGEST]) is not None


@lru_cache(maxsize=4_096)
def _naming(name: str) -> re.Pattern[str]:
    spelt = "|".join(dict.fromkeys((re.escape(name), re.escape("_".join(words(name))))))
    quoted = rf"[\"'`$](?:{spelt})[\"'`]?(?!\w)"
    called = rf"(?:argument|parameter|input|field)s?\s(?:{spelt})(?!\w)"
    marked = rf"{quoted}|{called}|(?<!\w)(?:{spelt})\s?:"
    ordinary = len(name) < _SHORT or name in {"with", "from", "into", "that", "this", "when", "type", "name"}
    return re.compile(marked if ordinary else rf"{marked}|(?<!\w)(?:{spelt})(?!\w)")


def listed_values(message: str) -> list[str]:
    """The values that a text lists as those to choose from; empty where it lists none."""
    text = message[:_LONGEST]
    low = text.lower()
    if not any(sign in low for sign in _SIGNS):
        return []
    return next(filter(None, (_listed(text[begin.end() :]) for begin in _BEGIN.finditer(text))), [])


def _listed(text: str) -> list[str]:
    """The values at the beginning of a text: those in quotes, else words with something between them."""
    rest = _END.split(text, maxsplit=1)[0]
    quoted = [next(filter(None, groups)) for groups in _QUOTED.findall(rest)]
    if quoted:
        return list(dict.fromkeys(quoted))[:_MOST]
    sentence = re.split(r"[.!?)\]}](?:\s|$)", rest, maxsplit=1)[0].strip(" ,;")
    parts = [part.strip(" []()") for part in _PARTS.split(sentence)]
    plain = [part for part in parts if _BARE.fullmatch(part)]
    return list(dict.fromkeys(plain))[:_MOST] if len(plain) > 1 and len(plain) == len([*filter(None, parts)]) else []


def arguments_named(message: str, names: Iterable[str]) -> list[str]:
    """Those of the names that a message speaks of."""
    return [name for name in names if names_argument(message, name)]
