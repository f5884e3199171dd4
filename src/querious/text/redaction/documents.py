"""Where the values of a document stand: its literals, and what its variables are given to."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    InlineFragmentNode,
    ListValueNode,
    ObjectValueNode,
    OperationDefinitionNode,
    VariableNode,
)

from querious.text.canonical import parsed, printed
from querious.text.redaction.names import may_be_said, said_by
from querious.text.redaction.places import ROOTS, Way

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graphql import ValueNode

    from querious.model.values import JSON

Ways = tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, text, boolean or name that is written in a document, with the ways to it."""

    start: int
    end: int
    value: JSON
    is_enum: bool
    ways: Ways


@dataclass(frozen=True, slots=True)
class Sketch:
    """A document as far as redaction must know it."""

    text: str
    """Without comments and descriptions, which may hold anything."""
    literals: tuple[Literal, ...]
    """In the order of the text."""
    variables: dict[str, Ways]


def sketch(text: str) -> Sketch:
    """ValueError for what is no GraphQL."""
    document = parsed(text, located=True)
    if "#" in text or '"""' in text:
        executable = OperationDefinitionNode | FragmentDefinitionNode
        text = printed(node for node in document.definitions if isinstance(node, executable))
        document = parsed(text, located=True)
    drawing = _Drawing()
    for definition in document.definitions:
        if isinstance(definition, OperationDefinitionNode):
            drawing.operation(definition)
        elif isinstance(definition, FragmentDefinitionNode):
            drawing.directives(definition)
            drawing.selections(definition, definition.type_condition.name.value)
    return drawing.done(text)


class _Drawing:
    def __init__(self) -> None:
        self._literals: list[Literal] = []
        self._defaults: list[tuple[ValueNode, str]] = []
        self._uses: dict[str, dict[Way, None]] = defaultdict(dict)

    def operation(self, node: OperationDefinitionNode) -> None:
        for definition in node.variable_definitions or ():
            name, kind = definition.variable.name.value, _named(definition.type)
            by_name = Way("$", kind, (name,))
            by_type = Way(kind, kind, (name,), is_input=True, known=1)
            self._uses[name] |= {by_name: None, by_type: None}
            self.directives(definition)
            if definition.default_value:
                self._defaults.append((definition.default_value, name))
        self.directives(node)
        self.selections(node, ROOTS[node.operation.value])

    def selections(self, node: Any, parent: str) -> None:
        for selection in node.selection_set.selections if node.selection_set else ():
            self.directives(selection)
            if isinstance(selection, FieldNode):
                self._arguments(selection, parent)
                self.selections(selection, "")
            elif isinstance(selection, InlineFragmentNode):
                condition = selection.type_condition
                self.selections(selection, condition.name.value if condition else parent)

    def directives(self, node: Any) -> None:
        for directive in node.directives or ():
            self._arguments(directive, "@")

    def _arguments(self, node: Any, parent: str) -> None:
        for argument in node.arguments or ():
            self._value(argument.value, (Way(parent, node.name.value, (argument.name.value,)),))

    def _value(self, value: ValueNode, ways: Ways) -> None:
        for leaf, (way, *others) in _leaves(value, ways):
            if isinstance(leaf, VariableNode):
                self._uses[leaf.name.value][way._replace(known=len(way.names))] = None
            elif leaf.kind in _READ and leaf.loc:
                read = _READ[leaf.kind](leaf)
                is_enum = leaf.kind == "enum_value"
                self._literals.append(Literal(leaf.loc.start, leaf.loc.end, read, is_enum, (way, *others)))

    def done(self, text: str) -> Sketch:
        variables = {name: tuple(ways) for name, ways in self._uses.items()}
        for value, name in self._defaults:
            self._value(value, variables[name])
        return Sketch(text, tuple(sorted(self._literals, key=lambda one: one.start)), variables)


def _named(node: Any) -> str:
    while not hasattr(node, "name"):
        node = node.type
    return str(node.name.value)


def _leaves(node: ValueNode, ways: Ways) -> Iterator[tuple[ValueNode, Ways]]:
    if isinstance(node, ListValueNode):
        for value in node.values:
            yield from _leaves(value, ways)
    elif isinstance(node, ObjectValueNode):
        said = said_by((field.name.value, getattr(field.value, "value", None)) for field in node.fields)
        for field in node.fields:
            yield from _leaves(field.value, ways_down(ways, field.name.value, said))
    else:
        yield node, ways


def ways_down(ways: Ways, name: str, said: str) -> Ways:
    """The ways to a member of an object, whose members say what its value is; see ``said_by``."""
    told = said if said and may_be_said(name) else ""
    return tuple(way.down(name, told) for way in ways) or (Way("", "", (name,), said=told),)


def _number(node: Any) -> float:
    try:
        return int(node.value)
    except ValueError:  # more digits than Python reads
        return math.inf


_READ: Final[dict[str, Callable[[Any], JSON]]] = {
    "string_value": lambda node: node.value,
    "int_value": _number,
    "float_value": lambda node: float(node.value),
    "enum_value": lambda node: node.value,
    "boolean_value": lambda node: node.value,
}
"""By the kind of the node."""
