"""What was understood of a schema, in numbers and names."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLUnionType,
    get_named_type,
    is_introspection_type,
    is_specified_scalar_type,
)

from querious.graphql.schema.reach import tuples

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLNamedType, GraphQLSchema

    from querious.graphql.schema.loaded import Loaded

_KINDS = {
    GraphQLObjectType: "objects",
    GraphQLInterfaceType: "interfaces",
    GraphQLUnionType: "unions",
    GraphQLEnumType: "enums",
    GraphQLInputObjectType: "inputs",
    GraphQLScalarType: "scalars",
}


class CustomScalar(NamedTuple):
    """A scalar that GraphQL does not define."""

    name: str
    first_use: str
    """The coordinate nearest to the roots: ``Type.field``, ``Type.field(argument:)``, ``Input.field``; "" if unused."""
    specified_by: str
    """The URL of its specification, or the empty string."""


class Deprecated(NamedTuple):
    """How many of each are deprecated."""

    fields: int
    arguments: int
    input_fields: int
    enum_values: int


@dataclass(frozen=True, slots=True)
class Summary:
    """Types are counted over the whole schema, without introspection's own and the five built-in scalars."""

    source: str
    objects: int
    interfaces: int
    unions: int
    enums: int
    inputs: int
    scalars: int
    query: str
    mutation: str
    """The name of the root type, empty where there is none."""
    subscription: str
    query_tuples: int
    """(object, field) that a query can ask for."""
    mutation_tuples: int
    """(object, field) that a mutation can ask for, those that a query can ask for included."""
    arguments: int
    """Of the fields that a query or a mutation can ask for, each once."""
    custom_scalars: tuple[CustomScalar, ...]
    directives: tuple[str, ...]
    deprecated: Deprecated
    notes: tuple[str, ...]


def summarise(loaded: Loaded) -> Summary:
    """Count what there is to test."""
    schema = loaded.schema
    own = [type_ for type_ in schema.type_map.values() if _is_own(type_)]
    counts = Counter(_KINDS[kind] for type_ in own for kind in _KINDS if isinstance(type_, kind))
    asked = {root.name: list(tuples(schema, root)) for root in (schema.query_type, schema.mutation_type) if root}
    distinct = {(type_.name, name): type_.fields[name] for pairs in asked.values() for type_, name in pairs}
    query, mutation, subscription = (
        root.name if root else "" for root in (schema.query_type, schema.mutation_type, schema.subscription_type)
    )
    return Summary(
        source=loaded.source,
        **{kind: counts[kind] for kind in _KINDS.values()},
        query=query,
        mutation=mutation,
        subscription=subscription,
        query_tuples=len(asked.get(query, ())),
        mutation_tuples=len(asked.get(mutation, ())),
        arguments=sum(len(field.args) for field in distinct.values()),
        custom_scalars=_custom_scalars(schema, own, distinct),
        directives=tuple(directive.name for directive in schema.directives),
        deprecated=_deprecated(own),
        notes=loaded.notes,
    )


def _is_own(type_: GraphQLNamedType) -> bool:
    return not is_introspection_type(type_) and not is_specified_scalar_type(type_)


def _custom_scalars(
    schema: GraphQLSchema, own: Iterable[GraphQLNamedType], distinct: dict[tuple[str, str], Any]
) -> tuple[CustomScalar, ...]:
    uses: dict[str, str] = {}
    others = {
        (type_.name, name): field
        for type_ in schema.type_map.values()
        if isinstance(type_, GraphQLObjectType | GraphQLInterfaceType) and _is_own(type_)
        for name, field in type_.fields.items()
    }
    for type_, coordinate in _uses(distinct | others):
        uses.setdefault(type_.name, coordinate)
    return tuple(
        CustomScalar(type_.name, uses.get(type_.name, ""), type_.specified_by_url or "")
        for type_ in own
        if isinstance(type_, GraphQLScalarType)
    )


def _uses(fields: dict[tuple[str, str], Any]) -> Iterator[tuple[GraphQLNamedType, str]]:
    """Every use of a type: by fields and their arguments first, then by input fields, breadth first."""
    used: dict[GraphQLNamedType, None] = {}
    for (owner, name), field in fields.items():
        yield get_named_type(field.type), f"{owner}.{name}"
        for argument, definition in field.args.items():
            type_ = get_named_type(definition.type)
            used[type_] = None
            yield type_, f"{owner}.{name}({argument}:)"
    waiting = deque(used)
    while waiting:
        holder = waiting.popleft()
        for name, field in holder.fields.items() if isinstance(holder, GraphQLInputObjectType) else ():
            type_ = get_named_type(field.type)
            yield type_, f"{holder.name}.{name}"
            if type_ not in used:
                used[type_] = None
                waiting.append(type_)


def _deprecated(own: Iterable[GraphQLNamedType]) -> Deprecated:
    """Fields and arguments of objects only: those of interfaces are the same ones again."""
    fields: list[Any] = []
    inputs: list[Any] = []
    values: list[Any] = []
    for type_ in own:
        if isinstance(type_, GraphQLObjectType):
            fields += type_.fields.values()
        elif isinstance(type_, GraphQLInputObjectType):
            inputs += type_.fields.values()
        elif isinstance(type_, GraphQLEnumType):
            values += type_.values.values()
    arguments = [argument for field in fields for argument in field.args.values()]
    return Deprecated(*(sum(_is_deprecated(item) for item in items) for items in (fields, arguments, inputs, values)))


def _is_deprecated(item: Any) -> bool:
    return item.deprecation_reason is not None
