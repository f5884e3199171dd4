"""Mines invariants: what held in every answer of a run, place by place.

Answers are taken in one by one and not kept. The order in which they come does not matter, and what is told in the end
holds for every answer that was taken in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.baseline.answer_objects import answer_objects
from querious.baseline.distinct import DistinctCount
from querious.baseline.traits.catalogue import TRAITS
from querious.baseline.traits.field_pairs import FieldPairs

if TYPE_CHECKING:
    from graphql import GraphQLOutputType

    from querious.baseline.answer_objects import FieldValue
    from querious.baseline.identity import ObjectKeys
    from querious.baseline.traits.trait import Trait, TraitLearner
    from querious.model import JSON, SelectionShape

_MOST_PLACES: Final = 20_000
_MOST_SEEN: Final = 200_000
"""Leaves that need not be looked at again."""
_POPULATION: Final = 1_000
"""Objects of a type that are counted."""
_SPECIFIC: Final = frozenset(("uuid", "date", "date-time", "whole number", "number"))
"""Formats that say more than a pattern of the same texts."""


class _Place(NamedTuple):
    coordinate: str
    learners: dict[Trait, TraitLearner]
    kinds: set[tuple[GraphQLOutputType, bool]]
    """What fields of this place were seen to be: in REST a list that was empty first shows objects later."""


class Miner:
    """Grows with every answer."""

    def __init__(self, identity: ObjectKeys) -> None:
        self._identity = identity
        self._places: dict[str, _Place] = {}
        self._pairs: dict[str, FieldPairs] = {}
        self._population: dict[str, DistinctCount] = {}
        self._seen: set[int] = set()

    def observe(self, shape: SelectionShape, data: JSON) -> None:
        """Take in the data of an answer without errors to a query."""
        for found in answer_objects(self._identity, shape, data):
            if found.place == found.shape.typename:
                self._population.setdefault(found.place, DistinctCount(_POPULATION)).add(found.key)
            for value in found.fields():
                if value.field.child is not None or self._is_new(value):
                    self._learn(value)
            if found.path and (found.place in self._pairs or len(self._pairs) < _MOST_PLACES):
                self._pairs.setdefault(found.place, FieldPairs()).see(found)

    def _is_new(self, value: FieldValue) -> bool:
        fingerprint = hash((value.place, value.object_key, value.influence, repr(value.value)))
        if fingerprint in self._seen:
            return False
        if len(self._seen) < _MOST_SEEN:
            self._seen.add(fingerprint)
        return True

    def _learn(self, value: FieldValue) -> None:
        field = value.field
        if value.place not in self._places and len(self._places) < _MOST_PLACES:
            self._places[value.place] = _Place(field.coordinate, {}, set())
        place = self._places.get(value.place)
        if place is None:
            return
        kind = (field.type, field.child is None)
        if kind not in place.kinds:
            place.kinds.add(kind)
            for trait in TRAITS:
                if trait not in place.learners and trait.applies(field):
                    place.learners[trait] = trait.learner()
        for trait, learner in place.learners.items():
            if trait.concerns(value):
                learner.see(value)

    def invariants(self, volatile: frozenset[str] = frozenset()) -> dict[str, dict[str, JSON]]:
        """What held, by place and kind; nothing about volatile coordinates."""
        found: dict[str, dict[str, JSON]] = {}
        for name, place in self._places.items():
            learners = place.learners if place.coordinate not in volatile else {}
            found[name] = _without_redundant({trait.name: learner.learned() for trait, learner in learners.items()})
        population = {typename: len(objects) for typename, objects in self._population.items()}
        for name, pairs in self._pairs.items():
            found.setdefault(name, {}).update(pairs.learned(population, volatile))
        return {name: found[name] for name in sorted(found) if found[name]}


def _without_redundant(learned: dict[str, JSON]) -> dict[str, JSON]:
    """Without what does not hold, and what another trait of the same place says better."""
    held = {name: about for name, about in learned.items() if about is not None}
    redundant = set()
    if held.get("format") in _SPECIFIC:
        redundant = {"pattern"}
    if "one of" in held:
        redundant = {"pattern", "range", "format"}
    return {name: about for name, about in held.items() if name not in redundant}
