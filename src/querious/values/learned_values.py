"""What has been learned about one argument: which values brought data, and from which sources such values come.

Every coordinate that may fit is a source, and sources compete: what the values of a source brought decides how soon it
is tried again. A source whose values all failed falls behind quickly; good sources take turns.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.values.seen_values import Shown
from querious.values.trial_scores import GOOD, GeneralScores, TrialScores
from querious.values.value_trials import ValueTrials

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model import JSON
    from querious.values.chance import Chance
    from querious.values.scalars import Make
    from querious.values.seen_values import SeenValues
    from querious.values.value_trials import DrawContext

KEPT = 32
"""Values that worked, kept for one argument."""
_TRIED = 4_096
"""Values whose trials are remembered."""
_WORKED = 0.5
"""How often a value that has worked before is taken again at random."""
_GUESSED = 0.3
"""How likely the built-in guesses are to fit; sources less likely than that come after them."""
WIDE = 0.2
"""Groups of this likelihood and below are for plans only: at random they would drown the others."""
_SHARED = 0.5
"""The most blame that a value takes that was never tried alone."""
_HOPELESS = 0.1
_HINTS = 48
"""Values of one hint that are kept."""
_AGAIN, _AGAIN_ELSEWHERE = 0.3, 0.8
"""How often a value that failed is tried again when nothing new is left."""

TOLD: Final = "told"
DESCRIBED: Final = "described"
NAMED: Final = "named"
_HINTED: Final = {TOLD: 0.9, DESCRIBED: 0.8, NAMED: 0.55}
"""How likely values are to fit that an error message or a description lists, or that the argument's name asks for."""


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
    """A coordinate, the name of a hint, "given" for what the user gave, or empty for the guesses."""
    values: Shown | Sequence[JSON]


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


