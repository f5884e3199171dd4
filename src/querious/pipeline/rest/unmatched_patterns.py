"""Patterns that match no operation are mistakes: a misspelt ``--deny`` would let through what it was meant to stop."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from querious.errors import ConfigError
from querious.model.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model import Settings
    from querious.rest.openapi import RestOperation


def check_rest_patterns(operations: Iterable[RestOperation], settings: Settings) -> None:
    """A ConfigError for the first pattern to allow or to deny that matches no operation of the description."""
    given = [("allow", pattern) for pattern in settings.allow] + [("deny", pattern) for pattern in settings.deny]
    if not given:
        return
    names = [str(operation) for operation in operations]
    for option, pattern in given:
        matches = compile_pattern(pattern).fullmatch
        if names and not any(map(matches, names)):
            near = get_close_matches(pattern, names, 1)
            hint = f"; did you mean {near[0]}?" if near else "; patterns look like 'GET /books/{id}' or 'DELETE *'."
            raise ConfigError(f"The pattern {pattern!r} of {option} matches no operation of the description{hint}")
