"""Numbers about room in what a service shows: how many fit, how many are there, how many are left.

Names propose, values decide: a count is one that moves as entries are made, and is what it must be each time.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model.values import JSON


class Role(Enum):
    """What a number says of room, by its name."""

    LIMIT = "limit"
    """How many fit: ``capacity``, ``max_members``."""
    USED = "used"
    """How many are there: ``booked``, ``seats_taken``."""
    LEFT = "left"
    """How many more fit: ``available``, ``remaining``."""


_LIMIT: Final = frozenset(("capacity", "limit", "max", "maximum", "quota", "allowance", "cap", "ceiling"))
_USED: Final = frozenset(
    (
        *("booked", "taken", "used", "occupied", "sold", "filled", "registered", "enrolled", "consumed", "usage"),
        *("reserved", "allocated", "assigned"),
    )
)
_LEFT: Final = frozenset(
    (
        *("available", "availability", "remaining", "left", "free", "open", "vacant", "vacancy", "unsold", "unused"),
        *("stock", "inventory"),
    )
)
_THINGS: Final = frozenset(("seat", "place", "spot", "space", "ticket", "total", "size"))
"""What alone may be the number of those that there are: ``seats`` beside ``seats_left``."""
_TIMES: Final = frozenset(("start", "end", "from", "until", "begin", "date", "time", "day", "hour", "slot", "check"))
_WAITING: Final = frozenset(
    ("waitlist", "waitlisted", "waiting", "queue", "queued", "overbook", "overbooking", "backorder", "soft")
)
_WHOLE: Final = frozenset(("total", "initial", "overall"))
"""With these, what is left or used is what there was at first."""
_OTHER: Final = frozenset(
    (
        *("min", "minimum", "per", "each", "price", "cost", "fee", "rate", "percent", "version", "revision", "id"),
        *("length", "weight", "height", "width", "age", "duration", "hour", "minute", "second", "day", "week", "month"),
        *("year", "time", "timeout", "score", "rating", "page", "offset", "lifetime", "ever"),
    )
)
"""With these, it is a number of something else."""
_SEVERAL_USES: Final = frozenset(("reserved", "allocated", "assigned"))
"""What is kept back for others may be called so too."""
_RENEWED: Final = frozenset(("quota", "allowance", "usage", "credit", "consumed"))
"""What is used up may stay so: an invitation that is deleted was sent all the same."""
_QUANTITIES: Final = frozenset(
    (
        *("quantity", "qty", "seat", "place", "unit", "ticket", "spot", "guest", "person", "party", "piece", "copy"),
        *("attendee", "participant", "amount", "count", "number", "size"),
    )
)
_DEEPEST: Final = 2
"""Objects within each other in which counts are looked for."""
_LARGEST: Final = 1_000_000


def role_of(path: str) -> Role | None:
    """What the name of a number says; None where it says nothing of room."""
    said = frozenset(words(path))
    if not said.isdisjoint(_OTHER):
        return None
    is_whole = not said.isdisjoint(_WHOLE)
    if not said.isdisjoint(_LEFT):
        return Role.LIMIT if is_whole else Role.LEFT
    if not said.isdisjoint(_USED) and not is_whole:
        return Role.USED
    return None if said.isdisjoint(_LIMIT) else Role.LIMIT


def has_several_uses(path: str) -> bool:
    """Whether a count of this name may be of something else than entries."""
    return not _SEVERAL_USES.isdisjoint(words(path))


def may_stay_used(path: str) -> bool:
    """Whether what a limit of this name is about may be used up for good."""
    return not _RENEWED.isdisjoint(words(path))


def counts_in(shown: JSON) -> dict[str, int]:
    """Whole numbers by their dotted path, and the lengths of lists, as ``guests[]``."""
    return dict(_counts(shown, "", _DEEPEST))


def _counts(shown: JSON, above: str, deep: int) -> Iterator[tuple[str, int]]:
    for name, value in shown.items() if isinstance(shown, dict) else ():
        path = f"{above}{name}"
        if isinstance(value, list):
            yield f"{path}[]", len(value)
        elif isinstance(value, dict) and deep:
            yield from _counts(value, f"{path}.", deep - 1)
        elif isinstance(value, int) and not isinstance(value, bool) and abs(value) < _LARGEST:
            yield path, value


def is_capacity(path: str) -> bool:
    """Whether a limit is called so that it is one of what the holder takes in, whatever that is."""
    return "capacity" in words(path)


def of_role(counts: Mapping[str, int], role: Role) -> list[str]:
    """The paths of the numbers that are named so."""
    return [path for path in counts if role_of(path) is role]


def is_number_of_things(path: str) -> bool:
    """Whether a number of this name may be a limit, if values agree."""
    said = frozenset(words(path))
    return said.isdisjoint(_OTHER | _LEFT | _USED) and not said.isdisjoint(_THINGS)


def tells_waiting(name: str) -> bool:
    """Whether a member is about entries for which there is no room: they wait, or are accepted all the same."""
    return not _WAITING.isdisjoint(words(name))


def tells_time(name: str) -> bool:
    """Whether a member of an entry says when it is."""
    return not _TIMES.isdisjoint(words(name))


def quantity_members(entry: Mapping[str, JSON]) -> list[str]:
    """Members of what is sent that may say how many it takes; those first that are called so."""
    found = []
    for name, value in entry.items():
        said = frozenset(words(name))
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if is_number and said.isdisjoint(_OTHER):
            found.append(name)
    return sorted(found, key=lambda name: not is_quantity(name))


def is_quantity(name: str) -> bool:
    """Whether a member is called like one that says how many."""
    return not _QUANTITIES.isdisjoint(words(name))


def share_a_word(path: str, name: str) -> bool:
    """Whether both speak of one thing: ``max_members`` and ``projects/members``."""
    return not frozenset(words(path)).isdisjoint(frozenset(words(name.rpartition("/")[2])) - _LIMIT)


def roomiest_first(entries: Sequence[JSON]) -> list[JSON]:
    """Those first in which most fits, by their limits; in their order where they have none."""
    return sorted(entries, key=lambda entry: -_room_in(entry))


def _room_in(entry: JSON) -> int:
    """The least of its limits; 0 where it has none."""
    numbers = {name: value for name, value in counts_in(entry).items() if not name.endswith("[]")}
    named = [value for name, value in numbers.items() if role_of(name) in {Role.LIMIT, Role.LEFT}]
    return min(named or [value for name, value in numbers.items() if is_number_of_things(name)], default=0)
