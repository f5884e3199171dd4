"""Values of single fields: by the scalar, by the name of the field, near what answers have shown."""

from __future__ import annotations

import math
import re
import string
import uuid
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hypothesis import strategies as st

from querious.state.samples import samples
from querious.text.formats import format_of_name
from querious.text.words import written_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.graphql.collections.limits import Limits
    from querious.model.values import JSON

_LETTERS: Final = string.ascii_letters
_DAY: Final = date(2024, 1, 15)
_MOMENT: Final = datetime(2024, 1, 15, 9, 30, tzinfo=UTC)
_SPELLING: Final = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ironwood", "Juniper")
_QUARTERS: Final = 4
_FEW: Final = 3
_LONGEST_CODE: Final = 30
_USUAL: Final[tuple[float, float]] = (1, 10)
_RANGES: Final[dict[str, tuple[float, float]]] = {
    "year": (1990, 2030),
    "month": (1, 12),
    "day": (1, 28),
    "hour": (0, 23),
    "minute": (0, 59),
    "age": (18, 90),
    "latitude": (-80, 80),
    "lat": (-80, 80),
    "longitude": (-170, 170),
    "lng": (-170, 170),
    "lon": (-170, 170),
    "port": (1024, 65535),
}


class LeafValues(NamedTuple):
    """Values for a field: at random, and one after the other, the likeliest to be accepted first."""

    strategy: st.SearchStrategy[Any]
    likely: Callable[[int], JSON]


def one_of(values: Sequence[JSON]) -> LeafValues:
    """Only these."""
    return LeafValues(st.sampled_from(list(values)), lambda turn: values[turn % len(values)])


def integers(name: str, limits: Limits, seen: Sequence[JSON]) -> LeafValues:
    """Within what is known to be allowed; else near what was seen; else small and positive."""
    low, high = _range(name, limits, seen)
    first, last = math.ceil(low), max(math.ceil(low), math.floor(high))
    return LeafValues(st.integers(first, last), lambda turn: first + turn % (last - first + 1))


def fractions(name: str, limits: Limits, seen: Sequence[JSON]) -> LeafValues:
    """Quarters, which every kind of number can hold exactly."""
    low, high = _range(name, limits, seen)
    first = math.ceil(low * _QUARTERS)
    last = max(first, math.floor(high * _QUARTERS))
    return LeafValues(
        st.integers(first, last).map(lambda number: number / _QUARTERS),
        lambda turn: (first + (turn * 2) % (last - first + 1)) / _QUARTERS,
    )


def decimals(name: str, limits: Limits, seen: Sequence[JSON]) -> LeafValues:
    """As text with two decimals, unless answers show numbers."""
    leaf = fractions(name, limits, [float(value) for value in seen if _is_numeric(value)])
    if any(isinstance(value, int | float) and not isinstance(value, bool) for value in seen):
        return leaf
    return LeafValues(leaf.strategy.map(lambda number: f"{number:.2f}"), lambda turn: f"{leaf.likely(turn):.2f}")


def texts(name: str, limits: Limits, seen: Sequence[JSON]) -> LeafValues:
    """By what the name of the field means; short codes only as they were seen; else words."""
    known = [value for value in seen if isinstance(value, str) and value]
    meant = _meant(name)
    if known and (len(known) <= _FEW or _is_code(known)) and all(len(value) <= _FEW for value in known):
        return one_of(known)
    if meant is not None:
        return meant
    shortest, longest = limits.shortest or 0, limits.longest or 40
    shape = _shape(known)
    if shape is not None:
        return patterned(shape)
    return _worded(max(1, shortest), max(1, shortest, longest))


def patterned(pattern: str) -> LeafValues:
    """What a regular expression allows, in ASCII."""
    strategy = st.from_regex(re.compile(pattern, re.ASCII), fullmatch=True)
    return LeafValues(strategy, lambda turn: samples(strategy, turn + 1, 0)[-1])


def days() -> LeafValues:
    """As in ISO 8601."""
    return LeafValues(
        st.dates(date(2000, 1, 1), date(2030, 12, 31)).map(date.isoformat),
        lambda turn: (_DAY + timedelta(days=turn)).isoformat(),
    )


def moments() -> LeafValues:
    """As in RFC 3339, in UTC, whole seconds."""
    seconds = st.integers(946_684_800, 1_893_456_000)
    return LeafValues(
        seconds.map(lambda second: _written(datetime.fromtimestamp(second, UTC))),
        lambda turn: _written(_MOMENT + timedelta(minutes=turn)),
    )


def midnights() -> LeafValues:
    """Moments that stand for a day."""
    leaf = days()
    return LeafValues(leaf.strategy.map(lambda day: f"{day}T00:00:00Z"), lambda turn: f"{leaf.likely(turn)}T00:00:00Z")


def clock_times() -> LeafValues:
    """Of a day."""
    return LeafValues(st.times().map(lambda time: time.strftime("%H:%M:%S")), lambda turn: f"10:{turn % 60:02}:00")


def emails() -> LeafValues:
    """At a domain that nobody has."""
    return _spelt(lambda word: f"{word.lower()}@example.com")


