"""Text by its format: of the forms that services leave as they are (lower case, no needless parts, in UTC)."""

from __future__ import annotations

import base64
import datetime as dt
import re
import string
from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st

from querious.text.formats import format_of_name, format_of_scalar

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import SearchStrategy

ALPHABET: Final = string.ascii_letters + string.digits + " .,:;!?'()-_/&+#" + "äöüßéèñçåøžłЖдя中文字日本語"
"""Printable, of several scripts, and normal in the sense of Unicode."""
LONGEST: Final = 24
"""Characters of a text, where its schema allows more."""
SURELY: Final = (3, 40)
"""Lengths of the shortest and the longest text of any format."""
_SHORT: Final = 10
_FULL: Final = 7
"""Texts for each empty one, where one may be empty."""
_REPEATED: Final = 100
"""Beyond as many characters, a shorter text is repeated."""
_WORD: Final = string.ascii_lowercase + string.digits
_CHARACTERS: Final = st.characters(categories=(), include_characters=ALPHABET)
_LETTERS: Final = st.characters(categories=(), include_characters=_WORD)
"""Made once: Hypothesis takes a millisecond for an alphabet."""
_FIRST_DAY: Final = dt.date(2000, 1, 1)
_DAYS: Final = 13_000
_DECIMALS: Final = re.compile(r"\\\.\\d\{(?:\d+,)?(\d+)\}")


def plain_text(shortest: int, longest: int) -> SearchStrategy[str]:
    """Seldom empty, as services refuse that without saying so, and with no space at its ends, as they trim.

    Now and then as long as it may be, where somebody says how long that is: columns of databases are cut short.
    """
    limit, longest = longest, max(shortest, min(longest, max(LONGEST, shortest)))
    may_be_empty, shortest = shortest == 0, min(max(shortest, 1), longest)
    if shortest > _REPEATED:
        return plain_text(1, LONGEST).map(lambda text: (text * shortest)[:shortest])
    full = st.text(_CHARACTERS, min_size=shortest, max_size=longest).map(_trimmed)
    ways = [full] * _FULL
    if may_be_empty:
        ways.append(st.just(""))
    if longest < limit <= _REPEATED:
        ways.append(full.map(lambda text: f"{text * limit:.{limit - 1}}."))
    return st.one_of(*ways) if len(ways) > _FULL else full


def of_format(schema: dict[str, Any]) -> SearchStrategy[str] | None:
    """None where the format is not known here."""
    name = schema.get("format", "").lower()
    if name in {"decimal", "number"}:
        return _decimals(schema)
    if name in {"int32", "int64", "integer", "bigint"}:
        return st.integers(0, 2**31 - 1).map(str)
    if name == "password":
        return _passwords(schema)
    longest = schema.get("maxLength", SURELY[1])
    if name == "email" and len("@a.io") < longest < SURELY[1]:
        return words(1, min(longest - len("@a.io"), _SHORT)).map("{}@a.io".format)
    made = _FORMATS.get(name) or _FORMATS.get(format_of_scalar(name))
    return made() if made else None


def told_by_name(schema: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """With the format that the name of a field tells, where nothing else is said: such text is sooner accepted."""
    if any(keyword in schema for keyword in ("format", "pattern", "maxLength", "minLength", "examples")):
        return schema
    name = next((step for step in reversed(path) if step not in {"[]", "*"}), "")
    format_ = format_of_name(name)
    return {**schema, "format": format_} if format_ in _FORMATS else schema


def words(shortest: int = 1, longest: int = 8) -> SearchStrategy[str]:
    """Lower case letters and digits."""
    return st.text(_LETTERS, min_size=shortest, max_size=longest)


def _trimmed(text: str) -> str:
    if text[:1] == " ":
        text = "_" + text[1:]
    return text[:-1] + "_" if text[-1:] == " " else text


def _decimals(schema: dict[str, Any]) -> SearchStrategy[str]:
    """As many places as the pattern allows: services write them all."""
    places = _DECIMALS.search(schema.get("pattern", ""))
    count = min(int(places[1]), 6) if places else 2
    return st.integers(0, 10 ** (count + 2) - 1).map(lambda number: f"{number / 10**count:.{count}f}")


def _passwords(schema: dict[str, Any]) -> SearchStrategy[str]:
    """With every kind of character that is commonly asked for."""
    longest = min(schema.get("maxLength", 16), 32)
    shortest = min(max(schema.get("minLength", 0), 10), longest)
    return st.text(string.ascii_letters + string.digits, min_size=shortest, max_size=longest).map(
        lambda text: ("Aa1!" + text)[: max(len(text), 1)]
    )


def _dates() -> SearchStrategy[dt.date]:
    return st.integers(0, _DAYS).map(lambda days: _FIRST_DAY + dt.timedelta(days=days))


def _moments() -> SearchStrategy[str]:
    second = dt.timedelta(seconds=1)
    start = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
    return st.integers(0, _DAYS * 86_400).map(lambda count: (start + count * second).strftime("%Y-%m-%dT%H:%M:%SZ"))


def _times() -> SearchStrategy[str]:
    """Without a zone, which most services take away."""
    return st.integers(0, 86_399).map(lambda at: f"{at // 3600:02}:{at // 60 % 60:02}:{at % 60:02}")


def _addresses() -> SearchStrategy[str]:
    return words(6, 12).map("{}@example.com".format)


def _links() -> SearchStrategy[str]:
    return words(1, 10).map("https://example.com/{}".format)


def _ipv6() -> SearchStrategy[str]:
    return st.integers(1, 2**16 - 1).map("2001:db8::{:x}".format)


_FORMATS: Final[dict[str, Callable[[], SearchStrategy[str]]]] = {
    "date": lambda: _dates().map(dt.date.isoformat),
    "date-time": _moments,
    "time": _times,
    "duration": lambda: st.integers(1, 27).map("P{}D".format),
    "email": _addresses,
    "uri": _links,
    "uuid": lambda: st.uuids(version=4).map(str),
    "hostname": lambda: words(3, 10).map("{}.example.com".format),
    "ipv4": lambda: st.integers(1, 254).map("192.0.2.{}".format),
    "ipv6": _ipv6,
    "byte": lambda: st.binary(min_size=1, max_size=12).map(lambda data: base64.b64encode(data).decode()),
    "base64": lambda: st.binary(min_size=1, max_size=12).map(lambda data: base64.b64encode(data).decode()),
    "slug": lambda: words(3, 12),
    "json-pointer": lambda: words(1, 8).map("/{}".format),
    "regex": lambda: words(1, 8),
    "phone": lambda: st.integers(2_000_000, 9_999_999).map("+1202{}".format),
}
