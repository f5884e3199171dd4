"""What an argument probably means by its name: which plain values make sense where none is known.

Guesses only: odd values and free draws are always mixed in where operations are made at random.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from querious.answers.pages import is_size
from querious.text.formats import format_of_name
from querious.text.words import folded, words
from querious.values import scalars

if TYPE_CHECKING:
    from querious.model import JSON
    from querious.values.scalars import Make

_SEARCH = re.compile(r"^(text|q|query|term|phrase|search\w*|keywords?|needle|pattern)$", re.IGNORECASE)
_LOW = frozenset(("from", "since", "after", "start", "begin", "min", "minimum", "least", "lower", "gt", "gte", "newer"))
_HIGH = frozenset(("to", "until", "till", "before", "end", "max", "maximum", "most", "upper", "lt", "lte", "older"))
"""Names of the two ends of a range: one that is wide open holds everything there is."""
_DAYS = ("2024-06-01", "2020-01-01", "2000-01-01")
_EARLY, _LATE = "1970-01-01", "2037-12-31"
_WORDS: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = (
    (
        frozenset(("order", "direction", "dir", "sortorder", "sortdirection", "ordering")),
        ("asc", "desc", "ASC", "DESC"),
    ),
    (
        frozenset(("status", "state", "visibility")),
        ("active", "open", "published", "enabled", "public", "all", "pending", "ACTIVE", "OPEN", "PUBLISHED", "done"),
    ),
    (
        frozenset(("type", "kind", "category", "mode")),
        ("default", "all", "user", "product", "page", "article", "image"),
    ),
    (frozenset(("locale", "lang", "language")), ("en", "en-US", "en_US", "de", "fr")),
    (frozenset(("currency",)), ("USD", "EUR", "usd", "GBP")),
    (frozenset(("country",)), ("US", "DE", "us", "GB")),
    (frozenset(("timezone", "tz")), ("UTC", "Europe/Berlin", "America/New_York")),
    (
        frozenset(("period", "interval", "granularity", "resolution", "range", "frequency")),
        ("day", "week", "month", "daily", "DAY", "1d", "hour", "year", "7d"),
    ),
    (frozenset(("format",)), ("json", "html", "csv", "text", "png", "short", "JSON")),
    (frozenset(("unit",)), ("metric", "percent", "kg", "cm", "m", "day", "USD", "px")),
)
"""The usual words for arguments typed as texts that stand for one of a few choices."""
_PERSON = re.compile(r"user|login|author|owner|member|account|nick|handle", re.IGNORECASE)
_TEXTS = ("1", "test", "main", "a", "default", "A1")


def is_search(name: str) -> bool:
    """Whether an argument of this name is a text to search for."""
    return bool(_SEARCH.match(name))


def by_name(name: str, scalar: str) -> Make | None:
    """A maker of plausible values for an argument of this name; None if the name says nothing."""
    if scalar == "Int":
        return (lambda chance: 1 + chance.below(5)) if is_size(name) else None
    if scalar != "String":
        return None
    found = scalars.scalar_of_format(format_of_name(name))
    return found.plain if found else None


def usual_words(name: str, scalar: str) -> tuple[str, ...]:
    """The words that arguments of this name usually choose from; empty where the name asks for no such choice."""
    if scalar != "String":
        return ()
    spoken = words(name)
    for names, choices in _WORDS:
        if "".join(spoken) in names or (spoken and spoken[-1] in names):
            return choices
    return ()


def guesses(name: str, scalar: str) -> tuple[JSON, ...]:
    """What to try first in a plan where nothing is known; empty if a maker's values are as good as any."""
    spelt = folded(scalar)
    if spelt in {"int", "float", "decimal", "bigint", "long"}:
        return _numbers(name, scalar)
    if spelt == "boolean":
        return (True, False)
    if "date" in spelt or spelt in {"timestamp", "instant"}:
        return _moments(name, day="time" not in spelt and spelt not in {"timestamp", "instant"})
    if scalar == "ID":
        return ("1", "2", "3", "0", "10", "100")
    if scalar == "String":
        return () if by_name(name, scalar) else _texts(name)
    return () if scalars.has_generator(scalar) else ("1", "a", 1)


def _numbers(name: str, scalar: str) -> tuple[JSON, ...]:
    if is_size(name):
        return (5, 2, 10)
    found: tuple[int, ...] = (1, 2, 3, 10, 0, 100)
    if _speaks(name, _LOW):
        found = (0, 1)
    elif _speaks(name, _HIGH):
        found = (1_000_000, 100, 10)
    return tuple(map(float, found)) if scalar == "Float" else found


def _moments(name: str, *, day: bool) -> tuple[str, ...]:
    days = (_EARLY,) if _speaks(name, _LOW) else (_LATE,) if _speaks(name, _HIGH) else ()
    found = (*days, *_DAYS)
    return found if day else tuple(f"{one}T00:00:00Z" for one in found)


def _speaks(name: str, ends: frozenset[str]) -> bool:
    spoken = words(name)
    return bool(spoken) and (spoken[0] in ends or spoken[-1] in ends)


def _texts(name: str) -> tuple[str, ...]:
    if is_search(name):
        return ("a", "e", "test", "1")
    return ("admin", "test", "user", "1", "root", "demo") if _PERSON.search(name) else _TEXTS
