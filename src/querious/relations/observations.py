"""What the answers of a run have shown so far: objects, the routes to them, and what never had a value.

Bounded by the schema and by fixed numbers of objects; the same answers in the same order give the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from querious.answers.comparison import same
from querious.relations.answer_objects import facts, identity, instances, step_of
from querious.relations.routes import route_text
from querious.relations.schema_types import SchemaTypes, type_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graphql import GraphQLSchema

    from querious.model import JSON, Operation
    from querious.relations.answer_objects import Fact, Instance
    from querious.relations.query_answer import QueryAnswer
    from querious.relations.routes import Route

ROUTES = 8
"""Routes kept to one field, each by other fields."""
ROWS = 10
"""Rows of a list that are as good as more."""
OBJECTS = 200
"""Objects kept of one type."""
FACTS = 200
"""Facts kept of one object."""
CONFLICTS = 400
OPERATIONS = 200
"""Operations kept, each the first that gave some field a value."""


class KnownFact(NamedTuple):
    """What was first said of an object, and by which operation."""

    value: JSON
    operation: Operation


class Conflict(NamedTuple):
    """Two operations that said different things of one object: a reason to ask them again, not yet a finding."""

    typename: str
    identifier: str
    key: str
    """Of the fact, see ``answer_objects.Fact``."""
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
        """By coordinate of the last field: routes on which it had a value, by the coordinates of the whole route."""
        self.objects: dict[str, dict[str, dict[str, Route]]] = {}
        """By type and identifier, as text: routes to the object, by coordinate of their last field."""
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
        """How many rows each route in ``routes`` brought."""

    def note(self, answer: QueryAnswer) -> None:
        """Take in an answer to a query."""
        if answer.data is None or answer.operation.kind != "query":
            return
        leaves: dict[tuple[object, ...], dict[str, JSON]] = {}
        for instance in instances(answer):
            self._note_fields(instance, answer)
            identifier = identity(self.types, instance.shape, instance.value)
            if identifier is not None and instance.route:
                self._note_object(instance, identifier, answer, leaves)

    def _note_fields(self, instance: Instance, answer: QueryAnswer) -> None:
        for field in instance.shape.fields.values():
            item = instance.value.get(field.key)
            tally = self.tallies.setdefault(field.coordinate, FieldTally())
            empty = item is None or item == []
            if empty and (not answer.clean or field.arguments):
                continue  # an error or the arguments may be why there is nothing
            tally.reached += 1
            if empty:
                continue
            tally.valued += 1
            self._keep_route((*instance.route, step_of(field)), _row_count(item))
            if answer.clean and len(self.operations) < OPERATIONS:
                self.operations.setdefault(field.coordinate, answer.operation)

    def _keep_route(self, route: Route, rows: int) -> None:
        """The first route by these fields, or that which brought more rows: with few of them lists tell little."""
        routes = self.routes.setdefault(route[-1].coordinate, {})
        passed = tuple(step.coordinate for step in route)
        if passed not in routes and len(routes) >= ROUTES:
            return
        if rows > self._rows.get(passed, -1):
            routes[passed] = route
            self._rows[passed] = rows

    def _note_object(
        self,
        instance: Instance,
        identifier: JSON,
        answer: QueryAnswer,
        leaves: dict[tuple[object, ...], dict[str, JSON]],
    ) -> None:
        """``leaves`` collects what this answer says of its objects."""
        typename, text = instance.typename, str(identifier)
        known = self.objects.setdefault(typename, {})
        if text not in known and len(known) >= OBJECTS:
            return
        self.identifiers.setdefault(typename, {}).setdefault(text, identifier)
        known.setdefault(text, {}).setdefault(instance.route[-1].coordinate, instance.route)
        said = list(facts(self.types, instance.shape, instance.value, clean=answer.clean))
        if self._contradicts(instance, text, said, leaves):
            self.types.ambiguous.add(typename)
        self._compare(typename, text, said, answer.operation)

    def _contradicts(
        self, instance: Instance, identifier: str, said: list[Fact], leaves: dict[tuple[object, ...], dict[str, JSON]]
    ) -> bool:
        """Whether one list shows two objects under one identifier, so that it tells nothing apart.

        A ``key`` often tells objects apart only among those of one parent: two in one answer are enough.
        """
        place: object = instance.list_path
        if self.types.identifier(instance.typename) == "key":
            place = ()
        if place is None:
            return False
        own = {fact.key: fact.value for fact in said if fact.leaf}
        before = leaves.setdefault((place, instance.typename, identifier), own)
        return any(key in before and not same(before[key], value, ordered=False) for key, value in own.items())

    def _compare(self, typename: str, identifier: str, said: list[Fact], operation: Operation) -> None:
        known = self._facts.setdefault((typename, identifier), {})
        for fact in said:
            before = known.get(fact.key)
            if before is None:
                if len(known) < FACTS:
                    known[fact.key] = KnownFact(fact.value, operation)
            elif not same(before.value, fact.value, ordered=False):
                known[fact.key] = KnownFact(fact.value, operation)
                place = (typename, fact.key)
                if place in self.conflicts or len(self.conflicts) < CONFLICTS:
                    self.conflicts[place] = Conflict(typename, identifier, fact.key, before.operation, operation)

    def routes_to(self, typename: str, *, but: str = "", most: int = 3) -> list[Route]:
        """Routes on which objects of a type were seen, those that show the most first; none by the field ``but``."""
        seen: dict[str, list[Route]] = {}
        for routes in list(self.objects.get(typename, {}).values()):
            for route in list(routes.values()):
                if route[-1].coordinate != but:
                    seen.setdefault(route_text(route), []).append(route)
        best = sorted(seen.values(), key=lambda routes: (-len(routes), len(routes[0])))
        found = [routes[0] for routes in best]
        if not found:
            found = [route for route in self._routes_by_type(typename) if not route or route[-1].coordinate != but]
        return found[:most]

    def _routes_by_type(self, typename: str) -> Iterator[Route]:
        """For types without identity, whose objects are not kept: routes to fields that give the type.

        First those that give it by name, then those of an interface or union that it belongs to.
        """
        if typename == self.types.root:
            yield ()
            return
        abstract = []
        for routes in list(self.routes.values()):
            for route in list(routes.values()):
                declared = type_name(self.types.field(route[-1].coordinate))
                if declared == typename:
                    yield route
                elif typename in self.types.possible(declared):
                    abstract.append(route)
        yield from abstract


def _row_count(item: JSON) -> int:
    """How many rows a list or a connection holds, as far as more of them matter."""
    if isinstance(item, list):
        return min(ROWS, len(item))
    inside = item.values() if isinstance(item, dict) else ()
    return min(ROWS, max((len(one) for one in inside if isinstance(one, list)), default=0))
