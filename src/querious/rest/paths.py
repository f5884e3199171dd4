"""Paths with parameters, such as ``/books/{bookId}/comments/{key}``: filled in, and recognised in links.

Services are often mounted below a path that the facade does not know, and links may be relative to anything. So
a link is compared from its end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote, urljoin, urlsplit

from querious.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.state import Key

_PARAMETER: Final = re.compile(r"\{([^{}/]+)\}")
_MOUNT: Final = re.compile(r"api|rest|v\d+(\.\d+)*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Route:
    """A path with parameters. Its last parameter is the key where it is that of an item."""

    text: str

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names, in order."""
        return tuple(_PARAMETER.findall(self.text))

    def filled(self, values: Mapping[str, Key]) -> str:
        """The path with the parameters filled in, percent-encoded."""
        missing = [name for name in self.parameters if name not in values]
        if missing:
            raise ConfigError(
                f"the path {self.text} has no value for {{{missing[0]}}}; "
                "say in parents of which collection it is the key, and bind() entries of it"
            )
        return _PARAMETER.sub(lambda match: quoted(values[match[1]]), self.text)

    def key_in(self, link: str) -> Key:
        """What stands for the last parameter in a link to an item; empty if it is no such link."""
        *before, last = _PARAMETER.split(self.text)[::2]
        pattern = "[^/?#]+".join(re.escape(part) for part in before) + "([^/?#]+)" + re.escape(last.rstrip("/")) + "/?"
        match = re.search(rf"(?:^|/){pattern.removeprefix('/')}$", _bare(link, query="?" in self.text))
        return unquote(match[1]) if match else ""

    @property
    def name(self) -> str:
        """Of the collection whose path it is: ``books/comments`` of ``/api/v1/books/{bookId}/comments``."""
        parts = [part for part in self.text.partition("?")[0].split("/") if part and not part.startswith("{")]
        while len(parts) > 1 and _MOUNT.fullmatch(parts[0]):
            del parts[0]
        return "/".join(parts)


def item_route(path: str) -> str:
    """Where items stand if nothing else is said: below their collection, ending as it does."""
    bare, mark, query = path.partition("?")
    return f"{bare.rstrip('/')}/{{key}}{'/' if bare.endswith('/') else ''}{mark}{query}"


def leads_to(link: str, path: str) -> bool:
    """Whether the link ends with the path, however either is encoded and whether it ends with a slash."""
    target, wanted = unquote(_bare(link)).strip("/"), unquote(_bare(path)).strip("/")
    return target == wanted or target.endswith(f"/{wanted}")


def last_part(link: str) -> str:
    """The last segment of the link."""
    return unquote(_bare(link).rstrip("/").rpartition("/")[2])


def attempts(link: str, path: str) -> tuple[str, ...]:
    """What to ask for, below the address of the service, to follow the link from ``path``; the likeliest first.

    The service may be mounted below a path, which is a prefix of the link's then and must not be sent twice.
    """
    parts = urlsplit(urljoin(path, link))
    query = f"?{parts.query}" if parts.query else ""
    segments = parts.path.lstrip("/").split("/")
    own = path.partition("?")[0].strip("/").split("/")[0]
    tails = ["/" + "/".join(segments[cut:]) + query for cut in range(min(len(segments), 4))]
    return tuple(sorted(tails, key=lambda tail: not tail.startswith(f"/{own}/")))


def quoted(text: str) -> str:
    """Percent-encoded for a part of a path or query, also where a service gave half of a surrogate pair as a key."""
    return quote(text, safe="", errors="surrogatepass")


def with_query(path: str, query: Mapping[str, str]) -> str:
    """The path with these parameters of the query set, others kept."""
    bare, _, old = path.partition("?")
    kept = [pair for pair in old.split("&") if pair and unquote(pair.partition("=")[0]) not in query]
    new = [f"{quoted(name)}={quoted(value)}" for name, value in query.items()]
    return "?".join(filter(None, (bare, "&".join(kept + new))))


def slashed(path: str, *, slash: bool) -> str:
    """The path with or without a slash at its end, the query kept."""
    bare, mark, query = path.partition("?")
    return f"{bare.rstrip('/')}{'/' if slash else ''}{mark}{query}"


def _bare(link: str, *, query: bool = False) -> str:
    parts = urlsplit(link)
    return f"{parts.path}?{parts.query}" if query and parts.query else parts.path
