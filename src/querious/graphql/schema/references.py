"""Whether the types that SDL refers to are there, and of a kind that can stand where they are used.

graphql-core 3.2 stops at the first such fault without a place; 3.3 builds a schema that cannot be used.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import (
    DirectiveDefinitionNode,
    EnumTypeDefinitionNode,
    InputObjectTypeDefinitionNode,
    InterfaceTypeDefinitionNode,
    NamedTypeNode,
    ObjectTypeDefinitionNode,
    ScalarTypeDefinitionNode,
    SchemaDefinitionNode,
    TypeDefinitionNode,
    UnionTypeDefinitionNode,
    introspection_types,
    is_enum_type,
    parse,
    specified_scalar_types,
)
from graphql.language import get_location

from querious.errors import SchemaError
from querious.graphql.schema.definitions import parts_of
from querious.text.display import listing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import Node

_Kinds = tuple[type[TypeDefinitionNode], ...]
_OUTPUT: _Kinds = (
    ScalarTypeDefinitionNode,
    ObjectTypeDefinitionNode,
    InterfaceTypeDefinitionNode,
    UnionTypeDefinitionNode,
    EnumTypeDefinitionNode,
)
_INPUT: _Kinds = (ScalarTypeDefinitionNode, EnumTypeDefinitionNode, InputObjectTypeDefinitionNode)
_INTERFACE: _Kinds = (InterfaceTypeDefinitionNode,)
_OBJECT: _Kinds = (ObjectTypeDefinitionNode,)
_WORDS = {_OUTPUT: "an output type", _INPUT: "an input type", _INTERFACE: "an interface", _OBJECT: "an object type"}
_FEDERATION_SCALARS = ("_Any", "_FieldSet", "FieldSet")
_FEDERATION_PREFIXES = ("federation__", "link__", "join__")


class TypeReference(NamedTuple):
    """A type's name where it is used."""

    coordinate: str
    node: NamedTypeNode
    fitting: _Kinds
    """The kinds of definition that may stand there."""

    @property
    def name(self) -> str:
        """The type's name."""
        return self.node.name.value


def references(definitions: Sequence[Node]) -> Iterator[TypeReference]:
    """Every use of a type's name, in the order of the document."""
    for node in definitions:
        if isinstance(node, SchemaDefinitionNode):
            for operation in node.operation_types:
                yield TypeReference(f"the {operation.operation.value} root", operation.type, _OBJECT)
        elif isinstance(node, DirectiveDefinitionNode):
            yield from _arguments(f"@{node.name.value}", node)
        elif isinstance(node, TypeDefinitionNode):
            yield from _in_type(node)


def _in_type(node: Any) -> Iterator[TypeReference]:
    name = node.name.value
    for key, kind in (("interfaces", _INTERFACE), ("types", _OBJECT)):
        for part in parts_of(node, key):
            yield TypeReference(name, part, kind)
    kind = _INPUT if isinstance(node, InputObjectTypeDefinitionNode) else _OUTPUT
    for field in parts_of(node, "fields"):
        coordinate = f"{name}.{field.name.value}"
        yield TypeReference(coordinate, _named(field.type), kind)
        yield from _arguments(coordinate, field)


def _arguments(owner: str, node: Any) -> Iterator[TypeReference]:
    for argument in parts_of(node, "arguments"):
        yield TypeReference(f"{owner}({argument.name.value}:)", _named(argument.type), _INPUT)


def _named(node: Any) -> NamedTypeNode:
    while not isinstance(node, NamedTypeNode):
        node = node.type
    return node


def kinds(definitions: Sequence[Node]) -> dict[str, type[TypeDefinitionNode]]:
    """The kind of every type by name, with those that every schema has."""
    found = {node.name.value: type(node) for node in definitions if isinstance(node, TypeDefinitionNode)}
    found |= dict.fromkeys(specified_scalar_types, ScalarTypeDefinitionNode)
    for name, defined in introspection_types.items():
        found[name] = EnumTypeDefinitionNode if is_enum_type(defined) else ObjectTypeDefinitionNode
    return found


def check(definitions: Sequence[Node]) -> None:
    """Raise a SchemaError that says which types are missing, or which stand where they cannot."""
    known = kinds(definitions)
    unknown: dict[str, TypeReference] = {}
    misplaced: list[str] = []
    for reference in references(definitions):
        if reference.name not in known:
            unknown.setdefault(reference.name, reference)
        elif not issubclass(known[reference.name], reference.fitting):
            wanted = _WORDS[reference.fitting]
            misplaced.append(f"{reference.name} at {reference.coordinate}{_place(reference.node)} is not {wanted}")
    if unknown:
        told = listing(f"{name} at {use.coordinate}{_place(use.node)}" for name, use in unknown.items())
        raise SchemaError(f"it refers to types that are not defined: {told}")
    if misplaced:
        raise SchemaError(listing(misplaced))


def _place(node: NamedTypeNode) -> str:
    if node.loc is None:
        return ""
    location = get_location(node.loc.source, node.loc.start)
    return f" ({PurePath(node.loc.source.name).name}:{location.line}:{location.column})"


def federation(definitions: Sequence[Node]) -> list[Node]:
    """Definitions of the types that a federated subgraph may use without defining them."""
    known = kinds(definitions)
    missing = dict.fromkeys(use.name for use in references(definitions) if use.name not in known)
    lines = [*filter(None, (_federation_line(name, definitions) for name in missing))]
    return list(parse("\n".join(lines), no_location=True).definitions) if lines else []


def _federation_line(name: str, definitions: Sequence[Node]) -> str:
    if name == "_Service":
        return "type _Service { sdl: String }"
    if name == "_Entity":
        entities = [node.name.value for node in definitions if _is_entity(node)]  # type: ignore[attr-defined]
        return f"union _Entity = {' | '.join(entities)}" if entities else ""
    return f"scalar {name}" if name in _FEDERATION_SCALARS or name.startswith(_FEDERATION_PREFIXES) else ""


def _is_entity(node: Node) -> bool:
    is_object = isinstance(node, ObjectTypeDefinitionNode)
    return is_object and any(directive.name.value == "key" for directive in parts_of(node, "directives"))
