"""Values for the arguments of one call that were seen together: of one object, of what it holds, of what holds it.

``repository(owner:, name:)`` needs two values that belong together; ``issue(number:)`` below it needs one that belongs
to the repository that was asked for.
"""

from __future__ import annotations

from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from querious.model import JSON
    from querious.values.forms import LeafForm

_OBJECTS: Final = 48
"""Objects whose values are kept."""
_AROUND: Final = 12
"""Values kept of what is around one object."""
_SOURCES: Final = 3
"""Sources of one leaf that are tried in turn for one object."""
_REMEMBERED: Final = 2_048
"""Combinations whose draws are remembered, and objects that were too unlikely to keep."""
_NO_OUTCOME: Final = 0.95
"""How much of its chances a combination keeps each time that it is drawn and has no outcome."""

_ObjectValues: TypeAlias = "tuple[tuple[str, JSON], ...]"
"""Those values of an object that may feed some leaf, with their coordinates."""


class Combination(NamedTuple):
    """Values, one for each leaf, and how likely the least likely of them is to fit, by what is known now."""

    values: tuple[JSON, ...] = ()
    likely: float = 0.0


_NO_COMBINATION: Final = Combination()


class _Observation(NamedTuple):
    likely: float
    """How likely the values of the object were to fit when they were seen."""
    around: set[str]
    """What else was seen with them."""


class _Draws(NamedTuple):
    """How often a combination was drawn, in which round last, and whether it has an outcome."""

    drawn: int = 0
    round: int = -1
    heard: bool = False

    def chances(self, round_: int) -> float:
        """What is left of the chances of the combination."""
        return 0.0 if self.heard or self.round == round_ else _NO_OUTCOME**self.drawn


_UNDRAWN: Final = _Draws()


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
        if len(self._unlikely) >= _REMEMBERED:
            self._unlikely.clear()
        if key not in self._observed:
            likely = next(self._combinations(key, self._odds(dict(key))), _NO_COMBINATION).likely
            if not self._make_room(likely):
                self._unlikely.add(key)
                return
            self._observed[key] = _Observation(likely, set())
        around = self._observed[key].around
        if len(around) < _AROUND:
            around.update(map(str, together.values()))

    def _make_room(self, likely: float) -> bool:
        """Whether there is room for something so likely; the least likely object is dropped for it."""
        if not likely or len(self._observed) < _OBJECTS:
            return bool(likely)
        worst = min(self._observed, key=lambda key: self._observed[key].likely)
        if self._observed[worst].likely >= likely:
            return False
        del self._observed[worst]
        return True

    def untried(self, round_: int) -> Combination:
        """The likeliest combination without an outcome."""
        if not self._observed:
            return _NO_COMBINATION
        odds = self._odds(self._all_sources)
        combinations = (one for observed in self._observed for one in self._combinations(observed, odds))
        weighed = ((one.likely * self._draws.get(one.values, _UNDRAWN).chances(round_), one) for one in combinations)
        weight, best = max(weighed, key=itemgetter(0), default=(0.0, _NO_COMBINATION))
        return best if weight else _NO_COMBINATION

    def near(self, others: AbstractSet[str]) -> Combination:
        """Of the combinations that were seen with one of the other values, the one that was drawn least."""
        near = [observed for observed, (_, around) in self._observed.items() if not others.isdisjoint(around)]
        odds = self._odds(self._all_sources) if near else []
        likeliest = (next(self._combinations(observed, odds), _NO_COMBINATION) for observed in near)
        possible = (one for one in likeliest if one.likely)
        return min(possible, key=lambda one: self._draws.get(one.values, _UNDRAWN).drawn, default=_NO_COMBINATION)

    def draw(self, values: tuple[JSON, ...], round_: int) -> None:
        """Note that a combination was drawn."""
        before = self._draws.get(values, _UNDRAWN)
        self._note(values, before._replace(drawn=before.drawn + 1, round=round_))

    def heard(self, values: tuple[JSON, ...]) -> None:
        """Note that a combination has an outcome."""
        if self._observed:
            self._note(values, self._draws.get(values, _UNDRAWN)._replace(heard=True))

    def _note(self, values: tuple[JSON, ...], draws: _Draws) -> None:
        if values in self._draws or len(self._draws) < _REMEMBERED:
            self._draws[values] = draws

    def _odds(self, names: Iterable[str]) -> list[dict[str, float]]:
        """By leaf: how likely each coordinate is to feed it, by what is known now."""
        odds = []
        for leaf, sources in zip(self._leaves, self._sources, strict=True):
            odds.append({name: leaf.learned.likelihood(name) for name in filter(sources.__contains__, names)})
        return odds

    def _combinations(self, observed: _ObjectValues, odds: Sequence[Mapping[str, float]]) -> Iterator[Combination]:
        """Values of one object for all leaves, no two from one source; the first takes the likeliest of each."""
        shown = dict(observed)
        candidates = []
        for likely in odds:
            fitting = sorted(filter(likely.__contains__, shown), key=likely.__getitem__, reverse=True)
            candidates.append(fitting[:_SOURCES])
        for sources in product(*candidates):
            values = tuple(leaf.learned.convert(shown[name]) for leaf, name in zip(self._leaves, sources, strict=True))
            if len(set(sources)) == len(sources) and None not in values:
                yield Combination(values, min(one[name] for one, name in zip(odds, sources, strict=True)))
