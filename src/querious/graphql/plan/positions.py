"""Where a path stands in an operation, so that its answer can be followed along it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Field, Fragment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Operation, Path, Selection, Step


def follow(operation: Operation, path: Path) -> list[Field] | None:
    """The field of each step, from the root down; None if the operation does not hold the whole path.

    Where several selections fit a step (an alias for each member of an interface), the one that goes on is taken.
    """
    return _follow(operation.selections, path.steps, 0)


def _follow(selections: Sequence[Selection], steps: Sequence[Step], taken: int) -> list[Field] | None:
    if taken == len(steps):
        return []
    for field, below in _fitting(selections, steps[taken]):
        rest = _follow(below, steps, taken + 1)
        if rest is not None:
            return [field, *rest]
    return None


def _fitting(selections: Sequence[Selection], step: Step) -> Iterator[tuple[Field, Sequence[Selection]]]:
    """The selections that take a step, and what is selected on the type it leads to."""
    for node in selections:
        if not isinstance(node, Field) or node.name != step.field or node.parent != step.parent:
            continue
        narrowed = [below for below in node.children if isinstance(below, Fragment)]
        fitting = [below for below in narrowed if below.on == step.target]
        if fitting:
            yield node, fitting[0].children
        elif not narrowed:
            yield node, node.children
