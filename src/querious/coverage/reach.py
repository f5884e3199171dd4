"""How far answers really went down planned paths, after Lorenz 2023: expected length, actual length, four classes.

An answer goes down a step if some object on the way has a value there: of a list any item counts, of an interface or
union only an object of the type that the path means.
"""

from __future__ import annotations

from operator import eq
from typing import TYPE_CHECKING

from querious.model import Class, Path, Reach, Walked

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from querious.model import JSON, SelectionShape, Step

_SHOWN = 100
"""Paths that were missed, kept for the report."""
_RANK = (Class.PERFECT, Class.FAILED, Class.GOOD, Class.MALFORMED)
"""What counts of several attempts: the first of these that came up."""

_Objects = list[tuple["SelectionShape", dict[str, "JSON"]]]


def lengths(paths: Iterable[Path], shape: SelectionShape, data: JSON) -> list[int]:
    """How many steps of each path the data of an answer holds. Paths that begin alike are followed only once."""
    found = []
    before: Sequence[Step] = ()
    stack: list[_Objects] = [[(shape, data)] if isinstance(data, dict) else []]
    """What stands at the end of each step of the path before, as far as there were objects."""
    for path in paths:
        shared = [*map(eq, path.steps, before), False].index(False)
        before = path.steps
        del stack[shared + 1 :]
        length = len(stack) - 1
        for step in path.steps[length:]:
            below, reached = _down(stack[-1], step)
            length += reached
            if not below:
                break
            stack.append(below)
        found.append(length)
    return found


def _down(here: _Objects, step: Step) -> tuple[_Objects, bool]:
    """The objects that a step leads to, and whether it leads to anything: also to a leaf with a value."""
    coordinate = f"{step.parent}.{step.field}"
    below: _Objects = []
    has_value = False
    for position, value in here:
        shape = position.runtime(value)
        asked = [field for field in shape.fields.values() if field.coordinate == coordinate] if shape else []
        for field in asked:
            item = value.get(field.key)
            if field.child is None:
                has_value = has_value or item not in (None, [])
            else:
                below += [(field.child, one) for one in objects_in(item) if _is(field.child, one, step.target)]
    return below, has_value or bool(below)


def objects_in(item: JSON) -> list[dict[str, JSON]]:
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
    """Whether an object is of the type that is meant; a path may also end at an interface or union as such."""
    runtime = position.runtime(value)
    return position.type == target or (runtime is not None and runtime.typename == target)


class Tracks:
    """The paths of one plan by a key of the caller's: of all attempts at a path, the best is kept."""

    def __init__(self) -> None:
        self._walked: dict[Hashable, Walked] = {}
        self.perfect = 0
        """How many were followed to their end."""

    def note(self, key: Hashable, walked: Walked) -> None:
        """Count one attempt."""
        known = self._walked.get(key)
        if known is None or _merit(walked) > _merit(known):
            self._walked[key] = walked
            if walked.result is Class.PERFECT and (known is None or known.result is not Class.PERFECT):
                self.perfect += 1

    def is_perfect(self, key: Hashable) -> bool:
        """Whether the path was followed to its end."""
        known = self._walked.get(key)
        return known is not None and known.result is Class.PERFECT

    def reach(self, plan: str, paths: int, *, known: str = "", operations: int = 0, bound: int = 0) -> Reach:
        """The outcome, as a value."""
        classes = dict.fromkeys(Class, 0)
        missed = []
        expected = actual = unauthorised = 0
        for walked in self._walked.values():
            classes[walked.result] += 1
            expected += walked.expected
            actual += walked.actual
            unauthorised += walked.unauthorised
            if walked.result is not Class.PERFECT:
                missed.append(walked)
        missed.sort(key=lambda walked: (walked.actual, walked.expected, walked.path))
        return Reach(
            plan,
            paths=paths,
            known=known,
            operations=operations,
            bound=bound,
            asked=len(self._walked),
            classes=classes,
            expected=expected,
            actual=actual,
            unauthorised=unauthorised,
            missed=tuple(missed[:_SHOWN]),
        )


def _merit(walked: Walked) -> tuple[int, int]:
    return -_RANK.index(walked.result), walked.actual
