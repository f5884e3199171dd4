"""An argument for which no value was found."""

from __future__ import annotations

from typing import NamedTuple


class MissingValue(NamedTuple):
    """Told of an argument, or a field of an input object in it, that never had a value that brought data."""

    coordinate: str
    """Of the argument, such as ``Query.user.id``: the place that ``--seed-values`` gives a value for."""
    advice: str
    """What was tried, and what can be done about it, in one line."""
