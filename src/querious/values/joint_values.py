"""Values for the arguments of one call that were seen together: of one object, of what it holds, of what holds it.

``repository(owner:, name:)`` needs two values that belong together; ``issue(number:)`` below it needs one that belongs
to the repository that was asked for.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from querious.model import JSON
    from querious.values.forms import LeafForm

_OBJECTS = 48
"""Objects whose values are kept."""
_AROUND = 12
"""Values kept of what is around one object."""
_SOURCES = 3
"""Sources of one leaf that are tried in turn for one object."""
_REMEMBERED = 2_048
"""Combinations whose draws are remembered, and objects that were too unlikely to keep."""
_NO_OUTCOME = 0.95
"""How much of its chances a combination keeps each time that it is drawn and has no outcome."""

_ObjectValues: TypeAlias = "tuple[tuple[str, JSON], ...]"
"""Those values of an object that may feed some leaf, with their coordinates."""


class Combination(NamedTuple):
    """Values, one for each leaf, and how likely the least likely of them is to fit, by what is known now."""

    values: tuple[JSON, ...] = ()
    likely: float = 0.0


class _Observation(NamedTuple):
    likely: float
    """How likely the values of the object were to fit when they were seen."""
    around: set[str]
    """What else was seen with them."""


class _Draws:
    """How often a combination was drawn, in which round last, and whether it has an outcome."""

    __slots__ = ("count", "heard", "round")

    def __init__(self) -> None:
        self.count = 0
        self.round = -1
        self.heard = False


class JointValues:
    """What one call could be made with."""

    def __init__(self, leaves: Sequence[LeafForm]) -> None:
        self._leaves = leaves
        self._sources = [frozenset(name for name, _ in leaf.learned.sources()) for leaf in leaves]
        """By leaf: the coordinates that may feed it."""
        self._all_sources = frozenset[str]().union(*self._sources)
        self._unlikely: set[_ObjectValues] = set()
        self._observed: dict[_ObjectValues, _Observation] = {}
        self._draws: dict[tuple[JSON, ...], _Draws] = {}

    def add(self, together: Mapping[str, JSON]) -> None:
        """Keep what one object showed, by coordinate, if there may be a value for each leaf; of many, the likeliest."""
        key = tuple((name, value) for name, value in together.items() if name in self._all_sources)
        if len(key) < len(self._leaves) or key in self._unlikely:
            return
        if key not in self._observed:
            likely = next(self._combinations(key, self._odds(dict(key))), Combination()).likely
            if not self._make_room(likely):
                if len(self._unlikely) < _REMEMBERED:
                    self._unlikely.add(key)
                return
            self._observed[key] = _Observation(likely, set())
        around = self._observed[key].around
        if len(around) < _AROUND:
            around.update(map(str, together.values()))

    def _make_room(self, likely: float) -> bool:
        """Whether there is room for something so likely; the least likely object is dropped for it."""
        if not likely:
            return False
        if len(self._observed) >= _OBJECTS:
            worst = min(self._observed, key=lambda key: self._observed[key].likely)
            if self._observed[worst].likely >= likely:
                return False
            del self._observed[worst]
        return True

    def untried(self, round_: int) -> Combination:
        """The likeliest combination without an outcome."""
        best, best_weight = Combination(), 0.0
        odds = self._odds(self._all_sources) if self._observed else []
        for observed in self._observed:
            for combination in self._combinations(observed, odds):
                weight = combination.likely * self._chances(combination.values, round_)
                if weight > best_weight:
                    best, best_weight = combination, weight
        return best

    def _chances(self, values: tuple[JSON, ...], round_: int) -> float:
        draws = self._draws.get(values)
        if draws is None:
            return 1.0
        return 0.0 if draws.heard or draws.round == round_ else _NO_OUTCOME**draws.count

    def near(self, others: AbstractSet[str]) -> Combination:
        """Of the combinations that were seen with one of the other values, the one that was drawn least."""
        best, fewest = Combination(), _REMEMBERED
        odds = self._odds(self._all_sources) if self._observed else []
        for observed, (_, around) in self._observed.items():
            if others.isdisjoint(around):
                continue
            likeliest = next(self._combinations(observed, odds), Combination())
            draws = self._draws.get(likeliest.values)
            count = draws.count if draws is not None else 0
            if likeliest.likely and count < fewest:
                best, fewest = likeliest, count
        return best

    def draw(self, values: tuple[JSON, ...], round_: int) -> None:
        """Note that a combination was drawn."""
        draws = self._draws_of(values)
        draws.count += 1
        draws.round = round_

    def heard(self, values: tuple[JSON, ...]) -> None:
        """Note that a combination has an outcome."""
        if self._observed:
            self._draws_of(values).heard = True

    def _draws_of(self, values: tuple[JSON, ...]) -> _Draws:
        draws = self._draws.get(values)
        if draws is None:
            draws = _Draws()
            if len(self._draws) < _REMEMBERED:
                self._draws[values] = draws
        return draws

    def _odds(self, names: Iterable[str]) -> list[dict[str, float]]:
        """By leaf: how likely each coordinate is to feed it, by what is known now."""
        odds = []
        for leaf, sources in zip(self._leaves, self._sources, strict=True):
            odds.append({name: leaf.learned.likelihood(name) for name in names if name in sources})
        return odds

    def _combinations(self, observed: _ObjectValues, odds: Sequence[Mapping[str, float]]) -> Iterator[Combination]:
        """Values of one object for all leaves, no two from one source; the first takes the likeliest of each."""
        shown = dict(observed)
        candidates = []
        for likely in odds:
            fitting = [name for name in shown if name in likely]
            fitting.sort(key=likely.__getitem__, reverse=True)
            candidates.append(fitting[:_SOURCES])
        for sources in product(*candidates):
            if len(set(sources)) < len(sources):
                continue
            values = tuple(leaf.learned.convert(shown[name]) for leaf, name in zip(self._leaves, sources, strict=True))
            if None not in values:
                yield Combination(values, min(one[name] for one, name in zip(odds, sources, strict=True)))
