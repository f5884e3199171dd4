"""How far the API really went down a path, after Lorenz 2023: expected length, actual length, and four classes.

An answer goes down a step if some object on the way has a value there: of a list any item counts, of an interface or
union only an object of the type that the path means.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from querious.model import JSON, Path, SelectionShape


class Class(StrEnum):
    """What became of one path."""

    PERFECT = "perfect"
    """No error, and the whole path was gone."""
    GOOD = "good"
    """No error, but the data ended before the path did."""
    MALFORMED = "malformed"
    """The request was refused or blamed: it tells nothing about the path."""
    FAILED = "confirmed failure"
    """The server was at fault."""


def actual_length(path: Path, shape: SelectionShape, data: JSON) -> int:
    """How many steps of the path the data of an answer holds."""
    here: list[tuple[SelectionShape, dict[str, JSON]]] = [(shape, data)] if isinstance(data, dict) else []
    for length, (parent, name, target) in enumerate(path.steps):
        coordinate = f"{parent}.{name}"
        below: list[tuple[SelectionShape, dict[str, JSON]]] = []
        ended = False
        for position, value in here:
            found = position.runtime(value)
            if found is None or found.typename != parent:
                continue
            for one in found.fields.values():
                if one.coordinate == coordinate:
                    item = value.get(one.key)
                    if one.child is None:
                        ended = ended or (item is not None and item != [])
                    else:
                        below += [(one.child, thing) for thing in _objects(item) if _is(one.child, thing, target)]
        if not below:
            return length + ended
        here = below
    return len(path.steps)


def _objects(item: JSON) -> list[dict[str, JSON]]:
    """The objects in a value, through lists of lists."""
    found: list[dict[str, JSON]] = []
    stack = [item]
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack.extend(value)
        elif isinstance(value, dict):
            found.append(value)
    return found


def _is(position: SelectionShape, value: dict[str, JSON], target: str) -> bool:
    runtime = position.runtime(value)
    return runtime is not None and runtime.typename == target


@dataclass(slots=True)
class Reach:
    """The paths of a run: how many of each class, and how far they were gone in all."""

    classes: dict[Class, int] = field(default_factory=lambda: dict.fromkeys(Class, 0))
    expected: int = 0
    actual: int = 0

    def add(self, expected: int, actual: int, *, refused: bool, failed: bool) -> Class:
        """Count one path of one answer."""
        if failed:
            kind = Class.FAILED
        elif refused:
            kind = Class.MALFORMED
        else:
            kind = Class.PERFECT if actual >= expected else Class.GOOD
        self.classes[kind] += 1
        self.expected += expected
        self.actual += min(actual, expected)
        return kind

    @property
    def ratio(self) -> float:
        """The study's metric: actual to expected length, from 0 to 1; 1 where there was no path."""
        return self.actual / self.expected if self.expected else 1.0
