"""Which headers and cookies of a REST call are kept: those that an OpenAPI description names as parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.model.values import JSON

COOKIE: Final = "cookie"
_NEVER: Final = frozenset(("accept", "authorization", "content-type", "cookie", "proxy-authorization"))
"""OpenAPI says that parameters of the first names are none; a cookie has a name of its own."""
_SCHEMES: Final = frozenset(("securitySchemes", "securityDefinitions"))
_VALUES: Final = frozenset(("example", "examples", "default", "enum", "const"))
_DEEPEST: Final = 40


class NamedHeaders(NamedTuple):
    """The names of what is kept."""

    headers: frozenset[str] = frozenset()
    """In lower case."""
    cookies: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.headers or self.cookies)

    def chosen(self, sent: Iterable[tuple[str, str]]) -> dict[str, str]:
        """The headers of a request that are kept, by names in lower case; of its cookies those that are named."""
        kept: dict[str, str] = {}
        for name, value in sent:
            lower = name.lower()
            if lower in self.headers:
                kept[lower] = value
            elif lower == COOKIE and self.cookies:
                parts = [part.strip() for part in value.split(";")]
                named = [part for part in parts if part.partition("=")[0] in self.cookies]
                kept |= {COOKIE: "; ".join(named)} if named else {}
        return kept


NO_HEADERS: Final = NamedHeaders()


def named_by(document: JSON) -> NamedHeaders:
    """What the parameters of a description are called; what is a credential by its security schemes is none."""
    headers: set[str] = set()
    cookies: set[str] = set()
    credentials: set[tuple[str, str]] = set()
    for where, name, is_credential in _named(document, depth=0, is_credential=False):
        if is_credential:
            credentials.add((where, name.lower()))
        elif where == "header":
            headers.add(name.lower())
        else:
            cookies.add(name)
    return NamedHeaders(
        frozenset(name for name in headers - _NEVER if ("header", name) not in credentials),
        frozenset(name for name in cookies if (COOKIE, name.lower()) not in credentials),
    )


def _named(value: Any, *, depth: int, is_credential: bool) -> Iterator[tuple[str, str, bool]]:
    """Place and name of all that looks like a parameter in a header or a cookie, and whether it is a credential."""
    if isinstance(value, dict):
        where, name = value.get("in"), value.get("name")
        if where in ("header", COOKIE) and isinstance(name, str):
            yield where, name, is_credential
    if depth >= _DEEPEST or not isinstance(value, dict | list):
        return
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if key not in _VALUES:
            yield from _named(inner, depth=depth + 1, is_credential=is_credential or key in _SCHEMES)
