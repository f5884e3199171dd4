"""Definitions of one or many SDL files, joined so that every name is defined once.

The rules, which graphql-core leaves to chance once its own validation is off:

- a type that is defined or extended several times is one type with the members of all of them, in their order;
- of members with one name (fields, arguments, enum values, operation types, directives) the first counts;
- of definitions that disagree about the kind of a type, those that agree with its first definition count;
- an extension of a type that is nowhere defined is its definition (every federated subgraph has these).
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeVar

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

_DEFINITIONS: Final[dict[str, type[TypeDefinitionNode]]] = {
    "ScalarType": ScalarTypeDefinitionNode,
    "ObjectType": ObjectTypeDefinitionNode,
    "InterfaceType": InterfaceTypeDefinitionNode,
    "UnionType": UnionTypeDefinitionNode,
    "EnumType": EnumTypeDefinitionNode,
    "InputObjectType": InputObjectTypeDefinitionNode,
}
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


def parts_of(node: Node, key: str) -> Sequence[Any]:
    """What a node holds under a key: none where it lacks the key, or has it empty."""
    return getattr(node, key, None) or ()


def kind_of(node: Node) -> type[TypeDefinitionNode]:
    """The class of definition that a definition or an extension belongs to."""
    return _DEFINITIONS[type(node).__name__.removesuffix("ExtensionNode").removesuffix("DefinitionNode")]


def _join_type(nodes: Sequence[Any]) -> TypeDefinitionNode:
    first = next((node for node in nodes if isinstance(node, TypeDefinitionNode)), nodes[0])
    kind = kind_of(first)
    parts = [first, *(node for node in nodes if node is not first and kind_of(node) is kind)]
    values: dict[str, Any] = {key: getattr(first, key, None) for key in kind.keys}
    for key in values.keys() & {"directives", *_MEMBERS}:
        values[key] = tuple(chain.from_iterable(parts_of(part, key) for part in parts))
    return _tidy(kind(**values))


def _join_schema(nodes: Sequence[Any], types: Iterable[TypeDefinitionNode]) -> list[Node]:
    """One schema definition; the names Query, Mutation and Subscription are roots only where none is written."""
    operations = [*chain.from_iterable(parts_of(node, "operation_types") for node in nodes)]
    if not any(isinstance(node, SchemaDefinitionNode) for node in nodes):
        names = {node.name.value for node in types if isinstance(node, ObjectTypeDefinitionNode)}
        operations += [_operation(kind) for kind in OperationType if kind.value.capitalize() in names]
    if not operations:
        return []
    directives = tuple(chain.from_iterable(parts_of(node, "directives") for node in nodes))
    return [_tidy(SchemaDefinitionNode(operation_types=tuple(operations), directives=directives))]


def _operation(kind: OperationType) -> OperationTypeDefinitionNode:
    name = NameNode(value=kind.value.capitalize())
    return OperationTypeDefinitionNode(operation=kind, type=NamedTypeNode(name=name))


def _tidy(node: _N) -> _N:
    """A copy with each member once, all the way down, and with directives whose values graphql-core can read."""
    values: dict[str, Any] = {key: getattr(node, key, None) for key in node.keys}
    for key in values.keys() & set(_MEMBERS):
        members: dict[str, Node] = {}
        for member in parts_of(node, key):
            members.setdefault(_name(member), member)
        values[key] = tuple(map(_tidy, members.values()))
    if "directives" in values:
        values["directives"] = tuple(filter(None, map(_readable, parts_of(node, "directives"))))
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
    named = (argument for argument in parts_of(directive, "arguments") if argument.name.value == wanted)
    fitting = [argument for argument in named if isinstance(argument.value, StringValueNode)]
    if wanted == "url" and not fitting:
        return None
    return ConstDirectiveNode(name=directive.name, arguments=tuple(fitting[:1]), loc=directive.loc)
