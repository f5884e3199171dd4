"""A field that never once has a value, or a list that is always empty.

Look-ups by the wrong key, joins by the wrong column and attributes of the wrong name all look like this. So does a
column that is merely empty: hence a suspicion, with the number of objects that were asked. Each object counts once,
however often it was met; how many are enough depends on what is known about the other end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

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
from querious.relations.lists.list_types import list_type_of
from querious.relations.lists.pages import paging
from querious.relations.lists.sources import arguments
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import query_along, query_at, route_text
from querious.relations.schema_types import is_leaf, type_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
_ROUTES: Final = 12
"""Operations to reach the objects of one type."""
_KINDS: Final = 3
"""Types that a field may lead to, for each of which an object is shown."""
_LARGE: Final = (500, 100)
"""Sizes of a page at which the last route is taken once more, the next where one is refused."""


def _propose(observed: Observations) -> Iterator[Conversation]:
    empty: dict[str, list[str]] = {}
    for coordinate in list(observed.tallies):
        if _seems_empty(observed, coordinate):
            parent, _, name = coordinate.partition(".")
            empty.setdefault(parent, []).append(name)
    for parent in empty:
        names = worth_asking(observed, empty, parent)
        if names:
            yield _conversation(observed, parent, names)


def _seems_empty(observed: Observations, coordinate: str) -> bool:
    """Whether a field never had a value so far, or a page that it gives never had a row."""
    tally, field = observed.tallies[coordinate], expected_field(observed.types, coordinate)
    if field is None or tally.reached < _REACHED:
        return False
    if not tally.valued:
        return True
    page = list_type_of(observed.types, field)
    if page is None or not page.container:
        return False
    routes = observed.routes.get(f"{page.container}.{page.rows}", {})
    return not any(coordinate in route for route in list(routes))


def _conversation(observed: Observations, parent: str, names: list[str]) -> Conversation:
    types = observed.types
    selections = _selected(types, parent, names)
    routes = [()] * ASKED if parent == types.root else _routes(observed, parent)
    for route in routes:
        together = yield query_at(types, route, parent, selections)
        if not together.clean and len(names) > 1:
            for name in names:
                yield query_at(types, route, parent, _selected(types, parent, [name]))
    for route in _with_larger_pages(types, routes):
        answer = yield query_at(types, route, parent, selections)
        if answer.clean:
            break
    asked: set[str] = set()
    for name in names:
        for route in _routes_to_other_end(observed, parent, name):
            if route_text(route) not in asked:
                asked.add(route_text(route))
                yield _show_end(types, route)


def _with_larger_pages(types: SchemaTypes, routes: Sequence[Route]) -> Iterator[Route]:
    """The first route that ends in a page, with larger pages: what few of many objects have may stand further back."""
    for route in routes:
        for place, step in reversed(list(enumerate(route))):
            field = types.fields(step.parent)[step.name]
            found = list_type_of(types, field)
            size = paging(types, field, found).size if found else ()
            if size:
                for large in _LARGE:
                    changed = tuple(arguments(field, step.arguments, {size: large}))
                    yield (*route[:place], step._replace(arguments=changed), *route[place + 1 :])
                return


def _selected(types: SchemaTypes, parent: str, names: list[str]) -> list[Selection]:
    selections: list[Selection] = []
    identifier = types.identifier(parent)
    if identifier and identifier not in names:
        selections.append(Field(parent, identifier))
    for name in names:
        selections.append(Field(parent, name, children=minimal_selection(types, types.fields(parent)[name])))
    return selections


def _routes(observed: Observations, typename: str) -> list[Route]:
    """Routes that together lead to as many objects as are known, by few operations."""
    reached: dict[str, set[str]] = {}
    routes: dict[str, Route] = {}
    for identifier, known in list(observed.objects.get(typename, {}).items()):
        for route in list(known.values()):
            routes.setdefault(route_text(route), route)
            reached.setdefault(route_text(route), set()).add(identifier)
    chosen: list[Route] = []
    while reached and len(chosen) < _ROUTES:
        best = max(reached, key=lambda text: len(reached[text]))
        seen = reached.pop(best)
        if not seen:
            break
        chosen.append(routes[best])
        reached = {text: others - seen for text, others in reached.items()}
    return chosen or observed.routes_to(typename, most=_ROUTES)


def _routes_to_other_end(observed: Observations, parent: str, name: str) -> Iterator[Route]:
    """Routes that show the other end: leading to such objects, or at least being there, of every type it may be of."""
    types = observed.types
    aims = targets(types, types.field(f"{parent}.{name}")) - {parent}
    for coordinate, routes in list(observed.routes.items()):
        end = coordinate.partition(".")[0]
        if end in aims and routes and parent in targets(types, types.field(coordinate)):
            yield next(iter(routes.values()))
            return
    if len(aims) <= _KINDS and aims <= observed.objects.keys():
        for aim in sorted(aims):
            yield from observed.routes_to(aim, most=1)


def _show_end(types: SchemaTypes, route: Route) -> Operation:
    """The least that shows what is at the end of a route."""
    field = types.fields(route[-1].parent)[route[-1].name]
    below = minimal_selection(types, field)
    identifier = types.identifier(type_name(field))
    if identifier and not is_leaf(field):
        below = [*below, Field(type_name(field), identifier)]
    return query_along(types, route, below)


class _EmptyField(NamedTuple):
    """A field that was empty on an object."""

    object: str | None
    """Its identifier; None where it has none."""
    empty: str
    step: int
    path: str


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    empty: dict[str, list[_EmptyField]] = {}
    valued: set[str] = set()
    there: set[str] = set()
    linked: set[tuple[str, str]] = set()
    for step, answer in enumerate(trace):
        for instance in instances(answer):
            if types.identifier(instance.typename):
                there.add(instance.typename)
            for field, found in _emptiness_of_fields(types, instance):
                if found == SOME:
                    valued.add(field.coordinate)
                    linked.update(_links(types, instance.typename, field))
                elif answer.clean and not sent(field.arguments):
                    empty.setdefault(field.coordinate, []).append(_empty(types, step, instance, field, found))
    for coordinate, seen in empty.items():
        if coordinate not in valued and expected_field(types, coordinate) is not None:
            yield from _judge(types, coordinate, seen, _enough(types, coordinate, there, linked))


def _emptiness_of_fields(types: SchemaTypes, instance: Instance) -> Iterator[tuple[FieldShape, str]]:
    for field in instance.shape.fields.values():
        if field.key in instance.value:
            yield field, emptiness(types, field, instance.value[field.key])


def _links(types: SchemaTypes, typename: str, field: FieldShape) -> list[tuple[str, str]]:
    """The type that a field with a value leads from, and the one that it leads to; none if that may be one of many."""
    aims = targets(types, types.field(field.coordinate))
    return [(typename, aim) for aim in aims] if len(aims) == 1 else []


def _empty(types: SchemaTypes, step: int, instance: Instance, field: FieldShape, found: str) -> _EmptyField:
    identifier = identity(types, instance.shape, instance.value)
    path = path_text((*instance.path, field.key))
    return _EmptyField(None if identifier is None else str(identifier), found, step, path)


def _judge(types: SchemaTypes, coordinate: str, seen: list[_EmptyField], enough: int) -> Iterator[Mismatch]:
    if coordinate.partition(".")[0] == types.root:
        number = len({one.step if one.object is None else one.object for one in seen})
        where = f"in all {number} answers"
    else:
        number = _distinct_objects(seen)
        where = f"for all {number} objects that were asked"
    if number < enough:
        return
    kinds = {one.empty for one in seen}
    what = f"{NULL} or {NONE}" if len(kinds) > 1 else kinds.pop()
    yield Mismatch(coordinate, f"{what} {where}", seen[-1].path, step=seen[-1].step)


def _distinct_objects(seen: list[_EmptyField]) -> int:
    """Objects with identity, or places in one answer: places in two answers may be the same object."""
    identifiers: set[str] = set()
    places: dict[int, set[str]] = {}
    for one in seen:
        if one.object is not None:
            identifiers.add(one.object)
        else:
            places.setdefault(one.step, set()).add(one.path)
    return max(len(identifiers), *(len(paths) for paths in places.values()), 0)


def _enough(types: SchemaTypes, coordinate: str, there: set[str], linked: set[tuple[str, str]]) -> int:
    """Objects that must be without a value before it is worth a word."""
    parent = coordinate.partition(".")[0]
    aims = targets(types, types.field(coordinate))
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
