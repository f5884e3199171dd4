"""A trait: something that held at one place in every answer of a trusted version.

A learner takes in values one by one (``see``) and says what holds once enough objects have shown it (``learned``); a
check holds what was learned against other answers. The order of the values does not matter, and memory is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from querious.baseline.arguments import Influence
from querious.model import Severity

if TYPE_CHECKING:
    from querious.baseline.answer_objects import FieldValue
    from querious.baseline.identity import Identity
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


Check: TypeAlias = Callable[["JSON", Sequence["FieldValue"], "Identity"], BrokenTrait | None]
"""Holds what was learned against all values of one place in one answer."""


class Trait(NamedTuple):
    """One kind of trait."""

    name: str
    """As it stands in the file."""
    applies: Callable[[FieldShape], bool]
    learner: Callable[[Identity], TraitLearner]
    check: Check
    severity: Severity = Severity.SUSPICION
    tolerates: Influence = Influence.NONE
    """Values that arguments decide further than this are neither learned from nor judged."""

    def concerns(self, value: FieldValue) -> bool:
        """Whether arguments leave enough of a value for the trait to say something about it."""
        return value.influence <= self.tolerates


def broken_at(value: FieldValue, message: str) -> BrokenTrait:
    """A trait that the value of a field breaks."""
    return BrokenTrait(value.field.coordinate, value.path, message)


def each_value(problem: Callable[[JSON, FieldValue, Identity], str]) -> Check:
    """A check of one value after the other; ``problem`` says what is wrong with one, or nothing."""

    def check(about: JSON, values: Sequence[FieldValue], identity: Identity) -> BrokenTrait | None:
        for value in values:
            message = problem(about, value, identity)
            if message:
                return broken_at(value, message)
        return None

    return check


def each_leaf(problem: Callable[[JSON, JSON], str]) -> Check:
    """A check of one leaf after the other, nulls left out."""

    def first_problem(about: JSON, value: FieldValue, _: Identity) -> str:
        problems = (problem(about, leaf) for leaf in value.leaves())
        return next(filter(None, problems), "")

    return each_value(first_problem)


def excerpt(value: JSON) -> str:
    """A value as messages show it."""
    return f"`{str(value)[:40]}`"
