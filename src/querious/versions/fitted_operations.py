"""An operation of one schema made to fit another: what the other lacks is left out, and told as the cause."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from graphql import OperationType, get_named_type, is_composite_type, is_required_argument

from querious.model import Fragment
from querious.model.definitions import fields_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from graphql import GraphQLSchema

    from querious.model import Operation, Selection

    _Part: TypeAlias = tuple[GraphQLSchema, Collection[str]]


class Fitted(NamedTuple):
    """What is left of an operation."""

    operation: Operation | None
    """None if nothing is left."""
    causes: tuple[str, ...]
    """Why something was left out, such as ``Query.user(id:) was removed``; empty if all fits."""


def fit(operation: Operation, schema: GraphQLSchema, without: Collection[str] = frozenset()) -> Fitted:
    """The part of an operation that this schema has, by fields and arguments; types of values are not looked at.

    ``without`` are fields, as ``Type.field``, that are not asked although the schema has them.
    """
    root = schema.get_root_type(OperationType(operation.kind))
    if root is None:
        return Fitted(None, (f"{operation.root} was removed",))
    causes: dict[str, None] = {}
    left = _selections(operation.selections, (schema, without), root.name, causes)
    if not left:
        return Fitted(None, tuple(causes))
    kept = operation._replace(selections=left, root=root.name) if causes else operation
    return Fitted(kept, tuple(causes))


def _selections(selections: Sequence[Selection], part: _Part, parent: str, causes: dict[str, None]) -> list[Selection]:
    """What is left; a selection of which nothing is left goes too."""
    left: list[Selection] = []
    for node in selections:
        cause, below = _cause(node, part, parent)
        children = _selections(node.children, part, below, causes) if not cause else []
        if cause:
            causes[cause] = None
        elif children or not node.children:
            left.append(node._replace(children=children))
    return left


def _cause(node: Selection, part: _Part, parent: str) -> tuple[str, str]:
    """Why a selection cannot be asked so, empty if it can; and the type of what is below it."""
    schema, without = part
    if isinstance(node, Fragment):
        composite = is_composite_type(schema.type_map.get(node.on))
        return "" if composite else f"{node.on} was removed", node.on
    definition = fields_of(schema, parent).get(node.name)
    if node.name.startswith("__"):
        return "", ""
    if definition is None or f"{parent}.{node.name}" in without:
        return f"{parent}.{node.name} was removed", ""
    named = get_named_type(definition.type)
    given = dict(node.arguments)
    required = [name for name, argument in definition.args.items() if is_required_argument(argument)]
    problems = [
        *(f"({name}:) was removed" for name in given if name not in definition.args),
        *(f"({name}:) is now required" for name in required if name not in given),
        *([f" is now {definition.type}"] if bool(node.children) is not is_composite_type(named) else []),
    ]
    return next((f"{parent}.{node.name}{problem}" for problem in problems), ""), named.name
