"""Mining: what held in every answer of a run, place by place.

Answers are taken in one by one and not kept. The order in which they come does not matter, and what is told in the end
holds for every answer that was taken in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.baseline.answer_objects import slots, spots
from querious.baseline.identity import Identity
from querious.baseline.sketch import Sketch
from querious.baseline.traits.catalogue import TRAITS
from querious.baseline.traits.kinship import Kinship

if TYPE_CHECKING:
    from graphql import GraphQLSchema

    from querious.baseline.answer_objects import Slot, Spot
    from querious.baseline.traits.trait import Seeing
    from querious.model import JSON, SelectionShape

_MOST_PLACES: Final = 20_000
_MOST_KNOWN: Final = 200_000
"""Values that need not be looked at again."""
_POPULATION: Final = 1_000
_TELLING: Final = frozenset(("uuid", "date", "date-time", "whole number", "number"))
"""Formats that say more than a pattern of the same texts."""


class Mining:
    """Grows with every answer."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._identity = Identity(schema)
        self._traits: dict[str, list[tuple[str, Seeing]]] = {}
        self._coordinates: dict[str, str] = {}
        self._kinships: dict[str, Kinship] = {}
        self._population: dict[str, Sketch] = {}
        self._known: set[int] = set()

    def observe(self, shape: SelectionShape, data: JSON) -> None:
        """Take in the data of an answer without errors to a query."""
        for spot in spots(self._identity, shape, data):
            self._count(spot)
            for slot in slots(spot):
                self._see(slot)
            if spot.path and (spot.place in self._kinships or len(self._kinships) < _MOST_PLACES):
                self._kinships.setdefault(spot.place, Kinship(self._identity)).see(spot)

    def _count(self, spot: Spot) -> None:
        known = self._identity.of(spot.shape, spot.value)
        if known is not None:
            self._population.setdefault(spot.shape.typename, Sketch(_POPULATION)).add(repr(known))

    def _see(self, slot: Slot) -> None:
        if slot.field.child is None:
            known = hash((slot.place, slot.owner, slot.bond, repr(slot.value)))
            if known in self._known:
                return
            if len(self._known) < _MOST_KNOWN:
                self._known.add(known)
        found = self._traits.get(slot.place)
        if found is None:
            if len(self._traits) >= _MOST_PLACES:
                return
            found = [(trait.name, trait.make(self._identity)) for trait in TRAITS if trait.applies(slot.field)]
            self._traits[slot.place] = found
            self._coordinates[slot.place] = slot.field.coordinate
        for _, seeing in found:
            seeing.see(slot)

    def invariants(self, volatile: frozenset[str] = frozenset()) -> dict[str, dict[str, JSON]]:
        """What held, by place and kind; nothing about volatile coordinates."""
        population = {kind: len(sketch) for kind, sketch in self._population.items()}
        found: dict[str, dict[str, JSON]] = {}
        for place, traits in self._traits.items():
            if self._coordinates[place] not in volatile:
                learned = {name: about for name, seeing in traits if (about := seeing.learned()) is not None}
                found[place] = _without_echoes(learned)
        for place, kinship in self._kinships.items():
            found.setdefault(place, {}).update(kinship.learned(population, volatile))
        return {place: found[place] for place in sorted(found) if found[place]}


def _without_echoes(learned: dict[str, JSON]) -> dict[str, JSON]:
    """Without what another trait of the same place says better."""
    if learned.get("format") in _TELLING or "one of" in learned:
        learned.pop("pattern", None)
    if "one of" in learned:
        learned.pop("range", None)
        learned.pop("format", None)
    return learned
