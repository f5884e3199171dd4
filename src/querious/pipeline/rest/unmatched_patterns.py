"""The patterns that a user gives, held against the operations of a description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.pipeline.unmatched_patterns import check_patterns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model import Settings
    from querious.rest.openapi import RestOperation


def check_rest_patterns(operations: Iterable[RestOperation], settings: Settings) -> None:
    """A ConfigError for the first pattern to allow or to deny that matches no operation of the description."""
    given = {"allow": settings.allow, "deny": settings.deny}
    names = list(map(str, operations))
    if names:
        check_patterns(given, names, "no operation of the description", "'GET /books/{id}' or 'DELETE *'")
