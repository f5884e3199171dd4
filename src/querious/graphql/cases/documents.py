"""Written documents → Operations, with named fragments put in place: for measuring and replaying what people wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    OperationDefinitionNode,
    get_named_type,
    parse,
    print_ast,
)

from querious.errors import ConfigError
from querious.model import ABSENT, Directive, Field, Fragment, Operation, Variable
from querious.model.definitions import fields_of
from querious.model.literals import value_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphql import DirectiveNode, GraphQLSchema, SelectionNode, ValueNode, VariableNode

    from querious.model import JSON, Selection, Value


def read_documents(
    schema: GraphQLSchema, text: str, name: str = "the document", variables: Mapping[str, JSON] | None = None
) -> list[Operation]:
    """The operations of a document. Fragments that include themselves are cut where they would loop."""
    try:
        document = parse(text, no_location=True)
    except GraphQLError as error:
        where = f", line {error.locations[0].line}, column {error.locations[0].column}" if error.locations else ""
        raise ConfigError(f"{name}{where}: {error.message} Only GraphQL documents can be measured.") from error
    fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
    return [
        _Reader(schema, fragments, node, variables or {}).operation()
        for node in document.definitions
        if isinstance(node, OperationDefinitionNode)
    ]


class _Reader:
    """Reads one operation of a document."""

    def __init__(
        self,
        schema: GraphQLSchema,
        fragments: Mapping[str, FragmentDefinitionNode],
        node: OperationDefinitionNode,
        variables: Mapping[str, JSON],
    ) -> None:
        self._schema = schema
        self._fragments = fragments
        self._node = node
        self._variables = {}
        for declared in node.variable_definitions or ():
            name = declared.variable.name.value
            default = ABSENT if declared.default_value is None else self._value(declared.default_value)
            value = variables.get(name, default)
            self._variables[name] = Variable(name, print_ast(declared.type), value)

    def operation(self) -> Operation:
        kind = self._node.operation
        root = self._schema.get_root_type(kind)
        name = self._node.name.value if self._node.name else ""
        root_name = root.name if root else ""
        selections = self._selections(root_name, self._node.selection_set.selections, ())
        return Operation(kind.value, name, root_name, selections)

    def _selections(self, parent: str, nodes: Sequence[SelectionNode], inside: tuple[str, ...]) -> list[Selection]:
        read: list[Selection] = []
        for node in nodes:
            if isinstance(node, FieldNode):
                read.append(self._field(parent, node, inside))
                continue
            directives = self._directives(node.directives)
            if isinstance(node, FragmentSpreadNode):
                name = node.name.value
                if name in inside or name not in self._fragments:
                    continue
                definition = self._fragments[name]
                on, body, within = definition.type_condition.name.value, definition.selection_set, (*inside, name)
            else:
                condition = getattr(node, "type_condition", None)
                on, body, within = condition.name.value if condition else parent, node.selection_set, inside  # type: ignore[attr-defined]
            read.append(Fragment(on, directives, self._selections(on, body.selections, within)))
        return read

    def _field(self, parent: str, node: FieldNode, inside: tuple[str, ...]) -> Field:
        name = node.name.value
        definition = fields_of(self._schema, parent).get(name)
        children: list[Selection] = []
        if node.selection_set is not None:
            target = get_named_type(definition.type).name if definition else ""
            children = self._selections(target, node.selection_set.selections, inside)
        arguments = self._arguments(node)
        alias = node.alias.value if node.alias else ""
        return Field(parent, name, alias, arguments, self._directives(node.directives), children)

    def _directives(self, nodes: Sequence[DirectiveNode] | None) -> list[Directive]:
        return [Directive(node.name.value, self._arguments(node)) for node in nodes or ()]

    def _arguments(self, node: FieldNode | DirectiveNode) -> list[tuple[str, Value]]:
        return [(argument.name.value, self._value(argument.value)) for argument in node.arguments or ()]

    def _value(self, node: ValueNode) -> Value:
        return value_of(node, self._variable)

    def _variable(self, node: VariableNode) -> Variable:
        name = node.name.value
        return self._variables.get(name, Variable(name, "", ABSENT))
