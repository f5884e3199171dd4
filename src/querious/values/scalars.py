"""Values for built-in and well-known custom scalars: a plain maker and an odd one for each.

Every value here is valid by the GraphQL specification for the built-in scalars (an Int has 32 bits), so that a refusal
is the server's own; values past those limits belong to deliberately invalid operations.
"""

from __future__ import annotations

import base64
import uuid
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from querious.text.formats import format_of_scalar
from querious.text.words import folded, words
from querious.values import strings

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import JSON
    from querious.values.chance import Chance

Make: TypeAlias = "Callable[[Chance], JSON]"

INT_MAX = 2**31 - 1
INT_MIN = -(2**31)


class Scalar(NamedTuple):
    """How values of one scalar are made."""

    plain: Make
    edges: tuple[JSON, ...]
    """Values at the edge of what the format allows, the most telling first; each is also tried on every argument."""
    free: Make | None = None
    """Further odd values, drawn freely."""

    def odd(self, chance: Chance) -> JSON:
        """A value that a careless server trips over."""
        return chance.choose(self.edges) if self.free is None else self.free(chance)


def scalar_for(name: str) -> Scalar | None:
    """The makers for a scalar by its name, however it is spelt; None if it is unknown."""
    return _BY_NAME.get(folded(name)) or scalar_of_format(format_of_scalar(name))


def scalar_of_format(name: str) -> Scalar | None:
    """The makers for a format of text, as ``querious.text.formats`` names it; None if it has none."""
    return FORMATS.get(name)


def is_upload(name: str) -> bool:
    """Whether the scalar stands for a file, which only a multipart request could send."""
    return "upload" in words(name) or folded(name) in {"file", "fileupload", "multipartfile"}


def has_generator(name: str) -> bool:
    """Whether values of this scalar are made with knowledge of its format."""
    return scalar_for(name) is not None


def is_identifier(name: str) -> bool:
    """Whether values of this scalar tell one thing from another, as an ID does."""
    return folded(name) in _IDENTIFIERS


def guessed() -> Scalar:
    """For a scalar nobody knows: strings mostly, and small numbers."""
    plain: Make = lambda chance: str(small(chance)) if chance.rarely(0.3) else strings.plain(chance)  # noqa: E731
    return Scalar(plain, strings.EDGES, strings.odd)


def small(chance: Chance) -> int:
    """1 to 10."""
    return 1 + chance.below(10)


def integer(chance: Chance) -> int:
    """A small number, seldom a negative one."""
    value = chance.below(2 + 4 * chance.size)
    return -value if chance.rarely(0.1) else value


def identifier(chance: Chance) -> str:
    """Where nothing is known: most tables start at 1."""
    return strings.plain(chance) if chance.rarely(0.2) else str(small(chance))


_IDENTIFIERS: Final = frozenset(
    ("uuid", "guid", "uuid4", "objectid", "gitobjectid", "sha", "sha1", "bigint", "long", "int64", "biginteger")
)


def _one_of(*values: JSON) -> Make:
    return lambda chance: chance.choose(values)


def _number(chance: Chance) -> float:
    return round((chance.draw() - (0.5 if chance.rarely(0.3) else 0.0)) * 10 * chance.size, 2)


def _date(chance: Chance) -> str:
    return (date(2000, 1, 1) + timedelta(days=chance.below(12_000))).isoformat()


def _datetime(chance: Chance) -> str:
    moment = datetime(2000, 1, 1, tzinfo=UTC) + timedelta(seconds=chance.below(1_000_000_000))
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _time(chance: Chance) -> str:
    if chance.rarely(0.5):
        return _datetime(chance)
    return f"{chance.below(24):02}:{chance.below(60):02}:{chance.below(60):02}"


def _uuid(chance: Chance) -> str:
    return str(uuid.UUID(int=(chance.below(2**53) << 75) | chance.below(2**53), version=4))


def _word(chance: Chance) -> str:
    return strings.plain(chance).replace(" ", "") or "a"


def _email(chance: Chance) -> str:
    return f"{_word(chance).strip('-_') or 'a'}@example.com"


def _json(chance: Chance) -> JSON:
    kind = chance.below(6)
    if kind == 0:
        return {}
    if kind == 1:
        return {"a": integer(chance), "b": strings.plain(chance)}
    return chance.choose((integer(chance), strings.plain(chance), [], [integer(chance)], True))


def _decimal(chance: Chance) -> str:
    return f"{chance.below(10 * chance.size)}.{chance.below(100):02}"


def _base64(chance: Chance) -> str:
    return base64.b64encode(strings.plain(chance).encode()).decode()


def _hexadecimal(chance: Chance) -> str:
    return f"{chance.below(2**52):013x}{chance.below(2**52):013x}{chance.below(2**52):014x}"


