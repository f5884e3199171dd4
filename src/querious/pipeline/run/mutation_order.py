"""Which mutations may be asked, and when: those that create first, dangerous ones last and once.

Random cases ask what creates and changes from the beginning on, what deletes only towards the end, since relations and
look-ups live on the data, and what is dangerous never: ``querious.pipeline.graphql.last_mutations`` does that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.graphql.cases import LateFields
from querious.graphql.hazards import Grade, Threat, mutation_hazards
from querious.model.operation import fields
from querious.text.display import listing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from graphql import GraphQLSchema

    from querious.graphql.hazards import Hazard
    from querious.model import Finding, Operation

_NAMED = 12
"""Mutations named in a note."""


class MutationOrder:
    """The grades of all mutations that may be asked, and what has become of them in this run."""

    def __init__(self, schema: GraphQLSchema, allowed: Callable[[str], bool], *, mutations: bool) -> None:
        found = mutation_hazards(schema) if mutations else {}
        self.hazards: dict[str, Hazard] = {name: hazard for name, hazard in found.items() if allowed(name)}
        self.left_out: dict[str, None] = {}
        """Those after which the API no longer worked."""
        self.ended = False
        """Whether no mutation may be asked any more."""
        self._late_from: int | None = None

    def release(self, number: int) -> None:
        """Let random cases from this number on delete as well."""
        if self._late_from is None:
            self._late_from = number

    def end(self) -> None:
        """Ask no mutation any more."""
        self.ended = True

    def leave_out(self, coordinate: str) -> None:
        """Never ask this mutation again."""
        self.left_out[coordinate] = None

    @property
    def late(self) -> LateFields | None:
        """What random cases ask only towards the end; None before that."""
        if self._late_from is None:
            return None
        return LateFields(frozenset(self._of(Grade.DELETING)), self._late_from)

    def dangerous(self) -> list[str]:
        """The dangerous ones that may still be asked, what is likely to end everything last."""
        found: list[str] = []
        for threat in Threat:
            found += [name for name in self._of(Grade.DANGEROUS) if self.hazards[name].threat is threat]
        return found

    def held_back(self) -> frozenset[str]:
        """What random cases may not ask now."""
        if self.ended:
            return frozenset(self.hazards)
        held = {*self.left_out, *self._of(Grade.DANGEROUS)}
        if self._late_from is None:
            held.update(self._of(Grade.DELETING))
        return frozenset(held)

    def planned(self, grade: Grade) -> Callable[[str], bool]:
        """Whether a field may stand in a plan of the mutations of one grade; all that is no mutation may."""
        asked = set() if self.ended else set(self._of(grade))
        return lambda coordinate: coordinate not in self.hazards or coordinate in asked

    def asked_by(self, operation: Operation) -> list[str]:
        """The mutations that an operation asks, in its order."""
        if operation.kind != "mutation":
            return []
        return [node.coordinate for node in fields(operation.selections) if node.coordinate in self.hazards]

    def creates(self, operation: Operation) -> bool:
        """Whether an operation asks mutations, all of which create."""
        asked = self.asked_by(operation)
        return bool(asked) and all(self.hazards[name].grade is Grade.CREATING for name in asked)

    def is_safe(self, operation: Operation) -> bool:
        """Whether an operation asks nothing that is held back for good."""
        barred = {*self.left_out, *self._of(Grade.DANGEROUS)}
        return barred.isdisjoint(self.asked_by(operation))

    def may_repeat(self, finding: Finding) -> bool:
        """Whether what shows a finding may be sent again and again."""
        return all(self.is_safe(exchange.case.operation) for exchange in finding.steps)

    def _of(self, grade: Grade) -> list[str]:
        return [name for name, hazard in self.hazards.items() if hazard.grade is grade and name not in self.left_out]


def named(coordinates: Iterable[str]) -> str:
    """Coordinates in a sentence."""
    return listing(coordinates, _NAMED)
