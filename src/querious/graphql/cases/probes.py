"""Probes: every argument and input field that can be reached, with every value at the edge of its type, one at a time.

Random draws leave it to luck whether the one integer argument that must not be 0 ever is 0. Probes are the part of the
sequence that is not random: edge after edge, each of them over all places, so that each place is tried early.

Probes are made when it is their turn, and nothing is listed ahead: input types may hold each other, and the ways
through them are more than anybody can count. Every field of an input type is one place, reached by the shortest way
there is; the cost is that of the schema. Places take turns: one argument of each field, one input field of each input
type, so that no field with a hundred arguments and no filter with a thousand conditions keeps the others waiting.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from querious.graphql.cases.tables import LEAF
from querious.graphql.cheapest_ways import cheapest_ways
from querious.model.turns import in_turn
from querious.values.chance import INCLUDED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from graphql import GraphQLInputObjectType, GraphQLInputType

    from querious.graphql.cases.limits import CaseLimits
    from querious.graphql.cases.tables import FieldEntry, Tables
    from querious.graphql.values import Makers
    from querious.model import Value

LEAVES = 2
"""Leaves asked below a probed field, at most."""
_DEEPEST = 16
"""Input objects inside each other on the way to a place, at most."""


class RouteStep(NamedTuple):
    """One step down from an object: by a field, then, if that gives an interface or union, to one of its members."""

    field: FieldEntry
    member: int
    """The index of the object type to narrow to, or LEAF for none."""


class ArgumentProbe(NamedTuple):
    """A field to ask by the shortest route, and what to force in its arguments."""

    kind: str
    root: int
    route: tuple[RouteStep, ...]
    type: int
    field: FieldEntry
    forced: Mapping[str, Value] = {}


class ProbePlace(NamedTuple):
    """An argument, or a field of an input type, that can be filled with a value at the edge."""

    asked: ArgumentProbe
    coordinate: str
    declared: GraphQLInputType
    way: Mapping[str, Value] = {}
    """For an input field: the argument and the input fields that have to be there for it to stand in, all INCLUDED."""
    never_null: bool = False

    def values(self, makers: Makers) -> list[Value]:
        """What to fill it with."""
        edges = makers.edges(self.coordinate, self.declared)
        return [value for value in edges if value is not None] if self.never_null else edges

    def inward(self) -> dict[str, Value]:
        """The way to the places inside this one."""
        return {**self.way, self.coordinate: INCLUDED}

    def probe(self, value: Value) -> ArgumentProbe:
        """The probe that fills it with this value."""
        return self.asked._replace(forced={**self.way, self.coordinate: value})

    def inner(self, makers: Makers) -> GraphQLInputObjectType | None:
        """The input type whose fields can be filled here, if there is one."""
        return makers.inner(self.coordinate, self.declared)


def probes(tables: Tables, limits: CaseLimits, *, mutations: bool) -> Iterator[ArgumentProbe]:
    """All probes within the limits, the first edge of each place before the second of any.

    Once every place has had all its edges, the fields of input types that stand in several arguments are probed in the
    other arguments too: the code behind these is another.
    """
    asked = list(_asked(tables, limits, mutations=mutations))
    entered: dict[str, str] = {}
    inputs = _input_places(tables.makers, asked, entered)
    yield from _edge_by_edge(tables.makers, in_turn([_argument_places(asked), inputs]))
    yield from _edge_by_edge(tables.makers, _elsewhere(tables.makers, asked, entered))


def _edge_by_edge(makers: Makers, places: Iterable[ProbePlace]) -> Iterator[ArgumentProbe]:
    turn = 0
    while places:
        left = []
        for place in places:
            values = place.values(makers)
            if turn < len(values):
                yield place.probe(values[turn])
            if turn + 1 < len(values):
                left.append(place)
        places = left
        turn += 1


def _asked(tables: Tables, limits: CaseLimits, *, mutations: bool) -> Iterator[ArgumentProbe]:
    """The fields that have arguments, those with the cheapest route first."""
    seen: set[int] = set()
    for kind, root in tables.roots.items():
        if kind == "mutation" and not mutations:
            continue
        for index, route in _routes(tables, root).items():
            entry = tables.types[index]
            if entry.members or index in seen or not _fits(route, limits):
                continue
            seen.add(index)
            for field in entry.fields:
                if field.arguments:
                    yield ArgumentProbe(kind, root, route, index, field)


def _argument_places(asked: Iterable[ArgumentProbe]) -> Iterator[ProbePlace]:
    """One argument of each field, then the next of each."""
    return in_turn(map(_places_of, asked))


def _places_of(asked: ArgumentProbe) -> Iterator[ProbePlace]:
    return (ProbePlace(asked, argument.coordinate, argument.declared) for argument in asked.field.arguments)


def _input_places(makers: Makers, asked: list[ArgumentProbe], entered: dict[str, str]) -> Iterator[ProbePlace]:
    """Every field of every input type once, breadth first: a shorter way comes before a longer one.

    ``entered`` notes for each input type the argument or input field by which it is reached.
    """
    level = list(_entering(makers, _argument_places(asked), entered))
    for _ in range(_DEEPEST):
        yield from in_turn(_fields(makers, around, kind) for around, kind in level)
        inside = chain.from_iterable(_fields(makers, around, kind) for around, kind in level)
        level = list(_entering(makers, inside, entered))


def _entering(
    makers: Makers, places: Iterable[ProbePlace], entered: dict[str, str]
) -> Iterator[tuple[ProbePlace, GraphQLInputObjectType]]:
    """The places by which input types are reached for the first time, each with its type."""
    for place in places:
        kind = place.inner(makers)
        if kind is not None and kind.name not in entered:
            entered[kind.name] = place.coordinate
            yield place, kind


def _elsewhere(makers: Makers, asked: list[ArgumentProbe], entered: Mapping[str, str]) -> Iterator[ProbePlace]:
    """The fields of input types in the arguments by which they were not reached."""
    for place in _argument_places(asked):
        kind = place.inner(makers)
        if kind is not None and entered[kind.name] != place.coordinate:
            yield from _fields(makers, place, kind)


def _fields(makers: Makers, around: ProbePlace, kind: GraphQLInputObjectType) -> Iterator[ProbePlace]:
    """The fields of the input type that stands at a place."""
    one_of = getattr(kind, "is_one_of", False)
    way = around.inward()
    for name, field in kind.fields.items():
        if makers.can_make(field.type):
            yield ProbePlace(around.asked, f"{kind.name}.{name}", field.type, way, never_null=one_of)


def _fits(route: tuple[RouteStep, ...], limits: CaseLimits) -> bool:
    """Whether the route, the probed field and the leaves below it stay within the limits."""
    nodes = sum(1 if step.member == LEAF else 3 for step in route) + 1 + LEAVES
    return len(route) + 1 <= limits.depth and nodes <= limits.nodes


def _routes(tables: Tables, root: int) -> dict[int, tuple[RouteStep, ...]]:
    """The cheapest route to every type: few fields, and few that need arguments to be guessed."""

    def steps_from(index: int) -> Iterator[tuple[int, int, RouteStep]]:
        for field in tables.types[index].fields:
            if field.target == LEAF:
                continue
            price = 1 + 2 * sum(argument.required for argument in field.arguments)
            members = tables.types[field.target].members
            for target in members or (field.target,):
                yield price, target, RouteStep(field, target if members else LEAF)

    return cheapest_ways(root, steps_from)
