"""Values to look things up by: those that the API shows, and a few that it most likely does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.relations.objects.known_routes import routes_to, shown
from querious.relations.objects.lookups import query_at
from querious.relations.objects.selections import plain_field

if TYPE_CHECKING:
    from collections.abc import Generator

    from querious.model import JSON, Operation
    from querious.relations.objects.lookups import Lookup
    from querious.relations.observations import Observations
    from querious.relations.relation import QueryAnswer

TYPES: Final = 5
"""Types of which values are asked for, where many may be found."""
_SHORTEST: Final = 4
"""Letters of a key from which one may be cut off."""
_WAYS: Final = 2


def shown_values(observed: Observations, lookup: Lookup, most: int) -> Generator[Operation, QueryAnswer, list[JSON]]:
    """Values that the API shows now, of the types that may be found in turn."""
    columns: list[list[JSON]] = []
    for typename, key in lookup.keys.items():
        if len(columns) >= TYPES:
            break
        known: dict[str, JSON] = {}
        for route in routes_to(observed, typename, most=_WAYS):
            if len(known) < most:
                asked = yield query_at(observed.types, route, typename, [plain_field(typename, key)])
                known.update({str(value): lookup.takes(value) for value in shown(asked, typename, key)})
        found = [value for value in known.values() if value is not None]
        columns += [found] if found else []
    longest = max(map(len, columns), default=0)
    rows = [column[place] for place in range(longest) for column in columns if place < len(column)]
    return list(dict.fromkeys(rows))[:most]


def value_of_another_type(observed: Observations, lookup: Lookup, values: list[JSON]) -> list[JSON]:
    """The identifier of something that cannot be found there; it may be the same as that of something that can."""
    for typename, known in observed.identifiers.items():
        for text, value in known.items() if typename not in lookup.keys else ():
            if lookup.takes(value) is not None and all(text != str(one) for one in values):
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
    place = places[len(places) // 2] if len(places) < len(value) else len(value) // 2
    letter = value[place]
    other = ("7" if letter != "7" else "3") if letter.isdigit() else ("b" if letter not in "bB" else "a")
    changed = f"{value[:place]}{other.upper() if letter.isupper() else other}{value[place + 1 :]}"
    return [changed, value[:-1]] if lookup.scalar != "ID" and len(value) >= _SHORTEST else [changed]
