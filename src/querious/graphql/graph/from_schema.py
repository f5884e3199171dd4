"""GraphQL's schema to a graph: what an operation on one root can walk through."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from graphql import (
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLUnionType,
    OperationType,
    get_named_type,
    is_specified_scalar_type,
)

from querious.criteria.graph_models import EVERY_CUSTOM_SCALAR, FIELDS
from querious.criteria.type_graph import TypeGraph
from querious.errors import ConfigError
from querious.graphql.schema.reach import always

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graphql import GraphQLNamedType, GraphQLSchema

    from querious.criteria.graph_models import GraphModel


def root_type(schema: GraphQLSchema, kind: str = "query") -> GraphQLObjectType:
    """The type where operations of this kind (query, mutation, subscription) begin."""
    kinds = [operation.value for operation in OperationType]
    if kind not in kinds:
        raise ConfigError(f"Unknown kind of operation {kind!r}. Available: {', '.join(kinds)}.")
    found = schema.get_root_type(OperationType(kind))
    if found is None:
        there = [each for each in kinds if schema.get_root_type(OperationType(each))]
        raise ConfigError(f"This schema has no {kind} type, so there are no paths from it; it has {', '.join(there)}")
    return found


def type_graph(
    schema: GraphQLSchema,
    root: GraphQLObjectType,
    model: GraphModel = FIELDS,
    allowed: Callable[[str], bool] = always,
) -> TypeGraph:
    """The part that ``root`` leads to. ``allowed`` is asked with ``Type.field``; a forbidden field is no edge.

    The order is that of the schema, breadth first: the same schema gives the same numbers.
    """
    numbers = {root.name: 0}
    edges: list[tuple[int, int, str]] = []
    queue: deque[GraphQLNamedType] = deque([root])
    while queue:
        parent = queue.popleft()
        source = numbers[parent.name]
        met: set[str] = set()
        for field, target in _targets(schema, parent, model, allowed):
            if model.collapsed and target.name in met:
                continue
            met.add(target.name)
            if target.name not in numbers:
                numbers[target.name] = len(numbers)
                queue.append(target)
            edges.append((source, numbers[target.name], field))
    return TypeGraph(list(numbers), edges, model)


def _targets(
    schema: GraphQLSchema, parent: GraphQLNamedType, model: GraphModel, allowed: Callable[[str], bool]
) -> Iterator[tuple[str, GraphQLNamedType]]:
    if isinstance(parent, GraphQLObjectType):
        for name, field in parent.fields.items():
            if allowed(f"{parent.name}.{name}"):
                for target in _narrowed(schema, get_named_type(field.type), model):
                    yield name, target


def _narrowed(schema: GraphQLSchema, named: GraphQLNamedType, model: GraphModel) -> Sequence[GraphQLNamedType]:
    """The nodes that a field of this type leads to."""
    if isinstance(named, GraphQLInterfaceType | GraphQLUnionType):
        return schema.get_possible_types(named)
    if isinstance(named, GraphQLObjectType):
        return [named]
    if isinstance(named, GraphQLEnumType):
        return [named] if model.enums else []
    return [named] if isinstance(named, GraphQLScalarType) and _is_node(named, model.scalars) else []


def _is_node(scalar: GraphQLScalarType, wanted: Sequence[str]) -> bool:
    return scalar.name in wanted or (EVERY_CUSTOM_SCALAR in wanted and not is_specified_scalar_type(scalar))
