"""Smaller programs that show the same. What shows by luck is given several chances to show again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.shrink import drive, shrink
from querious.state.reduction import smaller_bodies, without_each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.state.parallel.programs import Program
    from querious.state.sequences import Act

_FEWEST: Final = 2
"""Branches: with one alone nothing is at the same time."""


def reduce(program: Program, shows: Callable[[Program], bool], most: int) -> None:
    """Go from one that shows it to a smaller one, and on from there; ``shows`` is asked at most ``most`` times."""
    drive(shrink(program, (smaller,)), shows, most, program)


def smaller(program: Program) -> Iterator[Program]:
    """Without a branch, without a command, without an entry, without a member; two branches must be left."""
    if len(program.branches) > _FEWEST:
        for branches in without_each(program.branches):
            yield replace(program, branches=branches)
    for branches in _one_changed(program.branches, without_each):
        if all(branches):
            yield replace(program, branches=branches)
    used = {act.name for branch in program.branches for act in branch}
    for left_out, before in zip(program.before, without_each(program.before), strict=True):
        if left_out.name not in used:
            yield replace(program, before=before)
    for before in smaller_bodies(program.before):
        yield replace(program, before=before)
    for branches in _one_changed(program.branches, smaller_bodies):
        yield replace(program, branches=branches)


def _one_changed(
    branches: tuple[tuple[Act, ...], ...], change: Callable[[tuple[Act, ...]], Iterator[tuple[Act, ...]]]
) -> Iterator[tuple[tuple[Act, ...], ...]]:
    """With each change of each branch."""
    for number, acts in enumerate(branches):
        for changed in change(acts):
            yield (*branches[:number], changed, *branches[number + 1 :])
