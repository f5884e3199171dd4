"""Smaller programs with the same violation. What shows by luck is given several chances to show again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.shrink import drive, shrink

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
    branches = program.branches
    for number, acts in enumerate(branches):
        if len(branches) > _FEWEST:
            yield replace(program, branches=branches[:number] + branches[number + 1 :])
        if len(acts) > 1:
            for place in range(len(acts)):
                fewer = acts[:place] + acts[place + 1 :]
                yield replace(program, branches=(*branches[:number], fewer, *branches[number + 1 :]))
    yield from _fewer_entries(program)
    yield from _fewer_members(program)


def _fewer_entries(program: Program) -> Iterator[Program]:
    """Only those that nothing is done to."""
    used = {act.name for branch in program.branches for act in branch}
    for place, act in enumerate(program.before):
        if act.name not in used:
            yield replace(program, before=program.before[:place] + program.before[place + 1 :])


def _fewer_members(program: Program) -> Iterator[Program]:
    for place, act in enumerate(program.before):
        for less in _less(act):
            yield replace(program, before=(*program.before[:place], less, *program.before[place + 1 :]))
    for number, acts in enumerate(program.branches):
        for place, act in enumerate(acts):
            for less in _less(act):
                branch = (*acts[:place], less, *acts[place + 1 :])
                yield replace(program, branches=(*program.branches[:number], branch, *program.branches[number + 1 :]))


def _less(act: Act) -> Iterator[Act]:
    """With one member less in its body."""
    if isinstance(act.sent, dict) and len(act.sent) > 1:
        for name in act.sent:
            yield act._replace(sent={other: value for other, value in act.sent.items() if other != name})