_STRING: Final = Scalar(strings.plain, strings.EDGES, strings.odd)
_GREATEST: Final = 1.7976931348623157e308
_DATES: Final = ("2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "1970-01-01", "1900-03-01", "2038-01-19")
_MOMENTS: Final = (
    *("2024-02-29T23:59:59Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1969-12-31T23:59:59Z"),
    *("2038-01-19T03:14:08Z", "2016-12-31T23:59:59.999999Z", "2020-03-29T02:30:00+01:00"),
    *("2020-01-01T00:00:00+14:00", "2020-01-01T00:00:00-12:00"),
)
_URLS: Final = ("https://example.com", "http://[::1]/", "https://xn--e1afmkfd.example/", "about:blank", "//", "")
_DOCUMENTS: Final[tuple[JSON, ...]] = (
    *([], {}, "", 0, False, [[]], {"a": None}, [None], 1.5),
    *({"a": {"a": {"a": {"a": []}}}}, {"__proto__": 1}, 2**53),
)

FORMATS: Final[dict[str, Scalar]] = {
    "date-time": Scalar(_datetime, _MOMENTS),
    "date": Scalar(_date, _DATES),
    "time": Scalar(_time, ("00:00:00", "23:59:59", "23:59:59.999999", "12:00:00Z", "12:00:00+14:00")),
    "duration": Scalar(
        lambda chance: f"PT{small(chance)}H", ("PT0S", "P1Y2M10DT2H30M", "-P1D", "P4W", "PT0.000001S", "P99999Y")
    ),
    "uuid": Scalar(_uuid, (str(uuid.UUID(int=0)), "F" * 32, "not-a-uuid", "")),
    "uri": Scalar(lambda chance: f"https://example.com/{_word(chance)}", _URLS),
    "email": Scalar(_email, ("a@example.com", "a+b@example.com", '"a b"@example.com', "a@[127.0.0.1]", "@", "")),
    "phone": Scalar(_one_of("+15550100", "+4930123456"), ("+", "110", "")),
    "color": Scalar(lambda chance: f"#{chance.below(2**24):06x}", ("#fff", "#00000000", "red", "")),
    "country": Scalar(_one_of("DE", "US", "JP"), ("XX", "de", "")),
    "currency": Scalar(_one_of("EUR", "USD", "JPY"), ("XXX", "eur", "")),
    "language": Scalar(_one_of("en", "de", "en-US"), ("xx", "EN_us", "")),
    "time-zone": Scalar(_one_of("UTC", "Europe/Berlin"), ("Nowhere/City", "")),
    "ipv4": Scalar(_one_of("192.0.2.1", "127.0.0.1"), ("255.255.255.255", "256.1.1.1", "")),
    "base64": Scalar(_base64, ("", "=", "////", "not base64")),
}
"""By the name of the format."""
_KNOWN: Final[dict[tuple[str, ...], Scalar]] = {
    ("string", "nonemptystring", "html", "markdown", "text", "varchar", "citext", "bpchar", "char"): _STRING,
    ("trimmedstring", "name", "title"): _STRING,
    ("int", "integer", "int16", "int32", "smallint", "year"): Scalar(
        integer, (0, -1, INT_MAX, INT_MIN, 2**16, 1_000_000, -(2**15), 2**24 + 1, INT_MAX - 1)
    ),
    ("float", "double", "real", "number"): Scalar(
        _number,
        (0.0, -0.0, 0.1, -1.0, 1e-7, 5e-324, _GREATEST, -_GREATEST, 2.0**53 + 2, 1e21, 123456789.123456789),
    ),
    ("boolean",): Scalar(_one_of(False, True), (False, True)),
    ("id",): Scalar(identifier, strings.EDGES, strings.odd),
    ("localdatetime",): Scalar(lambda chance: _datetime(chance)[:-1], ("0001-01-01T00:00:00", "9999-12-31T23:59:59")),
    ("json", "jsonobject", "jsonb", "map", "object", "any", "genericscalar", "unknown", "dict"): Scalar(
        _json, _DOCUMENTS
    ),
    ("jsonstring", "awsjson", "jsontext"): Scalar(
        _one_of("{}", "[]", '{"a": 1}'), ("", "null", "[", '{"a":', "NaN", "0")
    ),
    ("bigint", "long", "int64", "biginteger", "awstimestamp"): Scalar(
        integer, (0, -1, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 2**63, 2**64)
    ),
    ("unsignedint64", "bigserial"): Scalar(
        lambda chance: str(integer(chance)), ("0", "-1", str(2**63 - 1), str(2**64), "1e3", "")
    ),
    ("decimal", "bigdecimal", "money", "numeric", "positivedecimal", "price", "amount"): Scalar(
        _decimal, ("0", "-0.01", "0.1", "1e400", "99999999999999999999.99", "NaN", "Infinity", "")
    ),
    ("nonnegativeint", "unsignedint", "uint", "int8", "byte", "short"): Scalar(
        lambda chance: abs(integer(chance)), (0, INT_MAX)
    ),
    ("positiveint", "port"): Scalar(small, (1, INT_MAX)),
    ("positivefloat", "nonnegativefloat"): Scalar(lambda chance: abs(_number(chance)), (0.0, 1e308)),
    ("cursor",): Scalar(_base64, ("", "=", "not base64")),
    ("ipv6",): Scalar(_one_of("2001:db8::1", "::1"), ("::", "::ffff:192.0.2.1", "")),
    ("mac", "macaddress"): Scalar(_one_of("00:00:5e:00:53:01"), ("ff:ff:ff:ff:ff:ff", "")),
    ("gitobjectid", "sha", "sha1"): Scalar(_hexadecimal, ("0" * 40, "g" * 40, "")),
    ("objectid",): Scalar(lambda chance: _hexadecimal(chance)[:24], ("0" * 24, "xyz", "")),
    ("latitude",): Scalar(lambda chance: round(chance.draw() * 90, 4), (90.0, -90.0, 0.0)),
    ("longitude",): Scalar(lambda chance: round(chance.draw() * 180, 4), (180.0, -180.0, 0.0)),
    ("semver", "version"): Scalar(_one_of("1.0.0", "0.1.0"), ("1", "v1.0.0-rc.1+5", "")),
    ("void",): Scalar(lambda _: None, (None,)),
}
"""By the names of scalars, folded."""
_BY_NAME: Final = {name: scalar for names, scalar in _KNOWN.items() for name in names}
