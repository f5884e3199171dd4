"""In which order lists are spoken about where there is much to ask of each: all of them soon, and none in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar

from querious.relations.lists.sources import sources

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from querious.model import Operation
    from querious.relations.lists.sources import ListSource
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, QueryAnswer
    from querious.relations.schema_types import SchemaTypes

    Talk: TypeAlias = Generator[Operation, QueryAnswer, bool]
    """Questions about a list; tells in the end whether it had rows to speak of."""

Part = TypeVar("Part")


def in_turn(
    observed: Observations,
    most: int,
    parts: Callable[[ListSource], Sequence[Part]],
    talk: Callable[[SchemaTypes, ListSource, Part], Talk],
) -> Iterator[Conversation]:
    """Conversations about one part of every list, then about the next of each; other ways to the lists come after that.

    Once a list has shown no rows that anything could be said about, nothing more is asked of it on this way.
    """
    dead: set[int] = set()

    def listen(place: int, source: ListSource, part: Part) -> Conversation:
        if not (yield from talk(observed.types, source, part)):
            dead.add(place)

    known: dict[str, Sequence[Part]] = {}

    def spoken(place: int, source: ListSource) -> Iterator[tuple[int, ListSource, Part]]:
        """What is asked of one list, worked out when its first turn comes: there may be thousands of lists."""
        if source.coordinate not in known:
            known[source.coordinate] = parts(source)
        for part in known[source.coordinate]:
            yield place, source, part

    levels: dict[int, list[Iterator[tuple[int, ListSource, Part]]]] = {}
    met: dict[str, int] = {}
    for place, source in enumerate(sources(observed, most)):
        met[source.coordinate] = level = met.get(source.coordinate, 0) + 1
        levels.setdefault(level, []).append(spoken(place, source))
    for several in levels.values():
        for one in _first_of_each(several):
            if one[0] not in dead:
                yield listen(*one)


def _first_of_each(several: list[Iterator[Part]]) -> Iterator[Part]:
    """The first of each, then the second of each, until all are through."""
    while several:
        left = []
        for one in several:
            for part in one:
                yield part
                left.append(one)
                break
        several = left
