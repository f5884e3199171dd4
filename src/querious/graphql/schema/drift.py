"""What a server says that it does not have: the schema at hand is older than the server, or was changed under way.

Servers word it differently, and name the type, the field and the argument in any order or not at all; what a message
leaves out is looked up in the operation that was refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLInterfaceType, GraphQLObjectType, get_named_type

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
        if named.type and named.type != field.parent and named.type not in _kin(field.parent, schema):
            continue
        if named.kind == "field":
            yield field.coordinate
        elif any(name == named.argument for name, _ in field.arguments):
            yield f"{field.coordinate}.{named.argument}"


def _kin(name: str, schema: GraphQLSchema) -> set[str]:
    """The interfaces of a type: some servers name the one at which a field was declared."""
    kind = schema.type_map.get(name)
    return (
        {one.name for one in kind.interfaces} if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) else set()
    )


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
    declared: Any = getattr(schema.type_map.get(node.parent), "fields", {}).get(node.name)
    for argument, _ in node.arguments:
        if declared is not None and argument in declared.args:
            yield get_named_type(declared.args[argument].type).name


def widened(coordinates: Iterable[str], schema: GraphQLSchema) -> set[str]:
    """What cannot be asked where these are missing: with a type, also the fields that give it and arguments of it."""
    found = set(coordinates)
    types = {name for name in found if "." not in name}
    for kind in schema.type_map.values() if types else ():
        if not isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
            continue
        for name, field in kind.fields.items():
            if kind.name in types or get_named_type(field.type).name in types:
                found.add(f"{kind.name}.{name}")
            gone = [key for key, argument in field.args.items() if get_named_type(argument.type).name in types]
            found.update(f"{kind.name}.{name}.{key}" for key in gone)
    return found


def vanished(old: GraphQLSchema, new: GraphQLSchema) -> set[str]:
    """What a schema has and a later one does not, as coordinates of fields and arguments; changed types count."""
    found: set[str] = set()
    for name, kind in old.type_map.items():
        if name.startswith("__") or not isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
            continue
        later = getattr(new.type_map.get(name), "fields", {})
        for key, field in kind.fields.items():
            now = later.get(key)
            if now is None or get_named_type(now.type).name != get_named_type(field.type).name:
                found.add(f"{name}.{key}")
            else:
                found.update(f"{name}.{key}.{argument}" for argument in field.args.keys() - now.args.keys())
    return found
