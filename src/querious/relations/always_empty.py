"""A field that never once has a value, or a list that is always empty.

Look-ups by the wrong key, joins by the wrong column and attributes of the wrong name all look like this. So does a
column that is merely empty: hence a suspicion, with the number of objects that were asked. Each object counts once,
however often it was instance; how many are enough depends on what is known about the other end.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import get_named_type, is_composite_type

from querious.model import Field
from querious.model.arguments import sent
from querious.model.shape import path_text
from querious.relations.answer_objects import identity, instances
from querious.relations.answers.empty_fields import (
    NONE,
    NULL,
    SOME,
    emptiness,
    expected_field,
    minimal_selection,
    targets,
)
from querious.relations.answers.sparse_data import worth_asking
from querious.relations.lists.list_types import listing
from querious.relations.lists.pages import paging
from querious.relations.lists.sources import arguments
from querious.relations.objects.known_routes import route_text, routes_to
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import narrowed, query_along

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import GraphQLField

    from querious.model import FieldShape, Operation, Selection
    from querious.relations.answer_objects import Instance
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

LINKED: Final = 2
"""Objects that are enough where the other end leads to such objects: they belong together, but only one end says so."""
MET: Final = 5
"""Where objects of the kind that it should lead to are known."""
MANY: Final = 8
"""Where nothing is known, for leaves, and for links between objects of one type, which have to end somewhere."""
ASKED: Final = 3
"""Answers that are enough for a field of the query type: there is only one such object."""
_REACHED: Final = 3
"""Times that a field was resolved before it is asked on purpose."""
_WAYS: Final = 12
"""Operations to reach the objects of one type."""
_KINDS: Final = 3
"""Types that a field may lead to, for each of which an object is shown."""
_LARGE: Final = (500, 100)
"""Sizes of a page at which the last way is gone once more, the next where one is refused."""


def _propose(observed: Observations) -> Iterator[Conversation]:
    bare: dict[str, list[str]] = defaultdict(list)
    for coordinate in list(observed.tallies):
        if _is_candidate(observed, coordinate):
            parent, _, name = coordinate.partition(".")
            bare[parent].append(name)
    for parent in bare:
        chosen = worth_asking(observed, bare, parent)
        if chosen:
            yield _conversation(observed, parent, chosen)


def _is_candidate(observed: Observations, coordinate: str) -> bool:
    tally, field = observed.tallies[coordinate], expected_field(observed.types, coordinate)
    if field is None or tally.reached < _REACHED:
        return False
    if not tally.valued:
        return True
    below = minimal_selection(observed.types, field)
    held = below[0] if below and isinstance(below[0], Field) and below[0].children else None
    ways = observed.routes.get(held.coordinate, {}) if held else {}
    return held is not None and not any(coordinate in way for way in list(ways))


def _conversation(observed: Observations, parent: str, names: list[str]) -> Conversation:
    types = observed.types
    wanted = {name: _selected(types, parent, [name]) for name in names}
    ways = [()] * ASKED if parent == types.root else _ways(observed, parent)
    for route in ways:
        together = yield _asking(types, route, parent, _selected(types, parent, names))
        if not together.clean and len(names) > 1:
            for selections in wanted.values():
                yield _asking(types, route, parent, selections)
    for route in _wider(types, ways):
        further = yield _asking(types, route, parent, _selected(types, parent, names))
        if further.clean:
            break
    told: set[str] = set()
    for name in names:
        for route in _evidence(observed, parent, types.fields(parent)[name]):
            if route_text(route) not in told:
                told.add(route_text(route))
                yield _to_end(types, route)


def _wider(types: SchemaTypes, ways: Sequence[Route]) -> Iterator[Route]:
    """The first way that ends in a page, with larger pages: what few of many objects have may stand further back."""
    for route in ways:
        for place, step in reversed(list(enumerate(route))):
            field = types.fields(step.parent)[step.name]
            found = listing(types, field)
            size = paging(types, field, found).size if found else ()
            if size:
                for large in _LARGE:
                    changed = tuple(arguments(field, step.arguments, {size: large}))
                    yield (*route[:place], step._replace(arguments=changed), *route[place + 1 :])
                return


def _selected(types: SchemaTypes, parent: str, names: list[str]) -> list[Selection]:
    identifier = types.identifier(parent)
    fields = types.fields(parent)
    named = [identifier] if identifier and identifier not in names else []
    return [Field(parent, name, "", (), (), minimal_selection(types, fields[name])) for name in (*named, *names)]


def _asking(types: SchemaTypes, route: Route, parent: str, selections: Sequence[Selection]) -> Operation:
    return query_along(types, route, narrowed(types, route, parent, selections))


def _ways(observed: Observations, typename: str) -> list[Route]:
    """Ways that together lead to as many objects as are known, by few operations."""
    reached: dict[str, set[str]] = {}
    routes: dict[str, Route] = {}
    for identifier, ways in list(observed.objects.get(typename, {}).items()):
        for route in list(ways.values()):
            routes.setdefault(route_text(route), route)
            reached.setdefault(route_text(route), set()).add(identifier)
    chosen: list[Route] = []
    while reached and len(chosen) < _WAYS:
        best = max(reached, key=lambda text: len(reached[text]))
        seen = reached.pop(best)
        if not seen:
            break
        chosen.append(routes[best])
        reached = {text: others - seen for text, others in reached.items()}
    return chosen or routes_to(observed, typename, most=_WAYS)


def _evidence(observed: Observations, parent: str, field: GraphQLField) -> Iterator[Route]:
    """Ways that show the other end: leading to such objects, or at least being there, of every type it may be of."""
    aims = targets(observed.types, field) - {parent}
    for coordinate, ways in list(observed.routes.items()):
        end, _, name = coordinate.partition(".")
        back = observed.types.fields(end).get(name)
        if end in aims and back is not None and parent in targets(observed.types, back) and ways:
            yield next(iter(ways.values()))
            return
    if len(aims) <= _KINDS and aims <= observed.objects.keys():
        for aim in sorted(aims):
            yield from routes_to(observed, aim, most=1)


def _to_end(types: SchemaTypes, route: Route) -> Operation:
    """The least that shows what is at the end of a route."""
    last = route[-1]
    field = types.fields(last.parent)[last.name]
    named = get_named_type(field.type).name
    below = minimal_selection(types, field)
    identifier = types.identifier(named)
    if identifier and is_composite_type(get_named_type(field.type)):
        below = [*below, Field(named, identifier, "", (), (), ())]
    return query_along(types, route, below)


class _Sight(NamedTuple):
    """An object of which a field was empty."""

    object: str
    """Its identifier, or its place in the answer; the number of the answer for the query type."""
    empty: str
    step: int
    path: str


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    sights: dict[str, list[_Sight]] = defaultdict(list)
    full: set[str] = set()
    there: set[str] = set()
    linked: set[tuple[str, str]] = set()
    for step, asked in enumerate(trace):
        for instance in instances(asked):
            if types.identifier(instance.typename):
                there.add(instance.typename)
            for field in instance.shape.fields.values():
                empty = emptiness(types, field, instance.value.get(field.key))
                if empty == SOME and field.key in instance.value:
                    full.add(field.coordinate)
                    aims = _aims(types, field.coordinate)
                    linked.update((instance.typename, aim) for aim in aims if len(aims) == 1)
                elif empty and asked.clean and field.key in instance.value and not sent(field.arguments):
                    sights[field.coordinate].append(_sight(types, step, instance, field, empty))
    for coordinate, seen in sights.items():
        if coordinate not in full:
            yield from _judge(types, coordinate, seen, there, linked)


def _aims(types: SchemaTypes, coordinate: str) -> set[str]:
    parent, _, name = coordinate.partition(".")
    field = types.fields(parent).get(name)
    return targets(types, field) if field else set()


def _sight(types: SchemaTypes, step: int, instance: Instance, field: FieldShape, empty: str) -> _Sight:
    found = identity(types, instance.typename, instance.shape, instance.value)
    place = path_text((*instance.path, field.key))
    known = f"#{found}" if found is not None else f"{step}" if instance.typename == types.root else place
    return _Sight(known, empty, step, place)


def _judge(
    types: SchemaTypes, coordinate: str, seen: list[_Sight], there: set[str], linked: set[tuple[str, str]]
) -> Iterator[Mismatch]:
    if expected_field(types, coordinate) is None:
        return
    parent = coordinate.partition(".")[0]
    number = _distinct(seen) if parent != types.root else len({sight.object for sight in seen})
    if number < _enough(types, coordinate, there, linked):
        return
    kinds = {sight.empty for sight in seen}
    what = f"{NULL} or {NONE}" if len(kinds) > 1 else kinds.pop()
    where = f"in all {number} answers" if parent == types.root else f"for all {number} objects that were asked"
    yield Mismatch(coordinate, f"{what} {where}", seen[-1].path, step=seen[-1].step)


def _distinct(seen: list[_Sight]) -> int:
    """Objects with identity, or places in one answer: places in two answers may be the same object."""
    named = {sight.object for sight in seen if sight.object.startswith("#")}
    places: dict[int, set[str]] = defaultdict(set)
    for sight in seen:
        if not sight.object.startswith("#"):
            places[sight.step].add(sight.object)
    return max(len(named), *(len(one) for one in places.values()), 0)


def _enough(types: SchemaTypes, coordinate: str, there: set[str], linked: set[tuple[str, str]]) -> int:
    """Objects that must be without a value before it is worth a word."""
    parent = coordinate.partition(".")[0]
    aims = _aims(types, coordinate)
    if parent == types.root:
        return ASKED
    if parent in aims or not types.identifier(parent):
        return MANY
    if any((aim, parent) in linked for aim in aims):
        return LINKED
    return MET if aims and aims <= there else MANY


RELATION: Final[Relation] = Relation(
    "always-empty", "a field has a value on some object", _propose, _check, patient=True
)
