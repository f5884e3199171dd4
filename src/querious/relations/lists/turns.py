"""In which order lists are spoken about where there is much to ask of each: all of them soon, and none in vain."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from querious.relations.lists.sources import sources

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from querious.model import Operation
    from querious.relations.lists.sources import Source
    from querious.relations.relation import Asked, Conversation
    from querious.relations.terms import Terms
    from querious.relations.world import World

    Talk: TypeAlias = Generator[Operation, Asked, bool]
    """Questions about a list; tells in the end whether it had rows to speak of."""

Part = TypeVar("Part")


def in_turn(
    world: World, most: int, parts: Callable[[Source], Sequence[Part]], talk: Callable[[Terms, Source, Part], Talk]
) -> Iterator[Conversation]:
    """Conversations about one part of every list, then about the next of each; other ways to the lists come after that.

    Once a list has shown no rows that anything could be said about, nothing more is asked of it on this way.
    """
    dead: set[int] = set()

    def listen(place: int, source: Source, part: Part) -> Conversation:
        if not (yield from talk(world.terms, source, part)):
            dead.add(place)

    levels: dict[int, list[list[tuple[int, Source, Part]]]] = {}
    known: dict[str, Sequence[Part]] = {}
    met: dict[str, int] = {}
    for place, source in enumerate(sources(world, most)):
        met[source.coordinate] = level = met.get(source.coordinate, 0) + 1
        if source.coordinate not in known:
            known[source.coordinate] = parts(source)
        levels.setdefault(level, []).append([(place, source, part) for part in known[source.coordinate]])
    for several in levels.values():
        for turn in zip_longest(*several):
            for one in turn:
                if one is not None and one[0] not in dead:
                    yield listen(*one)
