"""What a REST request asks: an operation of the description, and the values that fill it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from querious.model.values import JSON


class RestArgument(NamedTuple):
    """The value of one parameter."""

    where: str
    """``path``, ``query``, ``header`` or ``cookie``; ``credential`` for a header of the user that is sent otherwise, or
    not at all where the value is None."""
    name: str
    value: JSON


class RestCall(NamedTuple):
    """One call of an operation. A named tuple, because thousands are made each second."""

    method: str
    """In capitals."""
    path: str
    """As the description writes it, ``/books/{id}``; for a request that no description knows, its own path."""
    arguments: tuple[RestArgument, ...] = ()
    media: str = ""
    """The media type of the body; empty where there is none."""
    body: JSON = None

    @property
    def coordinate(self) -> str:
        """``GET /books/{id}``."""
        return f"{self.method} {self.path}"
