"""Literals of a GraphQL document as values, and values as literals."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any, Final

from graphql import (
    BooleanValueNode,
    EnumValueNode,
    FloatValueNode,
    IntValueNode,
    ListValueNode,
    NameNode,
    NullValueNode,
    ObjectFieldNode,
    ObjectValueNode,
    StringValueNode,
    VariableNode,
)

from querious.model.json_text import float_of, integer_of
from querious.model.values import EnumValue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graphql import ValueNode

    from querious.model.values import Value


def value_of(node: ValueNode, variable: Callable[[VariableNode], Value]) -> Value:
    """The value of a literal; ``variable`` says what stands for a variable in it."""
    if isinstance(node, VariableNode):
        return variable(node)
    if isinstance(node, ListValueNode):
        return [value_of(item, variable) for item in node.values]
    if isinstance(node, ObjectValueNode):
        return {field.name.value: value_of(field.value, variable) for field in node.fields}
    return _VALUES[type(node)](node)


def node_of(value: Value) -> ValueNode:
    """The literal of a value, in which variables are nodes already."""
    if isinstance(value, list):
        return ListValueNode(values=tuple(map(node_of, value)))
    if isinstance(value, dict):
        fields = [ObjectFieldNode(name=NameNode(value=name), value=node_of(item)) for name, item in value.items()]
        return ObjectValueNode(fields=tuple(fields))
    return _NODES[type(value)](value)


_VALUES: Final[Mapping[type[ValueNode], Callable[[Any], Value]]] = {
    NullValueNode: lambda _: None,
    BooleanValueNode: lambda node: node.value,
    StringValueNode: lambda node: node.value,
    IntValueNode: lambda node: integer_of(node.value),
    FloatValueNode: lambda node: float_of(node.value),
    EnumValueNode: lambda node: EnumValue(node.value),
}
_NODES: Final[Mapping[type, Callable[[Any], ValueNode]]] = {
    NoneType: lambda _: NullValueNode(),
    bool: lambda value: BooleanValueNode(value=value),
    str: lambda value: StringValueNode(value=value, block=False),
    int: lambda value: IntValueNode(value=str(value)),
    float: lambda value: FloatValueNode(value=repr(value)),
    EnumValue: lambda value: EnumValueNode(value=str(value)),
    VariableNode: lambda node: node,
}
