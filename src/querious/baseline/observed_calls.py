"""Calls that a run has seen and that are worth asking again: the best for each field and each use of its arguments.

Of several calls for the same purpose the one is kept that brings a list of about three items, is short, and comes first
by its text: whatever the order in which answers come, the same are kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from querious.answers.objects import objects_in
from querious.baseline.arguments import without_nulls
from querious.baseline.purposes import MANY, Purposes
from querious.model.arguments import canonical

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema

    from querious.answers.objects import PlacedObject
    from querious.baseline.purposes import Purpose
    from querious.model import JSON, FieldShape, SelectionShape

_LONGEST: Final = 400
"""Characters of the arguments on the way to a call."""
_DEEPEST: Final = 8
_FAR: Final = 50
"""Items too many, beyond which it makes no difference any more."""


class ObservedStep(NamedTuple):
    """One field on the way, on the type that the object there really had."""

    parent: str
    name: str
    arguments: tuple[tuple[str, JSON], ...] = ()
    """As the API got them, without nulls."""

    @property
    def coordinate(self) -> str:
        """``Type.field``."""
        return f"{self.parent}.{self.name}"


Route: TypeAlias = tuple[ObservedStep, ...]
"""From a field of the query type down."""


class ObservedCall(NamedTuple):
    """A route to a field. Ordered by its rank: the better one comes first."""

    rank: tuple[int, int, int, int, str]
    route: Route


class ObservedField(NamedTuple):
    """A field in an answer, with its values in all objects at the end of one route."""

    field: FieldShape
    route: Route
    text: str
    """The route with all arguments."""
    values: list[Any]

    @property
    def is_root(self) -> bool:
        """Whether it is a field of the query type."""
        return len(self.route) == 1


def observed_fields(shape: SelectionShape, data: JSON) -> Iterator[ObservedField]:
    """Every field of an answer, once for each route to it."""
    at_one_end: dict[tuple[int | str, ...], list[PlacedObject]] = {}
    for placed in objects_in(shape, data):
        at_one_end.setdefault((*map(id, placed.fields), placed.shape.typename), []).append(placed)
    for objects in at_one_end.values():
        above = tuple(map(_step, objects[0].fields))
        for key, field in objects[0].shape.fields.items():
            if not field.name.startswith("__"):
                route = (*above, _step(field))
                values = [placed.value.get(key) for placed in objects]
                text = ".".join(f"{step.name}({canonical(step.arguments)})" for step in route)
                yield ObservedField(field, route, text, values)


def _step(field: FieldShape) -> ObservedStep:
    parent, _, name = field.coordinate.partition(".")
    return ObservedStep(parent, name, tuple(without_nulls(field.arguments).items()))


class ObservedCalls:
    """Grows with every answer; bounded by the schema."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.purposes = Purposes(schema)
        self._calls: dict[Purpose, list[ObservedCall]] = {}
        self.reached: set[str] = set()
        """Coordinates that answers without errors held, even as null."""

    def observe(self, shape: SelectionShape, data: dict[str, JSON]) -> None:
        """Take in the data of an answer without errors to a query."""
        for found in observed_fields(shape, data):
            self.reached.add(found.field.coordinate)
            if len(found.text) <= _LONGEST and len(found.route) <= _DEEPEST:
                call = self._call(found)
                for purpose in self.purposes.of(found.field, found.values, is_root=found.is_root):
                    self._keep(purpose, call)

    def _call(self, found: ObservedField) -> ObservedCall:
        excess = abs(self.purposes.length(found.field, found.values) - MANY)
        arguments = sum(len(step.arguments) for step in found.route)
        rank = (min(_FAR, excess), len(found.route), arguments, len(found.text), found.text)
        return ObservedCall(rank, found.route)

    def _keep(self, purpose: Purpose, call: ObservedCall) -> None:
        calls = self._calls.setdefault(purpose, [])
        if all(call.rank != known.rank for known in calls):
            calls.append(call)
            calls.sort(key=lambda known: known.rank)
            del calls[purpose.calls :]

    def calls(self) -> list[tuple[Purpose, ObservedCall]]:
        """What is worth asking, the shortest routes first."""
        found = [(purpose, call) for purpose, calls in self._calls.items() for call in calls]
        return sorted(found, key=lambda one: (len(one[1].route), one[1].rank, one[0]))