def addresses() -> LeafValues:
    """Of pages that nobody has."""
    return _spelt(lambda word: f"https://example.com/{word.lower()}")


def uuids() -> LeafValues:
    """Version 4."""
    return LeafValues(st.uuids(version=4).map(str), lambda turn: str(uuid.uuid5(uuid.NAMESPACE_URL, f"probe {turn}")))


def objects() -> LeafValues:
    """Any JSON: small objects, that every service keeps as they are."""
    inner = st.dictionaries(st.text(string.ascii_lowercase, min_size=1, max_size=5), st.integers(0, 99), max_size=3)
    return LeafValues(inner, lambda turn: {"probe": turn})


def booleans() -> LeafValues:
    """Both."""
    return LeafValues(st.booleans(), lambda turn: turn % 2 == 0)


def of_format(name: str) -> LeafValues | None:
    """Values of a format, as ``querious.text.formats`` names it; None where there are none."""
    make = _FORMATS.get(name)
    return None if make is None else make()


def _meant(name: str) -> LeafValues | None:
    last = written_words(name)[-1:]
    for names, make in _MEANINGS:
        if not names.isdisjoint(last):
            return make()
    return of_format(format_of_name(name))


def _spelt(write: Callable[[str], str]) -> LeafValues:
    return LeafValues(
        st.text(string.ascii_lowercase, min_size=3, max_size=12).map(write),
        lambda turn: write(f"{_SPELLING[turn % len(_SPELLING)]}{turn or ''}"),
    )


def _worded(shortest: int, longest: int) -> LeafValues:
    """Words of letters, never with spaces around them, which services like to strip."""
    one = st.text(_LETTERS, min_size=shortest, max_size=min(longest, max(shortest, 12)))
    strategy: st.SearchStrategy[str] = one
    if longest >= 2 * shortest + 9:
        few = st.lists(st.text(_LETTERS, min_size=max(1, shortest), max_size=8), min_size=1, max_size=_FEW)
        strategy = few.map(" ".join).map(lambda text: text[:longest].strip())
    return LeafValues(strategy, lambda turn: _padded(_SPELLING[turn % len(_SPELLING)], turn, shortest, longest))


def _padded(word: str, turn: int, shortest: int, longest: int) -> str:
    text = word if turn < len(_SPELLING) else f"{word}{turn}"
    return (text * (shortest // len(text) + 1))[: max(shortest, min(longest, len(text)))]


def _range(name: str, limits: Limits, seen: Sequence[JSON]) -> tuple[float, float]:
    usual = _RANGES.get((written_words(name) or ("",))[-1], _USUAL)
    numbers = [value for value in seen if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(set(numbers)) > 1:
        usual = (min(numbers), max(numbers))
    low, high = limits.low, limits.high
    if low is None:
        low = min(usual[0], high) if high is not None else usual[0]
    if high is None:
        high = max(usual[1], low)
    return low, high


def _is_numeric(value: JSON) -> bool:
    try:
        return math.isfinite(float(value))
    except (TypeError, ValueError):
        return False


def _is_code(known: list[str]) -> bool:
    return len({len(value) for value in known}) == 1


def _shape(known: list[str]) -> str | None:
    """A pattern if all that was seen is built alike, such as ``AB-1234``; letters and digits are free."""
    shapes = {re.sub(r"[0-9]", "0", re.sub(r"[A-Z]", "A", re.sub(r"[a-z]", "a", value))) for value in known}
    if len(known) <= 1 or len(shapes) != 1:
        return None
    shape = shapes.pop()
    if not re.search(r"[A0].*[^\w\s]|0", shape) or not shape.isascii() or len(shape) > _LONGEST_CODE:
        return None
    kinds = {"A": "[A-Z]", "a": "[a-z]", "0": "[0-9]"}
    return "".join(kinds.get(sign, re.escape(sign)) for sign in shape)


def _written(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


_FORMATS: Final[dict[str, Callable[[], LeafValues]]] = {
    "date-time": moments,
    "date": days,
    "time": clock_times,
    "duration": lambda: one_of(("PT5M", "PT1H", "P1D")),
    "uuid": uuids,
    "uri": addresses,
    "email": emails,
    "phone": lambda: patterned(r"\+46[1-9][0-9]{8}"),
    "color": lambda: patterned("#[0-9a-f]{6}"),
    "country": lambda: one_of(("SE", "DE", "FR", "US")),
    "currency": lambda: one_of(("EUR", "USD", "SEK")),
    "language": lambda: one_of(("en", "de", "sv")),
    "time-zone": lambda: one_of(("Europe/Berlin", "UTC")),
    "postal-code": lambda: patterned(r"[1-9][0-9]{4}"),
}
_MEANINGS: Final[tuple[tuple[frozenset[str], Callable[[], LeafValues]], ...]] = (
    (frozenset({"slug", "username", "login", "handle", "identifier"}), lambda: _spelt(str.lower)),
    (frozenset({"password"}), lambda: patterned("[A-Z][a-z]{8}-[0-9]{3}")),
    (frozenset({"gender"}), lambda: one_of(("female", "male"))),
)
"""What the last word of a name says, beside a format."""
