"""Lists that can be asked for: routes to the objects that have them, and the operations that ask."""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar, cast

from graphql import GraphQLEnumType, GraphQLInputObjectType, get_named_type, is_abstract_type, is_required_argument

from querious.answers.pages import PageMember
from querious.model import EnumValue, Field, Fragment, Operation
from querious.model.arguments import plain
from querious.model.turns import in_turn
from querious.relations.lists.list_types import nested
from querious.relations.lists.rows import list_field, lists
from querious.relations.routes import query_at, route_text
from querious.relations.schema_types import is_list

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence

    from graphql import GraphQLArgument, GraphQLObjectType

    from querious.model import JSON, Selection, Value
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.lists.rows import ListAnswer, ListField
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

Part = TypeVar("Part")
Questions: TypeAlias = "Generator[Operation, QueryAnswer, bool]"
"""Questions about a list; tells in the end whether it had rows to speak of."""

_OBJECTS: Final = 6
"""Objects of a type whose own routes are taken, beside the routes that are known to its fields."""
_LEAVES: Final = 12
"""Leaves that stand for the identity of a row that has none."""


class ListSource(NamedTuple):
    """A list, with the route to the object that has it."""

    route: Route
    field: ListField
    arguments: tuple[tuple[str, Value], ...]
    """Those that must be given."""

    @property
    def paging(self) -> PagingArguments:
        """The arguments that ask for a page."""
        return self.field.paging


def sources(observed: Observations, most: int) -> list[ListSource]:
    """Every field that gives rows, on the best routes to it, at most so many each.

    First every field on its best route; of a field that several types have from one interface, that of one of them.
    """
    types = observed.types
    ranked: list[tuple[int, ListSource]] = []
    met: Counter[str] = Counter()
    routes: dict[str, list[Route]] = {}
    for coordinate, known in observed.routes.items():
        routes.setdefault(coordinate.partition(".")[0], []).extend(known.values())
    for typename in types.object_types:
        to_type = _routes_to_type(observed, typename, routes.get(typename, ()))
        fields = [list_field(types, f"{typename}.{name}") for name in types.fields(typename)] if to_type else []
        for field in fields:
            found = _sources(observed, field, to_type)[:most] if field.list_type.row else []
            family = _coordinate_on_interface(types, field)
            ranked += enumerate(found, met[family])
            met[family] += bool(found)
    return [source for _, source in sorted(ranked, key=itemgetter(0))]


def _coordinate_on_interface(types: SchemaTypes, field: ListField) -> str:
    """The coordinate of a field on the interface that it is from; else its own."""
    declared = cast("GraphQLObjectType", types.schema.type_map[field.parent])
    owners = [interface.name for interface in declared.interfaces if field.name in interface.fields]
    return f"{next(iter(owners), field.parent)}.{field.name}"


def _sources(observed: Observations, field: ListField, to_type: list[Route]) -> list[ListSource]:
    """One list on all routes to it: in turn those that pass lists, which bring many objects, and those that do not."""
    types = observed.types
    declared = field.declared_arguments
    required = {name for name, argument in declared.items() if is_required_argument(argument)}
    found = []
    for known in observed.routes.get(field.coordinate, {}).values():
        route = _from_last_root(types, known)
        arguments = tuple(pair for pair in route[-1].arguments if pair[0] in required)
        found.append(ListSource(route[:-1], field, arguments))
    found.sort(key=lambda source: _length(types, source.route))
    if required <= {path[0] for path in field.paging.paths if len(path) == 1}:
        found += [ListSource(route, field, ()) for route in to_type]
    distinct: dict[str, ListSource] = {}
    for source in found:
        distinct.setdefault(_distinction(types, source.route), source)
    ordered = sorted(distinct.values(), key=lambda source: _length(types, source.route))
    single = [source for source in ordered if not _lists_passed(types, source.route)]
    return list(in_turn([ordered[len(single) :], single]))


def _distinction(types: SchemaTypes, route: Route) -> str:
    """What tells routes apart: those through lists bring many objects whatever their arguments, others one."""
    if _lists_passed(types, route):
        return " ".join(step.coordinate for step in route)
    return route_text(route)


def _routes_to_type(observed: Observations, typename: str, field_routes: Iterable[Route]) -> list[Route]:
    """Routes to an object of a type; the shortest first, and those that pass no list before those that do.

    ``field_routes`` are those known to its fields.
    """
    types = observed.types
    if typename == types.root:
        return [()]
    found = [_from_last_root(types, route)[:-1] for route in field_routes]
    for by_field in list(observed.objects.get(typename, {}).values())[:_OBJECTS]:
        found += [_from_last_root(types, route) for route in by_field.values()]
    distinct = {repr(route): route for route in found if route}
    return sorted(distinct.values(), key=lambda route: _length(types, route))


def _from_last_root(types: SchemaTypes, route: Route) -> Route:
    """A route without what leads back to the root, which some servers give as a field of itself."""
    begin = max((place for place, step in enumerate(route) if step.parent == types.root), default=0)
    return route[begin:]


def _length(types: SchemaTypes, route: Route) -> tuple[int, int]:
    """Sorts routes: those that pass fewer lists first, then the shorter ones."""
    return _lists_passed(types, route), len(route)


def _lists_passed(types: SchemaTypes, route: Route) -> int:
    fields = filter(None, (types.field(step.coordinate) for step in route))
    return sum(is_list(field.type) for field in fields)


