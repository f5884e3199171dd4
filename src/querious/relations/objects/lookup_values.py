"""Values to look things up by: those that the API shows, and a few that it most likely does not know."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Final

from querious.model import Field
from querious.model.json_text import integer_of
from querious.model.turns import in_turn
from querious.relations.answer_objects import shown
from querious.relations.routes import query_at

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from querious.model import JSON, Operation
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.objects.lookups import Lookup
    from querious.relations.observations import Observations

TYPES = 5
"""Types of which values are asked for, where many may be found."""
_SHORTEST = 4
"""Letters of a key from which one may be cut off."""
_FAR: Final = 900_000
"""From a number that is known to one that most likely is not."""
_NUMBERED: Final = re.compile(r"([ -~]*?[A-Za-z][ -~]*?[^\w.]|\[\"[A-Za-z_]+\",)(\d{1,9})(\]?)", re.ASCII)
"""A type and a number, as global identifiers hold them: ``Order:31``, ``gid://shop/Order/31``, ``["orders",31]``."""


def shown_values(observed: Observations, lookup: Lookup, most: int) -> Generator[Operation, QueryAnswer, list[JSON]]:
    """Values that the API shows now, of the types that may be found in turn."""
    columns: list[dict[str, JSON]] = []
    for typename, key in lookup.keys.items():
        if len(columns) >= TYPES:
            break
        known: dict[str, JSON] = {}
        for route in observed.routes_to(typename, most=2):
            if len(known) < most:
                answer = yield query_at(observed.types, route, typename, [Field(typename, key)])
                known |= taken_values(lookup, shown(answer, typename, key))
        if known:
            columns.append(known)
    return list(dict.fromkeys(in_turn(column.values() for column in columns)))[:most]


def taken_values(lookup: Lookup, values: Iterable[JSON]) -> dict[str, JSON]:
    """The values that a look-up takes, as it takes them, by their text."""
    taken = {str(value): lookup.takes(value) for value in values}
    return {text: value for text, value in taken.items() if value is not None}


def value_of_another_type(observed: Observations, lookup: Lookup, values: list[JSON]) -> list[JSON]:
    """The identifier of something that cannot be found there; it may be the same as that of something that can."""
    found: dict[str, JSON] = {}
    for typename, known in observed.identifiers.items():
        if typename not in lookup.keys:
            found |= taken_values(lookup, known.values())
    return [value for text, value in found.items() if text not in map(str, values)][:1]


def unknown_values(lookup: Lookup, value: JSON) -> list[JSON]:
    """Much like a value that is known: with another letter in its middle; a key that is no ID also without its end.

    The middle, since at the end of base64 two texts stand for one value. Where base64 hides a number, as in global
    identifiers, another number, since anything else would be refused.
    """
    if not all(lookup.is_name(typename) for typename in lookup.keys):
        return []
    if isinstance(value, int):
        return [value + _FAR]
    hidden = _other_number_within(value) if lookup.scalar == "ID" else ""
    if hidden:
        return [hidden]
    places = [place for place, letter in enumerate(value) if letter.isascii() and letter.isalnum()]
    if not places:
        return []
    place = places[len(places) // 2]
    changed = value[:place] + _another(value[place]) + value[place + 1 :]
    if lookup.scalar == "ID" or len(value) < _SHORTEST:
        return [changed]
    return [changed, value[:-1]]


def _other_number_within(identifier: str) -> str:
    """A global identifier of the same type with another number: base64 of ``Order:31``; empty where it is none."""
    for encode, signs in ((base64.b64encode, b"+/"), (base64.urlsafe_b64encode, b"-_")):
        padded = identifier + "=" * (-len(identifier) % 4)
        try:
            text = base64.b64decode(padded.encode("ascii"), altchars=signs, validate=True).decode("ascii")
        except (UnicodeError, binascii.Error):
            continue
        parts = _NUMBERED.fullmatch(text)
        if parts is not None:
            number = integer_of(parts[2]) + _FAR
            made = encode(f"{parts[1]}{number}{parts[3]}".encode()).decode("ascii")
            return made if len(identifier) % 4 == 0 else made.rstrip("=")  # as the other was padded, or not
    return ""


def _another(letter: str) -> str:
    if letter.isdigit():
        return "7" if letter != "7" else "3"
    other = "b" if letter not in "bB" else "a"
    return other.upper() if letter.isupper() else other
