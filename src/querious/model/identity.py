"""Which field tells one object of a type from another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graphql import GraphQLNonNull, GraphQLScalarType, is_required_argument

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import GraphQLField

NAMES: Final = ("id", "_id", "nodeId", "uuid", "guid", "globalId", "gid", "key")
"""Names of identifiers, the most likely first."""
_VALUES: Final = ("value", "values")
"""Beside one of these, a key is the left side of a pair, which is told apart from others only where it stands."""
_AGGREGATE: Final = re.compile(r"aggregat|_(?:max|min|avg|sum|count|stddev|variance)\w*_fields$", re.IGNORECASE)
"""Names of types that hold counts, sums and extremes of many objects, one below the name of each field of theirs.

There an ``id`` is the number of ids, or the largest. Only one that is declared as ``ID!`` is of the object itself.
"""
_NEVER: Final = frozenset(("", "Boolean", "Float"))


def identifier_of(typename: str, fields: Mapping[str, GraphQLField]) -> str:
    """The name of that field, of a type with these fields; empty where none is known to be it."""
    plain = {name: field for name, field in fields.items() if is_plain(field)}
    if _AGGREGATE.search(typename):
        plain = {name: field for name, field in plain.items() if str(field.type) == "ID!"}
    for name in NAMES:
        paired = name == "key" and any(value in fields for value in _VALUES)
        if name in plain and _scalar(plain[name]) not in _NEVER and not paired:
            return name
    typed = [name for name, field in plain.items() if _scalar(field) == "ID"]
    return typed[0] if len(typed) == 1 and typed[0].lower() == f"{typename.lower()}id" else ""


def is_plain(field: GraphQLField) -> bool:
    """Whether it can be asked without arguments."""
    return not any(is_required_argument(argument) for argument in field.args.values())


def _scalar(field: GraphQLField) -> str:
    """The name of the scalar that a field gives one of; empty for lists, objects and enums."""
    kind = field.type.of_type if isinstance(field.type, GraphQLNonNull) else field.type
    return kind.name if isinstance(kind, GraphQLScalarType) else ""
