"""What a run has seen that is worth asking again: for each field, and each way to use its arguments, the plainest call.

Of several calls that do for the same purpose the one is kept that brings a list of about three items, is short, and
comes first by its text: whatever the order in which answers come, the same are kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from querious.baseline.arguments import without_nulls
from querious.baseline.purposes import MANY, Purposes
from querious.model.arguments import canonical

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import GraphQLSchema

    from querious.baseline.purposes import Purpose
    from querious.model import JSON, FieldShape, SelectionShape

_LONGEST: Final = 400
"""Characters of the arguments on the way to a call."""
_DEEPEST: Final = 8
_FAR: Final = 50
"""Items too many, beyond which it makes no difference any more."""


class Step(NamedTuple):
    """One field on the way, on the type that the object there really had."""

    parent: str
    name: str
    arguments: tuple[tuple[str, JSON], ...] = ()
    """As the API got them, without those that were null."""

    @property
    def coordinate(self) -> str:
        """``Type.field``."""
        return f"{self.parent}.{self.name}"


Route: TypeAlias = tuple[Step, ...]
"""From a field of the query type down."""


class Call(NamedTuple):
    """A way to a field. Ordered by what comes first: the better one."""

    rank: tuple[int, int, int, int, str]
    route: Route


class Sight(NamedTuple):
    """A field in an answer, with what it gave for all objects at the end of one way."""

    field: FieldShape
    route: Route
    text: str
    items: list[Any]


class _Group(NamedTuple):
    """All objects of one answer that stand at the end of one route."""

    position: SelectionShape
    values: list[dict[str, Any]]
    route: Route
    text: str


def sightings(shape: SelectionShape, data: JSON) -> Iterator[Sight]:
    """Every field of an answer, once for each way to it."""
    stack = [_Group(shape, [data], (), "")]
    while stack:
        group = stack.pop()
        by_type: dict[str, list[dict[str, Any]]] = {}
        for value in group.values:
            found = group.position.runtime(value)
            if found is not None:
                by_type.setdefault(found.typename, []).append(value)
        for values in by_type.values():
            for sight in _fields(group, values):
                yield sight
                if sight.field.child is not None:
                    below = list(_objects(sight.items))
                    stack.append(_Group(sight.field.child, below, sight.route, sight.text))


def _fields(group: _Group, values: list[dict[str, Any]]) -> Iterator[Sight]:
    shape = group.position.runtime(values[0])
    for field in shape.fields.values() if shape else ():
        parent, _, name = field.coordinate.partition(".")
        if not name.startswith("__"):
            step = Step(parent, name, tuple(without_nulls(field.arguments).items()))
            text = f"{group.text}.{name}({canonical(step.arguments)})"
            yield Sight(field, (*group.route, step), text, [value.get(field.key) for value in values])


class Sights:
    """Grows with every answer; bounded by the schema."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.purposes = Purposes(schema)
        self._calls: dict[Purpose, list[Call]] = {}
        self.reached: set[str] = set()
        """Coordinates that answers without errors held, be it null."""

    def observe(self, shape: SelectionShape, data: dict[str, JSON]) -> None:
        """Take in the data of an answer without errors to a query."""
        for sight in sightings(shape, data):
            self.reached.add(sight.field.coordinate)
            if len(sight.text) <= _LONGEST and len(sight.route) <= _DEEPEST:
                self._note(sight)

    def _note(self, sight: Sight) -> None:
        count = sum(len(step.arguments) for step in sight.route)
        length = self.purposes.length(sight.field, sight.items)
        call = Call((min(_FAR, abs(length - MANY)), len(sight.route), count, len(sight.text), sight.text), sight.route)
        for purpose in self.purposes.of(sight.field, sight.items, top=len(sight.route) == 1):
            self._keep(purpose, call)

    def _keep(self, purpose: Purpose, call: Call) -> None:
        calls = self._calls.setdefault(purpose, [])
        if all(call.rank != known.rank for known in calls):
            calls.append(call)
            calls.sort(key=lambda known: known.rank)
            del calls[purpose.calls :]

    def calls(self) -> list[tuple[Purpose, Call]]:
        """What is worth asking, the shortest ways first."""
        found = [(purpose, call) for purpose, calls in self._calls.items() for call in calls]
        return sorted(found, key=lambda one: (len(one[1].route), one[1].rank, one[0]))


def _objects(items: Sequence[Any]) -> Iterator[dict[str, Any]]:
    for item in items:
        if isinstance(item, list):
            yield from _objects(item)
        elif isinstance(item, dict):
            yield item
