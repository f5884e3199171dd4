"""What was repaired in a schema: a hundred repairs of one kind become one note."""

from __future__ import annotations

from querious.text.display import listing, one_line


class RepairNotes:
    """Kinds of repairs, with the places where they were made."""

    def __init__(self) -> None:
        self._places: dict[str, dict[str, None]] = {}

    def add(self, what: str, where: str) -> None:
        """Note a repair; ``what`` is a whole clause, ``where`` a coordinate."""
        self._places.setdefault(what, {})[one_line(where, 80)] = None

    def notes(self) -> tuple[str, ...]:
        """One line for each kind, in the order of first mention."""
        return tuple(f"{what}: {listing(places)}" for what, places in self._places.items())
