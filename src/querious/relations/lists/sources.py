"""Lists that can be asked for: ways to the objects that have them, and the operations that ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLObjectType,
    get_named_type,
    is_abstract_type,
    is_list_type,
    is_required_argument,
)

from querious.model import EnumValue, Field, Fragment, Operation
from querious.model.arguments import canonical, plain
from querious.relations.lists.list_types import bare, listing
from querious.relations.lists.pages import LARGE, paging
from querious.relations.lists.rows import lists
from querious.relations.routes import narrowed, query_along

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

    from graphql import GraphQLField

    from querious.model import JSON, Selection, Value
    from querious.relations.lists.list_types import ListType, Path
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.observations import Observations
    from querious.relations.relation import QueryAnswer
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_OBJECTS: Final = 6
"""Objects of a type whose own ways are taken, beside the ways that are known to its fields."""
_LEAVES: Final = 12
"""Leaves that stand for the identity of a row that has none."""


class ListSource(NamedTuple):
    """A list, with the way to the object that has it."""

    route: Route
    parent: str
    name: str
    arguments: tuple[tuple[str, Value], ...]
    """Those that must be given."""
    listing: ListType
    paging: PagingArguments

    @property
    def coordinate(self) -> str:
        """``Type.field``."""
        return f"{self.parent}.{self.name}"


def sources(observed: Observations, most: int) -> Iterator[ListSource]:
    """Every field that gives rows, on the best ways to it, at most so many each.

    First every field on its best way; of a field that several types have from one interface, that of one of them.
    """
    types = observed.types
    found: list[tuple[int, ListSource]] = []
    kin: dict[str, int] = {}
    routes: dict[str, list[Route]] = {}
    for coordinate, known in observed.routes.items():
        routes.setdefault(coordinate.partition(".")[0], []).extend(known.values())
    for typename, declared in types.schema.type_map.items():
        if isinstance(declared, GraphQLObjectType) and not typename.startswith("__"):
            ways = _ways(observed, typename, routes.get(typename, ()))
            for name, field in types.fields(typename).items() if ways else ():
                rows = listing(types, field)
                several = _sources(observed, typename, name, rows, ways)[:most] if rows is not None else []
                if several:
                    family = _family(declared, name)
                    found += [(kin.get(family, 0) + place, one) for place, one in enumerate(several)]
                    kin[family] = kin.get(family, 0) + 1
    found.sort(key=lambda one: one[0])
    yield from (one for _, one in found)


def _family(declared: GraphQLObjectType, name: str) -> str:
    """The coordinate of a field on the interface that it is from."""
    return f"{next((one.name for one in declared.interfaces if name in one.fields), declared.name)}.{name}"


def _sources(observed: Observations, typename: str, name: str, rows: ListType, ways: list[Route]) -> list[ListSource]:
    field = observed.types.fields(typename)[name]
    needed = {argument for argument, definition in field.args.items() if is_required_argument(definition)}
    pages = paging(observed.types, field, rows)
    free = needed <= {path[0] for path in pages.paths if len(path) == 1}
    known = [_straight(observed.types, route) for route in observed.routes.get(f"{typename}.{name}", {}).values()]
    known.sort(key=lambda route: (_spread(observed.types, route[:-1]), len(route)))
    candidates: list[tuple[Route, tuple[tuple[str, Value], ...]]] = [
        (route[:-1], tuple(pair for pair in route[-1].arguments if pair[0] in needed)) for route in known
    ]
    if free:
        candidates += [(way, ()) for way in ways]
    unique: dict[str, tuple[Route, tuple[tuple[str, Value], ...]]] = {}
    for one in candidates:
        unique.setdefault(_name(observed.types, one[0]), one)
    chosen = sorted(unique.values(), key=lambda one: (_spread(observed.types, one[0]), len(one[0])))
    single = [one for one in chosen if not _spread(observed.types, one[0])]
    several = [one for one in chosen if _spread(observed.types, one[0])]
    ordered = [one for pair in zip(several, single, strict=False) for one in pair]
    ordered += [*several[len(single) :], *single[len(several) :]]
    return [ListSource(route, typename, name, arguments, rows, pages) for route, arguments in ordered]


def _name(types: SchemaTypes, route: Route) -> str:
    """What tells ways apart: those through lists bring many objects whatever their arguments, others one."""
    if _spread(types, route):
        return " ".join(step.coordinate for step in route)
    return " ".join(f"{step.coordinate}({canonical(step.arguments)})" for step in route)


def _ways(observed: Observations, typename: str, routes: Iterable[Route]) -> list[Route]:
    """Ways to an object of a type; the shortest first, and those that pass no list before those that do.

    ``routes`` are those known to its fields.
    """
    if typename == observed.types.root:
        return [()]
    ways: dict[str, Route] = {}
    ways.update((repr(way), way) for way in (_straight(observed.types, route)[:-1] for route in routes))
    for by_field in list(observed.objects.get(typename, {}).values())[:_OBJECTS]:
        ways.update((repr(way), way) for way in (_straight(observed.types, route) for route in by_field.values()))
    return sorted((way for way in ways.values() if way), key=lambda way: (_spread(observed.types, way), len(way)))


def _straight(types: SchemaTypes, route: Route) -> Route:
    """A way without what leads back to the root, which some servers give as a field of itself."""
    begin = max((place for place, step in enumerate(route) if step.parent == types.root), default=0)
    return route[begin:]


def _spread(types: SchemaTypes, route: Route) -> int:
    """How many lists a way passes."""
    fields = [types.fields(step.parent).get(step.name) for step in route]
    return sum(field is not None and is_list_type(bare(field.type)) for field in fields)


def ask(types: SchemaTypes, source: ListSource, changes: Mapping[Path, JSON], leaves: Sequence[Path] = ()) -> Operation:
    """The query for a list with these arguments, and these leaves of its rows."""
    field = types.fields(source.parent)[source.name]
    known = identifying(types, source.listing.row)
    have = {(one.name,) for one in known if isinstance(one, Field)}
    more = grown(types, source.listing.row, [path for path in leaves if path not in have])
    rows = _container(types, source.listing, [*known, *more])
    own = types.identifier(source.parent) if source.route else ""
    selections: list[Selection] = [Field(source.parent, own, "", (), (), ())] if own else []
    selections.append(Field(source.parent, source.name, "", arguments(field, source.arguments, changes), (), rows))
    return query_along(types, source.route, narrowed(types, source.route, source.parent, selections))


def _container(types: SchemaTypes, found: ListType, rows: list[Selection]) -> list[Selection]:
    if not found.composite:
        return rows
    if found.edge:
        node: Selection = Field(found.edge, found.node, "", (), (), rows)
        rows = [Field(found.edge, found.cursor, "", (), (), ()), node] if found.cursor else [node]
    told = grown(types, found.container, [path for _, path in found.told])
    return [Field(found.container, found.rows, "", (), (), rows), *told]


def identifying(types: SchemaTypes, typename: str) -> list[Selection]:
    """What tells the objects of a type apart: its identifier; where it has none, its leaves; of a union, by member."""
    declared = types.schema.type_map[typename]
    known = types.identifier(typename)
    if not is_abstract_type(declared):
        names = (
            [known]
            if known
            else [name for name in types.leaves(typename) if f"{typename}.{name}" not in types.volatile]
        )
        return [Field(typename, name, "", (), (), ()) for name in names[:_LEAVES] or ["__typename"]]
    head: list[Selection] = [Field(typename, "__typename", "", (), (), ())]
    if known:
        return [*head, Field(typename, known, "", (), (), ())]
    members = [member.name for member in types.schema.get_possible_types(declared)]  # type: ignore[arg-type]  # seen above
    return head + [
        Fragment(member, (), [Field(member, types.identifier(member), "", (), (), ())])
        for member in members
        if types.identifier(member)
    ]


def grown(types: SchemaTypes, typename: str, paths: Sequence[Path]) -> list[Selection]:
    """Selections that go these ways through single objects."""
    heads: dict[str, list[Path]] = {}
    for path in paths:
        heads.setdefault(path[0], []).append(path[1:])
    selections: list[Selection] = []
    for name, tails in heads.items():
        below = get_named_type(types.fields(typename)[name].type)
        inner = [tail for tail in tails if tail]
        children = grown(types, below.name, inner) if inner else []
        if children and is_abstract_type(below):
            children = [Field(below.name, "__typename", "", (), (), ()), *children]
        selections.append(Field(typename, name, "", (), (), children))
    return selections


def arguments(
    field: GraphQLField, kept: Sequence[tuple[str, Value]], changes: Mapping[Path, JSON]
) -> list[tuple[str, Value]]:
    """Arguments of a field with some set anew, inside of input objects too."""
    changed: dict[str, Any] = {}
    before = dict(kept)
    for path, value in changes.items():
        if len(path) == 1:
            changed[path[0]] = value
            continue
        held = changed.setdefault(path[0], _copy(plain(before.get(path[0]))))
        for name in path[1:-1]:
            held = held.setdefault(name, {})
        held[path[-1]] = value
    written = {name: literal(value, field.args[name].type) for name, value in changed.items()}
    return list({**before, **written}.items())


def _copy(value: JSON) -> dict[str, Any]:
    """Of an input object, so that it can be changed; an empty one where there is none."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return (
        {key: _copy(item) if isinstance(item, dict) else item for key, item in value.items()}
        if isinstance(value, dict)
        else {}
    )


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


def entire(
    types: SchemaTypes,
    source: ListSource,
    changes: Mapping[Path, JSON],
    leaves: Sequence[Path] = (),
    number: int | None = None,
) -> Generator[Operation, QueryAnswer, tuple[int, list[ListAnswer]]]:
    """Ask for all rows at once: gives the size that was asked for, and the lists that came, none if all was refused."""
    for size in LARGE if source.paging.size else LARGE[:1]:
        asked = yield ask(types, source, {**source.paging.of_size(size, number), **changes}, leaves)
        found = [listed for listed in lists([asked], types) if listed.coordinate == source.coordinate]
        if found:
            return size, found
    return 0, []
