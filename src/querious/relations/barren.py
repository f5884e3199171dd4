"""A field that never once has a value, or a list that is always empty.

Look-ups by the wrong key, joins by the wrong column and attributes of the wrong name all look like this. So does a
column that is merely empty: hence a suspicion, with the number of objects that were asked. Each object counts once,
however often it was met; how many are enough depends on what is known about the other end.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import get_named_type, is_composite_type

from querious.model import Field
from querious.model.arguments import sent
from querious.relations.answer_objects import identity, meet, path_text
from querious.relations.answers.emptiness import NONE, NULL, SOME, emptiness, glimpse, ought, targets
from querious.relations.answers.thinness import telling
from querious.relations.lists.containers import listing
from querious.relations.lists.pages import paging
from querious.relations.lists.sources import arguments
from querious.relations.objects.ways import text_of, ways_to
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import along, narrowed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import GraphQLField

    from querious.model import FieldShape, Operation, Selection
    from querious.relations.answer_objects import Met
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.terms import Terms
    from querious.relations.world import World

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


def _propose(world: World) -> Iterator[Conversation]:
    bare: dict[str, list[str]] = defaultdict(list)
    for coordinate in list(world.tallies):
        if _is_candidate(world, coordinate):
            parent, _, name = coordinate.partition(".")
            bare[parent].append(name)
    for parent in bare:
        chosen = telling(world, bare, parent)
        if chosen:
            yield _conversation(world, parent, chosen)


def _is_candidate(world: World, coordinate: str) -> bool:
    tally, field = world.tallies[coordinate], ought(world.terms, coordinate)
    if field is None or tally.reached < _REACHED:
        return False
    if not tally.valued:
        return True
    below = glimpse(world.terms, field)
    held = below[0] if below and isinstance(below[0], Field) and below[0].children else None
    ways = world.routes.get(held.coordinate, {}) if held else {}
    return held is not None and not any(coordinate in way for way in list(ways))


def _conversation(world: World, parent: str, names: list[str]) -> Conversation:
    terms = world.terms
    wanted = {name: _selected(terms, parent, [name]) for name in names}
    ways = [()] * ASKED if parent == terms.root else _ways(world, parent)
    for route in ways:
        together = yield _asking(terms, route, parent, _selected(terms, parent, names))
        if not together.clean and len(names) > 1:
            for selections in wanted.values():
                yield _asking(terms, route, parent, selections)
    for route in _wider(terms, ways):
        further = yield _asking(terms, route, parent, _selected(terms, parent, names))
        if further.clean:
            break
    told: set[str] = set()
    for name in names:
        for route in _evidence(world, parent, terms.fields(parent)[name]):
            if text_of(route) not in told:
                told.add(text_of(route))
                yield _to_end(terms, route)


def _wider(terms: Terms, ways: Sequence[Route]) -> Iterator[Route]:
    """The first way that ends in a page, with larger pages: what few of many objects have may stand further back."""
    for route in ways:
        for place, step in reversed(list(enumerate(route))):
            field = terms.fields(step.parent)[step.name]
            found = listing(terms, field)
            size = paging(terms, field, found).size if found else ()
            if size:
                for large in _LARGE:
                    changed = tuple(arguments(field, step.arguments, {size: large}))
                    yield (*route[:place], step._replace(arguments=changed), *route[place + 1 :])
                return


def _selected(terms: Terms, parent: str, names: list[str]) -> list[Selection]:
    identifier = terms.identifier(parent)
    fields = terms.fields(parent)
    named = [identifier] if identifier and identifier not in names else []
    return [Field(parent, name, "", (), (), glimpse(terms, fields[name])) for name in (*named, *names)]


def _asking(terms: Terms, route: Route, parent: str, selections: Sequence[Selection]) -> Operation:
    return along(terms, route, narrowed(terms, route, parent, selections))


def _ways(world: World, typename: str) -> list[Route]:
    """Ways that together lead to as many objects as are known, by few operations."""
    reached: dict[str, set[str]] = {}
    routes: dict[str, Route] = {}
    for identifier, ways in list(world.objects.get(typename, {}).items()):
        for route in list(ways.values()):
            routes.setdefault(text_of(route), route)
            reached.setdefault(text_of(route), set()).add(identifier)
    chosen: list[Route] = []
    while reached and len(chosen) < _WAYS:
        best = max(reached, key=lambda text: len(reached[text]))
        seen = reached.pop(best)
        if not seen:
            break
        chosen.append(routes[best])
        reached = {text: others - seen for text, others in reached.items()}
    return chosen or ways_to(world, typename, most=_WAYS)


def _evidence(world: World, parent: str, field: GraphQLField) -> Iterator[Route]:
    """Ways that show the other end: leading to such objects, or at least being there, of every type it may be of."""
    aims = targets(world.terms, field) - {parent}
    for coordinate, ways in list(world.routes.items()):
        end, _, name = coordinate.partition(".")
        back = world.terms.fields(end).get(name)
        if end in aims and back is not None and parent in targets(world.terms, back) and ways:
            yield next(iter(ways.values()))
            return
    if len(aims) <= _KINDS and aims <= world.objects.keys():
        for aim in sorted(aims):
            yield from ways_to(world, aim, most=1)


def _to_end(terms: Terms, route: Route) -> Operation:
    """The least that shows what is at the end of a route."""
    last = route[-1]
    field = terms.fields(last.parent)[last.name]
    named = get_named_type(field.type).name
    below = glimpse(terms, field)
    identifier = terms.identifier(named)
    if identifier and is_composite_type(get_named_type(field.type)):
        below = [*below, Field(named, identifier, "", (), (), ())]
    return along(terms, route, below)


class _Sight(NamedTuple):
    """An object of which a field was empty."""

    object: str
    """Its identifier, or its place in the answer; the number of the answer for the query type."""
    empty: str
    step: int
    path: str


def _check(trace: Trace, terms: Terms) -> Iterator[Mismatch]:
    sights: dict[str, list[_Sight]] = defaultdict(list)
    full: set[str] = set()
    there: set[str] = set()
    linked: set[tuple[str, str]] = set()
    for step, asked in enumerate(trace):
        for met in meet(asked):
            if terms.identifier(met.typename):
                there.add(met.typename)
            for field in met.shape.fields.values():
                empty = emptiness(terms, field, met.value.get(field.key))
                if empty == SOME and field.key in met.value:
                    full.add(field.coordinate)
                    aims = _aims(terms, field.coordinate)
                    linked.update((met.typename, aim) for aim in aims if len(aims) == 1)
                elif empty and asked.clean and field.key in met.value and not sent(field.arguments):
                    sights[field.coordinate].append(_sight(terms, step, met, field, empty))
    for coordinate, seen in sights.items():
        if coordinate not in full:
            yield from _judge(terms, coordinate, seen, there, linked)


def _aims(terms: Terms, coordinate: str) -> set[str]:
    parent, _, name = coordinate.partition(".")
    field = terms.fields(parent).get(name)
    return targets(terms, field) if field else set()


def _sight(terms: Terms, step: int, met: Met, field: FieldShape, empty: str) -> _Sight:
    found = identity(terms, met.typename, met.shape, met.value)
    place = path_text((*met.path, field.key))
    known = f"#{found}" if found is not None else f"{step}" if met.typename == terms.root else place
    return _Sight(known, empty, step, place)


def _judge(
    terms: Terms, coordinate: str, seen: list[_Sight], there: set[str], linked: set[tuple[str, str]]
) -> Iterator[Mismatch]:
    if ought(terms, coordinate) is None:
        return
    parent = coordinate.partition(".")[0]
    number = _distinct(seen) if parent != terms.root else len({sight.object for sight in seen})
    if number < _enough(terms, coordinate, there, linked):
        return
    kinds = {sight.empty for sight in seen}
    what = f"{NULL} or {NONE}" if len(kinds) > 1 else kinds.pop()
    where = f"in all {number} answers" if parent == terms.root else f"for all {number} objects that were asked"
    yield Mismatch(coordinate, f"{what} {where}", seen[-1].path, step=seen[-1].step)


def _distinct(seen: list[_Sight]) -> int:
    """Objects with identity, or places in one answer: places in two answers may be the same object."""
    named = {sight.object for sight in seen if sight.object.startswith("#")}
    places: dict[int, set[str]] = defaultdict(set)
    for sight in seen:
        if not sight.object.startswith("#"):
            places[sight.step].add(sight.object)
    return max(len(named), *(len(one) for one in places.values()), 0)


def _enough(terms: Terms, coordinate: str, there: set[str], linked: set[tuple[str, str]]) -> int:
    """Objects that must be without a value before it is worth a word."""
    parent = coordinate.partition(".")[0]
    aims = _aims(terms, coordinate)
    if parent == terms.root:
        return ASKED
    if parent in aims or not terms.identifier(parent):
        return MANY
    if any((aim, parent) in linked for aim in aims):
        return LINKED
    return MET if aims and aims <= there else MANY


RELATION: Final[Relation] = Relation("barren", "a field has a value on some object", _propose, _check, patient=True)
