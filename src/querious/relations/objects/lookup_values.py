"""Values to look things up by: those that the API shows, and a few that it most likely does not know."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from querious.model import Field
from querious.relations.answer_objects import shown
from querious.relations.routes import query_at

if TYPE_CHECKING:
    from collections.abc import Generator

    from querious.model import JSON, Operation
    from querious.relations.objects.lookups import Lookup
    from querious.relations.observations import Observations
    from querious.relations.query_answer import QueryAnswer

TYPES = 5
"""Types of which values are asked for, where many may be found."""
_SHORTEST = 4
"""Letters of a key from which one may be cut off."""


def shown_values(observed: Observations, lookup: Lookup, most: int) -> Generator[Operation, QueryAnswer, list[JSON]]:
    """Values that the API shows now, of the types that may be found in turn."""
    columns: list[list[JSON]] = []
    for typename, key in lookup.keys.items():
        if len(columns) >= TYPES:
            break
        known: dict[str, JSON] = {}
        for route in observed.routes_to(typename, most=2):
            if len(known) < most:
                answer = yield query_at(observed.types, route, typename, [Field(typename, key)])
                for value in shown(answer, typename, key):
                    known[str(value)] = lookup.takes(value)
        found = [value for value in known.values() if value is not None]
        if found:
            columns.append(found)
    values = []
    for row in zip_longest(*columns):
        values += [value for value in row if value is not None]
    return list(dict.fromkeys(values))[:most]


def value_of_another_type(observed: Observations, lookup: Lookup, values: list[JSON]) -> list[JSON]:
    """The identifier of something that cannot be found there; it may be the same as that of something that can."""
    taken = {str(value) for value in values}
    for typename, known in observed.identifiers.items():
        if typename in lookup.keys:
            continue
        for text, value in known.items():
            if text not in taken and lookup.takes(value) is not None:
                return [lookup.takes(value)]
    return []


def unknown_values(lookup: Lookup, value: JSON) -> list[JSON]:
    """Much like a value that is known: with another letter in its middle; a key that is no ID also without its end.

    The middle, since at the end of base64 two texts stand for one value.
    """
    if not all(lookup.is_name(typename) for typename in lookup.keys):
        return []
    if isinstance(value, int):
        return [value + 900_000]
    places = [place for place, letter in enumerate(value) if letter.isascii() and letter.isalnum()]
    if not places:
        return []
    place = places[len(places) // 2]
    changed = value[:place] + _another(value[place]) + value[place + 1 :]
    if lookup.scalar == "ID" or len(value) < _SHORTEST:
        return [changed]
    return [changed, value[:-1]]


def _another(letter: str) -> str:
    if letter.isdigit():
        return "7" if letter != "7" else "3"
    other = "b" if letter not in "bB" else "a"
    return other.upper() if letter.isupper() else other
