"""Definitions of one or many SDL files, joined so that every name is defined once.

The rules, which graphql-core leaves to chance once its own validation is off:

- a type that is defined or extended several times is one type with the members of all of them, in their order;
- of members with one name (fields, arguments, enum values, operation types, directives) the first counts;
- of definitions that disagree about the kind of a type, those that agree with its first definition count;
- an extension of a type that is nowhere defined is its definition (every federated subgraph has these).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from graphql import (
    ConstDirectiveNode,
    DirectiveDefinitionNode,
    EnumTypeDefinitionNode,
    InputObjectTypeDefinitionNode,
    InterfaceTypeDefinitionNode,
    NamedTypeNode,
    NameNode,
    Node,
    ObjectTypeDefinitionNode,
    OperationType,
    OperationTypeDefinitionNode,
    ScalarTypeDefinitionNode,
    SchemaDefinitionNode,
    SchemaExtensionNode,
    StringValueNode,
    TypeDefinitionNode,
    TypeExtensionNode,
    UnionTypeDefinitionNode,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_N = TypeVar("_N", bound=Node)

_DEFINITIONS: tuple[type[TypeDefinitionNode], ...] = (
    ScalarTypeDefinitionNode,
    ObjectTypeDefinitionNode,
    InterfaceTypeDefinitionNode,
    UnionTypeDefinitionNode,
    EnumTypeDefinitionNode,
    InputObjectTypeDefinitionNode,
)
_MEMBERS = ("fields", "arguments", "values", "interfaces", "types", "operation_types")
"""The attributes of a node that hold named members."""


def join(definitions: Iterable[Node]) -> list[Node]:
    """The same schema with one definition for each name and no extensions, in the order of first mention."""
    types: dict[str, list[Any]] = {}
    directives: dict[str, Node] = {}
    schemas: list[Any] = []
    for node in definitions:
        if isinstance(node, TypeDefinitionNode | TypeExtensionNode):
            types.setdefault(node.name.value, []).append(node)
        elif isinstance(node, DirectiveDefinitionNode):
            directives.setdefault(node.name.value, _tidy(node))
        elif isinstance(node, SchemaDefinitionNode | SchemaExtensionNode):
            schemas.append(node)
    joined = [_join_type(nodes) for nodes in types.values()]
    return [*_join_schema(schemas, joined), *directives.values(), *joined]


def kind_of(node: Node) -> type[TypeDefinitionNode]:
    """The class of definition that a definition or an extension belongs to."""
    prefix = type(node).__name__.removesuffix("ExtensionNode").removesuffix("DefinitionNode")
    return next(kind for kind in _DEFINITIONS if kind.__name__ == f"{prefix}DefinitionNode")


def _join_type(nodes: Sequence[Any]) -> TypeDefinitionNode:
    bases = [node for node in nodes if isinstance(node, TypeDefinitionNode)]
    first = (bases or nodes)[0]
    kind = kind_of(first)
    same = [node for node in nodes if kind_of(node) is kind]
    same.sort(key=lambda node: node is not first)
    values: dict[str, Any] = {key: getattr(first, key, None) for key in kind.keys}
    for key in ("directives", *_MEMBERS):
        if key in values:
            values[key] = tuple(member for node in same for member in getattr(node, key) or ())
    return _tidy(kind(**values))


def _join_schema(nodes: Sequence[Any], types: Iterable[TypeDefinitionNode]) -> list[Node]:
    """One schema definition; the names Query, Mutation and Subscription are roots only where none is written."""
    operations = [operation for node in nodes for operation in node.operation_types or ()]
    if not any(isinstance(node, SchemaDefinitionNode) for node in nodes):
        names = {node.name.value for node in types if isinstance(node, ObjectTypeDefinitionNode)}
        operations += [_operation(kind) for kind in OperationType if kind.value.capitalize() in names]
    if not operations:
        return []
    directives = tuple(directive for node in nodes for directive in node.directives or ())
    return [_tidy(SchemaDefinitionNode(operation_types=tuple(operations), directives=directives))]


def _operation(kind: OperationType) -> OperationTypeDefinitionNode:
    name = NameNode(value=kind.value.capitalize())
    return OperationTypeDefinitionNode(operation=kind, type=NamedTypeNode(name=name))


def _tidy(node: _N) -> _N:
    """A copy with each member once, all the way down, and with directives whose values graphql-core can read."""
    values: dict[str, Any] = {key: getattr(node, key, None) for key in node.keys}
    for key in _MEMBERS:
        if values.get(key):
            members = {_name(member): member for member in reversed(values[key])}
            values[key] = tuple(_tidy(members[name]) for name in dict.fromkeys(map(_name, values[key])))
    if values.get("directives"):
        values["directives"] = tuple(kept for directive in values["directives"] if (kept := _readable(directive)))
    return type(node)(**values)


def _name(member: Any) -> str:
    if isinstance(member, OperationTypeDefinitionNode):
        return member.operation.value
    return str(member.name.value)


def _readable(directive: ConstDirectiveNode) -> ConstDirectiveNode | None:
    """graphql-core reads these two while building, and gives up on values that are not strings."""
    wanted = {"deprecated": "reason", "specifiedBy": "url"}.get(directive.name.value)
    if wanted is None:
        return directive
    fitting = [
        argument
        for argument in directive.arguments or ()
        if argument.name.value == wanted and isinstance(argument.value, StringValueNode)
    ]
    if wanted == "url" and not fitting:
        return None
    return ConstDirectiveNode(name=directive.name, arguments=tuple(fitting[:1]), loc=directive.loc)
