"""Small programs for branches at the same time: drawn from a seed, made smaller, put in turns.

First each pair that services are known to get wrong, alone; then longer ones around such pairs, drawn by weight.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.state import Command
from querious.shrink import drive, shrink
from querious.state.parallel.bodies import EMPTY, Bodies
from querious.state.reduction import smaller_bodies, without_each
from querious.state.sequences import Act

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.parallel.history import Event, History

_POST, _GET, _PUT, _PATCH, _DELETE, _LIST = (
    Command.POST,
    Command.GET,
    Command.PUT,
    Command.PATCH,
    Command.DELETE,
    Command.LIST,
)
_MORE: Final = (_GET, _GET, _PATCH, _PUT, _LIST, _DELETE)
"""What branches go on with; reading is likeliest."""
_LONGEST: Final = 3
_THIRD: Final = 0.25
"""How often there is a third branch."""
_OTHER: Final = 0.2
"""How often a further command goes to the second entry."""
_FEWEST: Final = 2
"""Branches: with one alone nothing is at the same time."""


class ProgramShape(NamedTuple):
    """A pair of commands, each on the first or the second entry, and how often it is drawn."""

    one: Command
    other: Command
    weight: int = 1
    apart: bool = False
    """Whether they go to different entries: services that keep all in one piece lose those too."""


SHAPES: Final = (
    ProgramShape(_PATCH, _PATCH, 4),
    ProgramShape(_PATCH, _PUT, 2),
    ProgramShape(_PATCH, _DELETE, 2),
    ProgramShape(_POST, _POST, 2),
    ProgramShape(_PUT, _DELETE),
    ProgramShape(_PUT, _PUT),
    ProgramShape(_DELETE, _DELETE),
    ProgramShape(_PATCH, _PATCH, 1, apart=True),
    ProgramShape(_PUT, _PUT, 1, apart=True),
    ProgramShape(_POST, _PATCH),
    ProgramShape(_POST, _DELETE),
    ProgramShape(_PUT, _GET),
    ProgramShape(_PATCH, _GET),
    ProgramShape(_DELETE, _DELETE, 1, apart=True),
    ProgramShape(_POST, _LIST),
    ProgramShape(_PATCH, _LIST),
)
"""The order is that of the first programs: what is lost most often comes first."""


@dataclass(frozen=True, slots=True)
class Program:
    """Entries are named by the order in which the beginning makes them."""

    before: tuple[Act, ...]
    branches: tuple[tuple[Act, ...], ...]


def programs(collection: Collection, seed: int, defaults: Mapping[str, JSON] = EMPTY) -> Iterator[Program]:
    """Without end, if the collection has anything to run at the same time. The service fills in ``defaults``."""
    shapes = [shape for shape in SHAPES if collection.commands.issuperset((_POST, shape.one, shape.other))]
    chance = random.Random(seed)
    bodies = Bodies(collection, seed, chance, defaults)
    for shape in shapes:
        yield _drawn([[(shape.one, 1)], [(shape.other, 1 + shape.apart)]], bodies)
    weights = [shape.weight for shape in shapes]
    while shapes:
        shape = chance.choices(shapes, weights)[0]
        yield _drawn(_longer(shape, collection.commands, chance), bodies)


def program_of(history: History) -> Program:
    """What was done, without what came of it."""
    names = history.names

    def act(event: Event) -> Act:
        command, key, sent, _ = event.done
        return Act(command, names.get(key, ""), "", sent)

    branches = tuple(tuple(map(act, branch)) for branch in history.begun_branches)
    return Program(tuple(Act(_POST, names[event.key], "", event.done.sent) for event in history.before), branches)


def _longer(shape: ProgramShape, offered: frozenset[Command], chance: random.Random) -> list[list[tuple[Command, int]]]:
    """The pair, with further commands before and after it, and now and then a third branch."""
    more = [command for command in _MORE if command in offered]
    branches = [[(shape.one, 1)], [(shape.other, 1 + shape.apart)]]
    if chance.random() < _THIRD:
        branches.append([(chance.choice((shape.one, shape.other)), 1)])
    for branch in branches:
        for _ in range(chance.randrange(_LONGEST)):
            entry = 2 if chance.random() < _OTHER else 1
            branch.insert(chance.randint(0, len(branch)), (chance.choice(more), entry))
    return branches


def _drawn(branches: list[list[tuple[Command, int]]], bodies: Bodies) -> Program:
    """With something to send; the beginning makes the entries that the branches go to."""
    made = max(entry if command is not _POST else 0 for command, entry in chain.from_iterable(branches))
    bodies.begin(max(made, 1))
    before = tuple(Act(_POST, f"#{number}", "", entry) for number, entry in enumerate(bodies.made, 1))
    return Program(
        before, tuple(tuple(_act(command, entry, bodies) for command, entry in branch) for branch in branches)
    )


def _act(command: Command, entry: int, bodies: Bodies) -> Act:
    if command in {_POST, _LIST}:
        return Act(command, "", "", bodies.sent(command, 1))
    return Act(command, f"#{entry}", "", bodies.sent(command, entry))


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


def turns(lengths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Which branch is to go on, until all have ended: first one after the other, then the last first, then mixed."""
    whole = [(number,) * length for number, length in enumerate(lengths)]
    plain = sum(whole, ()), sum(reversed(whole), ())
    yield from dict.fromkeys(plain)
    for order in _mixed(tuple(lengths)):
        if order not in plain:
            yield order


def _mixed(left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not any(left):
        yield ()
    for number, length in enumerate(left):
        if length:
            for rest in _mixed((*left[:number], length - 1, *left[number + 1 :])):
                yield (number, *rest)
