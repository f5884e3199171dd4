"""Where the values of a document stand: its literals, and what its variables are given to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    GraphQLError,
    InlineFragmentNode,
    ListValueNode,
    ObjectValueNode,
    OperationDefinitionNode,
    VariableNode,
    parse,
)

from querious.text.canonical import printed
from querious.text.redaction.names import may_be_said, said_by
from querious.text.redaction.places import ROOTS, Way

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import ArgumentNode, DirectiveNode, SelectionSetNode, TypeNode, ValueNode

_LITERALS: Final = frozenset(("string_value", "int_value", "float_value", "enum_value", "boolean_value"))


@dataclass(frozen=True, slots=True)
class Literal:
    """A value written in a document, with the ways to it."""

    node: ValueNode
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Sketch:
    """A document as far as redaction must know it."""

    text: str
    """Without comments and descriptions, which may hold anything."""
    literals: tuple[Literal, ...]
    """Whole arguments and defaults: lists and objects are walked through when they are redacted."""
    variables: dict[str, tuple[Way, ...]]


def sketch(text: str) -> Sketch:
    """ValueError for what is no GraphQL."""
    try:
        document = parse(text)
        if "#" in text or '"""' in text:
            executable = OperationDefinitionNode | FragmentDefinitionNode
            text = printed(node for node in document.definitions if isinstance(node, executable))
            document = parse(text)
        reading = _Reading()
        for definition in document.definitions:
            if isinstance(definition, OperationDefinitionNode):
                reading.operation(definition)
            elif isinstance(definition, FragmentDefinitionNode):
                reading.directives(definition.directives)
                reading.selections(definition.selection_set, definition.type_condition.name.value)
    except GraphQLError as error:
        raise ValueError(f"not GraphQL: {' '.join(error.message.split())[:200]}") from None
    except RecursionError:
        raise ValueError("not GraphQL that can be read: nested too deeply") from None
    return reading.done(text)


class _Reading:
    def __init__(self) -> None:
        self._literals: list[tuple[ValueNode, Way]] = []
        self._defaults: list[tuple[ValueNode, str]] = []
        self._uses: dict[str, dict[Way, None]] = {}

    def operation(self, node: OperationDefinitionNode) -> None:
        for definition in node.variable_definitions or ():
            name, kind = definition.variable.name.value, _named(definition.type)
            ways = self._uses.setdefault(name, {})
            ways[Way("$", kind, (name,))] = None
            ways[Way(kind, kind, (name,), is_input=True, known=1)] = None
            self.directives(definition.directives)
            if definition.default_value:
                self._defaults.append((definition.default_value, name))
        self.directives(node.directives)
        self.selections(node.selection_set, ROOTS[node.operation.value])

    def selections(self, node: SelectionSetNode | None, parent: str) -> None:
        for selection in node.selections if node else ():
            self.directives(selection.directives)
            if isinstance(selection, FieldNode):
                self._arguments(selection.arguments, parent, selection.name.value)
                self.selections(selection.selection_set, "")
            elif isinstance(selection, InlineFragmentNode):
                condition = selection.type_condition
                self.selections(selection.selection_set, condition.name.value if condition else parent)

    def directives(self, nodes: Sequence[DirectiveNode] | None) -> None:
        for node in nodes or ():
            self._arguments(node.arguments, "@", node.name.value)

    def _arguments(self, nodes: Sequence[ArgumentNode] | None, parent: str, around: str) -> None:
        for node in nodes or ():
            way = Way(parent, around, (node.name.value,))
            self._literals.append((node.value, way))
            for name, inner in _variables(node.value, way):
                self._uses.setdefault(name, {})[inner._replace(known=len(inner.names))] = None

    def done(self, text: str) -> Sketch:
        variables = {name: tuple(ways) for name, ways in self._uses.items()}
        literals = [Literal(node, (way,)) for node, way in self._literals if _holds_literals(node)]
        literals += [Literal(node, variables[name]) for node, name in self._defaults if _holds_literals(node)]
        literals.sort(key=lambda one: one.node.loc.start if one.node.loc else 0)
        return Sketch(text, tuple(literals), variables)


def _named(node: TypeNode) -> str:
    while not hasattr(node, "name"):
        node = node.type  # type: ignore[attr-defined]
    return str(node.name.value)


def _variables(node: ValueNode, way: Way) -> Iterator[tuple[str, Way]]:
    if isinstance(node, VariableNode):
        yield node.name.value, way
    elif isinstance(node, ListValueNode):
        for value in node.values:
            yield from _variables(value, way)
    elif isinstance(node, ObjectValueNode):
        said = said_in(node)
        for field in node.fields:
            name = field.name.value
            yield from _variables(field.value, way.down(name, said if may_be_said(name) else ""))


def said_in(node: ObjectValueNode) -> str:
    """What the literals of an object say that its value is; see ``said_by``."""
    return said_by((field.name.value, getattr(field.value, "value", None)) for field in node.fields)


def _holds_literals(node: ValueNode) -> bool:
    if isinstance(node, ListValueNode):
        return any(map(_holds_literals, node.values))
    if isinstance(node, ObjectValueNode):
        return any(_holds_literals(field.value) for field in node.fields)
    return node.kind in _LITERALS
