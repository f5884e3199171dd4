"""Patterns of coordinates: ``Query.project``, ``*.email``, ``Mutation.delete*``, ``Query.*.id``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Patterns:
    """Decides whether a coordinate is wanted: some ``include`` matches (or there is none), no ``exclude`` does.

    A pattern without a dot names a whole type: ``User`` is ``User.*``. ``*`` stands for any run of characters
    but a dot, so patterns mean the same at every depth.
    """

    def __init__(self, include: Iterable[str] = (), exclude: Iterable[str] = ()) -> None:
        self._include = [compile_pattern(pattern) for pattern in include]
        self._exclude = [compile_pattern(pattern) for pattern in exclude]

    def match(self, coordinate: str) -> bool:
        """Whether the coordinate is wanted."""
        if self._include and not any(pattern.fullmatch(coordinate) for pattern in self._include):
            return False
        return not any(pattern.fullmatch(coordinate) for pattern in self._exclude)


class Permissions:
    """Decides whether a field may be asked for.

    A pattern to allow restricts only the types that it names: ``Mutation.create*`` leaves one kind of mutation and all
    queries. A pattern to deny forbids what it matches, whatever else is said.
    """

    def __init__(self, allow: Iterable[str] = (), deny: Iterable[str] = ()) -> None:
        self._allow = [(compile_pattern(pattern.partition(".")[0]), compile_pattern(pattern)) for pattern in allow]
        self._deny = [compile_pattern(pattern) for pattern in deny]

    def match(self, coordinate: str) -> bool:
        """Whether ``Type.field`` may be asked for."""
        if any(pattern.fullmatch(coordinate) for pattern in self._deny):
            return False
        kind = coordinate.partition(".")[0]
        rules = [pattern for types, pattern in self._allow if types.fullmatch(kind)]
        return not rules or any(pattern.fullmatch(coordinate) for pattern in rules)


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """A regular expression to be used with ``fullmatch``."""
    pieces = ("[^.]*".join(map(re.escape, piece.split("*"))) for piece in pattern.strip().split("**"))
    text = ".*".join(pieces)
    whole_type = "" if "." in pattern else r"(?:\..*)?"
    return re.compile(text + whole_type)
