"""A field that never once has a value, or a list that is always empty.

Look-ups by the wrong key, joins by the wrong column and attributes of the wrong name all look like this. So does a
column that is merely empty: hence a suspicion, with the number of objects that were asked. Each object counts once,
however often it was met; how many are enough depends on what is known about the other end.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model import Field
from querious.relations.answer_objects import answered_fields
from querious.relations.answers.empty_fields import (
    SOME,
    emptiness,
    is_expected,
    minimal_selection,
    targets,
    worth_asking,
)
from querious.relations.lists.list_types import list_type_of
from querious.relations.lists.pages import paging
from querious.relations.lists.sources import arguments
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import query_along, query_at, route_text
from querious.relations.schema_types import type_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Operation, Selection
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
    for parent, names in worth_asking(observed, empty).items():
        if names:
            yield _conversation(observed, parent, names)


def _seems_empty(observed: Observations, coordinate: str) -> bool:
    """Whether a field never had a value so far, or a page that it gives never had a row."""
    tally = observed.tallies[coordinate]
    if tally.reached < _REACHED or not is_expected(observed.types, coordinate):
        return False
    page = list_type_of(observed.types, coordinate)
    rows_seen = observed.routes.get(f"{page.container}.{page.rows}", {})
    had_rows = not page.container or any(coordinate in passed for passed in rows_seen)
    return not tally.valued or not had_rows


def _conversation(observed: Observations, parent: str, names: list[str]) -> Conversation:
    types = observed.types
    selections = _selected(types, parent, names)
    routes = [()] * ASKED if parent == types.root else _routes(observed, parent)
    for route in routes:
        together = yield query_at(types, route, parent, selections)
        for name in names if not together.clean and len(names) > 1 else ():
            yield query_at(types, route, parent, _selected(types, parent, [name]))
    for route in _with_larger_pages(types, routes):
        answer = yield query_at(types, route, parent, selections)
        if answer.clean:
            break
    ends = [route for name in names for route in _routes_to_other_end(observed, parent, name)]
    for route in {route_text(route): route for route in ends}.values():
        yield _show_end(types, route)


def _with_larger_pages(types: SchemaTypes, routes: Sequence[Route]) -> Iterator[Route]:
    """The first route that ends in a page, with larger pages: what few of many objects have may stand further back."""
    for route in routes:
        for place, step in reversed(list(enumerate(route))):
            size = paging(types, step.coordinate).size
            for large in _LARGE if size else ():
                declared = types.fields(step.parent)[step.name].args
                changed = step._replace(arguments=tuple(arguments(declared, step.arguments, {size: large})))
                yield (*route[:place], changed, *route[place + 1 :])
            if size:
                return


def _selected(types: SchemaTypes, parent: str, names: list[str]) -> list[Selection]:
    selections: list[Selection] = []
    for name in dict.fromkeys(filter(None, (types.identifier(parent), *names))):
        selections.append(Field(parent, name, children=minimal_selection(types, f"{parent}.{name}")))
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


def _routes_to_other_end(observed: Observations, parent: str, name: str) -> list[Route]:
    """Routes that show the other end: leading to such objects, or at least being there, of every type it may be of."""
    types = observed.types
    aims = targets(types, f"{parent}.{name}") - {parent}
    for coordinate, routes in list(observed.routes.items()):
        if coordinate.partition(".")[0] in aims and parent in targets(types, coordinate):
            return list(routes.values())[:1]
    if len(aims) > _KINDS or not aims <= observed.objects.keys():
        return []
    return [route for aim in sorted(aims) for route in observed.routes_to(aim, most=1)]


def _show_end(types: SchemaTypes, route: Route) -> Operation:
    """The least that shows what is at the end of a route."""
    coordinate = route[-1].coordinate
    below = minimal_selection(types, coordinate)
    given = type_name(types.field(coordinate))
    identifier = types.identifier(given)
    if identifier:
        below = [*below, Field(given, identifier)]
    return query_along(types, route, below)


class _EmptyField(NamedTuple):
    """A field that was empty on an object."""

    object: str
    """Its identifier; empty where it has none."""
    empty: str
    step: int
    path: str


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    empty: dict[str, list[_EmptyField]] = {}
    valued: set[str] = set()
    there: set[str] = set()
    linked: set[tuple[str, str]] = set()
    for field in answered_fields(trace):
        owner, found = field.owner, emptiness(types, field)
        there.add(owner.typename)
        if found == SOME:
            valued.add(field.coordinate)
            aims = targets(types, field.coordinate)
            linked.update((owner.typename, aim) for aim in aims if len(aims) == 1)
        elif field.clean and not field.arguments:
            identifier = owner.identifier(types)
            named = "" if identifier is None else str(identifier)
            empty.setdefault(field.coordinate, []).append(_EmptyField(named, found, field.step, field.path))
    there = {typename for typename in there if types.identifier(typename)}
    for coordinate, seen in empty.items():
        if coordinate not in valued and is_expected(types, coordinate):
            yield from _judge(types, coordinate, seen, _enough(types, coordinate, there, linked))


def _judge(types: SchemaTypes, coordinate: str, seen: list[_EmptyField], enough: int) -> Iterator[Mismatch]:
    if coordinate.partition(".")[0] == types.root:
        number = len({one.object or one.step for one in seen})
        where = f"in all {number} answers"
    else:
        number = _distinct_objects(seen)
        where = f"for all {number} objects that were asked"
    if number >= enough:
        kinds = sorted({one.empty for one in seen}, reverse=True)
        yield Mismatch(coordinate, f"{' or '.join(kinds)} {where}", seen[-1].path, step=seen[-1].step)


def _distinct_objects(seen: list[_EmptyField]) -> int:
    """Objects with identity, or places in one answer: places in two answers may be the same object."""
    identifiers = {one.object for one in seen if one.object}
    places = {(one.step, one.path) for one in seen if not one.object}
    most_in_one_answer = max(Counter(step for step, _ in places).values(), default=0)
    return max(len(identifiers), most_in_one_answer)


def _enough(types: SchemaTypes, coordinate: str, there: set[str], linked: set[tuple[str, str]]) -> int:
    """Objects that must be without a value before it is worth a word."""
    parent = coordinate.partition(".")[0]
    aims = targets(types, coordinate)
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
