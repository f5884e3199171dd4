"""Where a store is, and how that is told without telling a password."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from querious.errors import ConfigError

_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
_POSTGRES: Final = frozenset({"postgresql", "postgres", "postgresql+psycopg"})
_HOST: Final = re.compile(r"([A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])(:\d*)?")
"""With its port, which must be a number: in ``user:secret/…@host`` it is none."""
_DATABASE: Final = re.compile(r"/?[A-Za-z0-9_.-]*")


@dataclass(frozen=True, slots=True)
class StorePlace:
    """A file, or a database."""

    shown: str
    """Safe to print."""
    path: str = ""
    """Of a file of SQLite; empty for a database."""
    url: str = field(default="", repr=False)
    """Of a database, as libpq reads it; may hold a password."""


def read_place(text: str) -> StorePlace:
    """A path, ``sqlite:///path`` or ``postgresql://user:password@host/database``."""
    scheme = _SCHEME.match(text)
    if not scheme:
        if not text.strip() or "\x00" in text:
            raise ConfigError("a store is a file such as harvest.sqlite or a URL postgresql://host/database")
        return StorePlace(text, path=text)
    name, rest = scheme[1].lower(), text[scheme.end() :]
    if name == "sqlite" and len(rest) > 1 and rest.startswith("/"):
        return StorePlace(rest[1:], path=rest[1:])
    if name in _POSTGRES:
        return StorePlace(_shown(rest), url=f"postgresql://{rest}")
    raise ConfigError(f"unknown kind of store {name[:20]}://. Use a file or postgresql://user@host/database.")


def _shown(rest: str) -> str:
    """Host and database alone. Where an ``@``, ``/`` or ``?`` of a password was not encoded, not even these.

    Such a character moves the borders of the parts, and a piece of the password would stand where the host should.
    """
    hidden = "postgresql://…"
    try:
        parts = urlsplit(f"postgresql://{rest}")
    except ValueError:
        return hidden
    host = parts.netloc.rpartition("@")[2]
    if rest.count("@") > 1 or "#" in rest or ("@" in rest and "@" not in parts.netloc):
        return hidden
    if not all(_HOST.fullmatch(one) for one in host.split(",")) or not _DATABASE.fullmatch(parts.path):
        return hidden
    return f"postgresql://{host}{parts.path}"
