"""What a server says that it does not have: the schema is older than the server, or the server changed meanwhile.

Servers word it differently, and name the type, the field and the argument in any order or not at all; what a message
leaves out is looked up in the operation that was refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import get_named_type

from querious.model.definitions import fields_of, input_at
from querious.model.operation import Fragment, fields, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLSchema

    from querious.model import Operation

_LONGEST: Final = 600
_Q: Final = r"[\"'`\u201c\u2018]?"
_E: Final = r"[\"'`\u201d\u2019]?"


def _named(group: str) -> str:
    return rf"{_Q}(?P<{group}>[_A-Za-z]\w*){_E}"


_UNKNOWN_FIELD: Final = (
    # graphql-js, graphql-core, gqlgen, webonyx, Absinthe, Sangria, graphql-dotnet; Juniper, async-graphql
    rf"(?:Cannot query|Unknown) field {_named('field')} on (?:type )?{_named('type')}",
    # graphql-java
    rf"Field {_named('field')} in type {_named('type')} is undefined",
    # graphql-ruby
    rf"Field {_named('field')} doesn't exist on type {_named('type')}",
    # Hot Chocolate
    rf"field {_named('field')} does not exist on (?:the )?type {_named('type')}",
    # Hasura
    rf"field {_named('field')} not found in type:? {_named('type')}",
    # a field that has become an object, or a leaf
    rf"Field {_named('field')} of type {_Q}[\w!\[\]]+{_E} must have a (?:selection|sub ?selection)",
    rf"Field {_named('field')} must not have a selection",
    # an argument that is required by now
    rf"Field {_named('field')},? argument {_Q}\w+{_E} of type {_Q}[\w!\[\]]+{_E} is required",
    rf"Field {_named('field')} is missing required arguments",
)
_UNKNOWN_ARGUMENT: Final = (
    rf"Unknown argument {_named('argument')} on field {_Q}(?P<type>\w+)\.(?P<field>\w+){_E}",
    rf"Unknown argument {_named('argument')} on field {_named('field')}(?: (?:of|on) type {_named('type')})?",
    rf"Unknown (?:field )?argument {_named('argument')}",
    rf"Field {_named('field')} doesn't accept argument {_named('argument')}",
    rf"The argument {_named('argument')} does not exist",
    rf"{_named('field')} has no argument named {_named('argument')}",
)
_UNKNOWN_TYPE: Final = (
    rf"Unknown type {_named('type')}",
    rf"No such type {_named('type')}",
    rf"{_named('type')} isn't a defined input type",
    rf"type {_named('type')} (?:does not exist|is not defined|not found)",
)
_PATTERNS: Final = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, patterns in (("argument", _UNKNOWN_ARGUMENT), ("field", _UNKNOWN_FIELD), ("type", _UNKNOWN_TYPE))
    for pattern in patterns
)
"""Arguments before fields: what is said of an argument names its field as well."""


class _Named(NamedTuple):
    """What one message names; empty for what it leaves out."""

    kind: str
    type: str = ""
    field: str = ""
    argument: str = ""


_NOTHING: Final = _Named("")


def missing_in(messages: Iterable[str], operation: Operation, schema: GraphQLSchema) -> tuple[str, ...]:
    """Coordinates of what an operation asked for and a server does not know.

    ``Type.field``, ``Type.field.argument`` or ``Type``, and only what the operation really holds.
    """
    found: dict[str, None] = {}
    for message in messages:
        named = _read(message[:_LONGEST])
        coordinates = _types(named, operation, schema) if named.kind == "type" else _members(named, operation, schema)
        found.update(dict.fromkeys(coordinates))
    return tuple(found)


def _read(message: str) -> _Named:
    for kind, pattern in _PATTERNS:
        match = pattern.search(message)
        if match is not None:
            return _Named(kind, **{part: name for part, name in match.groupdict().items() if name})
    return _NOTHING


def _types(named: _Named, operation: Operation, schema: GraphQLSchema) -> list[str]:
    """The type that a message names, if the operation names it too: in a fragment or as the type of an argument."""
    mentioned: set[str] = set()
    for node in walk(operation.selections):
        if isinstance(node, Fragment):
            mentioned.add(node.on)
            continue
        declared = (input_at(schema, f"{node.coordinate}.{name}") for name, _ in node.arguments)
        mentioned.update(get_named_type(argument.type).name for argument in declared if argument is not None)
    return [name for name in (named.type,) if name in mentioned and name in schema.type_map]


def _members(named: _Named, operation: Operation, schema: GraphQLSchema) -> Iterator[str]:
    """The fields or arguments of the operation that a message may mean."""
    for field in fields(operation.selections) if named.kind else ():
        fits = named.field in {"", field.name} and not field.name.startswith("__")
        if not fits or named.type not in {"", field.parent, *_interfaces_of(field.parent, schema)}:
            continue
        if named.kind == "field":
            yield field.coordinate
        elif named.argument in dict(field.arguments):
            yield f"{field.coordinate}.{named.argument}"


def _interfaces_of(name: str, schema: GraphQLSchema) -> set[str]:
    """The interfaces of a type: some servers name the one at which a field was declared."""
    return {interface.name for interface in getattr(schema.type_map.get(name), "interfaces", ())}


def widened(coordinates: Iterable[str], schema: GraphQLSchema) -> set[str]:
    """What cannot be asked where these are missing: with a type, also the fields that give it and arguments of it."""
    found = set(coordinates)
    types = {name for name in found if "." not in name}
    if not types:
        return found
    for typename in schema.type_map:
        for name, field in fields_of(schema, typename).items():
            coordinate = f"{typename}.{name}"
            if typename in types or get_named_type(field.type).name in types:
                found.add(coordinate)
            for key, argument in field.args.items():
                if get_named_type(argument.type).name in types:
                    found.add(f"{coordinate}.{key}")
    return found


def vanished(old: GraphQLSchema, new: GraphQLSchema) -> set[str]:
    """What a schema has and a later one does not, as coordinates of fields and arguments; changed types count."""
    found: set[str] = set()
    for typename in old.type_map:
        if typename.startswith("__"):
            continue
        later = fields_of(new, typename)
        for name, field in fields_of(old, typename).items():
            now = later.get(name)
            if now is None or get_named_type(now.type).name != get_named_type(field.type).name:
                found.add(f"{typename}.{name}")
            else:
                found.update(f"{typename}.{name}.{argument}" for argument in field.args.keys() - now.args.keys())
    return found
