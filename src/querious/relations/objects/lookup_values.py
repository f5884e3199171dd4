"""Values to look things up by: those that the API shows, and a few that it most likely does not know."""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter, deque
from itertools import islice
from typing import TYPE_CHECKING, Final

from querious.model import Field
from querious.model.json_text import integer_of
from querious.model.turns import in_turn
from querious.relations.answer_objects import shown_by_list
from querious.relations.lists.larger_lists import LARGE, larger_lists
from querious.relations.lists.pages import is_round
from querious.relations.objects.selections import full_selection
from querious.relations.routes import query_at, route_text

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from querious.model import JSON, Operation
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.objects.lookups import Lookup
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

TYPES = 5
"""Types of which values are asked for, where many may be found."""
_LISTS = 4
"""Lists of which values are asked for, each of another parent or page where there are several."""
_BATCH = 25
_SMALL_BATCH = 5
"""Look-ups in one operation."""
_ALONE = 8
"""Look-ups one by one, where no more are allowed in one operation."""
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
                known |= taken_values(lookup, spread_over(shown_by_list(answer, typename, key)))
        if known:
            columns.append(known)
    return list(dict.fromkeys(in_turn(column.values() for column in columns)))[:most]


def widely_shown_values(
    observed: Observations, lookup: Lookup, most: int
) -> Generator[Operation, QueryAnswer, list[JSON]]:
    """Values of all lists and pages on which some were seen, as many of their rows as they give at once."""
    columns: list[list[JSON]] = []
    for typename, key in islice(lookup.keys.items(), TYPES):
        for route in _routes_to_lists(observed, typename, key):
            for values in (yield from _values_of_lists(observed.types, route, typename, key)):
                columns.append(list(taken_values(lookup, values).values()))
    return list(dict.fromkeys(spread_over(columns)))[:most]


def _values_of_lists(
    types: SchemaTypes, route: Route, typename: str, key: str
) -> Generator[Operation, QueryAnswer, list[list[JSON]]]:
    """What the lists on a route show: a large page and the last one, or the page that was seen if these are refused."""
    found: list[list[JSON]] = []
    for larger in larger_lists(types, route):
        answer = yield query_at(types, larger, typename, [Field(typename, key)])
        lists = shown_by_list(answer, typename, key)
        found += lists
        longest = max(map(len, lists), default=LARGE)
        if longest < LARGE and not is_round(longest):
            return found
    if not found:
        answer = yield query_at(types, route, typename, [Field(typename, key)])
        found = shown_by_list(answer, typename, key)
    return found


def _routes_to_lists(observed: Observations, typename: str, key: str) -> list[Route]:
    """Routes that showed values of a field: first one by each last field, those that showed the most before others."""
    counts: Counter[str] = Counter()
    routes: dict[str, Route] = {}
    for route in observed.shown.get(f"{typename}.{key}", {}).values():
        text = route_text(route)
        routes.setdefault(text, route)
        counts[text] += 1
    by_field: dict[str, list[Route]] = {}
    for text, _ in counts.most_common():
        by_field.setdefault(routes[text][-1].coordinate, []).append(routes[text])
    return list(islice(in_turn(by_field.values()), _LISTS))


def spread_over(columns: Iterable[Sequence[JSON]]) -> list[JSON]:
    """Of every column in turn: its first value, its last, then those between."""
    return list(in_turn([spread(column) for column in columns]))


def look_up_in_batches(types: SchemaTypes, route: Route, lookup: Lookup, values: Sequence[JSON]) -> Conversation:
    """Many look-ups in one operation; with less of what they find, fewer, and at last some one by one where refused."""
    key_only = lookup.selection(types)
    object_type = types.possible(lookup.target) == [lookup.target]
    everything = full_selection(types, lookup.target, related=False) if object_type else key_only
    ways = deque(((_BATCH, everything), (_BATCH, key_only), (_SMALL_BATCH, key_only), (1, key_only)))
    left, alone = list(values), 0
    while left and alone < _ALONE:
        size, children = ways[0]
        fields = [lookup.asking(value, children, f"a{place}") for place, value in enumerate(left[:size])]
        answer = yield query_at(types, route, lookup.parent, fields)
        alone += size == 1
        if answer.data is None and size > 1:
            ways.popleft()
        else:
            left = left[size:]


def spread(values: Sequence[JSON]) -> list[JSON]:
    """The same values, from everywhere: the first, the last, then always from the middle of the largest gap."""
    ordered = list(dict.fromkeys((*values[:1], *values[-1:])))
    gaps = deque([(0, len(values) - 1)])
    while gaps:
        low, high = gaps.popleft()
        middle = (low + high) // 2
        if middle > low:
            ordered.append(values[middle])
            gaps += [(low, middle), (middle, high)]
    return ordered


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
