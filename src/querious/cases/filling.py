"""Argument values for planned operations: what is required, from what has been learned."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from querious.values import Chance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.cases.tables import FieldEntry, Tables
    from querious.model import Value


class Filling:
    """Fills the arguments of fields by name, plainly: no odd values, no variables."""

    def __init__(self, tables: Tables, seed: int) -> None:
        self._fields: dict[tuple[str, str], FieldEntry] = {
            (entry.name, field.name): field for entry in tables.types for field in entry.fields
        }
        self._chance = Chance(Random(seed))
        self._chance.size = 8

    def arguments(self, parent: str, name: str) -> Sequence[tuple[str, Value]]:
        """Values for the required arguments of ``parent.name``; none for a field that cannot be asked."""
        field = self._fields.get((parent, name))
        chance = self._chance
        chance.depth = 0
        return [
            (argument.name, argument.make(chance))
            for argument in (field.arguments if field else ())
            if argument.required
        ]

    def can_ask(self, coordinate: str) -> bool:
        """Whether ``Type.field`` may be asked and all it requires can be made."""
        parent, _, name = coordinate.partition(".")
        return (parent, name) in self._fields
