"""In which order lists are asked about where there is much to ask of each: all of them soon, and none in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar

from querious.model.turns import in_turn
from querious.relations.lists.sources import sources

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from querious.model import Operation
    from querious.relations.lists.list_fields import ListField
    from querious.relations.lists.sources import ListSource
    from querious.relations.observations import Observations
    from querious.relations.query_answer import QueryAnswer
    from querious.relations.relation import Conversation
    from querious.relations.schema_types import SchemaTypes

    Questions: TypeAlias = Generator[Operation, QueryAnswer, bool]
    """Questions about a list; tells in the end whether it had rows to speak of."""

Part = TypeVar("Part")


def lists_in_turn(
    observed: Observations,
    most: int,
    parts: Callable[[ListField], Sequence[Part]],
    questions: Callable[[SchemaTypes, ListSource, Part], Questions],
) -> Iterator[Conversation]:
    """Conversations about one part of every list, then about the next of each; other routes to the lists come after.

    Once a list has shown no rows that anything could be said about, nothing more is asked of it on this route.
    """
    without_rows: set[int] = set()

    def parts_of(place: int, source: ListSource) -> Iterator[tuple[int, ListSource, Part]]:
        """What is asked of one list, worked out when its first turn comes: there may be thousands of lists."""
        for part in parts(source.field):
            yield place, source, part

    def conversation(place: int, source: ListSource, part: Part) -> Conversation:
        had_rows = yield from questions(observed.types, source, part)
        if not had_rows:
            without_rows.add(place)

    levels: dict[int, list[Iterator[tuple[int, ListSource, Part]]]] = {}
    met: dict[str, int] = {}
    for place, source in enumerate(sources(observed, most)):
        level = met[source.field.coordinate] = met.get(source.field.coordinate, 0) + 1
        levels.setdefault(level, []).append(parts_of(place, source))
    for level_parts in levels.values():
        for place, source, part in in_turn(level_parts):
            if place not in without_rows:
                yield conversation(place, source, part)
