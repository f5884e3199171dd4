"""The documents that are sent: one for each operation, built once, with every value in a variable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphql import (
    GraphQLArgument,
    GraphQLError,
    GraphQLNonNull,
    GraphQLSchema,
    Undefined,
    coerce_input_value,
    get_named_type,
    is_composite_type,
    is_required_argument,
)

from querious.graphql.collections.selections import Selection, along, merge, of_payload, written
from querious.model.defaults import default_of
from querious.text.words import camel, written_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.graphql.collections.operations import CollectionOperation


@dataclass(frozen=True, slots=True)
class Document:
    """One operation, ready to be sent."""

    operation: CollectionOperation
    name: str
    text: str


def document(schema: GraphQLSchema, operation: CollectionOperation, entry: Selection) -> Document:
    """Ask for the entry where the answer holds it, and for what the payload tells besides."""
    root = operation.root
    name = camel(tuple(part for one in root.names for part in written_words(one)))
    text = written(_selected(schema, operation, entry))
    declared: list[str] = []
    for position in reversed(range(len(root.names))):
        given = list(_given(operation, position))
        declared = [f"${variable}: {type_}" for _, variable, type_ in given] + declared
        passed = f"({', '.join(f'{argument}: ${variable}' for argument, variable, _ in given)})" if given else ""
        text = f"{root.names[position]}{passed}{f' {{ {text} }}' if text else ''}"
    variables = f"({', '.join(declared)})" if declared else ""
    return Document(operation, name, f"{root.kind} {name}{variables} {{ {text} }}")


def fits(document: Document, variables: dict[str, Any]) -> bool:
    """Whether the schema allows these: what it does not is no question to the service."""
    arguments = document.operation.root.asked.args
    if any(is_required_argument(one) and name not in variables for name, one in arguments.items()):
        return False
    try:
        read = [coerce_input_value(value, arguments[name].type) for name, value in variables.items()]
    except GraphQLError:
        return False
    return Undefined not in read


def parent_variable(operation: CollectionOperation) -> str:
    """The variable that holds the key of the parent, or the input object with it."""
    parent = operation.parent
    return "" if parent is None else f"{operation.root.names[-2]}_{parent.key.path[0]}"


def _selected(schema: GraphQLSchema, operation: CollectionOperation, entry: Selection) -> Selection:
    given = get_named_type(operation.root.asked.type)
    selection: Selection = {}
    if operation.way is not None:
        merge(selection, along(operation.way, entry))
    if not operation.many:
        merge(selection, of_payload(schema, given, operation.type.name if operation.type else ""))
    for way in operation.paging.told:
        merge(selection, along(way, {}))
    if not selection and is_composite_type(given):
        selection = {"__typename": None}
    return selection


def _given(operation: CollectionOperation, position: int) -> Iterator[tuple[str, str, str]]:
    """Argument, variable and type of all that one field of the way from the root is given."""
    field = operation.root.fields[position]
    if position == len(operation.root.fields) - 1:
        for name in _arguments(operation):
            yield name, name, _type(field.args[name])
    elif operation.parent is not None and position == len(operation.root.fields) - 2:
        name = operation.parent.key.path[0]
        yield name, parent_variable(operation), _type(field.args[name])


def _arguments(operation: CollectionOperation) -> list[str]:
    form, paging = operation.form, operation.paging
    paths = [slot.path for slot in form.slots] + list(form.always) + [paging.size, paging.place]
    if form.key is not None:
        paths.insert(0, form.key.path)
    return list(dict.fromkeys(path[0] for path in paths if path))


def _type(argument: GraphQLArgument) -> str:
    """Nullable where the schema has a default: then the variable may be left out."""
    if isinstance(argument.type, GraphQLNonNull) and default_of(argument) is not Undefined:
        return str(argument.type.of_type)
    return str(argument.type)
