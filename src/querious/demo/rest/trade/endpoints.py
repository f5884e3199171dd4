"""What an operation of the shop promises, as data: the description and the reading of requests are both made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from querious.demo.rest.trade.exchange import Deal

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """An answer that an operation can give."""

    schema: Schema | None = None
    """None: no body."""
    headers: tuple[str, ...] = ()
    """Names in ``HEADERS``."""
    media: str = "application/json"
    about: str = "Done."


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A method on a path."""

    name: str
    """Resource and operation: ``items.list``."""
    method: str
    path: str
    about: str
    deal: Deal
    outcomes: dict[int, Outcome]
    refusals: tuple[int, ...] = ()
    keys: dict[str, Schema] = field(default_factory=dict)
    query: dict[str, Schema] = field(default_factory=dict)
    headers: dict[str, Schema] = field(default_factory=dict)
    """Headers that it looks at."""
    body: Schema | None = None
    body_required: bool = True
    secured: bool = False
    has_head: bool = False
    """Whether HEAD is answered too."""


HEADERS: dict[str, Schema] = {
    "ETag": {"type": "string", "pattern": '^"[0-9a-f]{12}"$'},
    "Location": {"type": "string", "pattern": "^/"},
    "Link": {"type": "string", "description": "Other pages, by RFC 8288: first, prev, next and last, where there are."},
    "X-Total-Count": {"type": "integer", "minimum": 0, "description": "How many there are on all pages."},
    "Allow": {"type": "string"},
    "Accept-Ranges": {"type": "string", "const": "bytes"},
    "Content-Range": {"type": "string", "pattern": "^bytes "},
    "WWW-Authenticate": {"type": "string"},
}
