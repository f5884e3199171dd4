"""Which changes may be asked for, and when: what creates first, what is dangerous last and once.

Random cases ask for what creates and changes from the beginning on, for what deletes only towards the end, since
relations and look-ups live on the data, and never for what is dangerous: ``querious.pipeline.run.last_mutations`` does
that. A change is known by its coordinate: ``Mutation.createUser``, ``POST /users``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model.hazards import Grade, Threat
from querious.text.display import listing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from querious.model import Case, Finding
    from querious.model.hazards import Hazard

_NAMED = 12
"""Mutations named in a note."""


class MutationOrder:
    """The grades of all changes that may be asked for, and what has become of them in this run."""

    def __init__(
        self,
        hazards: Mapping[str, Hazard],
        coordinates: Callable[[Case], Sequence[str]],
        spares: Callable[[Case], bool] = lambda _: False,
    ) -> None:
        """``coordinates`` gives what a case asks to be changed, whatever the settings; empty if it changes nothing."""
        self.hazards = hazards
        self.coordinates = coordinates
        self.spares = spares
        """Whether a case is not sent at all, as it would change the account that the run itself signs in with."""
        self.left_out: dict[str, None] = {}
        """Those after which the API no longer worked."""
        self.ended = False
        """Whether none may be asked for any more."""
        self.late_from: int | None = None
        """The number of the first random case that may delete; None as long as none may."""
        self.version = 0
        """Grows with every change of what may be asked for."""
        self._dangerous: tuple[int, list[str]] = -1, []
        """The dangerous ones, and the version that they are of: they are asked for before every request."""

    def release(self, number: int) -> None:
        """Let random cases from this number on delete as well."""
        if self.late_from is None:
            self.late_from = number
            self.version += 1

    def end(self) -> None:
        """Ask for no change any more."""
        self.ended = True
        self.version += 1

    def leave_out(self, coordinate: str) -> None:
        """Never ask for this one again."""
        self.left_out[coordinate] = None
        self.version += 1

    def dangerous(self) -> list[str]:
        """The dangerous ones that may still be asked for, what is likely to end everything last."""
        version, found = self._dangerous
        if version != self.version:
            names = self.of(Grade.DANGEROUS)
            found = [name for threat in Threat for name in names if self.hazards[name].threat is threat]
            self._dangerous = self.version, found
        return list(found)

    def held_back(self) -> frozenset[str]:
        """What random cases may not ask for now."""
        if self.ended:
            return frozenset(self.hazards)
        held = {*self.left_out, *self.of(Grade.DANGEROUS)}
        if self.late_from is None:
            held.update(self.of(Grade.DELETING))
        return frozenset(held)

    def planned(self, grade: Grade) -> Callable[[str], bool]:
        """Whether something may stand in a plan of the changes of one grade; all that changes nothing may."""
        asked = set() if self.ended else set(self.of(grade))
        return lambda coordinate: coordinate not in self.hazards or coordinate in asked

    def asked_by(self, case: Case) -> list[str]:
        """The changes that a case asks for, in its order."""
        if not self.hazards:
            return []
        return [coordinate for coordinate in self.coordinates(case) if coordinate in self.hazards]

    def creates(self, case: Case) -> bool:
        """Whether a case asks for changes, all of which create."""
        asked = self.asked_by(case)
        return bool(asked) and all(self.hazards[name].grade is Grade.CREATING for name in asked)

    def is_safe(self, case: Case) -> bool:
        """Whether a case asks for nothing that is held back for good."""
        barred = {*self.left_out, *self.of(Grade.DANGEROUS)}
        return barred.isdisjoint(self.asked_by(case))

    def may_repeat(self, finding: Finding) -> bool:
        """Whether what shows a finding may be sent again and again."""
        return all(self.is_safe(exchange.case) for exchange in finding.steps)

    def of(self, grade: Grade) -> list[str]:
        """Those of a grade that are not left out."""
        return [name for name, hazard in self.hazards.items() if hazard.grade is grade and name not in self.left_out]


def named(coordinates: Iterable[str]) -> str:
    """Coordinates in a sentence."""
    return listing(coordinates, _NAMED)
