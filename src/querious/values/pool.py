"""Values learned from answers.

Arguments draw from groups: a group is the coordinates whose values would fit the same argument. Bounded: only values
of coordinates in some group are kept, and of each coordinate only the first distinct ones.
The same answers in the same order give the same pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.model import Variable
from querious.values.learned import Learned

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from querious.model import JSON, SelectionShape, Value

KEPT = 64
"""Distinct values of one coordinate."""
_LONGEST = 256
"""Characters of a value worth keeping."""
_LESSONS = 200
"""Values taken from one answer."""


class Group(NamedTuple):
    """Coordinates that may feed one argument, and what they have shown: a list of values for each that has any."""

    coordinates: frozenset[str]
    values: list[list[str | int]]


class Lessons(NamedTuple):
    """What one answer teaches."""

    seen: list[tuple[str, str | int]]
    """(coordinate, value) pairs."""
    trials: list[tuple[str, str, bool]]
    """(argument, value sent, whether its field had a value)."""


class Pool:
    """What answers taught so far."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, ...], Group] = {}
        self._values: dict[str, list[str | int]] = {}
        self._wanted_by: dict[str, list[Group]] = {}
        self._shown_at: dict[str, frozenset[str]] = {}
        self._arguments: dict[str, Learned] = {}

    def argument(self, coordinate: str, sources: Sequence[Sequence[str]]) -> Learned:
        """What is known about ``Type.field.argument``, which may draw from these groups of coordinates."""
        learned = self._arguments[coordinate] = Learned([self._group(source) for source in sources])
        return learned

    def _group(self, coordinates: Sequence[str]) -> Group:
        key = tuple(coordinates)
        group = self._groups.get(key)
        if group is None:
            group = self._groups[key] = Group(frozenset(key), [])
            for coordinate in group.coordinates:
                self._wanted_by.setdefault(coordinate, []).append(group)
        return group

    def lessons(self, shape: SelectionShape, data: JSON) -> Lessons:
        """What an answer would teach. Changes nothing."""
        lessons = Lessons([], [])
        stack = [(shape, data)]
        while stack and len(lessons.seen) < _LESSONS:
            position, value = stack.pop()
            if isinstance(value, list):
                stack.extend([(position, item) for item in value[_LESSONS::-1]])
            elif isinstance(value, dict):
                found = position.runtime(value)
                for key, coordinate, _, _, child, arguments in found.fields.values() if found else ():
                    item: JSON = value.get(key)
                    if arguments:
                        self._try(coordinate, arguments, item, lessons.trials)
                    if child is not None:
                        stack.append((child, item))
                    elif coordinate in self._wanted_by and _worth_keeping(item):
                        lessons.seen.append((coordinate, item))
        return lessons

    def _try(
        self,
        coordinate: str,
        arguments: Sequence[tuple[str, Value]],
        item: JSON,
        trials: list[tuple[str, str, bool]],
    ) -> None:
        worked = item is not None and item != []
        for name, sent in arguments:
            argument = f"{coordinate}.{name}"
            if argument in self._arguments and len(trials) < _LESSONS:
                value = sent.value if isinstance(sent, Variable) else sent
                values = value if isinstance(value, list) else (value,)
                trials.extend([(argument, str(one), worked) for one in values if _worth_keeping(one)])

    def learn(self, lessons: Lessons) -> None:
        """Keep what was seen if there is room for it, and count what was tried."""
        for coordinate, value in lessons.seen:
            values = self._values.get(coordinate)
            if values is None:
                values = self._values[coordinate] = []
                for group in self._wanted_by.get(coordinate, ()):
                    group.values.append(values)
            if len(values) < KEPT and value not in values:
                values.append(value)
                self._shown_at[str(value)] = self._shown_at.get(str(value), frozenset()) | {coordinate}
        for argument, sent, worked in lessons.trials:
            self._arguments[argument].tell(sent, self._shown_at.get(sent, frozenset()), worked=worked)

    def teach(self, seen: Iterable[tuple[str, str | int]]) -> None:
        """Learn values without any trial."""
        self.learn(Lessons(list(seen), []))


def _worth_keeping(value: JSON) -> bool:
    if isinstance(value, str):
        return 0 < len(value) <= _LONGEST
    return isinstance(value, int) and not isinstance(value, bool)
