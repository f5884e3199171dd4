"""Finding out what a server lets one operation ask for, from what it accepts and what it refuses.

A refusal often says a number, in units of the server's own; sometimes it says nothing. So what is learned from it is a
first guess: below what was refused, never below what was accepted. Where the guess leaves paths out, the middle between
accepted and refused is tried next.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.graphql.plan import Measures, PlanLimits, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphql import GraphQLSchema

    from querious.model import Operation

_MEASURES = ("fields", "depth", "cost")
_WORTH_RAISING = ("depth", "cost")
"""With fewer fields there are only more operations; depth and cost keep paths out."""


class Limiting:
    """The limits so far. Answers are taken in one at a time, so that they are the same for the same answers."""

    def __init__(self, schema: GraphQLSchema, limits: PlanLimits) -> None:
        self._schema = schema
        self._refused: dict[str, int] = {}
        self._accepted = Measures(0, 0, 0)
        self.limits = limits

    def accept(self, operation: Operation) -> None:
        """Take in that an operation was answered with data."""
        self._accepted = Measures(*map(max, self._accepted, measure(self._schema, operation)))

    def refuse(self, operation: Operation, messages: Sequence[str]) -> str:
        """Take in that an operation was refused; gives the message that lowered a limit, if one did."""
        tried = measure(self._schema, operation)
        for message in messages:
            believed = self._believed(self.limits.learn(message, tried), tried)
            if believed != self.limits:
                self.limits = believed
                return message
        return ""

    def is_too_large(self, operation: Operation) -> bool:
        """Whether an operation is larger than is known to be allowed, by what was learned since it was made."""
        return bool(self._refused) and not self.limits.allow(measure(self._schema, operation))

    def _believed(self, learned: PlanLimits, tried: Measures) -> PlanLimits:
        """What was learned, but no less than what was accepted.

        Where as much was accepted as is now refused, the server counts otherwise than we do: then nothing is learned.
        """
        for name in _MEASURES:
            value, had, accepted = getattr(learned, name), getattr(tried, name), getattr(self._accepted, name)
            now = getattr(self.limits, name)
            if value == now:
                continue
            if accepted >= had:
                learned = replace(learned, **{name: now})
            else:
                self._refused[name] = min(had, self._refused.get(name, had))
                learned = replace(learned, **{name: max(value, accepted)})
        return learned

    def raise_limits(self) -> bool:
        """Go half the way up to what was refused, where what is allowed now was accepted; says whether it could."""
        raised = self.limits
        for name in _WORTH_RAISING:
            now, refused = getattr(self.limits, name), self._refused.get(name, 0)
            if now is not None and refused - now > 1 and getattr(self._accepted, name) >= now:
                raised = replace(raised, **{name: (now + refused) // 2})
        changed = raised != self.limits
        self.limits = raised
        return changed
