"""An operation of one schema made to fit another: what the other lacks is left out, and told as the cause."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphql import (
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLObjectType,
    get_named_type,
    is_composite_type,
    is_required_argument,
)

from querious.model import Field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphql import GraphQLSchema

    from querious.model import Operation, Selection


class Fitted(NamedTuple):
    """What is left of an operation."""

    operation: Operation | None
    """None if nothing is left."""
    causes: tuple[str, ...]
    """Why something was left out, such as ``Query.user(id:) was removed``; empty if all fits."""


def fit(operation: Operation, schema: GraphQLSchema) -> Fitted:
    """The part of an operation that this schema has, by fields and arguments; types of values are not looked at."""
    roots = {"query": schema.query_type, "mutation": schema.mutation_type, "subscription": schema.subscription_type}
    root = roots[operation.kind]
    if root is None:
        return Fitted(None, (f"{operation.root} was removed",))
    causes: dict[str, None] = {}
    left = _selections(operation.selections, schema, root.name, causes)
    if not left:
        return Fitted(None, tuple(causes))
    kept = operation._replace(selections=left, root=root.name) if causes else operation
    return Fitted(kept, tuple(causes))


def _selections(
    selections: Sequence[Selection], schema: GraphQLSchema, parent: str, causes: dict[str, None]
) -> list[Selection]:
    found = (_selection(node, schema, parent, causes) for node in selections)
    return [node for node in found if node is not None]


def _selection(node: Selection, schema: GraphQLSchema, parent: str, causes: dict[str, None]) -> Selection | None:
    if isinstance(node, Field):
        return _field(node, schema, parent, causes)
    kind = schema.type_map.get(node.on)
    if kind is None or not is_composite_type(kind):
        causes[f"{node.on} was removed"] = None
        return None
    children = _selections(node.children, schema, node.on, causes)
    return node._replace(children=children) if children else None


def _field(node: Field, schema: GraphQLSchema, parent: str, causes: dict[str, None]) -> Field | None:
    if node.name.startswith("__"):
        return node
    cause, definition = _known(node, schema, parent)
    if definition is None or cause:
        causes[cause] = None
        return None
    named = get_named_type(definition.type)
    if not is_composite_type(named):
        return node
    children = _selections(node.children, schema, named.name, causes)
    return node._replace(children=children) if children else None


def _known(node: Field, schema: GraphQLSchema, parent: str) -> tuple[str, GraphQLField | None]:
    """Why the field cannot be asked so, and what it is there."""
    kind = schema.type_map.get(parent)
    fields = kind.fields if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) else {}
    definition = fields.get(node.name)
    if definition is None:
        return f"{parent}.{node.name} was removed", None
    given = {name for name, _ in node.arguments}
    removed = next((name for name in given if name not in definition.args), "")
    if removed:
        return f"{parent}.{node.name}({removed}:) was removed", definition
    missing = (name for name, argument in definition.args.items() if is_required_argument(argument))
    needed = next((name for name in missing if name not in given), "")
    if needed:
        return f"{parent}.{node.name}({needed}:) is now required", definition
    if bool(node.children) is not bool(is_composite_type(get_named_type(definition.type))):
        return f"{parent}.{node.name} is now {definition.type}", definition
    return "", definition
