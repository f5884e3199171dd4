"""What the answers of a run have shown so far: objects, the routes to them, and what never had a value.

Bounded by the schema and by fixed numbers of objects; the same answers in the same order give the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from querious.answers.comparison import same
from querious.model.arguments import sent
from querious.relations.answer_objects import QueryAnswer, answered_fields, facts, instances, step_of
from querious.relations.answers.comparison import wording
from querious.relations.routes import FieldStep, route_text
from querious.relations.schema_types import SchemaTypes, type_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.model import JSON, Operation
    from querious.relations.answer_objects import AnsweredField, Fact, Instance
    from querious.relations.routes import Route

ROUTES = 8
"""Routes kept to one field, each by other fields."""
ROWS = 10
"""Rows of a list that are as good as more."""
OBJECTS = 200
"""Objects kept of one type."""
FACTS = 200
"""Facts kept of one object."""
SHOWN = 400
"""Values kept of one field by which things can be asked."""
_LONGEST = 200
"""Letters of such a value."""
LATEST = 64
"""Answers kept whole, until the same is asked again."""
CONFLICTS = 400
CHANGES = 200
"""Mutations of which it is kept how one was asked that changed an object."""
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


class KnownChange(NamedTuple):
    """A mutation that was asked with the identifier of an object, and answered with this object."""

    mutation: FieldStep
    """With the arguments that it was asked with."""
    below: Route
    """From its payload to the object; empty where the mutation gives the object itself."""
    typename: str
    identifier: JSON


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
        self.new_conflicts: list[Conflict] = []
        """Those of the latest answer."""
        self.shown: dict[str, dict[str, Route]] = {}
        """By coordinate of a field by which things can be asked: routes to the objects that show a value, by its text.

        None of them ends with a look-up, which would only repeat what it was asked."""
        self.answered_before: QueryAnswer | None = None
        """What the operation of the latest answer was answered with before, if that was not long ago."""
        self.operations: dict[str, Operation] = {}
        """By the coordinate that it was the first to give a value: queries whose answers held no errors."""
        self.changes: dict[str, KnownChange] = {}
        """By coordinate of the mutation: how it was asked when it changed an object without an error."""
        self._facts: dict[tuple[str, str], dict[str, KnownFact]] = {}
        self._latest: dict[str, QueryAnswer] = {}
        """The latest answers by their questions."""
        self._rows: dict[tuple[str, ...], int] = {}
        """How many rows each route in ``routes`` brought."""

    def forget_values(self) -> None:
        """Something was changed: what objects showed so far is not held against what they show from now on."""
        self._facts.clear()
        self._latest.clear()
        self.shown.clear()

    def note(self, answer: QueryAnswer, *, steady: bool = True) -> None:
        """Take in an answer. Not ``steady``: something was changed at the same time."""
        self.new_conflicts, self.answered_before = [], None
        if answer.operation.kind == "mutation" and answer.clean:
            self._note_changes(answer)
        if answer.operation.kind != "query":
            return
        if steady and answer.data is not None:
            self._note_repetition(answer)
        for field in answered_fields([answer]):
            self._note_field(field, answer.operation)
        said_before: dict[tuple[object, ...], dict[str, JSON]] = {}
        for instance in instances(answer):
            identifier = instance.identifier(self.types)
            if identifier is not None and instance.route:
                self._note_object(instance, identifier, answer, said_before, steady=steady)
            if steady and instance.route:
                self._note_keys(instance)

    def _note_changes(self, answer: QueryAnswer) -> None:
        """Objects outside of lists, whose identifier is among the values that the mutation was given.

        The outermost, as what stands below it may only be referred to.
        """
        for instance in instances(answer):
            identifier = instance.identifier(self.types)
            if identifier is None or not instance.route or any(isinstance(key, int) for key in instance.path):
                continue
            mutation, below = instance.route[0], instance.route[1:]
            known = self.changes.get(mutation.coordinate)
            is_nearer = len(self.changes) < CHANGES if known is None else len(below) < len(known.below)
            if is_nearer and str(identifier) in _texts(sent(mutation.arguments)):
                change = KnownChange(mutation, below, instance.typename, identifier)
                self.changes[mutation.coordinate] = change

    def _note_repetition(self, answer: QueryAnswer) -> None:
        question = wording(answer.operation)
        self.answered_before = self._latest.pop(question, None)
        self._latest[question] = QueryAnswer(*answer)
        if len(self._latest) > LATEST:
            del self._latest[next(iter(self._latest))]

    def _note_keys(self, instance: Instance) -> None:
        """Values by which the object can be asked, unless it was asked by one: by arguments, and not in a list."""
        keys = self.types.keys(instance.typename)
        if not keys or (instance.route[-1].arguments and instance.list_path is None):
            return
        for field in instance.shape.fields.values():
            value = instance.value.get(field.key)
            if field.name not in keys or field.arguments or not isinstance(value, str | int):
                continue
            shown = self.shown.setdefault(field.coordinate, {})
            text = str(value)
            if len(shown) < SHOWN and len(text) <= _LONGEST:
                shown.setdefault(text, instance.route)

    def _note_field(self, field: AnsweredField, operation: Operation) -> None:
        tally = self.tallies.setdefault(field.coordinate, FieldTally())
        empty = field.value is None or field.value == []
        if empty and (not field.clean or field.shape.arguments):
            return  # an error or the arguments may be why there is nothing
        tally.reached += 1
        if empty:
            return
        tally.valued += 1
        self._keep_route((*field.owner.route, step_of(field.shape)), _row_count(field.value))
        if field.clean and len(self.operations) < OPERATIONS:
            self.operations.setdefault(field.coordinate, operation)

    def _keep_route(self, route: Route, rows: int) -> None:
        """The first route by these fields, or that which brought more rows: with few of them lists tell little."""
        routes = self.routes.setdefault(route[-1].coordinate, {})
        passed = tuple(step.coordinate for step in route)
        has_room = passed in routes or len(routes) < ROUTES
        if has_room and rows > self._rows.get(passed, -1):
            routes[passed] = route
            self._rows[passed] = rows

    def _note_object(
        self,
        instance: Instance,
        identifier: JSON,
        answer: QueryAnswer,
        said_before: dict[tuple[object, ...], dict[str, JSON]],
        *,
        steady: bool,
    ) -> None:
        """``said_before`` collects what this answer says of its objects."""
        typename, text = instance.typename, str(identifier)
        known = self.objects.setdefault(typename, {})
        if text not in known and len(known) >= OBJECTS:
            return
        self.identifiers.setdefault(typename, {}).setdefault(text, identifier)
        known.setdefault(text, {}).setdefault(instance.route[-1].coordinate, instance.route)
        said = list(facts(self.types, instance.shape, instance.value, clean=answer.clean))
        self._note_contradictions(instance, text, said, said_before)
        if steady:
            self._note_conflicts(typename, text, said, answer.operation)

    def _note_contradictions(
        self,
        instance: Instance,
        identifier: str,
        said: list[Fact],
        said_before: dict[tuple[object, ...], dict[str, JSON]],
    ) -> None:
        """Where one list shows two objects under one identifier, that tells nothing apart.

        A ``key`` often tells objects apart only among those of one parent: two in one answer are enough.
        """
        in_one_answer = self.types.identifier(instance.typename) == "key"
        place = () if in_one_answer else instance.list_path
        if place is None:
            return
        own = {fact.key: fact.value for fact in said if fact.leaf}
        before = said_before.setdefault((place, instance.typename, identifier), own)
        for key in own.keys() & before.keys():
            if not same(before[key], own[key], ordered=False):
                self.types.ambiguous.add(instance.typename)

    def _note_conflicts(self, typename: str, identifier: str, said: list[Fact], operation: Operation) -> None:
        known = self._facts.setdefault((typename, identifier), {})
        for fact in said:
            if fact.key not in known and len(known) >= FACTS:
                continue
            new = KnownFact(fact.value, operation)
            before = known.setdefault(fact.key, new)
            if same(before.value, new.value, ordered=False):
                continue
            known[fact.key] = new
            place = (typename, fact.key)
            if place in self.conflicts or len(self.conflicts) < CONFLICTS:
                conflict = Conflict(typename, identifier, fact.key, before.operation, operation)
                self.conflicts[place] = conflict
                self.new_conflicts.append(conflict)

    def routes_to(self, typename: str, *, but: str = "", most: int = 3) -> list[Route]:
        """Routes on which objects of a type were seen, those that show the most first; none by the field ``but``."""
        seen: dict[str, list[Route]] = {}
        for routes in list(self.objects.get(typename, {}).values()):
            for route in list(routes.values()):
                seen.setdefault(route_text(route), []).append(route)
        best = sorted(seen.values(), key=lambda routes: (-len(routes), len(routes[0])))
        found = _without([routes[0] for routes in best], but) or _without(self._routes_by_type(typename), but)
        return found[:most]

    def _routes_by_type(self, typename: str) -> list[Route]:
        """For types without identity, whose objects are not kept: routes to fields that give the type.

        First those that give it by name, then those of an interface or union that it belongs to.
        """
        if typename == self.types.root:
            return [()]
        exact: list[Route] = []
        abstract: list[Route] = []
        for coordinate, routes in self.routes.items():
            declared = type_name(self.types.field(coordinate))
            if declared == typename:
                exact += routes.values()
            elif typename in self.types.possible(declared):
                abstract += routes.values()
        return [*exact, *abstract]


def _texts(value: JSON) -> set[str]:
    """Every text and number in arguments, as text."""
    if isinstance(value, dict):
        return set().union(*map(_texts, value.values()))
    if isinstance(value, list):
        return set().union(*map(_texts, value))
    return {str(value)}


def _without(routes: list[Route], coordinate: str) -> list[Route]:
    """The routes that do not end with this field."""
    return [route for route in routes if not route or route[-1].coordinate != coordinate]


def _row_count(item: JSON) -> int:
    """How many rows a list or a connection holds, as far as more of them matter."""
    inside = item.values() if isinstance(item, dict) else [item]
    return min(ROWS, max((len(one) for one in inside if isinstance(one, list)), default=0))
