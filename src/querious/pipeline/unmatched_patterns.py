"""Patterns that match nothing are mistakes: a misspelt ``--deny`` would let through what it was meant to stop."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from querious.errors import ConfigError
from querious.model.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def check_patterns(given: Mapping[str, Sequence[str]], names: Sequence[str], nothing: str, like: str) -> None:
    """A ConfigError for the first pattern that matches no name; ``given`` has patterns by their option.

    ``nothing`` says what it does not match, ``like`` what patterns look like, where no name is near.
    """
    for option, patterns in given.items():
        for pattern in patterns:
            if not any(map(compile_pattern(pattern).fullmatch, names)):
                near = get_close_matches(pattern, names, 1)
                hint = f"; did you mean {near[0]}?" if near else f"; patterns look like {like}."
                raise ConfigError(f"The pattern {pattern!r} of {option} matches {nothing}{hint}")
