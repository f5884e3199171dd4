"""What has been learned about one argument: which values brought data, and from which sources such values come.

Every coordinate that may fit is a source, and sources compete: what the values of a source brought decides how soon it
is tried again. A source whose values all failed falls behind quickly; good sources take turns.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property, reduce
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.values.trials import GOOD, NOTHING_GENERAL, GeneralScores, TrialScores, ValueTrials

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from querious.model import JSON
    from querious.values.chance import Chance
    from querious.values.scalars import Make
    from querious.values.seen_values import SeenValues
    from querious.values.trials import DrawContext

KEPT: Final = 32
"""Values that worked, kept for one argument."""
_TRIED: Final = 4_096
"""Values whose trials are remembered."""
_WORKED: Final = 0.5
"""How often a value that has worked before is taken again at random."""
_GUESSED: Final = 0.3
"""How likely the built-in guesses are to fit; sources less likely than that come after them."""
WIDE: Final = 0.2
"""Groups of this likelihood and below are for plans only: at random they would drown the others."""
_SHARED: Final = 0.5
"""The most blame that a value takes that was never tried alone."""
_HOPELESS: Final = 0.1
_HINTS: Final = 48
"""Values of one hint that are kept."""
_AGAIN, _AGAIN_ELSEWHERE = 0.3, 0.8
"""How often a value that failed is tried again when nothing new is left."""

GIVEN: Final = "given"
TOLD: Final = "told"
DESCRIBED: Final = "described"
NAMED: Final = "named"
_HINTED: Final = {GIVEN: 2.0, TOLD: 0.9, DESCRIBED: 0.8, NAMED: 0.55}
"""How likely values are to fit that the user gave, that an error message or a description lists, or that the argument's
name asks for."""
_UNTRIED: Final = ValueTrials()


class SourceGroup(NamedTuple):
    """Coordinates that are equally likely to show what an argument takes."""

    coordinates: tuple[str, ...]
    likely: float
    """From 0 to 1, before anything is known."""


class _Source(NamedTuple):
    """Values that may fit, and where they come from."""

    likely: float
    """Before anything was tried."""
    name: str
    """A coordinate, the name of a hint, or empty for the guesses."""
    values: Mapping[JSON, int]
    """Each with what it is known to bring."""
    convert: Callable[[JSON], JSON]
    """To the form in which they are sent."""


class _Rank(NamedTuple):
    """How soon a value is to be tried; the smallest first."""

    known: bool
    """Whether it was tried, or is being tried in this round."""
    bad: bool
    """Whether its source is not a good one."""
    turns: int
    """How many values of its source were drawn; only counted among good sources."""
    score: float
    """Of its source, negative."""


class _Candidate(NamedTuple):
    rank: _Rank
    value: JSON
    source: str
    new: int
    """How much it is known to bring that others did not."""


_NO_CANDIDATE: Final = _Candidate(_Rank(known=True, bad=True, turns=0, score=1.0), None, "", 0)
"""Any other is better."""


class LearnedValues:
    """Draws values for one argument or input field, and is told their outcome."""

    def __init__(
        self,
        seen: SeenValues,
        groups: Sequence[SourceGroup] = (),
        guesses: Sequence[JSON] = (),
        plain: Make = lambda _: "1",
        convert: Callable[[JSON], JSON] = str,
        *,
        general: GeneralScores = NOTHING_GENERAL,
    ) -> None:
        self._seen = seen
        self._general = general
        self.groups = groups
        self._likely_groups = [group for group in groups if group.likely > WIDE]
        self._guesses = dict.fromkeys(guesses, 0)
        self._plain = plain
        """Makes any value, once nothing better is left."""
        self.convert = convert
        """A value shown elsewhere → the form it is sent in; None if it cannot be sent."""
        self._hints: dict[str, dict[JSON, int]] = {}
        """Values that the user, the API or the schema speak of, by where they were read."""
        self._worked: list[JSON] = []
        self._trials: dict[JSON, ValueTrials] = {}
        self._turns: dict[str, int] = {}
        self.scores: TrialScores[str] = TrialScores()
        """By name of a source."""
        self.others = 0
        """How often values that no source has shown were tried in vain."""
        self._odds: list[float] = []
        self._lists: list[Sequence[JSON]] = []
        self._version = -1

    # at random

    def draw(self, chance: Chance) -> JSON:
        """A value that may fit, as it was shown; None if no source has shown any. Called for every random argument."""
        if self._worked and chance.rarely(_WORKED):
            return chance.choose(self._worked)
        if self._version != self._seen.version:
            self._weigh_sources()
        if not self._odds:
            return None
        return chance.choose(self._lists[bisect_right(self._odds, chance.draw() * self._odds[-1])])

    def _weigh_sources(self) -> None:
        """Work out the odds of all sources that have shown something; those of a group share theirs."""
        self._version = self._seen.version
        self._odds, self._lists = [], []
        total = 0.0
        for group in self._likely_groups:
            shown = self._seen.shown.keys() & group.coordinates
            for name in filter(shown.__contains__, group.coordinates):
                total += self.scores.score(name, group.likely) ** 2 / len(shown)
                self._odds.append(total)
                self._lists.append(self._seen.shown[name].values)
        for name, values in self._said().items():
            total += self.scores.score(name, _HINTED[name]) ** 2
            self._odds.append(total)
            self._lists.append(list(values))

    def _said(self) -> dict[str, dict[JSON, int]]:
        """The hints without what the user gave, which counts as having worked."""
        return {name: values for name, values in self._hints.items() if name != GIVEN}

    # in a plan

    def propose(self, chance: Chance, context: DrawContext) -> JSON:
        """A value that is worth a trial: one that was never tried, from the best source that has one.

        When all have been tried, one of them again or any that a maker makes.
        """
        best = self._best(context)
        again = _AGAIN_ELSEWHERE if context.elsewhere else _AGAIN
        if best is _NO_CANDIDATE or (best.rank.known and chance.draw() >= again):
            return self._plain(chance)
        trials = self._trials_of(best.value)
        trials.drawn += 1
        trials.round = context.round
        self._turns[best.source] = self._turns.get(best.source, 0) + 1
        return best.value

    def fresh(self, context: DrawContext) -> tuple[float, int]:
        """How good the source of the best value is that was never tried, and how much that value is known to bring."""
        best = self._best(context)
        return (0.0, 0) if best.rank.known else (-best.rank.score, best.new)

    def promise(self) -> float:
        """From 0 to 1: how likely the next value is to fit."""
        if self._worked or GIVEN in self._hints:
            return 1.0
        hinted = max((self.scores.score(name, _HINTED[name]) for name in self._hints), default=0.0)
        shown = (self.scores.score(source.name, source.likely) for source in self._all_sources() if source.values)
        return max(hinted, next(shown, _HOPELESS))

    def likelihood(self, source: str) -> float:
        """How likely values of a source are to fit, by what is known now."""
        return self.scores.score(source, self._first_guess(source))

    def value_likelihood(self, value: JSON) -> float:
        """How likely a value is to fit, by the best source that has shown it."""
        return min(0.95, max(map(self.likelihood, self._sources_of(value)), default=_HOPELESS))

    def _best(self, context: DrawContext) -> _Candidate:
        best = reduce(lambda best, source: self._better(best, source, context), self._proven_sources(), _NO_CANDIDATE)
        for source in self._all_sources():
            if not best.rank.known and source.likely < GOOD and source.likely <= -best.rank.score:
                break  # whatever follows is less likely
            best = self._better(best, source, context)
        return best

    def _better(self, best: _Candidate, source: _Source, context: DrawContext) -> _Candidate:
        """The candidate or, if it is better, the next value of this source."""
        score = self.scores.score(source.name, source.likely)
        good = score >= GOOD
        turns = self._turns.get(source.name, 0) if good else 0
        rank = _Rank(known=False, bad=not good, turns=turns, score=-score)
        if best.rank <= rank:
            return best
        tried, value, new = min(self._ranked(source, context), key=itemgetter(0), default=(None, None, 0))
        rank = rank._replace(known=tried is None or tried[0] > 0)
        return best if tried is None or best.rank <= rank else _Candidate(rank, value, source.name, new)

    def _ranked(self, source: _Source, context: DrawContext) -> Iterator[tuple[tuple[int, ...], JSON, int]]:
        """How soon each value of a source is to be tried, how it is sent, and how much it brings that is new."""
        for shown, found in source.values.items():
            value = source.convert(shown)
            if value is not None:
                new = (found & ~context.provided).bit_count()
                yield self._trials.get(value, _UNTRIED).rank(context, new), value, new

    def _proven_sources(self) -> Iterator[_Source]:
        """Hints, what the user gave first, and sources of which some value has worked."""
        for name, values in self._hints.items():
            yield _Source(_HINTED[name], name, values, _as_it_is)
        for name in chain(self.scores.proven(), self._general.scores.proven()):
            if name in self._seen.shown:
                yield _Source(self._first_guess(name), name, self._seen.shown[name].found, self.convert)

    def _all_sources(self) -> Iterator[_Source]:
        """All sources that have shown something, the likeliest first, and the guesses where they belong."""
        shown = self._seen.shown
        guesses = [_Source(_GUESSED, "", self._guesses, _as_it_is)]
        for group in self.groups:
            if group.likely < _GUESSED and guesses:
                yield guesses.pop()
            for name in filter(shown.__contains__, group.coordinates):
                yield _Source(group.likely, name, shown[name].found, self.convert)
        yield from guesses

    def _first_guess(self, source: str) -> float:
        """How likely a source seemed before anything was known of this argument itself."""
        if source in self._hints:
            return _HINTED[source]
        return max(self._likely.get(source, WIDE), self._general.score(source))

    @cached_property
    def _likely(self) -> dict[str, float]:
        return {name: group.likely for group in self._likely_groups for name in group.coordinates}

    # outcomes

    def tell(self, value: JSON, *, worked: bool | None, blame: float = 1.0) -> None:
        """Count a value that was sent; None: the answer says nothing about it.

        ``blame`` is how much of a failure this value is blamed for: less than 1 if others were sent beside it.
        """
        sources = self._sources_of(value)
        if not sources and not worked and value not in self._trials:
            self.others += 1
            return
        trials = self._trials_of(value)
        trials.told += 1
        if worked is None or trials.worked:
            return
        most = 1 if blame == 1 else _SHARED
        more = -trials.blame if worked else max(0.0, min(blame, most - trials.blame))
        trials.blame += more
        trials.worked = worked
        self.scores.count(sources, worked=worked, failed=more)
        if worked and len(self._worked) < KEPT:
            self._worked.append(value)
        self._version = -1

    def give(self, values: Sequence[JSON]) -> None:
        """Values that the user says exist: tried first, and known from the start."""
        if values:
            known = self._hints.pop(GIVEN, {}) | dict.fromkeys(values, 0)
            self._hints = {GIVEN: known, **self._hints}
        self._worked += [value for value in values if value not in self._worked]

    def hint(self, source: str, values: Sequence[JSON]) -> None:
        """Values that may fit, by what an error message, a description or the argument's name says."""
        sendable = [value for value in map(self.convert, values) if value is not None]
        known = [*self._hints.get(source, ()), *sendable]
        if known:
            self._hints[source] = dict.fromkeys(list(dict.fromkeys(known))[:_HINTS], 0)
        self._version = -1

    @property
    def has_hints(self) -> bool:
        """Whether something other than answers speaks of values."""
        return bool(self._said())

    @property
    def has_untried_hints(self) -> bool:
        """Whether some of them were never answered."""
        return any(value not in self._trials for values in self._said().values() for value in values)

    def has_worked(self, value: JSON) -> bool:
        """Whether the value has brought data."""
        return self._trials.get(value, _UNTRIED).worked

    def has_source(self, value: JSON) -> bool:
        """Whether it is known where the value comes from."""
        return bool(self._sources_of(value))

    def tried(self) -> list[JSON]:
        """The values that were sent and answered, as far as they are remembered."""
        return [value for value, trials in self._trials.items() if trials.told]

    @property
    def supply(self) -> int:
        """How many values there are from likely sources, hints included."""
        return sum(count for _, count in self.sources()) + sum(map(len, self._said().values()))

    def sources(self) -> list[tuple[str, int]]:
        """The likely sources, and how many values each has shown."""
        return [(name, self._seen.count(name)) for group in self._likely_groups for name in group.coordinates]

    def _sources_of(self, value: JSON) -> list[str]:
        hints = (name for name, values in self._hints.items() if value in values)
        sources = [*self._seen.where(value), *hints]
        if not sources and value in self._guesses:  # a guess that the API shows as well says nothing for other guesses
            sources.append("")
        return sources

    def _trials_of(self, value: JSON) -> ValueTrials:
        trials = self._trials.get(value) or ValueTrials()
        if len(self._trials) < _TRIED:
            self._trials[value] = trials
        return trials


def _as_it_is(value: JSON) -> JSON:
    return value
