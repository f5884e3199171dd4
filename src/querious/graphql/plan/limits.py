"""What a server lets one operation ask for, as far as it is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import le
from typing import Final

from querious.errors import ConfigError
from querious.graphql.plan.refusals import Measure, read
from querious.graphql.plan.size import Measures

_NAMES: Final = {Measure.DEPTH: "depth", Measure.COST: "cost", Measure.SIZE: "fields"}


@dataclass(frozen=True, slots=True)
class PlanLimits:
    """Never exceeded by a plan. What cannot be asked within them is left out, and the plan says so."""

    fields: int = 200
    """Selected fields: every field of the document counts one, objects, leaves and ``__typename`` alike; fragments do
    not count. A field that the document names in two places counts twice."""
    depth: int | None = None
    """Levels of fields inside each other, the leaf included: ``{ a { b } }`` is 2. Fragments are no level."""
    cost: int | None = None
    """Each field costs 1, times the list sizes asked for around it: ``{ a(first: 2) { b { c } } }`` costs 1 + 2 + 2.
    Lists that are asked for without a size do not multiply, since a server cannot know their length in advance."""

    def __str__(self) -> str:
        parts = [f"{self.fields:,} fields"]
        if self.depth is not None:
            parts.append(f"{self.depth:,} levels")
        if self.cost is not None:
            parts.append(f"a cost of {self.cost:,}")
        return f"{' and '.join(parts)} each"

    def __post_init__(self) -> None:
        for name in ("fields", "depth", "cost"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ConfigError(f"The limit on {name} is {value}: give a number from 1 up.")

    def allow(self, size: Measures) -> bool:
        """Whether an operation of this size may be sent."""
        most = Measures(self.fields, self.depth or size.depth, self.cost or size.cost)
        return all(map(le, size, most))

    def learn(self, message: str, tried: Measures) -> PlanLimits:
        """The limits after a server refused an operation of this size with this message.

        Equal to the old ones if the message does not speak of depth, complexity or size. Otherwise smaller than what
        was tried: by the numbers in the message if it has some, by half if not. A server counts in units of its own, so
        where it says both what it counted and what it allows, the allowed part of our count is taken.
        """
        refusal = read(message)
        if refusal is None:
            return self
        name = _NAMES[refusal.measure]
        had, now = getattr(tried, name), getattr(self, name)
        if had <= 1:
            return self
        learned = max(1, min(had - 1, refusal.scaled(had)))
        return self if now is not None and now <= learned else replace(self, **{name: learned})
