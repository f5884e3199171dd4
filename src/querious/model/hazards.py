"""How dangerous it is to ask an API for a change: the grades of mutations, and of what REST calls change."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple


class Grade(IntEnum):
    """In which order mutations are asked: what creates feeds the others, what deletes takes away from them."""

    CREATING = 0
    CHANGING = 1
    ACTING = 2
    """Does what no word in its name says: ``publish``, ``closeDay``."""
    DELETING = 3
    """Removes one entry, or those that it names."""
    DANGEROUS = 4
    """May make everything after it fail: asked last, and once."""


class Threat(StrEnum):
    """What a dangerous mutation may do. In the order of asking: what is likely to end everything comes last."""

    BULK = "removes many entries at once"
    SCHEMA = "changes the schema"
    PERMISSION = "changes roles or permissions"
    CREDENTIAL = "takes away tokens or keys"
    SETTINGS = "changes the settings"
    LOGIN = "changes how users log in"
    ACCOUNT = "removes or locks accounts"
    SESSION = "ends the session"
    SHUTDOWN = "stops the service"


class Hazard(NamedTuple):
    """The grade of one mutation; ``threat`` is None unless it is dangerous."""

    grade: Grade
    threat: Threat | None = None
