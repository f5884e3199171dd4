"""What changes without anybody's doing, as far as a name or a single value shows it.

Two answers to the same question show more: each room that asks twice compares them by its own rules.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.text.moments import day_of, seconds_of
from querious.text.words import written_words

if TYPE_CHECKING:
    from querious.model.values import JSON

PRESENT: Final = 300.0
"""Seconds from now that still count as the present: clocks of two machines are seldom further apart."""
RECENT: Final = 2 * 86_400.0
"""Seconds from now within which data was made for this very run: next time it is made again."""

_DONE: Final = "creat(?:ed|ion|e)|updated?|modified|modification|changed|edited|inserted|deleted|deletion|archived"
_OWN_MOMENT: Final = re.compile(
    rf"(?:last )?(?:{_DONE}) (?:at|on|date|time|date time|timestamp)"
    rf"|(?:date|time|datetime|timestamp) (?:last )?(?:{_DONE})|last (?:{_DONE})|created|updated|modified"
)
_CREATION: Final = re.compile(r"(?:date ?)?(?:created|inserted|registered|creation)(?: ?(?:at|on|date|time|by))?")
_FLEETING: Final = re.compile(
    r"updat|modif|version|revis|etag|chang|edit|last|time|date|age$|ago|_at$|At$|seq|hash"
    r"|view|visit|hit|access|seen|token|expire|nonce|sign",
    re.IGNORECASE,
)

_DAY: Final = 86_400.0


def tells_own_moment(name: str) -> bool:
    """Whether it says when the service did something, which is its own business: ``createdAt``, ``updated_on``."""
    return _OWN_MOMENT.fullmatch(" ".join(written_words(name))) is not None


def tells_of_creation(name: str) -> bool:
    """Whether it tells of the making of an entry: nothing that is done to the entry later changes that."""
    return _CREATION.fullmatch(" ".join(written_words(name))) is not None


def may_change_by_itself(name: str) -> bool:
    """Whether services change such a member by themselves: moments, versions, tokens, counters of visits."""
    return _FLEETING.search(name) is not None


def is_near(value: JSON, now: float, within: float = PRESENT) -> bool:
    """Whether a value is a moment, or a day, at most ``within`` seconds from ``now``, in seconds since 1970."""
    if isinstance(value, str) and day_of(value) and within < _DAY:
        return False
    found = seconds_of(value)
    return found is not None and abs(found - now) <= within