def ask(
    types: SchemaTypes, source: ListSource, changes: Mapping[NamePath, JSON], leaves: Sequence[NamePath] = ()
) -> Operation:
    """The query for a list with these arguments, and these leaves of its rows."""
    field, list_type = source.field, source.field.list_type
    known = identifying(types, list_type.row)
    asked = {(one.name,) for one in known if isinstance(one, Field)}
    more = nested(types, list_type.row, [path for path in leaves if path not in asked])
    rows = list_type.select(types, [*known, *more])
    given = arguments(field.declared_arguments, source.arguments, changes)
    selections: list[Selection] = [Field(field.parent, field.name, arguments=given, children=rows)]
    identifier = types.identifier(field.parent)
    if identifier and source.route:
        selections.insert(0, Field(field.parent, identifier))
    return query_at(types, source.route, field.parent, selections)


def identifying(types: SchemaTypes, typename: str) -> list[Selection]:
    """What tells the objects of a type apart: its identifier; where it has none, its leaves; of a union, by member."""
    known = types.identifier(typename)
    if not is_abstract_type(types.schema.type_map[typename]):
        steady = [name for name in types.leaves(typename) if f"{typename}.{name}" not in types.volatile]
        names = [known] if known else steady[:_LEAVES]
        return [Field(typename, name) for name in names or ["__typename"]]
    if known:
        return [Field(typename, "__typename"), Field(typename, known)]
    selections: list[Selection] = [Field(typename, "__typename")]
    for member in types.possible(typename):
        identifier = types.identifier(member)
        if identifier:
            selections.append(Fragment(member, (), [Field(member, identifier)]))
    return selections


def arguments(
    declared: Mapping[str, GraphQLArgument], kept: Sequence[tuple[str, Value]], changes: Mapping[NamePath, JSON]
) -> list[tuple[str, Value]]:
    """Arguments of a field with some changed, inside of input objects too."""
    before = dict(kept)
    changed: dict[str, Any] = {path[0]: plain(before.get(path[0])) for path in changes}
    for path, value in changes.items():
        inside = changed
        for name in path[:-1]:
            inside[name] = _copy(inside.get(name))
            inside = inside[name]
        inside[path[-1]] = value
    written = {name: literal(value, declared[name].type) for name, value in changed.items()}
    return list({**before, **written}.items())


def _copy(value: JSON) -> dict[str, Any]:
    """Of an input object, so that it can be changed; an empty one where there is none."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return dict(value) if isinstance(value, dict) else {}


def literal(value: JSON, kind: Any) -> Value:
    """A JSON value as it stands in a document: names of enums are no strings there."""
    named = get_named_type(kind)
    if isinstance(value, list):
        return [literal(item, kind) for item in value]
    if isinstance(named, GraphQLInputObjectType) and isinstance(value, dict):
        return {name: literal(item, named.fields[name].type) for name, item in value.items() if name in named.fields}
    if isinstance(named, GraphQLEnumType) and isinstance(value, str):
        return EnumValue(value)
    return value


def ask_for_all_rows(
    types: SchemaTypes, source: ListSource, leaves: Sequence[NamePath] = (), number: int | None = None
) -> Generator[Operation, QueryAnswer, tuple[int, list[ListAnswer]]]:
    """Gives the size that was asked for, and the lists that came, none if all was refused.

    Some servers have a largest size: the next smaller one is asked for as long as they refuse.
    """
    for size in (100, 50, 20, 5) if source.paging.size else (100,):
        answer = yield ask(types, source, source.paging.of_size(size, number), leaves)
        found = lists_of(types, source, answer)
        if found:
            return size, found
    return 0, []


def next_page(source: ListSource, page: ListAnswer, first: int | None, place: int, read: int) -> dict[NamePath, JSON]:
    """The arguments that bring the page after this one; none where there is no way to ask for it.

    ``first`` is the number of the first page, ``place`` that of the next, counted from 0; ``read`` rows have come.
    """
    ways = source.paging
    cursor = page.page_info.get(PageMember.END) or (page.rows[-1].cursor if page.rows else None)
    if ways.after and cursor is not None:
        return {ways.after: cursor}
    if ways.numbered and first is not None:
        return {ways.number: first + place}
    return {ways.offset: read} if ways.offset and not ways.after else {}


def lists_of(types: SchemaTypes, source: ListSource, answer: QueryAnswer) -> list[ListAnswer]:
    """What an answer holds of a list, on all objects that have it."""
    return [listed for listed in lists([answer], types) if listed.field.coordinate == source.field.coordinate]


def longest_of(found: Sequence[ListAnswer]) -> ListAnswer | None:
    """The list with the most rows; None if there is no row at all."""
    return max((listed for listed in found if listed.rows), key=lambda listed: len(listed.rows), default=None)


def lists_in_turn(
    observed: Observations,
    most: int,
    parts: Callable[[ListField], Sequence[Part]],
    questions: Callable[[SchemaTypes, ListSource, Part], Questions],
) -> Iterator[Conversation]:
    """Conversations about one part of every list, then about the next of each; other routes to the lists come after.

    Once a list has shown no rows that anything could be said about, nothing more is asked of it on this route.
    """
    without_rows: set[int] = set()

    def parts_of(place: int, source: ListSource) -> Iterator[tuple[int, ListSource, Part]]:
        """What is asked of one list, worked out when its first turn comes: there may be thousands of lists."""
        for part in parts(source.field):
            yield place, source, part

    def conversation(place: int, source: ListSource, part: Part) -> Conversation:
        had_rows = yield from questions(observed.types, source, part)
        if not had_rows:
            without_rows.add(place)

    levels: dict[int, list[Iterator[tuple[int, ListSource, Part]]]] = {}
    met: dict[str, int] = {}
    for place, source in enumerate(sources(observed, most)):
        level = met[source.field.coordinate] = met.get(source.field.coordinate, 0) + 1
        levels.setdefault(level, []).append(parts_of(place, source))
    for level_parts in levels.values():
        for place, source, part in in_turn(level_parts):
            if place not in without_rows:
                yield conversation(place, source, part)
