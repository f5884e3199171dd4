"""Walks through the state machine that go every transition, worked out beforehand: the first tests of a run.

Random sequences balance visits, but leave it to luck whether a rare transition is ever gone. A tour leaves nothing to
luck and costs a short sequence.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from querious.model.state import Command

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST: Final = 3
"""Entries at a time, and as many in the trash."""


class Spot(NamedTuple):
    """How many entries are there, and in the trash."""

    normal: int
    trash: int

    @property
    def place(self) -> tuple[bool, bool]:
        """The state of the study's machine."""
        return self.normal > 0, self.trash > 0


class Move(NamedTuple):
    """A command by the study's name, and where it leads."""

    name: str
    verb: Command
    target: Spot


Way: TypeAlias = tuple[tuple[bool, bool], str, tuple[bool, bool]]
"""A transition: from where, by which command, to where."""


def tours(commands: frozenset[Command], *, put_creates: bool = False) -> list[list[Move]]:
    """Walks from the empty model that together go every possible transition; as a rule one.

    Two where nothing empties the trash: then there is no way back to a model that has none.
    """
    without = frozenset({"put_del"}) if put_creates else frozenset()
    missing = {way for way in _reachable(commands) if way[1] not in without}
    walks = []
    while missing:
        walks.append(_walk(missing, commands))
    return walks


def crowd(commands: frozenset[Command], size: int) -> list[Move]:
    """Many entries at once, more than a page of a list holds; then some are changed, which must not show in others."""
    if Command.LIST not in commands:
        return []
    here = Spot(size, 0)
    changes = (Command.PATCH, Command.GET, Command.PATCH, Command.PATCH, Command.PUT, Command.DELETE)
    named = [Move(f"{'del' if verb is Command.DELETE else verb}_norm", verb, here) for verb in changes]
    return [*[Move("post_norm", Command.POST, here)] * size, *(move for move in named if move.verb in commands)]


def _walk(missing: set[Way], commands: frozenset[Command]) -> list[Move]:
    """Each time to the nearest transition that is still missing, until none can be come to any more."""
    spot, moves = Spot(0, 0), []
    while way := _way(spot, missing, commands):
        for move in way:
            missing.discard((spot.place, move.name, move.target.place))
            moves.append(move)
            spot = move.target
    return moves


def _reachable(commands: frozenset[Command]) -> set[Way]:
    """All that can be gone from the empty model."""
    seen, rest, found = {Spot(0, 0)}, [Spot(0, 0)], set()
    while rest:
        spot = rest.pop()
        for move in _moves(spot, commands):
            found.add((spot.place, move.name, move.target.place))
            if move.target not in seen:
                seen.add(move.target)
                rest.append(move.target)
    return found


def _way(spot: Spot, missing: set[Way], commands: frozenset[Command]) -> list[Move]:
    """The shortest to a missing transition, that one included."""
    queue: deque[tuple[Spot, list[Move]]] = deque([(spot, [])])
    seen = {spot}
    while queue:
        here, way = queue.popleft()
        for move in _moves(here, commands):
            if (here.place, move.name, move.target.place) in missing:
                return [*way, move]
            if move.target not in seen:
                seen.add(move.target)
                queue.append((move.target, [*way, move]))
    return []


def _moves(spot: Spot, commands: frozenset[Command]) -> Iterator[Move]:
    """What can be done there, reading first: what is broken shows before more is done."""
    for move in _all(spot):
        if move.verb in commands:
            yield move


def _all(spot: Spot) -> Iterator[Move]:
    normal, trash = spot
    if normal:
        yield Move("get_norm", Command.GET, spot)
        yield Move("put_norm", Command.PUT, spot)
        yield Move("patch_norm", Command.PATCH, spot)
    if trash:
        yield Move("get_del", Command.GET, spot)
        yield Move("put_del", Command.PUT, spot)
        yield Move("patch_del", Command.PATCH, spot)
        yield Move("del_del", Command.DELETE, spot)
        yield Move("get_del", Command.GET, spot)
    if normal < _MOST:
        yield Move("post_norm" if normal else "post_first", Command.POST, Spot(normal + 1, trash))
    if normal:
        yield Move("del_norm" if normal > 1 else "del_last", Command.DELETE, Spot(normal - 1, min(trash + 1, _MOST)))
    if trash:
        yield Move("empty_trash", Command.EMPTY_TRASH, Spot(normal, 0))
