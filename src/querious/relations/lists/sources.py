"""Lists that can be asked for: routes to the objects that have them, and the operations that ask."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLObjectType,
    get_named_type,
    is_abstract_type,
    is_required_argument,
)

from querious.model import EnumValue, Field, Fragment, Operation
from querious.model.arguments import plain
from querious.relations.lists.list_fields import list_field
from querious.relations.lists.rows import lists
from querious.relations.routes import query_at, route_text
from querious.relations.schema_types import is_list

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

    from graphql import GraphQLField

    from querious.model import JSON, Selection, Value
    from querious.relations.lists.list_fields import ListField
    from querious.relations.lists.list_types import ListType, NamePath
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.observations import Observations
    from querious.relations.query_answer import QueryAnswer
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

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


def sources(observed: Observations, most: int) -> Iterator[ListSource]:
    """Every field that gives rows, on the best routes to it, at most so many each.

    First every field on its best route; of a field that several types have from one interface, that of one of them.
    """
    types = observed.types
    ranked: list[tuple[int, ListSource]] = []
    met: dict[str, int] = {}
    routes: dict[str, list[Route]] = {}
    for coordinate, known in observed.routes.items():
        routes.setdefault(coordinate.partition(".")[0], []).extend(known.values())
    for typename in types.object_types():
        to_type = _routes_to_type(observed, typename, routes.get(typename, ()))
        if not to_type:
            continue
        for name in types.fields(typename):
            field = list_field(types, f"{typename}.{name}")
            found = _sources(observed, field, to_type)[:most] if field else []
            if found:
                family = _coordinate_on_interface(types, typename, name)
                rank = met.setdefault(family, 0)
                met[family] += 1
                ranked += [(rank + place, source) for place, source in enumerate(found)]
    for _, source in sorted(ranked, key=lambda one: one[0]):
        yield source


def _coordinate_on_interface(types: SchemaTypes, typename: str, name: str) -> str:
    """The coordinate of a field on the interface that it is from; else its own."""
    declared = types.schema.type_map[typename]
    if isinstance(declared, GraphQLObjectType):
        for interface in declared.interfaces:
            if name in interface.fields:
                return f"{interface.name}.{name}"
    return f"{typename}.{name}"


def _sources(observed: Observations, field: ListField, to_type: list[Route]) -> list[ListSource]:
    """One list on all routes to it: in turn those that pass lists, which bring many objects, and those that do not."""
    types = observed.types
    required = {name for name, argument in field.declared.args.items() if is_required_argument(argument)}
    found = []
    for known in observed.routes.get(field.coordinate, {}).values():
        route = _from_last_root(types, known)
        arguments = tuple(pair for pair in route[-1].arguments if pair[0] in required)
        found.append(ListSource(route[:-1], field, arguments))
    found.sort(key=lambda source: (_lists_passed(types, source.route), len(source.route)))
    if required <= {path[0] for path in field.paging.paths if len(path) == 1}:
        found += [ListSource(route, field, ()) for route in to_type]
    distinct: dict[str, ListSource] = {}
    for source in found:
        distinct.setdefault(_distinction(types, source.route), source)
    single: list[ListSource] = []
    several: list[ListSource] = []
    for source in sorted(distinct.values(), key=lambda source: (_lists_passed(types, source.route), len(source.route))):
        (several if _lists_passed(types, source.route) else single).append(source)
    return [source for source in chain(*zip_longest(several, single)) if source is not None]


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
    found: dict[str, Route] = {}
    for route in field_routes:
        to_object = _from_last_root(types, route)[:-1]
        found[repr(to_object)] = to_object
    for by_field in list(observed.objects.get(typename, {}).values())[:_OBJECTS]:
        for route in by_field.values():
            to_object = _from_last_root(types, route)
            found[repr(to_object)] = to_object
    return sorted(filter(None, found.values()), key=lambda route: (_lists_passed(types, route), len(route)))


def _from_last_root(types: SchemaTypes, route: Route) -> Route:
    """A route without what leads back to the root, which some servers give as a field of itself."""
    begin = max((place for place, step in enumerate(route) if step.parent == types.root), default=0)
    return route[begin:]


def _lists_passed(types: SchemaTypes, route: Route) -> int:
    passed = 0
    for step in route:
        field = types.field(step.coordinate)
        passed += field is not None and is_list(field.type)
    return passed


def ask(
    types: SchemaTypes, source: ListSource, changes: Mapping[NamePath, JSON], leaves: Sequence[NamePath] = ()
) -> Operation:
    """The query for a list with these arguments, and these leaves of its rows."""
    field, list_type = source.field, source.field.list_type
    known = identifying(types, list_type.row)
    asked = {(one.name,) for one in known if isinstance(one, Field)}
    more = nested(types, list_type.row, [path for path in leaves if path not in asked])
    selections: list[Selection] = []
    identifier = types.identifier(field.parent) if source.route else ""
    if identifier:
        selections.append(Field(field.parent, identifier))
    given = arguments(field.declared, source.arguments, changes)
    rows = _in_container(types, list_type, [*known, *more])
    selections.append(Field(field.parent, field.name, arguments=given, children=rows))
    return query_at(types, source.route, field.parent, selections)


def _in_container(types: SchemaTypes, list_type: ListType, rows: list[Selection]) -> list[Selection]:
    """The selection of rows inside the connection that holds them, with what it tells about the page."""
    if not list_type.container:
        return rows
    if list_type.edge:
        rows = [Field(list_type.edge, list_type.node, children=rows)]
        if list_type.cursor:
            rows.insert(0, Field(list_type.edge, list_type.cursor))
    page_info = nested(types, list_type.container, [path for _, path in list_type.page_info])
    return [Field(list_type.container, list_type.rows, children=rows), *page_info]


def identifying(types: SchemaTypes, typename: str) -> list[Selection]:
    """What tells the objects of a type apart: its identifier; where it has none, its leaves; of a union, by member."""
    declared = types.schema.type_map[typename]
    known = types.identifier(typename)
    if not is_abstract_type(declared):
        names = [known]
        if not known:
            names = [name for name in types.leaves(typename) if f"{typename}.{name}" not in types.volatile]
        return [Field(typename, name) for name in names[:_LEAVES] or ["__typename"]]
    selections: list[Selection] = [Field(typename, "__typename")]
    if known:
        return [*selections, Field(typename, known)]
    for member in types.schema.get_possible_types(declared):  # type: ignore[arg-type]  # seen above
        identifier = types.identifier(member.name)
        if identifier:
            selections.append(Fragment(member.name, (), [Field(member.name, identifier)]))
    return selections


def nested(types: SchemaTypes, typename: str, paths: Sequence[NamePath]) -> list[Selection]:
    """Selections that follow these paths through single objects."""
    by_name: dict[str, list[NamePath]] = {}
    for name, *rest in paths:
        by_name.setdefault(name, []).append(tuple(rest))
    selections: list[Selection] = []
    for name, rests in by_name.items():
        below = get_named_type(types.fields(typename)[name].type)
        children = nested(types, below.name, [rest for rest in rests if rest])
        if children and is_abstract_type(below):
            children.insert(0, Field(below.name, "__typename"))
        selections.append(Field(typename, name, children=children))
    return selections


def arguments(
    field: GraphQLField, kept: Sequence[tuple[str, Value]], changes: Mapping[NamePath, JSON]
) -> list[tuple[str, Value]]:
    """Arguments of a field with some set anew, inside of input objects too."""
    before = dict(kept)
    changed: dict[str, Any] = {}
    for path, value in changes.items():
        if len(path) == 1:
            changed[path[0]] = value
            continue
        inside = changed.setdefault(path[0], _copy(plain(before.get(path[0]))))
        for name in path[1:-1]:
            inside = inside.setdefault(name, {})
        inside[path[-1]] = value
    written = {name: literal(value, field.args[name].type) for name, value in changed.items()}
    return list({**before, **written}.items())


def _copy(value: JSON) -> dict[str, Any]:
    """Of an input object, so that it can be changed; an empty one where there is none."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict):
        return {}
    return {key: _copy(item) if isinstance(item, dict) else item for key, item in value.items()}


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
        found = [listed for listed in lists([answer], types) if listed.field.coordinate == source.field.coordinate]
        if found:
            return size, found
    return 0, []
