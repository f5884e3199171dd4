"""Values for the arguments of one call that were seen together: of one object, of what it holds, of what holds it.

``repository(owner:, name:)`` needs two that belong together; ``issue(number:)`` below it needs one that belongs to the
repository that was asked for.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from querious.model import JSON
    from querious.values.forms import LeafForm

_SIGHTS = 48
"""Objects whose values are kept."""
_AROUND = 12
"""Values kept of what is around one object."""
_ODDS = 3
"""Sources of one leaf that are tried in turn for one object."""
_EVER = 2_048
"""Companies of which is known whether they were drawn or heard of."""
_UNHEARD = 0.95
"""What is left of the chances of one each time that it is drawn and nothing is heard of it."""


class Combination(NamedTuple):
    """Values, one for each leaf, and how likely the least likely of them is to fit, by what is known now."""

    values: tuple[JSON, ...] = ()
    likely: float = 0.0


class _Sight(NamedTuple):
    """What one object showed, besides the values that may feed the leaves."""

    likely: float
    """How likely the values were to fit when they were seen."""
    around: set[str]


class _Draws:
    """How often one company was drawn, when last, and whether anything was heard of it."""

    __slots__ = ("count", "heard", "round")

    def __init__(self) -> None:
        self.count = 0
        self.round = -1
        self.heard = False


class JointValues:
    """What one call could be made with."""

    def __init__(self, leaves: Sequence[LeafForm]) -> None:
        self._leaves = leaves
        self._fed = [frozenset(name for name, _ in leaf.learned.sources()) for leaf in leaves]
        self._names = frozenset[str]().union(*self._fed)
        self._poor: set[tuple[tuple[str, JSON], ...]] = set()
        self._sights: dict[tuple[tuple[str, JSON], ...], _Sight] = {}
        """By those of an object's values that may feed some leaf, with their coordinates."""
        self._draws: dict[tuple[JSON, ...], _Draws] = {}

    def add(self, together: Mapping[str, JSON]) -> None:
        """Keep what one object showed, by coordinate, if there may be a value for each leaf; of many, the likeliest."""
        key = tuple((name, value) for name, value in together.items() if name in self._names)
        if len(key) < len(self._leaves) or key in self._poor:
            return
        if key not in self._sights:
            likely = next(_combined(dict(key), self._odds(dict(key)), self._leaves), Combination()).likely
            if not self._has_room(likely):
                if len(self._poor) < _EVER:
                    self._poor.add(key)
                return
            self._sights[key] = _Sight(likely, set())
        around = self._sights[key].around
        if len(around) < _AROUND:
            around.update(str(value) for value in together.values())

    def _has_room(self, likely: float) -> bool:
        """Whether there is room for something so likely; the least likely goes for it."""
        if not likely:
            return False
        if len(self._sights) >= _SIGHTS:
            worst = min(self._sights, key=lambda sight: self._sights[sight].likely)
            if self._sights[worst].likely >= likely:
                return False
            del self._sights[worst]
        return True

    def untried(self, round_: int) -> Combination:
        """The likeliest values of which nothing has been heard."""
        best, rank = Combination(), 0.0
        odds = self._odds(self._names) if self._sights else []
        for sight in self._sights:
            for values, likely in _combined(dict(sight), odds, self._leaves):
                draws = self._draws.get(values)
                if draws is None:
                    weighed = likely
                else:
                    weighed = 0.0 if draws.heard or draws.round == round_ else likely * _UNHEARD**draws.count
                if weighed > rank:
                    best, rank = Combination(values, likely), weighed
        return best

    def near(self, others: AbstractSet[str]) -> Combination:
        """Of the values that were seen with one of the others, those that were drawn least."""
        best, fewest = Combination(), _EVER
        odds = self._odds(self._names) if self._sights else []
        for sight, (_, around) in self._sights.items():
            if others.isdisjoint(around):
                continue
            values, likely = next(_combined(dict(sight), odds, self._leaves), Combination())
            count = self._draws[values].count if values in self._draws else 0
            if likely and count < fewest:
                best, fewest = Combination(values, likely), count
        return best

    def draw(self, values: tuple[JSON, ...], round_: int) -> None:
        """Note that values were drawn."""
        draws = self._draws_of(values)
        draws.count += 1
        draws.round = round_

    def heard(self, values: tuple[JSON, ...]) -> None:
        """Note that something was heard of values."""
        if self._sights:
            self._draws_of(values).heard = True

    def _draws_of(self, values: tuple[JSON, ...]) -> _Draws:
        draws = self._draws.get(values)
        if draws is None:
            draws = _Draws()
            if len(self._draws) < _EVER:
                self._draws[values] = draws
        return draws

    def _odds(self, names: Iterable[str]) -> list[dict[str, float]]:
        """By leaf: how likely each coordinate is to feed it, by what is known now."""
        return [
            {name: leaf.learned.likelihood(name) for name in names if name in fed}
            for leaf, fed in zip(self._leaves, self._fed, strict=True)
        ]


def _combined(
    sight: Mapping[str, JSON], odds: Sequence[Mapping[str, float]], leaves: Sequence[LeafForm]
) -> Iterator[Combination]:
    """Values of one object for all leaves, no two from one source; the first is the likeliest choice of each."""
    likeliest = [
        sorted((name for name in sight if name in one), key=lambda name, one=one: -one[name])[:_ODDS]  # type: ignore[misc]
        for one in odds
    ]
    for sources in product(*likeliest):
        if len(set(sources)) == len(sources):
            values = tuple(leaf.learned.sent(sight[name]) for leaf, name in zip(leaves, sources, strict=True))
            if None not in values:
                yield Combination(values, min(one[name] for one, name in zip(odds, sources, strict=True)))
