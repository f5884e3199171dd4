"""GraphQL documents in one canonical way: no comments, no descriptions, no character that could be left out.

graphql-core can print nicely, and strip what was printed; this does both at once in a tenth of the time, which
matters in somebody else's server, and writes block strings as plain ones, so that equal values are equal texts.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from graphql import (
    BooleanValueNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    ListTypeNode,
    ListValueNode,
    NonNullTypeNode,
    NullValueNode,
    ObjectValueNode,
    OperationDefinitionNode,
    StringValueNode,
    VariableNode,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphql import (
        ArgumentNode,
        DirectiveNode,
        SelectionNode,
        SelectionSetNode,
        TypeNode,
        ValueNode,
        VariableDefinitionNode,
    )


def printed(definitions: Iterable[OperationDefinitionNode | FragmentDefinitionNode]) -> str:
    """The definitions, one after the other, in the order given."""
    return "".join(
        _operation(definition) if isinstance(definition, OperationDefinitionNode) else _fragment(definition)
        for definition in definitions
    )


def quoted(text: str) -> str:
    """A string literal. JSON's escapes are GraphQL's."""
    return json.dumps(text, ensure_ascii=False)


def _operation(node: OperationDefinitionNode) -> str:
    name = node.name.value if node.name else ""
    variables = "".join(_apart([_variable(variable) for variable in node.variable_definitions or ()]))
    rest = (f"({variables})" if variables else "") + _directives(node.directives)
    body = _selections(node.selection_set)
    if not name and not rest and node.operation.value == "query":
        return body
    return f"{node.operation.value}{' ' if name else ''}{name}{rest}{body}"


def _fragment(node: FragmentDefinitionNode) -> str:
    condition = node.type_condition.name.value
    return f"fragment {node.name.value} on {condition}{_directives(node.directives)}{_selections(node.selection_set)}"


def _variable(node: VariableDefinitionNode) -> str:
    default = f"={_value(node.default_value)}" if node.default_value else ""
    return f"${node.variable.name.value}:{_type(node.type)}{default}{_directives(node.directives)}"


def _type(node: TypeNode) -> str:
    if isinstance(node, NonNullTypeNode):
        return f"{_type(node.type)}!"
    if isinstance(node, ListTypeNode):
        return f"[{_type(node.type)}]"
    return node.name.value  # type: ignore[attr-defined,no-any-return]


def _directives(nodes: Sequence[DirectiveNode] | None) -> str:
    return "".join(f"@{node.name.value}{_arguments(node.arguments)}" for node in nodes or ())


def _arguments(nodes: Sequence[ArgumentNode] | None) -> str:
    if not nodes:
        return ""
    return f"({''.join(_apart([f'{node.name.value}:{_value(node.value)}' for node in nodes]))})"


def _selections(node: SelectionSetNode | None) -> str:
    if node is None:
        return ""
    return f"{{{''.join(_apart([_selection(selection) for selection in node.selections]))}}}"


def _selection(node: SelectionNode) -> str:
    if isinstance(node, FieldNode):
        alias = f"{node.alias.value}:" if node.alias else ""
        rest = _arguments(node.arguments) + _directives(node.directives) + _selections(node.selection_set)
        return f"{alias}{node.name.value}{rest}"
    if isinstance(node, FragmentSpreadNode):
        return f"...{node.name.value}{_directives(node.directives)}"
    condition: Any = node.type_condition  # type: ignore[attr-defined]
    on = f"on {condition.name.value}" if condition else ""
    return f"...{on}{_directives(node.directives)}{_selections(node.selection_set)}"  # type: ignore[attr-defined]


def _value(node: ValueNode) -> str:
    if isinstance(node, VariableNode):
        return f"${node.name.value}"
    if isinstance(node, StringValueNode):
        return quoted(node.value)
    if isinstance(node, ListValueNode):
        return f"[{''.join(_apart([_value(value) for value in node.values]))}]"
    if isinstance(node, ObjectValueNode):
        return f"{{{''.join(_apart([f'{field.name.value}:{_value(field.value)}' for field in node.fields]))}}}"
    if isinstance(node, BooleanValueNode):
        return "true" if node.value else "false"
    return "null" if isinstance(node, NullValueNode) else node.value  # type: ignore[attr-defined]


def _apart(pieces: list[str]) -> Iterable[str]:
    """With a space where a name, a number or a string meets another, or a spread: else they could run together."""
    last = ""
    for piece in pieces:
        if _is_word(last) and (_is_word(piece[0]) or piece[0] == "."):
            yield " "
        yield piece
        last = piece[-1]


def _is_word(character: str) -> bool:
    return character.isalnum() or character in ("_", "-", '"')
