"""What the answers of a run have shown so far: objects, the ways to them, and what never had a value.

Bounded by the schema and by fixed numbers of objects; the same answers in the same order give the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.answers.comparison import same
from querious.relations.answer_objects import facts, identity, instances, step_of
from querious.relations.schema_types import SchemaTypes

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.model import JSON, Operation
    from querious.relations.answer_objects import Fact, Instance
    from querious.relations.relation import QueryAnswer
    from querious.relations.routes import Route

ROUTES = 8
"""Ways kept to one field, each by other fields."""
ROWS = 10
"""Rows of a list that are as good as more."""
OBJECTS = 200
"""Objects kept of one type."""
FACTS = 200
"""Facts kept of one object."""
CONFLICTS = 400
OPERATIONS = 200
"""Operations kept, each the first that gave some field a value."""
_LOCAL = ("key",)
"""Names of identifiers that often tell objects apart only among those of one parent."""


LeavesByPlace: TypeAlias = "dict[tuple[tuple[str | int, ...], str, str], dict[str, JSON]]"
"""What one answer says of the objects in its lists: by place of the list, type and identifier."""


class KnownFact(NamedTuple):
    """What was first said of an object, and by which operation."""

    value: JSON
    operation: Operation


class Conflict(NamedTuple):
    """Two operations that said different things of one object: a reason to ask them again, not yet a finding."""

    typename: str
    identifier: str
    key: str
    """Of the fact, see ``reading.Fact``."""
    one: Operation
    other: Operation


@dataclass(slots=True)
class FieldTally:
    """How often a field was resolved, and how often with a value: not null, not an empty list."""

    reached: int = 0
    valued: int = 0


class Observations:
    """Grows with every answer that is noted."""

    def __init__(self, schema: GraphQLSchema, allowed: Callable[[str], bool] = lambda _: True) -> None:
        self.types = SchemaTypes(schema, allowed)
        self.routes: dict[str, dict[tuple[str, ...], Route]] = {}
        """By coordinate of the last field: ways on which it had a value, by the coordinates of the whole way."""
        self.objects: dict[str, dict[str, dict[str, Route]]] = {}
        """By type and identifier, as text: ways to the object, by coordinate of their last field."""
        self.identifiers: dict[str, dict[str, JSON]] = {}
        """By type: identifiers as the API wrote them, by their text, in the order in which they were seen."""
        self.tallies: dict[str, FieldTally] = {}
        """By coordinate."""
        self.conflicts: dict[tuple[str, str], Conflict] = {}
        """The latest of each type and fact."""
        self.operations: dict[str, Operation] = {}
        """By the coordinate that it was the first to give a value: queries whose answers held no errors."""
        self._facts: dict[tuple[str, str], dict[str, KnownFact]] = {}
        self._rows: dict[tuple[str, ...], int] = {}
        """How many rows each way in ``routes`` brought."""

    def note(self, asked: QueryAnswer) -> None:
        """Take in an answer to a query."""
        if asked.data is None or asked.operation.kind != "query":
            return
        listed: LeavesByPlace = {}
        for instance in instances(asked):
            self._count(instance, asked)
            found = identity(self.types, instance.typename, instance.shape, instance.value)
            if found is not None and instance.route:
                self._keep(instance, found, asked, listed)

    def _count(self, instance: Instance, asked: QueryAnswer) -> None:
        for field in instance.shape.fields.values():
            item = instance.value.get(field.key)
            tally = self.tallies.setdefault(field.coordinate, FieldTally())
            empty = item is None or item == []
            if empty and (not asked.clean or field.arguments):
                continue  # an error or the arguments may be why there is nothing
            tally.reached += 1
            if empty:
                continue
            tally.valued += 1
            self._keep_route((*instance.route, step_of(field)), item)
            if asked.clean and field.coordinate not in self.operations and len(self.operations) < OPERATIONS:
                self.operations[field.coordinate] = asked.operation

    def _keep_route(self, route: Route, item: JSON) -> None:
        """The first way by these fields, or that which brought more rows: with few of them lists tell little."""
        ways = self.routes.setdefault(route[-1].coordinate, {})
        passed = tuple(step.coordinate for step in route)
        if passed in ways:
            rows = _rows(item)
            if rows > self._rows.get(passed, 0):
                ways[passed], self._rows[passed] = route, rows
        elif len(ways) < ROUTES:
            ways[passed], self._rows[passed] = route, _rows(item)

    def _keep(self, instance: Instance, found: JSON, asked: QueryAnswer, listed: LeavesByPlace) -> None:
        typename, text = instance.typename, str(found)
        ways = self.objects.setdefault(typename, {})
        if text not in ways and len(ways) >= OBJECTS:
            return
        self.identifiers.setdefault(typename, {}).setdefault(text, found)
        ways.setdefault(text, {}).setdefault(instance.route[-1].coordinate, instance.route)
        said = list(facts(self.types, instance.shape, instance.value, clean=asked.clean))
        everywhere = self.types.identifier(typename) in _LOCAL
        if _contradicts(instance, text, said, listed, everywhere=everywhere):
            self.types.ambiguous.add(typename)
        self._compare(typename, text, said, asked.operation)

    def _compare(self, typename: str, text: str, said: list[Fact], operation: Operation) -> None:
        known = self._facts.setdefault((typename, text), {})
        for fact in said:
            before = known.get(fact.key)
            if before is None:
                if len(known) < FACTS:
                    known[fact.key] = KnownFact(fact.value, operation)
            elif not same(before.value, fact.value, ordered=False):
                known[fact.key] = KnownFact(fact.value, operation)
                place = (typename, fact.key)
                if place in self.conflicts or len(self.conflicts) < CONFLICTS:
                    self.conflicts[place] = Conflict(typename, text, fact.key, before.operation, operation)


def _rows(item: JSON) -> int:
    """How many rows a list or a connection holds, as far as more of them matter."""
    lists = [item] if isinstance(item, list) else item.values() if isinstance(item, dict) else ()
    return min(ROWS, max((len(one) for one in lists if isinstance(one, list)), default=0))


def _contradicts(instance: Instance, text: str, said: list[Fact], listed: LeavesByPlace, *, everywhere: bool) -> bool:
    """Whether one list, or one answer, shows two objects under one identifier, so that it tells nothing apart."""
    path = (
        instance.path[:-1] if instance.route[-1].name == "node" else instance.path
    )  # the nodes of a page stand in its edges
    if not everywhere and (not path or not isinstance(path[-1], int)):
        return False
    place = (() if everywhere else path[:-1], instance.typename, text)
    leaves = {fact.key: fact.value for fact in said if fact.leaf}
    before = listed.setdefault(place, leaves)
    return any(not same(before[key], value, ordered=False) for key, value in leaves.items() if key in before)
