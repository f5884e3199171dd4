"""Values learned from answers.

Arguments draw from groups: a group is the coordinates whose values would fit the same argument. Bounded: only values
of coordinates in some group are kept, and of each coordinate only the first distinct ones.
The same answers in the same order give the same pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model import JSON, SelectionShape

KEPT = 64
"""Distinct values of one coordinate."""
_LONGEST = 256
"""Characters of a value worth keeping."""
_LESSONS = 200
"""Values taken from one answer."""


class Pool:
    """What answers taught so far."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, ...], list[list[str | int]]] = {}
        self._values: dict[str, list[str | int]] = {}
        self._wanted_by: dict[str, list[list[list[str | int]]]] = {}

    def group(self, coordinates: Iterable[str]) -> list[list[str | int]]:
        """For each of these coordinates that has shown any, its values, oldest first: a live list, empty at first."""
        key = tuple(coordinates)
        group = self._groups.get(key)
        if group is None:
            group = self._groups[key] = []
            for coordinate in key:
                self._wanted_by.setdefault(coordinate, []).append(group)
        return group

    def lessons(self, shape: SelectionShape, data: JSON) -> list[tuple[str, str | int]]:
        """What an answer would teach: (coordinate, value) pairs that some group wants. Changes nothing."""
        wanted: list[tuple[str, str | int]] = []
        stack = [(shape, data)]
        while stack and len(wanted) < _LESSONS:
            position, value = stack.pop()
            if isinstance(value, list):
                stack.extend([(position, item) for item in value[_LESSONS::-1]])
            elif isinstance(value, dict):
                found = position.runtime(value)
                for key, coordinate, _, _, child, _ in found.fields.values() if found else ():
                    if child is not None:
                        stack.append((child, value.get(key)))
                    elif coordinate in self._wanted_by and _worth_keeping(value.get(key)):
                        wanted.append((coordinate, value[key]))
        return wanted

    def learn(self, lessons: Iterable[tuple[str, str | int]]) -> None:
        """Keep each value if there is room for it."""
        for coordinate, value in lessons:
            values = self._values.get(coordinate)
            if values is None:
                values = self._values[coordinate] = []
                for group in self._wanted_by.get(coordinate, ()):
                    group.append(values)
            if len(values) < KEPT and value not in values:
                values.append(value)


def _worth_keeping(value: JSON) -> bool:
    if isinstance(value, str):
        return 0 < len(value) <= _LONGEST
    return isinstance(value, int) and not isinstance(value, bool)
