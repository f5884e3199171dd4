"""What the commands of a program send: values by which one can see afterwards whose write is there and whose is not."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from querious.model.state import Command
from querious.state.samples import samples, varied
from querious.state.substructure import same

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from querious.model.values import JSON
    from querious.state.facade import Collection

_DRAWN: Final = 16
"""Values of a kind, of which programs take some."""

EMPTY: Final[Mapping[str, JSON]] = MappingProxyType({})


class Bodies:
    """Drawn once for a collection; ``begin`` is said before each program. The service fills in ``defaults``."""

    def __init__(
        self, collection: Collection, seed: int, chance: random.Random, defaults: Mapping[str, JSON] = EMPTY
    ) -> None:
        self._defaults = defaults
        self._chance = chance
        self._entries = samples(varied(collection.entries()), _DRAWN, seed)
        self._drawn: dict[Command, list[JSON]] = {}
        if Command.PUT in collection.commands:
            self._drawn[Command.PUT] = samples(varied(collection.replacements()), _DRAWN, seed)
        if Command.PATCH in collection.commands:
            self._drawn[Command.PATCH] = _parted(samples(collection.changes(), _DRAWN, seed))
        self.made: list[JSON] = []
        """What the entries of the program are made of, in order."""
        self._taken: dict[int, set[str]] = {}

    def begin(self, count: int) -> None:
        """Entries that the program begins with, different ones if there are."""
        self.made = self._chance.sample(self._entries, min(count, len(self._entries)))
        self.made += self._chance.choices(self._entries, k=count - len(self.made))
        self._taken = {}

    def sent(self, verb: Command, entry: int) -> JSON:
        """The body of a command on an entry by its number; None for those that have none."""
        if verb is Command.POST:
            return self._chance.choice(self._entries)
        if verb not in self._drawn:
            return None
        taken, old = self._taken.setdefault(entry, set()), self.made[entry - 1]
        if isinstance(old, dict):
            old = {**self._defaults, **old}
        values = self._chance.sample(self._drawn[verb], len(self._drawn[verb]))
        found = max(values, key=lambda value: _rank(value, old, taken)) if verb is Command.PATCH else values[0]
        if isinstance(found, dict):
            taken.update(found)
        return found


def _rank(value: JSON, old: JSON, taken: set[str]) -> tuple[bool, int, int]:
    """Best is what changes members that no other write of the program has; then what leaves most to the others."""
    if not isinstance(value, dict):
        return not same(value, old), 0, 0
    own = [name for name in value if name not in taken and not _has(old, name, value[name])]
    return bool(own), -sum(name in taken for name in value), -len(value)


def _parted(changes: list[JSON]) -> list[JSON]:
    """Where all of them have the same members, each is cut into single ones: two at the same time must differ."""
    members = {frozenset(change) for change in changes if isinstance(change, dict)}
    if len(members) != 1 or len(next(iter(members))) == 1:
        return changes
    return [{name: value} for change in changes if isinstance(change, dict) for name, value in change.items()]


def _has(old: JSON, name: str, value: JSON) -> bool:
    return isinstance(old, dict) and name in old and same(value, old[name])
