"""Argument values for planned operations: what a field needs, from what has been learned."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from querious.values import Chance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.graphql.cases.tables import Tables
    from querious.model import Value
    from querious.values import FieldCall

_NEAR = 64
"""Values of one round that are remembered."""
_SIZE = 8
"""About how long a text is that has to be made up."""


class ArgumentFiller:
    """Fills the arguments of fields by name, plainly: no odd values, no nulls, no variables.

    While nothing has worked, each call tries something new; once something has, mostly that, spread evenly. What was
    drawn is remembered by the pool behind the tables, so that the next filler goes on where this one ended.
    """

    def __init__(self, tables: Tables, seed: int) -> None:
        self._fields = {
            (entry.name, field.name): frozenset(argument.name for argument in field.arguments)
            for entry in tables.types
            for field in entry.fields
        }
        """Fields that may be asked, each with the arguments that may be sent."""
        self._makers = tables.makers
        self._round = tables.makers.pool.begin()
        self.variety = 0
        """How many ways to make one of these calls have worked: so many rounds it takes until each was drawn."""
        self.has_more = False
        """Whether one of these calls never worked and has likely values that were never tried."""
        self._near: set[str] = set()
        """Values that calls were filled with: what stands below them may have to fit them."""
        self._chance = Chance(Random(seed))
        self._chance.size = _SIZE

    def arguments(self, parent: str, name: str, target: str = "") -> Sequence[tuple[str, Value]]:
        """Values for the arguments that ``parent.name`` needs; none for a field that cannot be asked.

        ``target`` is the object type that is looked for, where the field gives an interface or a union.
        """
        call = self._call(parent, name, target)
        if call is None:
            return ()
        self.variety = max(self.variety, call.variety)
        self.has_more = self.has_more or call.has_more
        drawn = call.draw(self._chance, self._round, self._near)
        if len(self._near) < _NEAR:
            self._near.update(_texts([value for _, value in drawn]))
        return [(key, value) for key, value in drawn if key in self._fields[parent, name]]

    def can_ask(self, coordinate: str) -> bool:
        """Whether ``Type.field`` may be asked and all it requires can be made."""
        parent, _, name = coordinate.partition(".")
        return (parent, name) in self._fields

    def _call(self, parent: str, name: str, target: str) -> FieldCall | None:
        return self._makers.call(parent, name, target) if (parent, name) in self._fields else None


def _texts(value: Value) -> Iterator[str]:
    """The scalars in a value, as text."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)
    else:
        yield str(value)
