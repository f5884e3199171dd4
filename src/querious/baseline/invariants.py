"""Invariants held against the answers of another version: each broken one is a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.baseline.answer_objects import path_text, slots, spots
from querious.baseline.identity import Identity
from querious.baseline.traits.catalogue import BY_NAME
from querious.baseline.traits.kinship import KINSHIPS, breaks
from querious.model import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graphql import GraphQLSchema

    from querious.baseline.answer_objects import Slot
    from querious.baseline.traits.trait import Breach
    from querious.model import JSON, Exchange, SelectionShape

INVARIANT: Final = "invariant"


class Invariants:
    """What always held; pure over one answer, so it can be asked again of a smaller one."""

    def __init__(
        self,
        invariants: Mapping[str, Mapping[str, JSON]],
        schema: GraphQLSchema,
        volatile: frozenset[str] = frozenset(),
    ) -> None:
        self._identity = Identity(schema)
        self._volatile = volatile
        self._traits = {
            place: [(BY_NAME[kind], about) for kind, about in kinds.items() if kind in BY_NAME]
            for place, kinds in invariants.items()
        }
        self._kinships = {
            place: [(kind, str(relation)) for kind in KINSHIPS for relation in kinds.get(kind, ())]
            for place, kinds in invariants.items()
        }

    def broken(self, shape: SelectionShape, data: JSON) -> Iterator[tuple[str, str, JSON, Breach]]:
        """Place, kind and wording of every invariant that the data of an answer without errors breaks."""
        met: dict[str, list[Slot]] = {}
        for spot in spots(self._identity, shape, data):
            for kind, relation in self._kinships.get(spot.place, ()):
                found = breaks(relation, spot, self._identity)
                if found is not None and found.coordinate not in self._volatile:
                    yield spot.place, kind, relation, found
            for slot in slots(spot):
                if slot.field.coordinate not in self._volatile and self._traits.get(slot.place):
                    met.setdefault(slot.place, []).append(slot)
        for place, standing in met.items():
            for trait, about in self._traits[place]:
                found = trait.breaks(about, standing, self._identity)
                if found is not None:
                    yield place, trait.name, about, found

    def judge(self, exchange: Exchange, shape: SelectionShape) -> list[Finding]:
        """What an answer breaks. One with errors is not judged: its nulls may be theirs."""
        payload = exchange.payload if isinstance(exchange.payload, dict) else {}
        data = payload.get("data")
        if not isinstance(data, dict) or payload.get("errors") or exchange.case.operation.kind != "query":
            return []
        found = []
        for _, kind, _, breach in self.broken(shape, data):
            severity = BY_NAME[kind].severity if kind in BY_NAME else Severity.SUSPICION
            path = path_text(breach.path)
            found.append(Finding(INVARIANT, breach.coordinate, breach.message, exchange, severity, path))
        return found
