"""How to log in to an API: the one request that is sent for it, and what its answer is good for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.values import JSON

PLACEHOLDER: Final = "{token}"
"""What stands in a template for the token."""
_PARAMETER: Final = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True, slots=True)
class Login:
    """Made by ``querious.config`` from a table, whatever way of logging in that describes."""

    place: str
    """Where it was described, such as ``querious.toml: login``; for messages."""
    method: str = "POST"
    url: str = ""
    """A URL, or a path from the root of the API's host; empty: the address of the API itself."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Of the request that logs in, in lower case."""
    body: JSON = field(default=None, repr=False)
    has_body: bool = True
    user: str = ""
    """Who logs in, for people to read; not a secret."""
    names: frozenset[str] = frozenset()
    """What the account is called in the request."""
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What is secret in the request, by what it is called."""
    fields: frozenset[tuple[str, str]] = frozenset()
    """The fields of GraphQL that log in: ``("mutation", "login")``. Empty: it is no GraphQL."""
    token: tuple[str, ...] = ()
    """Where the answer holds the token, from member to member. Empty: in a header, or it sets cookies."""
    token_header: str = ""
    """The header of the answer that holds it, in lower case."""
    header: str = "Authorization"
    """The header in which the token is sent; empty: in a cookie."""
    cookie: str = ""
    """The cookie in which it is sent."""
    template: str = f"Bearer {PLACEHOLDER}"
    """The value of that header or cookie."""
    lifetime: float | None = None
    """Seconds that a login lasts, where its answer does not say so."""
    refresh: JSON = field(default=None, repr=False)
    """The form that brings a new token, with the refresh token added; None where a new login does."""
    tested: bool = False
    """Whether the operation that logs in is tested like any other."""
    kept: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """By address of an API: what the last login there brought, so that whoever opens it again need not log in again."""

    def logs_in(self, coordinate: str) -> bool:
        """Whether it is by this operation: ``Mutation.login``, ``POST /auth/login``."""
        if self.fields:
            kind, _, name = coordinate.partition(".")
            return any(name == field and operation in kind.lower() for operation, field in self.fields)
        method, _, path = coordinate.partition(" ")
        if not path or method != self.method:
            return False
        wanted = re.sub(r"^[a-z]+://[^/]*", "", self.url).partition("?")[0].strip("/").split("/")
        told = path.strip("/").split("/")
        pairs = zip(reversed(told), reversed(wanted), strict=False)
        return len(told) <= len(wanted) and all(
            here == there or _PARAMETER.fullmatch(here) is not None for here, there in pairs
        )
