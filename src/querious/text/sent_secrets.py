"""The secrets that go with our own requests: which parts of headers and of the URL they are, and what to call each.

Every header and every parameter of the query may be a credential, whatever its name. Left out are the headers that
HTTP defines for other purposes, and values under a name that says nothing which are plainly public: a word, a number,
a date, a version, a UUID. A name that speaks of a secret decides alone.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from querious.text.formats import is_uuid
from querious.text.redaction.names import sort_by_name, words_without_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_NO_CREDENTIALS: Final = frozenset(
    (
        *("accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection"),
        *("content-type", "content-length", "content-language", "date", "dnt", "expect", "forwarded", "from"),
        *("host", "if-match", "if-modified-since", "if-none-match", "if-unmodified-since", "max-forwards"),
        *("origin", "pragma", "prefer", "range", "referer", "te", "traceparent", "tracestate", "trailer"),
        *("transfer-encoding", "upgrade", "user-agent", "via", "x-forwarded-for", "x-forwarded-host"),
        *("x-forwarded-proto", "x-requested-with"),
    )
)
"""Headers of HTTP that carry something else."""
_PERSONAL: Final = frozenset(("authorization", "proxy-authorization", "cookie"))
_SECRET_WORDS: Final = frozenset(("key", "auth", "token", "secret", "signature", "sig", "code", "access", "admin"))
"""In the name of a header or parameter these are enough; in the name of a field they would not be."""
_SCHEME: Final = re.compile(r"(?P<scheme>[A-Za-z][\w-]*)\s+(?P<rest>\S.*)")
_QUOTED: Final = re.compile(r'"([^"]{8,})"')
_FIGURES: Final = re.compile(r"[vV]?\d+(?:[-.:/T +]\d+)*Z?")
_PLAIN_WORDS: Final = re.compile(r"[A-Za-z]+(?:[ ._/,;:=*+-]+[A-Za-z]*\d{0,4})*")
_WEB_TOKEN: Final = re.compile(r"[\w-]{4,}\.[\w-]{4,}\.[\w-]{4,}")


@dataclass(frozen=True, slots=True)
class SentSecret:
    """One secret."""

    label: str
    """Where it comes from, such as ``authorization``, ``cookie-sid``, ``query-api-key``, ``user``."""
    value: str
    introduced_by: tuple[str, ...] = ()
    """What stands before it where it is sent: its name, or its scheme. A short secret is known by this alone."""


def of_headers(headers: Mapping[str, str]) -> Iterator[SentSecret]:
    """The secrets among the headers of a request."""
    for name, value in headers.items():
        lowered = name.lower()
        if lowered in _NO_CREDENTIALS or not value.strip():
            continue
        if lowered == "cookie":
            yield from _of_cookies(value)
        elif not _is_public(name, value):
            yield from _of_authorization(lowered, value)


def of_nobody(headers: Mapping[str, str], told: Iterable[str]) -> dict[str, str]:
    """Those of the headers that say nothing of who asks, such as a language, names in lower case.

    ``told`` are the names of headers by which anybody says so.
    """
    personal = {name.lower() for name in told} | _PERSONAL
    return {
        name.lower(): value
        for name, value in headers.items()
        if name.lower() not in personal and not any(of_headers({name: value}))
    }


def of_url(url: str) -> Iterator[SentSecret]:
    """User, password and query of a URL, as they are written and as they are meant."""
    try:
        parts = urlsplit(url)
        user, password = parts.username, parts.password
    except ValueError:
        return
    if user is not None or password is not None:
        yield from _of_pair(unquote(user or ""), unquote(password or ""))
        yield from _of_pair(user or "", password or "")
    yield from of_query(parts.query)


def of_query(query: str) -> Iterator[SentSecret]:
    """The values of a query; all of it where it is not made of names and values."""
    if query and "=" not in query:
        yield SentSecret("query", query, ("?",))
    for name, value in parse_qsl(query):
        if not _is_public(name, value):
            yield SentSecret(f"query-{name}", value, (name,))


def _of_cookies(header: str) -> Iterator[SentSecret]:
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        value = value.strip('" ')
        if value:
            yield SentSecret(f"cookie-{name}", value, (name,))
            if unquote(value) != value:
                yield SentSecret(f"cookie-{name}", unquote(value), (name,))


def _of_authorization(name: str, header: str) -> Iterator[SentSecret]:
    """``Bearer abc``, ``Basic dXNlcjpwYXNz``, ``Digest username="…"``, or the bare credential."""
    found = _SCHEME.fullmatch(header.strip())
    value = found["rest"] if found else header.strip()
    yield SentSecret(name, value, (name, found["scheme"]) if found else (name,))
    if found and found["scheme"].lower() == "basic":
        yield from _of_basic(value)
    for quoted in _QUOTED.findall(value):
        yield SentSecret(name, quoted)
    if _WEB_TOKEN.fullmatch(value):
        for part in value.split("."):
            yield SentSecret(name, part)


def _of_basic(value: str) -> Iterator[SentSecret]:
    try:
        pair = base64.b64decode(value).decode()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return
    user, _, password = pair.partition(":")
    yield from _of_pair(user, password)


def _of_pair(user: str, password: str) -> Iterator[SentSecret]:
    if user and password:
        yield SentSecret("user-and-password", f"{user}:{password}")
    if password:
        yield SentSecret("password", password, ("password", "passwd", "pass", "pwd"))
    if user:
        yield SentSecret("user", user, ("username", "user", "login"))


def _is_public(name: str, value: str) -> bool:
    """Whether what stands under a name is certainly no credential."""
    if sort_by_name(name) is not None or not _SECRET_WORDS.isdisjoint(words_without_numbers(name)):
        return False
    if _FIGURES.fullmatch(value) or is_uuid(value):
        return True
    return _PLAIN_WORDS.fullmatch(value) is not None and sort_by_name(value) is None
