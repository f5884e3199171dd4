"""How often a place was asked in vain, and whether asking once more could bring anything new.

A path ends where its first step without data is: at an empty list, at null, at an error. If that happens at the same
place again and again, with other values and longer lists each time, the place is given up, with all that lies behind
it, until something new is learned for the arguments on the way to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from querious.model import Path, Step

_WITHOUT_VALUES: Final = 4
"""Attempts where there is nothing to vary on the way but the length of lists and the objects they hold."""
_WITH_VALUES: Final = 8
"""Attempts where arguments on the way can take other values."""
_ALONE: Final = 4
"""Attempts where each is a request of its own, as nothing comes of what is asked beside the place."""
_MOST: Final = 12
"""Attempts where many ways to make a call on the way have worked, of which each may lead elsewhere."""
_ANYWHERE: Final = 2
"""How many times as often a field is tried that has held nothing wherever it was met."""

_Place: TypeAlias = "tuple[Step, ...] | str"
"""A way from the root to the step that has no data, or its ``Type.field``, wherever that stands."""


class Knowledge(NamedTuple):
    """What there is to know of the arguments of ``Type.field``."""

    values: Callable[[str], int | None]
    """How many values may fit; None if it takes no arguments."""
    ways: Callable[[str], int]
    """How many ways to call it have worked."""
    has_more: Callable[[str], bool]
    """Whether the API itself named values for it that were never tried."""


class _Vain:
    """Attempts that ended at one place."""

    __slots__ = ("count", "known", "round")

    def __init__(self) -> None:
        self.count = 0
        self.known = -1
        """How much was known of the arguments on the way when it was last tried."""
        self.round = -1
        """That it was last tried in."""


class Attempts:
    """Of all paths of a run; ``alone`` says of ``Type.field`` whether it has to be asked apart from others."""

    def __init__(self, knowledge: Knowledge, alone: Callable[[str], bool]) -> None:
        self._knowledge = knowledge
        self._alone = alone
        self._vain: dict[_Place, _Vain] = {}
        self._values: dict[str, int | None] = {}
        self._round = 0

    def begin(self) -> None:
        """Begin a round: what answers taught since the last one counts from now on."""
        self._values.clear()
        self._round += 1

    def note(self, walked: Iterable[tuple[Path, int]]) -> None:
        """Take in how far the paths of one answer were gone; a place at which some of them end counts once a round."""
        ended: dict[_Place, tuple[Step, ...]] = {}
        for path, actual in walked:
            steps = tuple(path.steps)
            for length in range(1, actual + 1):
                self._vain.pop(steps[:length], None)
                self._vain.pop(steps[length - 1].coordinate, None)
            if actual < len(steps):
                way = steps[: actual + 1]
                ended[way] = way
                ended[way[-1].coordinate] = way
        for place, way in ended.items():
            vain = self._vain.setdefault(place, _Vain())
            known, _ = self._values_on(way)
            if known > vain.known and not isinstance(place, str):
                vain.count = 0
            if vain.round != self._round:
                vain.count += 1
            vain.round, vain.known = self._round, max(known, vain.known)

    def are_over(self, path: Path) -> bool:
        """Whether the path leads over a place that was tried often enough, of which nothing new is known."""
        if not self._vain:
            return False
        return any(self._is_given_up(path.steps[:length]) for length in range(1, len(path.steps) + 1))

    def _is_given_up(self, way: Sequence[Step]) -> bool:
        here, anywhere = self._vain.get(tuple(way)), self._vain.get(way[-1].coordinate)
        tried = max(here.count if here else 0, anywhere.count // _ANYWHERE if anywhere else 0)
        if tried < min(_WITHOUT_VALUES, _ALONE):
            return False
        known, calls = self._values_on(way)
        if here is not None and known > here.known:
            return False
        if not calls:
            return True
        if self._knowledge.has_more(way[-1].coordinate):
            return tried >= _MOST
        if self._alone(way[-1].coordinate):
            return tried >= _ALONE
        ways = max(map(self._knowledge.ways, calls))
        return tried >= max(_WITH_VALUES, min(_MOST, ways))

    def _values_on(self, way: Sequence[Step]) -> tuple[int, list[str]]:
        """How many values are known for the arguments on a way, and the fields that take them."""
        total = 0
        calls: list[str] = []
        for step in way:
            coordinate = step.coordinate
            if coordinate not in self._values:
                self._values[coordinate] = self._knowledge.values(coordinate)
            known = self._values[coordinate]
            if known is not None:
                total += known
                calls.append(coordinate)
        return total, calls
