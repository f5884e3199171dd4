"""What has been learned about one argument: which values brought data, and which sources such values come from.

Every coordinate that may fit is a source, and sources compete: what a source's values brought decides how soon it is
tried again. One whose values all failed falls behind quickly; those in good standing take turns.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from querious.values.source_scores import GOOD, GeneralScores, SourceScores
from querious.values.value_trials import ValueTrials

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model import JSON
    from querious.values.chance import Chance
    from querious.values.scalars import Make
    from querious.values.seen_values import SeenValues, Shown
    from querious.values.sources import SourceGroup
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
"""Tiers of this likelihood and below are for plans only: at random they would drown the others."""
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

_Source: TypeAlias = "Shown | Sequence[JSON]"


class _Rank(NamedTuple):
    """How soon a value is to be tried; the smallest first."""

    known: bool
    """Whether it was tried, or is being tried in this round."""
    bad: bool
    """Whether its source is not in good standing."""
    turns: int
    """How many values of its source were drawn; only counted among those in good standing."""
    score: float
    """Of its source, negative."""


class _Candidate(NamedTuple):
    rank: _Rank
    value: JSON
    source: str
    new: int
    """How much it is known to bring that others did not."""


class LearnedValues:
    """Draws for one argument or input field, and is told what came of it."""

    def __init__(
        self,
        seen: SeenValues,
        tiers: Sequence[SourceGroup] = (),
        guesses: Sequence[JSON] = (),
        plain: Make | None = None,
        convert: Callable[[JSON], JSON] = str,
        *,
        kin: GeneralScores | None = None,
    ) -> None:
        self._seen = seen
        self._kin = kin or GeneralScores(SourceScores())
        self.tiers = tiers
        self._guesses = guesses
        self._plain = plain
        self._convert = convert
        """A value shown elsewhere → the form it is sent in; None if it cannot be sent."""
        self._likely: dict[str, float] | None = None
        self._given: list[JSON] = []
        self._hints: dict[str, list[JSON]] = {}
        """Values that the API or the schema speak of, by where they were read."""
        self._worked: list[JSON] = []
        self._tries: dict[JSON, ValueTrials] = {}
        self._turns: dict[str, int] = {}
        self.standing: SourceScores = SourceScores()
        """Of coordinates, of the guesses (which have no name) and of what the user gave."""
        self.others = 0
        """How often values that no source has shown were tried in vain."""
        self._odds: list[float] = []
        self._lists: list[list[str | int | float]] = []
        self._version = -1

    # at random

    def draw(self, chance: Chance) -> JSON:
        """A value that may fit, as it was shown; None if no source has shown any. Called for every random argument."""
        if self._worked and chance.rarely(_WORKED):
            return chance.choose(self._worked)
        if self._version != self._seen.version:
            self._weigh()
        if not self._odds:
            return None
        return chance.choose(self._lists[bisect_right(self._odds, chance.draw() * self._odds[-1])])

    def _weigh(self) -> None:
        """Work out the odds of all sources that have shown something; those of a tier share theirs."""
        self._version = self._seen.version
        self._odds, self._lists = [], []
        total = 0.0
        for tier in self.tiers:
            if tier.likely <= WIDE:
                break
            shown = [(name, self._seen.shown[name]) for name in tier.coordinates if name in self._seen.shown]
            for name, one in shown:
                total += self.standing.score(name, tier.likely) ** 2 / len(shown)
                self._odds.append(total)
                self._lists.append(one.values)
        for name, values in self._hints.items():
            total += self.standing.score(name, _HINTED[name]) ** 2
            self._odds.append(total)
            self._lists.append(values)

    # in a plan

    def propose(self, chance: Chance, wish: DrawContext) -> JSON:
        """A value that is worth a trial: one that was never tried, from the best source that has one.

        When all have been tried, one of them again or any that a maker makes.
        """
        best = self._best(wish)
        if best is None:
            return self._made(chance)
        if best.rank.known and chance.draw() >= (_AGAIN_ELSEWHERE if wish.elsewhere else _AGAIN):
            return self._made(chance)
        tries = self._note(best.value)
        tries.drawn += 1
        tries.round = wish.round
        self._turns[best.source] = self._turns.get(best.source, 0) + 1
        return best.value

    def fresh(self, wish: DrawContext) -> tuple[float, int]:
        """How good the source of the best value is that was never tried, and what that value is known to bring."""
        best = self._best(wish)
        return (0.0, 0) if best is None or best.rank.known else (-best.rank.score, best.new)

    def promise(self) -> float:
        """From 0 to 1: how likely the next value is to fit."""
        if self._worked or self._given:
            return 1.0
        hinted = max((self.standing.score(name, _HINTED[name]) for name in self._hints), default=0.0)
        shown = (self.standing.score(name, likely) for likely, name, source in self._unproven() if source)
        return max(hinted, next(shown, _HOPELESS))

    def likelihood(self, source: str) -> float:
        """How likely values of a source are to fit, by what is known now."""
        return self.standing.score(source, self._thought(source))

    def value_likelihood(self, value: JSON) -> float:
        """How likely a value is to fit, by the best source that has shown it."""
        return min(0.95, max((self.likelihood(source) for source in self._sources_of(value)), default=_HOPELESS))

    def sent(self, value: JSON) -> JSON:
        """A value shown elsewhere in the form it is sent; None if it cannot be."""
        return self._convert(value)

    def _best(self, wish: DrawContext) -> _Candidate | None:
        best: _Candidate | None = None
        for likely, name, source in self._proven():
            best = self._better(best, likely, name, source, wish)
        for likely, name, source in self._unproven():
            if best is not None and not best.rank.known and likely < GOOD and -best.rank.score >= likely:
                break  # whatever follows is less likely
            best = self._better(best, likely, name, source, wish)
        return best

    def _better(
        self, best: _Candidate | None, likely: float, name: str, source: _Source, wish: DrawContext
    ) -> _Candidate | None:
        """The candidate or, if it is better, the next one of this source."""
        score = self.standing.score(name, likely)
        good = score >= GOOD
        rank = _Rank(known=False, bad=not good, turns=self._turns.get(name, 0) if good else 0, score=-score)
        if best is not None and best.rank <= rank:
            return best
        found = self._next(source, wish)
        if found is None:
            return best
        known, value, new = found
        rank = rank._replace(known=known)
        return _Candidate(rank, value, name, new) if best is None or rank < best.rank else best

    def _proven(self) -> Iterator[tuple[float, str, _Source]]:
        """Values that the user gave, and sources of which some value has worked."""
        if self._given:
            yield 2.0, "given", self._given
        for name, values in self._hints.items():
            yield _HINTED[name], name, values
        shown = self._seen.shown
        for name in (*self.standing.proven(), *self._kin.standing.proven()):
            if name in shown:
                yield self._thought(name), name, shown[name]

    def _unproven(self) -> Iterator[tuple[float, str, _Source]]:
        """All sources that have shown something, the likeliest first, and the guesses where they belong."""
        shown = self._seen.shown
        guessed = False
        for tier in self.tiers:
            if tier.likely < _GUESSED and not guessed:
                guessed = True
                yield _GUESSED, "", self._guesses
            for name in tier.coordinates:
                if name in shown:
                    yield tier.likely, name, shown[name]
        if not guessed:
            yield _GUESSED, "", self._guesses

    def _thought(self, name: str) -> float:
        """Before anything is known of this argument itself."""
        if name in self._hints:
            return _HINTED[name]
        if self._likely is None:
            narrow = [tier for tier in self.tiers if tier.likely > WIDE]
            self._likely = {coordinate: tier.likely for tier in narrow for coordinate in tier.coordinates}
        return max(self._likely.get(name, WIDE), self._kin.score(name))

    def _next(self, source: _Source, wish: DrawContext) -> tuple[bool, JSON, int] | None:
        """The value of a source that was tried least; of those, the one that brings most of what is new."""
        best: tuple[int, ...] | None = None
        chosen: JSON = None
        gain = 0
        for value, found in self._values(source):
            new = (found & ~wish.provided).bit_count()
            tries = self._tries.get(_key(value))
            rank = (0, 0, 0, -new, 0) if tries is None else tries.rank(wish, new)
            if best is None or rank < best:
                best, chosen, gain = rank, value, new
        return None if best is None else (best[0] > 0, chosen, gain)

    def _values(self, source: _Source) -> Iterator[tuple[JSON, int]]:
        """Values as they are sent, with what they are known to bring."""
        found = getattr(source, "found", None)
        if found is None:
            yield from ((value, 0) for value in source)  # type: ignore[union-attr]
            return
        for raw in source.values:  # type: ignore[union-attr]
            value = self._convert(raw)
            if value is not None:
                yield value, found[raw]

    def _made(self, chance: Chance) -> JSON:
        """Any value, once nothing better is left."""
        if self._plain is not None:
            return self._plain(chance)
        return chance.choose(self._guesses) if self._guesses else "1"

    # what came of it

    def tell(self, value: JSON, *, worked: bool | None, blame: float = 1.0) -> None:
        """Count a value that was sent; None: what came back says nothing about it.

        ``blame`` is how much of a failure is put down to this value: less than 1 if others were sent beside it.
        """
        sources = self._sources_of(value)
        if not sources and not worked and _key(value) not in self._tries:
            self.others += 1
            return
        tries = self._note(value)
        tries.told += 1
        if worked is None or tries.worked:
            return
        more = -tries.blame if worked else max(0.0, min(blame, (1 if blame == 1 else _SHARED) - tries.blame))
        tries.blame += more
        tries.worked = worked
        self.standing.count(sources, worked=worked, failed=more)
        if worked and len(self._worked) < KEPT:
            self._worked.append(value)
        self._version = -1

    def give(self, values: Sequence[JSON]) -> None:
        """Values that the user says are there: tried first, and known from the start."""
        self._given += [value for value in values if value not in self._given]
        self._worked += [value for value in values if value not in self._worked]

    def hint(self, source: str, values: Sequence[JSON]) -> None:
        """Values that may fit, by what an error message, a description or the argument's name says."""
        fitting = [self._convert(value) for value in values]
        known = self._hints.setdefault(source, [])
        new = [value for value in fitting if value is not None and value not in known]
        known += new[: _HINTS - len(known)]
        if not known:
            del self._hints[source]
        self._version = -1

    @property
    def has_hints(self) -> bool:
        """Whether something but answers speaks of values."""
        return bool(self._hints)

    @property
    def has_untried_hints(self) -> bool:
        """Whether some of them were never answered."""
        return any(_key(value) not in self._tries for values in self._hints.values() for value in values)

    def has_worked(self, value: JSON) -> bool:
        """Whether the value has brought data."""
        tries = self._tries.get(_key(value))
        return tries is not None and tries.worked

    def has_source(self, value: JSON) -> bool:
        """Whether it is known where the value comes from."""
        return bool(self._sources_of(value))

    def tried(self) -> list[JSON]:
        """The values that were sent and answered, as far as they are remembered."""
        return [value for value, tries in self._tries.items() if tries.told]

    @property
    def supply(self) -> int:
        """How many values there are from likely sources, hints included."""
        return sum(count for _, count in self.sources()) + sum(map(len, self._hints.values()))

    def sources(self) -> list[tuple[str, int]]:
        """The likely sources, and how many values each has shown."""
        shown = self._seen.shown
        return [
            (name, len(shown[name].values) if name in shown else 0)
            for tier in self.tiers
            if tier.likely > WIDE
            for name in tier.coordinates
        ]

    def _sources_of(self, value: JSON) -> list[str]:
        sources = list(self._seen.where(value))
        if value in self._given:
            sources.append("given")
        sources += [name for name, values in self._hints.items() if value in values]
        if not sources and value in self._guesses:  # a guess that the API shows as well says nothing for other guesses
            sources.append("")
        return sources

    def _note(self, value: JSON) -> ValueTrials:
        key = _key(value)
        tries = self._tries.get(key)
        if tries is None:
            tries = ValueTrials()
            if len(self._tries) < _TRIED:
                self._tries[key] = tries
        return tries


def _key(value: JSON) -> JSON:
    return value if isinstance(value, str | int | float) else repr(value)
