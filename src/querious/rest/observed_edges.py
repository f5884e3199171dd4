"""Edges that answers show: a value that one operation showed, and with which another then worked.

A value such as 1 stands in many answers and says nothing. An edge is taken to be there when a value that is too long
for an accident has gone this way, or two that are not quite as long.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from querious.rest.operation_graph import OperationEdge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.values.lessons import ArgumentTrial

_MOST: Final = 20_000
"""Values whose origin is kept."""
_TELLING: Final = 8
_HALF_TELLING: Final = 4
"""Characters that make a value too long for an accident, alone or with a second one."""


class ObservedEdges:
    """Where values came from, and which of them were accepted elsewhere."""

    def __init__(self) -> None:
        self._origins: dict[str, dict[str, str]] = {}
        """By value: the operations that showed it, with the coordinate."""
        self._used: dict[tuple[str, str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        """By edge: coordinates, with the values that went that way."""

    def note(self, trial: ArgumentTrial, seen: Iterable[tuple[str, str | int | float, int]]) -> None:
        """Take in one call, and the values that its answer showed, each with its coordinate."""
        if not trial.worked:
            return
        for name, value in trial.arguments.items():
            if isinstance(value, str | int | float):
                self._note_used(trial.coordinate, name, str(value))
        for coordinate, value, _ in seen:
            if str(value) in self._origins or len(self._origins) < _MOST:
                self._origins.setdefault(str(value), {}).setdefault(trial.coordinate, coordinate)

    def _note_used(self, consumer: str, name: str, value: str) -> None:
        for producer, coordinate in self._origins.get(value, {}).items():
            if producer != consumer:
                self._used[producer, consumer, name][coordinate].add(value)

    def edges(self) -> Iterator[OperationEdge]:
        """Those that are no accident."""
        for (producer, consumer, parameter), sources in self._used.items():
            lengths = sorted(len(value) for value in set[str]().union(*sources.values()))
            if lengths[-1] >= _TELLING or (len(lengths) > 1 and lengths[-2] >= _HALF_TELLING):
                yield OperationEdge(producer, consumer, parameter, frozenset(sources))