class LearnedValues:
    """Draws values for one argument or input field, and is told their outcome."""

    def __init__(
        self,
        seen: SeenValues,
        groups: Sequence[SourceGroup] = (),
        guesses: Sequence[JSON] = (),
        plain: Make | None = None,
        convert: Callable[[JSON], JSON] = str,
        *,
        general: GeneralScores | None = None,
    ) -> None:
        self._seen = seen
        self._general = general or GeneralScores(TrialScores())
        self.groups = groups
        self._likely_groups = [group for group in groups if group.likely > WIDE]
        self._guesses = guesses
        self._plain = plain
        self.convert = convert
        """A value shown elsewhere → the form it is sent in; None if it cannot be sent."""
        self._likely: dict[str, float] | None = None
        self._given: list[JSON] = []
        self._hints: dict[str, list[JSON]] = {}
        """Values that the API or the schema speak of, by where they were read."""
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
            shown = [name for name in group.coordinates if name in self._seen.shown]
            for name in shown:
                total += self.scores.score(name, group.likely) ** 2 / len(shown)
                self._odds.append(total)
                self._lists.append(self._seen.shown[name].values)
        for name, values in self._hints.items():
            total += self.scores.score(name, _HINTED[name]) ** 2
            self._odds.append(total)
            self._lists.append(values)

    # in a plan

    def propose(self, chance: Chance, context: DrawContext) -> JSON:
        """A value that is worth a trial: one that was never tried, from the best source that has one.

        When all have been tried, one of them again or any that a maker makes.
        """
        best = self._best(context)
        again = _AGAIN_ELSEWHERE if context.elsewhere else _AGAIN
        if best is None or (best.rank.known and chance.draw() >= again):
            return self._make(chance)
        trials = self._trials_of(best.value)
        trials.drawn += 1
        trials.round = context.round
        self._turns[best.source] = self._turns.get(best.source, 0) + 1
        return best.value

    def fresh(self, context: DrawContext) -> tuple[float, int]:
        """How good the source of the best value is that was never tried, and how much that value is known to bring."""
        best = self._best(context)
        return (0.0, 0) if best is None or best.rank.known else (-best.rank.score, best.new)

    def promise(self) -> float:
        """From 0 to 1: how likely the next value is to fit."""
        if self._worked or self._given:
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

    def _best(self, context: DrawContext) -> _Candidate | None:
        best: _Candidate | None = None
        for source in self._proven_sources():
            best = self._better(best, source, context)
        for source in self._all_sources():
            if best is not None and not best.rank.known and source.likely < GOOD and -best.rank.score >= source.likely:
                break  # whatever follows is less likely
            best = self._better(best, source, context)
        return best

    def _better(self, best: _Candidate | None, source: _Source, context: DrawContext) -> _Candidate | None:
        """The candidate or, if it is better, the next value of this source."""
        score = self.scores.score(source.name, source.likely)
        good = score >= GOOD
        turns = self._turns.get(source.name, 0) if good else 0
        rank = _Rank(known=False, bad=not good, turns=turns, score=-score)
        if best is not None and best.rank <= rank:
            return best
        found = self._least_tried(source, context)
        if found is None:
            return best
        known, value, new = found
        rank = rank._replace(known=known)
        return _Candidate(rank, value, source.name, new) if best is None or rank < best.rank else best

    def _proven_sources(self) -> Iterator[_Source]:
        """Values that the user gave, hints, and sources of which some value has worked."""
        if self._given:
            yield _Source(2.0, "given", self._given)
        for name, values in self._hints.items():
            yield _Source(_HINTED[name], name, values)
        shown = self._seen.shown
        for name in (*self.scores.proven(), *self._general.scores.proven()):
            if name in shown:
                yield _Source(self._first_guess(name), name, shown[name])

    def _all_sources(self) -> Iterator[_Source]:
        """All sources that have shown something, the likeliest first, and the guesses where they belong."""
        shown = self._seen.shown
        guesses = [_Source(_GUESSED, "", self._guesses)]
        for group in self.groups:
            if group.likely < _GUESSED and guesses:
                yield guesses.pop()
            for name in group.coordinates:
                if name in shown:
                    yield _Source(group.likely, name, shown[name])
        yield from guesses

    def _first_guess(self, source: str) -> float:
        """How likely a source seemed before anything was known of this argument itself."""
        if source in self._hints:
            return _HINTED[source]
        if self._likely is None:
            self._likely = {}
            for group in self._likely_groups:
                self._likely.update(dict.fromkeys(group.coordinates, group.likely))
        return max(self._likely.get(source, WIDE), self._general.score(source))

    def _least_tried(self, source: _Source, context: DrawContext) -> tuple[bool, JSON, int] | None:
        """Of a source, whether the value was tried that was tried least, the value, and how much that is new it brings.

        Of those, the one that brings most.
        """
        best: tuple[int, ...] | None = None
        chosen: JSON = None
        gain = 0
        for value, found in self._sendable(source.values):
            new = (found & ~context.provided).bit_count()
            trials = self._trials.get(_key(value))
            rank = (0, 0, 0, -new, 0) if trials is None else trials.rank(context, new)
            if best is None or rank < best:
                best, chosen, gain = rank, value, new
        return None if best is None else (best[0] > 0, chosen, gain)

    def _sendable(self, values: Shown | Sequence[JSON]) -> Iterator[tuple[JSON, int]]:
        """Values in the form they are sent, each with what it is known to bring."""
        if not isinstance(values, Shown):
            for value in values:
                yield value, 0
            return
        for raw in values.values:
            value = self.convert(raw)
            if value is not None:
                yield value, values.found[raw]

    def _make(self, chance: Chance) -> JSON:
        """Any value, once nothing better is left."""
        if self._plain is not None:
            return self._plain(chance)
        return chance.choose(self._guesses) if self._guesses else "1"

    # outcomes

    def tell(self, value: JSON, *, worked: bool | None, blame: float = 1.0) -> None:
        """Count a value that was sent; None: the answer says nothing about it.

        ``blame`` is how much of a failure this value is blamed for: less than 1 if others were sent beside it.
        """
        sources = self._sources_of(value)
        if not sources and not worked and _key(value) not in self._trials:
            self.others += 1
            return
        trials = self._trials_of(value)
        trials.told += 1
        if worked is None or trials.worked:
            return
        if worked:
            more = -trials.blame
        else:
            most = 1 if blame == 1 else _SHARED
            more = max(0.0, min(blame, most - trials.blame))
        trials.blame += more
        trials.worked = worked
        self.scores.count(sources, worked=worked, failed=more)
        if worked and len(self._worked) < KEPT:
            self._worked.append(value)
        self._version = -1

    def give(self, values: Sequence[JSON]) -> None:
        """Values that the user says exist: tried first, and known from the start."""
        self._given += [value for value in values if value not in self._given]
        self._worked += [value for value in values if value not in self._worked]

    def hint(self, source: str, values: Sequence[JSON]) -> None:
        """Values that may fit, by what an error message, a description or the argument's name says."""
        known = self._hints.get(source, [])
        new = [value for value in map(self.convert, values) if value is not None and value not in known]
        known += new[: _HINTS - len(known)]
        if known:
            self._hints[source] = known
        self._version = -1

    @property
    def has_hints(self) -> bool:
        """Whether something other than answers speaks of values."""
        return bool(self._hints)

    @property
    def has_untried_hints(self) -> bool:
        """Whether some of them were never answered."""
        return any(_key(value) not in self._trials for values in self._hints.values() for value in values)

    def has_worked(self, value: JSON) -> bool:
        """Whether the value has brought data."""
        trials = self._trials.get(_key(value))
        return trials is not None and trials.worked

    def has_source(self, value: JSON) -> bool:
        """Whether it is known where the value comes from."""
        return bool(self._sources_of(value))

    def tried(self) -> list[JSON]:
        """The values that were sent and answered, as far as they are remembered."""
        return [value for value, trials in self._trials.items() if trials.told]

    @property
    def supply(self) -> int:
        """How many values there are from likely sources, hints included."""
        return sum(count for _, count in self.sources()) + sum(map(len, self._hints.values()))

    def sources(self) -> list[tuple[str, int]]:
        """The likely sources, and how many values each has shown."""
        return [(name, self._seen.count(name)) for group in self._likely_groups for name in group.coordinates]

    def _sources_of(self, value: JSON) -> list[str]:
        sources = list(self._seen.where(value))
        if value in self._given:
            sources.append("given")
        sources += [name for name, values in self._hints.items() if value in values]
        if not sources and value in self._guesses:  # a guess that the API shows as well says nothing for other guesses
            sources.append("")
        return sources

    def _trials_of(self, value: JSON) -> ValueTrials:
        key = _key(value)
        trials = self._trials.get(key)
        if trials is None:
            trials = ValueTrials()
            if len(self._trials) < _TRIED:
                self._trials[key] = trials
        return trials


def _key(value: JSON) -> JSON:
    return value if isinstance(value, str | int | float) else repr(value)
