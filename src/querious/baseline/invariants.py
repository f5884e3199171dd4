"""Invariants held against the answers of another version: each broken one is a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.baseline.answer_objects import answer_objects
from querious.baseline.answer_terms import read_answer
from querious.baseline.traits.catalogue import TRAITS
from querious.baseline.traits.field_pairs import PAIR_KINDS, PairTrait, broken_pair
from querious.model import Finding, Severity
from querious.model.shape import path_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.baseline.answer_objects import AnswerObject, FieldValue
    from querious.baseline.identity import ObjectKeys
    from querious.baseline.traits.trait import BrokenTrait
    from querious.model import JSON, Exchange, SelectionShape

INVARIANT: Final = "invariant"


class BrokenInvariant(NamedTuple):
    """An invariant that an answer breaks, and how."""

    place: str
    kind: str
    about: JSON
    """What was learned."""
    how: BrokenTrait
    severity: Severity = Severity.SUSPICION


class Invariants:
    """What always held; pure over one answer, so it can be asked again of a smaller one."""

    def __init__(
        self,
        invariants: Mapping[str, Mapping[str, JSON]],
        identity: ObjectKeys,
        volatile: frozenset[str] = frozenset(),
    ) -> None:
        self._identity = identity
        self._volatile = volatile
        self._invariants = invariants
        self._pairs = {
            place: [PairTrait.parse(kind, text) for kind in PAIR_KINDS for text in kinds.get(kind, ())]
            for place, kinds in invariants.items()
        }

    def broken(self, shape: SelectionShape, data: JSON) -> Iterator[BrokenInvariant]:
        """Every invariant that the data of an answer without errors breaks."""
        values: dict[str, list[FieldValue]] = {}
        for found in answer_objects(self._identity, shape, data):
            yield from self._broken_pairs(found)
            for value in found.fields():
                if value.field.coordinate not in self._volatile:
                    values.setdefault(value.place, []).append(value)
        for place, standing in values.items():
            yield from self._broken_traits(place, standing)

    def _broken_pairs(self, found: AnswerObject) -> Iterator[BrokenInvariant]:
        for pair in self._pairs.get(found.place, ()):
            how = broken_pair(pair, found)
            if how is not None and how.coordinate not in self._volatile:
                yield BrokenInvariant(found.place, pair.kind, str(pair), how)

    def _broken_traits(self, place: str, values: list[FieldValue]) -> Iterator[BrokenInvariant]:
        learned = self._invariants.get(place, {})
        for trait in TRAITS:
            about = learned.get(trait.name)
            how = None if about is None else trait.check(about, list(filter(trait.concerns, values)))
            if how is not None:
                yield BrokenInvariant(place, trait.name, about, how, trait.severity)

    def judge(self, exchange: Exchange, shape: SelectionShape) -> list[Finding]:
        """What an answer breaks. One with errors is not judged: its nulls may be theirs."""
        answer = read_answer(exchange)
        if not answer.is_clean:
            return []
        found = []
        for _, _, _, how, severity in self.broken(shape, answer.data):
            path = path_text(how.path)
            found.append(Finding(INVARIANT, how.coordinate, how.message, exchange, severity, path))
        return found
