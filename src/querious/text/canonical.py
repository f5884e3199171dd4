"""GraphQL documents in one canonical way: no comments, no descriptions, no character that could be left out.

graphql-core can print nicely, and strip what was printed; this does both at once in a tenth of the time, which
matters in somebody else's server, and writes block strings as plain ones, so that equal values are equal texts.
"""

from __future__ import annotations

import json
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Any, Final

from graphql import GraphQLError, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from graphql import DocumentNode, FragmentDefinitionNode, OperationDefinitionNode

_IN_WORDS: Final = frozenset((*ascii_letters, *digits, "_", "-", '"'))
_RUN_ON: Final = _IN_WORDS | {"."}
"""What must not follow a word without a space: a name, a number, a string, or a spread."""


def parsed(text: str, *, located: bool = False) -> DocumentNode:
    """A document, with places in the text if they are asked for. A ValueError of one line for what is no GraphQL."""
    try:
        return parse(text, no_location=not located)
    except GraphQLError as error:
        raise ValueError(f"not GraphQL: {' '.join(error.message.split())[:200]}") from None
    except RecursionError:
        raise ValueError("not GraphQL that can be read: nested too deeply") from None


def printed(definitions: Iterable[OperationDefinitionNode | FragmentDefinitionNode]) -> str:
    """The definitions, one after the other, in the order given."""
    return "".join(map(_printed, definitions))


def quoted(value: str | float) -> str:
    """The literal of a text, a number or a boolean. JSON's escapes are GraphQL's."""
    return json.dumps(value, ensure_ascii=False)


def _printed(node: Any) -> str:
    return _PRINTERS[node.kind](node)


def _between(opening: str, nodes: Iterable[Any], closing: str) -> str:
    pieces = [opening]
    last = ""
    for node in nodes:
        piece = _PRINTERS[node.kind](node)
        if last in _IN_WORDS and piece[0] in _RUN_ON:
            pieces.append(" ")
        pieces.append(piece)
        last = piece[-1]
    return "".join([*pieces, closing])


def _operation(node: Any) -> str:
    variables = _between("(", node.variable_definitions, ")") if node.variable_definitions else ""
    rest = variables + _directives(node)
    head = f"{node.operation.value} {node.name.value}" if node.name else node.operation.value
    is_short = head == "query" and not rest
    return _selections(node) if is_short else f"{head}{rest}{_selections(node)}"


def _variable_definition(node: Any) -> str:
    default = f"={_printed(node.default_value)}" if node.default_value else ""
    return f"{_printed(node.variable)}:{_printed(node.type)}{default}{_directives(node)}"


def _field(node: Any) -> str:
    alias = f"{node.alias.value}:" if node.alias else ""
    return f"{alias}{node.name.value}{_arguments(node)}{_directives(node)}{_selections(node)}"


def _inline_fragment(node: Any) -> str:
    condition = f"on {node.type_condition.name.value}" if node.type_condition else ""
    return f"...{condition}{_directives(node)}{_selections(node)}"


def _arguments(node: Any) -> str:
    return _between("(", node.arguments, ")") if node.arguments else ""


def _directives(node: Any) -> str:
    return "".join(map(_printed, node.directives)) if node.directives else ""


def _selections(node: Any) -> str:
    return _between("{", node.selection_set.selections, "}") if node.selection_set else ""


def _value(node: Any) -> str:
    return str(node.value)


def _pair(node: Any) -> str:
    return f"{node.name.value}:{_printed(node.value)}"


_PRINTERS: Final[dict[str, Callable[[Any], str]]] = {
    "operation_definition": _operation,
    "fragment_definition": lambda node: f"fragment {node.name.value} {_inline_fragment(node)[3:]}",
    "variable_definition": _variable_definition,
    "named_type": lambda node: str(node.name.value),
    "list_type": lambda node: f"[{_printed(node.type)}]",
    "non_null_type": lambda node: f"{_printed(node.type)}!",
    "directive": lambda node: f"@{node.name.value}{_arguments(node)}",
    "argument": _pair,
    "field": _field,
    "fragment_spread": lambda node: f"...{node.name.value}{_directives(node)}",
    "inline_fragment": _inline_fragment,
    "variable": lambda node: f"${node.name.value}",
    "string_value": lambda node: quoted(node.value),
    "list_value": lambda node: _between("[", node.values, "]"),
    "object_value": lambda node: _between("{", node.fields, "}"),
    "object_field": _pair,
    "boolean_value": lambda node: str(node.value).lower(),
    "null_value": lambda _: "null",
    "int_value": _value,
    "float_value": _value,
    "enum_value": _value,
}
"""By the kind of the node."""
