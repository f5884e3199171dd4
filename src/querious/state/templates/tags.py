"""The tags that stand for one value: what each takes, and what it makes. Those that hold others are in ``building``."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from hypothesis import strategies as st

from querious.state.templates.mistakes import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hypothesis.strategies import SearchStrategy

    from querious.model.values import JSON

    Arguments: TypeAlias = tuple[JSON, ...]

LONGEST_STRING: Final = 30
_VISIBLE_OR_BLANK: Final = st.characters(min_codepoint=32, max_codepoint=126)
_SMALL: Final = st.characters(min_codepoint=ord("a"), max_codepoint=ord("z"))
_LEAST_INT, _MOST_INT = -(2**31), 2**31 - 1
_MOST_FLOAT: Final = 1_000_000.0
_EXACT: Final = 2.0**43
"""Up to which hundredths are told apart for certain."""
LARGEST_SIZE: Final = 100_000
"""Of a text or a list that anybody would want to send."""
_FIRST_DAY, _LAST_DAY = dt.date(1970, 1, 2), dt.date(2037, 12, 31)
"""Within what a signed number of seconds in 32 bits can tell, in every time zone."""
_RANGE: Final = 2


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag. ``make`` raises MisuseError with words that follow the name of the tag."""

    usage: str
    meaning: str
    make: Callable[[Arguments], SearchStrategy[JSON]]


def _nothing(strategy: SearchStrategy[JSON]) -> Callable[[Arguments], SearchStrategy[JSON]]:
    def make(arguments: Arguments) -> SearchStrategy[JSON]:
        if arguments:
            raise MisuseError("takes no arguments")
        return strategy

    return make


def strings(least: int, most: int) -> SearchStrategy[JSON]:
    """Visible ASCII as in the study, with blanks inside but not around it: services trim, and may."""
    return st.text(_VISIBLE_OR_BLANK, min_size=least, max_size=most).filter(lambda text: text == text.strip())


def _string(arguments: Arguments) -> SearchStrategy[JSON]:
    least, most = sizes(arguments, (0, LONGEST_STRING))
    return strings(least, most)


def _nonempty_string(arguments: Arguments) -> SearchStrategy[JSON]:
    if len(arguments) > 1 or not all(_is_int(size) and 0 < size <= LARGEST_SIZE for size in arguments):
        raise MisuseError(f"takes a maximum length from 1 to {LARGEST_SIZE:,}, or nothing")
    return strings(1, arguments[0] if arguments else LONGEST_STRING)


def _int(arguments: Arguments) -> SearchStrategy[JSON]:
    if len(arguments) not in {0, _RANGE} or not all(_is_int(bound) for bound in arguments):
        raise MisuseError("takes two whole numbers, minimum and maximum, or nothing")
    least, most = _ordered(arguments) or (_LEAST_INT, _MOST_INT)
    return st.integers(least, most)


def _float(arguments: Arguments) -> SearchStrategy[JSON]:
    """With at most two decimal places where there is room for them: other numbers do not survive every database."""
    if len(arguments) not in {0, _RANGE} or not all(_is_number(bound) for bound in arguments):
        raise MisuseError("takes two numbers, minimum and maximum, or nothing")
    least, most = (float(bound) for bound in _ordered(arguments) or (-_MOST_FLOAT, _MOST_FLOAT))
    if max(abs(least), abs(most)) > _EXACT:
        return st.floats(least, most, allow_subnormal=False)
    lowest, highest = math.ceil(least * 100), math.floor(most * 100)
    if highest - lowest < 100:  # noqa: PLR2004 - a hundred steps of a hundredth
        return st.floats(least, most, allow_subnormal=False)
    return st.integers(lowest, highest).map(lambda hundredths: hundredths / 100)


def _date(arguments: Arguments) -> SearchStrategy[JSON]:
    first, last = _days(arguments, "2020-01-31") or (_FIRST_DAY, _LAST_DAY)
    return st.dates(first, last).map(dt.date.isoformat)


def _datetime(arguments: Arguments) -> SearchStrategy[JSON]:
    first, last = _days(arguments, "2020-01-31") or (_FIRST_DAY, _LAST_DAY)
    times = st.builds(dt.time, st.integers(0, 23), st.integers(0, 59), st.integers(0, 59))
    return st.builds(lambda day, time: f"{day.isoformat()}T{time.isoformat()}Z", st.dates(first, last), times)


def _one_of(arguments: Arguments) -> SearchStrategy[JSON]:
    if not arguments:
        raise MisuseError('takes the values to choose from: one_of("a", "b"), or {"one_of()": [VALUES]}')
    return st.sampled_from(arguments)


def _emails() -> SearchStrategy[JSON]:
    names = st.text(_SMALL, min_size=1, max_size=10)
    return st.builds("{}@{}".format, names, st.sampled_from(("example.com", "example.org", "example.net")))


def _urls() -> SearchStrategy[JSON]:
    path = st.lists(st.text(_SMALL, min_size=1, max_size=8), max_size=3)
    return st.builds(lambda host, parts: "/".join((f"https://{host}", *parts)), st.just("example.com"), path)


TAGS: Final[Mapping[str, Tag]] = MappingProxyType(
    {
        "string": Tag("string(), string(least, most)", "text, perhaps empty", _string),
        "nonempty_string": Tag("nonempty_string(), nonempty_string(most)", "text, never empty", _nonempty_string),
        "bool": Tag("bool()", "true or false", _nothing(st.booleans())),
        "int": Tag("int(), int(least, most)", "a whole number, of 32 bits", _int),
        "float": Tag("float(), float(least, most)", "a number, with at most two decimal places", _float),
        "date": Tag("date(), date(first, last)", "a day of ISO 8601", _date),
        "datetime": Tag("datetime(), datetime(first, last)", "a moment of RFC 3339, in UTC", _datetime),
        "uuid": Tag("uuid()", "a UUID of version 4", _nothing(st.uuids(version=4).map(str))),
        "email": Tag("email()", "an address at example.com, .org or .net", _nothing(_emails())),
        "url": Tag("url()", "an address below https://example.com", _nothing(_urls())),
        "one_of": Tag('one_of("a", "b")', "one of the values", _one_of),
    }
)


def _is_int(value: JSON) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: JSON) -> bool:
    return _is_int(value) or (isinstance(value, float) and math.isfinite(value))


def _ordered(bounds: Arguments) -> Arguments:
    if bounds and bounds[0] > bounds[1]:
        raise MisuseError(f"has a minimum, {bounds[0]}, greater than its maximum, {bounds[1]}")
    return bounds


def sizes(arguments: Arguments, otherwise: tuple[int, int]) -> tuple[int, int]:
    """Of a string or a list: the least and the greatest."""
    if not arguments:
        return otherwise
    if len(arguments) != _RANGE or not all(_is_int(size) and 0 <= size <= LARGEST_SIZE for size in arguments):
        raise MisuseError(f"takes two sizes, minimum and maximum, up to {LARGEST_SIZE:,}, or nothing")
    least, most = _ordered(arguments)
    return least, most


def _days(arguments: Arguments, example: str) -> tuple[dt.date, dt.date] | None:
    if not arguments:
        return None
    try:
        first, last = (dt.date.fromisoformat(day) for day in arguments)
    except (TypeError, ValueError) as error:
        raise MisuseError(f"takes two days, the first and the last, written as {example}, or nothing") from error
    _ordered((first, last))
    return first, last
