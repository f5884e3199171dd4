"""Which types a root leads to.

Only fields of objects are edges: an answer is always made of objects, so an interface or a union leads to its
possible types and no further. Following an interface's own fields would claim types that none of its objects return.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from graphql import GraphQLEnumType, GraphQLInterfaceType, GraphQLObjectType, GraphQLUnionType, get_named_type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graphql import GraphQLNamedType, GraphQLSchema


def always(_coordinate: str) -> bool:
    """Forbid nothing."""
    return True


def reachable(
    schema: GraphQLSchema, root_type: GraphQLNamedType, allowed: Callable[[str], bool] = always
) -> dict[str, GraphQLNamedType]:
    """Every type that an answer can hold, by name, breadth first, the root itself first.

    ``allowed`` is asked with ``Type.field`` for each field of each object reached; a forbidden field leads nowhere.
    Scalars and enums are included, input types are not.
    """
    found: dict[str, GraphQLNamedType] = {root_type.name: root_type}
    queue = deque([root_type])
    while queue:
        for neighbour in _neighbours(schema, queue.popleft(), allowed):
            if neighbour.name not in found:
                found[neighbour.name] = neighbour
                queue.append(neighbour)
    return found


def tuples(
    schema: GraphQLSchema, root_type: GraphQLNamedType, allowed: Callable[[str], bool] = always
) -> Iterator[tuple[GraphQLObjectType, str]]:
    """Every allowed (object, field) that an operation on this root can ask for, in the order of ``reachable``."""
    for type_ in reachable(schema, root_type, allowed).values():
        if isinstance(type_, GraphQLObjectType):
            for name in type_.fields:
                if allowed(f"{type_.name}.{name}"):
                    yield type_, name


def _neighbours(
    schema: GraphQLSchema, type_: GraphQLNamedType, allowed: Callable[[str], bool]
) -> Iterator[GraphQLNamedType]:
    if isinstance(type_, GraphQLObjectType):
        for name, field in type_.fields.items():
            if allowed(f"{type_.name}.{name}"):
                yield get_named_type(field.type)
    elif isinstance(type_, GraphQLInterfaceType | GraphQLUnionType):
        yield from schema.get_possible_types(type_)


def names_of(schema: GraphQLSchema) -> set[str]:
    """Every name that may stand in an answer: of types, of their fields, of enum values."""
    names = set(schema.type_map)
    for kind in schema.type_map.values():
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
            names |= set(kind.fields)
        elif isinstance(kind, GraphQLEnumType):
            names |= set(kind.values)
    return names
