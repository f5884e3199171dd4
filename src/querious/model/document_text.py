"""Operation → the document and the variables that are sent. Never parses what it wrote: the hot path of generation."""

from __future__ import annotations

from json.encoder import encode_basestring_ascii
from typing import TYPE_CHECKING

from querious.model.case import Case, graphql_case
from querious.model.operation import Field
from querious.model.values import ABSENT, EnumValue, Raw, Variable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model.operation import Directive, Operation, Selection
    from querious.model.values import JSON, Value


def write_case(number: int, operation: Operation, flaw: str = "", identity: str = "") -> Case:
    """The case that asks this operation, as this identity."""
    document, variables = write(operation)
    return graphql_case(number, operation, document, variables, flaw, identity=identity)


def write(operation: Operation) -> tuple[str, dict[str, JSON]]:
    """The document in one line, and the variables to send with it."""
    declared: dict[str, Variable] = {}
    selections = _selections(operation.selections, declared)
    head = operation.kind
    if operation.name:
        head = f"{head} {operation.name}"
    if declared:
        head = f"{head}({', '.join([f'${variable.name}: {variable.type}' for variable in declared.values()])})"
    elif head == "query":
        head = ""
    variables = {name: variable.value for name, variable in declared.items() if variable.value is not ABSENT}
    return (f"{head} {selections}" if head else selections), variables


def _selections(selections: Sequence[Selection], declared: dict[str, Variable]) -> str:
    """``{ … }``; ``declared`` collects the variables met, in the order of the document."""
    parts: list[str] = []
    for node in selections:
        if isinstance(node, Field):
            _, name, alias, arguments, directives, children = node
            text = f"{alias}: {name}" if alias else name
            if arguments:
                written = [f"{key}: {_value(value, declared)}" for key, value in arguments]
                text = f"{text}({', '.join(written)})"
        else:
            on, directives, children = node
            text = f"... on {on}"
        if directives:
            text += _directives(directives, declared)
        if children:
            text = f"{text} {_selections(children, declared)}"
        parts.append(text)
    return f"{{ {' '.join(parts)} }}"


def _directives(directives: Sequence[Directive], declared: dict[str, Variable]) -> str:
    text = ""
    for name, arguments in directives:
        written = [f"{key}: {_value(value, declared)}" for key, value in arguments]
        text += f" @{name}({', '.join(written)})" if written else f" @{name}"
    return text


def _value(value: Value, declared: dict[str, Variable]) -> str:
    kind = type(value)
    if kind is str:
        return encode_basestring_ascii(value)
    if kind is Variable:
        declared[value.name] = value
        return f"${value.name}"
    if kind is int:
        return str(value)
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if kind is EnumValue or kind is Raw:
        return str(value)
    if kind is list:
        return f"[{', '.join([_value(item, declared) for item in value])}]"
    if kind is dict:
        return f"{{{', '.join([f'{key}: {_value(item, declared)}' for key, item in value.items()])}}}"
    return repr(value)  # a float: repr is the shortest text that reads back the same, and valid GraphQL
