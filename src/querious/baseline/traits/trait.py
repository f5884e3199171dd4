"""A trait: something that held at one place in every answer of a trusted version.

A learner takes in values one by one (``see``) and says what holds once enough objects have shown it (``learned``); a
check holds what was learned against other answers. The order of the values does not matter, and memory is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from querious.baseline.arguments import Influence
from querious.baseline.distinct import DistinctCount
from querious.model import Severity

if TYPE_CHECKING:
    from querious.baseline.answer_objects import FieldValue
    from querious.model import JSON, FieldShape
    from querious.model.shape import AnswerPath


class BrokenTrait(NamedTuple):
    """Where an answer breaks what held before."""

    coordinate: str
    path: AnswerPath
    message: str
    """What held, and what came; particulars in quotes or as numbers."""


class TraitLearner(Protocol):
    """Learns one trait at one place."""

    def see(self, value: FieldValue) -> None:
        """Take in a value of an answer without errors."""

    def learned(self) -> JSON:
        """What holds, as it is written to the file; None if nothing does, or too little was seen to tell."""


Problem: TypeAlias = Callable[["JSON", "FieldValue"], str]
"""What is wrong with a value, given what was learned; empty if nothing is."""
Check: TypeAlias = Callable[["JSON", Sequence["FieldValue"]], BrokenTrait | None]
"""Holds what was learned against all values of one place in one answer."""


class Trait(NamedTuple):
    """One kind of trait."""

    name: str
    """As it stands in the file."""
    applies: Callable[[FieldShape], bool]
    learner: Callable[[], TraitLearner]
    check: Check
    form: Callable[[JSON], bool] = lambda about: isinstance(about, bool)
    """Whether something may stand in the file as what was learned."""
    severity: Severity = Severity.SUSPICION
    tolerates: Influence = Influence.NONE
    """Values that arguments decide further than this are neither learned from nor judged."""

    def concerns(self, value: FieldValue) -> bool:
        """Whether arguments leave enough of a value for the trait to say something about it."""
        return value.influence <= self.tolerates


def broken_at(value: FieldValue, message: str) -> BrokenTrait:
    """A trait that the value of a field breaks."""
    return BrokenTrait(value.field.coordinate, value.path, message)


def each_value(problem: Problem) -> Check:
    """A check of one value after the other."""

    def check(about: JSON, values: Sequence[FieldValue]) -> BrokenTrait | None:
        problems = ((value, problem(about, value)) for value in values)
        return next((broken_at(value, message) for value, message in problems if message), None)

    return check


def each_leaf(problem: Callable[[JSON, JSON], str]) -> Problem:
    """The first problem of a leaf, nulls left out."""
    return lambda about, value: next(filter(None, map(partial(problem, about), value.leaves())), "")


class Steady:
    """Learns what the first value shows, as long as all others show it too."""

    def __init__(
        self,
        measure: Callable[[FieldValue], JSON],
        problem: Problem,
        needed: int,
        counted: Callable[[FieldValue], Iterable[str]],
    ) -> None:
        """``measure`` says what a value shows, None if nothing; ``needed`` is how many ``counted`` have to show it."""
        self._measure, self._problem, self._counted = measure, problem, counted
        self._seen = DistinctCount(needed)
        self._about: JSON = None
        self._broken = False

    def see(self, value: FieldValue) -> None:
        """See ``TraitLearner``."""
        shows = self._measure(value)
        if shows is None or self._broken:
            return
        self._about = shows if self._about is None else self._about
        self._broken = bool(self._problem(self._about, value))
        for text in self._counted(value):
            self._seen.add(text)

    def learned(self) -> JSON:
        """See ``TraitLearner``."""
        return self._about if self._seen.is_enough and not self._broken else None


def steady_trait(
    name: str,
    applies: Callable[[FieldShape], bool],
    measure: Callable[[FieldValue], JSON],
    problem: Problem,
    needed: int = 10,
    counted: Callable[[FieldValue], Iterable[str]] = lambda value: [value.object_key],
    **more: Any,
) -> Trait:
    """A trait that all values must share; ten objects have to show it."""
    return Trait(name, applies, partial(Steady, measure, problem, needed, counted), each_value(problem), **more)


def excerpt(value: JSON) -> str:
    """A value as messages show it."""
    return f"`{str(value)[:40]}`"
