"""What an argument probably means by its name: which plain values make sense where none is known.

Guesses only: odd values and free draws are always mixed in where operations are made at random.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.answers.pages import is_size
from querious.text.formats import format_of_name
from querious.text.words import folded, words
from querious.values import scalars

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import JSON
    from querious.values.scalars import Make

_SEARCH: Final = re.compile(r"^(text|q|query|term|phrase|search\w*|keywords?|needle|pattern)$", re.IGNORECASE)
_PERSON: Final = re.compile(r"user|login|author|owner|member|account|nick|handle", re.IGNORECASE)
_LOW: Final = frozenset(
    ("from", "since", "after", "start", "begin", "min", "minimum", "least", "lower", "gt", "gte", "newer")
)
_HIGH: Final = frozenset(
    ("to", "until", "till", "before", "end", "max", "maximum", "most", "upper", "lt", "lte", "older")
)
"""Names of the two ends of a range: one that is wide open holds everything there is."""
_CHOICES: Final = (
    (("order", "direction", "dir", "sortorder", "sortdirection", "ordering"), ("asc", "desc", "ASC", "DESC")),
    (
        ("status", "state", "visibility"),
        ("active", "open", "published", "enabled", "public", "all", "pending", "ACTIVE", "OPEN", "PUBLISHED", "done"),
    ),
    (("type", "kind", "category", "mode"), ("default", "all", "user", "product", "page", "article", "image")),
    (("locale", "lang", "language"), ("en", "en-US", "en_US", "de", "fr")),
    (("currency",), ("USD", "EUR", "usd", "GBP")),
    (("country",), ("US", "DE", "us", "GB")),
    (("timezone", "tz"), ("UTC", "Europe/Berlin", "America/New_York")),
    (
        ("period", "interval", "granularity", "resolution", "range", "frequency"),
        ("day", "week", "month", "daily", "DAY", "1d", "hour", "year", "7d"),
    ),
    (("format",), ("json", "html", "csv", "text", "png", "short", "JSON")),
    (("unit",), ("metric", "percent", "kg", "cm", "m", "day", "USD", "px")),
)
"""The usual words for arguments typed as texts that stand for one of a few choices."""
_WORDS: Final = {name: choices for names, choices in _CHOICES for name in names}


def is_search(name: str) -> bool:
    """Whether an argument of this name is a text to search for."""
    return bool(_SEARCH.match(name))


def by_name(name: str, scalar: str) -> Make | None:
    """A maker of plausible values for an argument of this name; None if the name says nothing."""
    if scalar == "Int" and is_size(name):
        return lambda chance: 1 + chance.below(5)
    found = scalars.scalar_of_format(format_of_name(name)) if scalar == "String" else None
    return found.plain if found else None


def usual_words(name: str, scalar: str) -> tuple[str, ...]:
    """The words that arguments of this name usually choose from; empty where the name asks for no such choice."""
    spoken = words(name) if scalar == "String" else ()
    return _WORDS.get("".join(spoken), ()) or _WORDS.get("".join(spoken[-1:]), ())


def guesses(name: str, scalar: str) -> tuple[JSON, ...]:
    """What to try first in a plan where nothing is known; empty if a maker's values are as good as any."""
    spelt = folded(scalar)
    if spelt in _GUESSES:
        return _GUESSES[spelt](name)
    if "date" in spelt:
        return _moments(name) if "time" in spelt else _days(name)
    return () if scalars.has_generator(scalar) else ("1", "a", 1)


def _numbers(name: str) -> tuple[int, ...]:
    if is_size(name):
        return (5, 2, 10)
    return _at_end(name, low=(0, 1), high=(1_000_000, 100, 10), neither=(1, 2, 3, 10, 0, 100))


def _days(name: str) -> tuple[str, ...]:
    end: tuple[str, ...] = _at_end(name, low=("1970-01-01",), high=("2037-12-31",), neither=())
    return (*end, "2024-06-01", "2020-01-01", "2000-01-01")


def _moments(name: str) -> tuple[str, ...]:
    return tuple(f"{day}T00:00:00Z" for day in _days(name))


def _at_end(name: str, *, low: tuple[JSON, ...], high: tuple[JSON, ...], neither: tuple[JSON, ...]) -> tuple[JSON, ...]:
    """One of three, by the end of a range that the name stands for."""
    spoken = words(name)
    outer = {*spoken[:1], *spoken[-1:]}
    if outer & _LOW:
        return low
    return high if outer & _HIGH else neither


def _texts(name: str) -> tuple[str, ...]:
    if by_name(name, "String"):
        return ()
    if is_search(name):
        return ("a", "e", "test", "1")
    return ("admin", "test", "user", "1", "root", "demo") if _PERSON.search(name) else _TEXTS


_TEXTS: Final = ("1", "test", "main", "a", "default", "A1")
_GUESSES: Final[dict[str, Callable[[str], tuple[JSON, ...]]]] = {
    **dict.fromkeys(("int", "decimal", "bigint", "long"), _numbers),
    "float": lambda name: tuple(map(float, _numbers(name))),
    "boolean": lambda _: (True, False),
    **dict.fromkeys(("timestamp", "instant"), _moments),
    "id": lambda _: ("1", "2", "3", "0", "10", "100"),
    "string": _texts,
}
"""By scalar, folded."""
