"""What a server says that it does not have: the schema is older than the server, or the server changed meanwhile.

Servers word it differently, and name the type, the field and the argument in any order or not at all; what a message
leaves out is looked up in the operation that was refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLInterfaceType, GraphQLObjectType, get_named_type

from querious.model.definitions import fields_of
from querious.model.operation import Fragment, fields, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLSchema

    from querious.model import Field, Operation

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
    """What one message names."""

    kind: str
    type: str
    field: str
    argument: str


def missing_in(messages: Iterable[str], operation: Operation, schema: GraphQLSchema) -> tuple[str, ...]:
    """Coordinates of what an operation asked for and a server does not know.

    ``Type.field``, ``Type.field.argument`` or ``Type``, and only what the operation really holds.
    """
    found: dict[str, None] = {}
    for message in messages:
        named = _read(message[:_LONGEST])
        if named is not None:
            found.update(dict.fromkeys(_coordinates(named, operation, schema)))
    return tuple(found)


def _read(message: str) -> _Named | None:
    for kind, pattern in _PATTERNS:
        match = pattern.search(message)
        if match is not None:
            parts = match.groupdict()
            return _Named(kind, parts.get("type") or "", parts.get("field") or "", parts.get("argument") or "")
    return None


def _coordinates(named: _Named, operation: Operation, schema: GraphQLSchema) -> Iterator[str]:
    if named.kind == "type":
        if named.type in schema.type_map and _mentions(operation, named.type, schema):
            yield named.type
        return
    for field in fields(operation.selections):
        if named.field not in {"", field.name} or field.name.startswith("__"):
            continue
        if named.type and named.type != field.parent and named.type not in _interfaces_of(field.parent, schema):
            continue
        if named.kind == "field":
            yield field.coordinate
        elif any(name == named.argument for name, _ in field.arguments):
            yield f"{field.coordinate}.{named.argument}"


def _interfaces_of(name: str, schema: GraphQLSchema) -> set[str]:
    """The interfaces of a type: some servers name the one at which a field was declared."""
    declared = schema.type_map.get(name)
    if not isinstance(declared, GraphQLObjectType | GraphQLInterfaceType):
        return set()
    return {interface.name for interface in declared.interfaces}


def _mentions(operation: Operation, name: str, schema: GraphQLSchema) -> bool:
    """Whether an operation names a type, in a fragment or as the type of something that it sends."""
    for node in walk(operation.selections):
        if isinstance(node, Fragment):
            if node.on == name:
                return True
        elif any(kind == name for kind in _argument_types(node, schema)):
            return True
    return False


def _argument_types(node: Field, schema: GraphQLSchema) -> Iterator[str]:
    declared = fields_of(schema, node.parent).get(node.name)
    if declared is None:
        return
    for argument, _ in node.arguments:
        if argument in declared.args:
            yield get_named_type(declared.args[argument].type).name


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
