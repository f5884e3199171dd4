"""What changed from one schema to another: what breaks operations, what may, and what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql.utilities import find_breaking_changes, find_dangerous_changes

from querious.model.definitions import fields_of
from querious.model.diff import SchemaChange, Weight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema


def schema_changes(old: GraphQLSchema, new: GraphQLSchema) -> tuple[SchemaChange, ...]:
    """All changes, breaking ones first."""
    return (
        *(SchemaChange(Weight.BREAKING, change.description) for change in find_breaking_changes(old, new)),
        *(SchemaChange(Weight.DANGEROUS, change.description) for change in find_dangerous_changes(old, new)),
        *(SchemaChange(Weight.ADDED, about) for about in _added(old, new)),
    )


def _added(old: GraphQLSchema, new: GraphQLSchema) -> Iterator[str]:
    """New types, and new fields of types that were there; what graphql-core calls dangerous is told by it."""
    for name in new.type_map:
        if name.startswith("__"):
            continue
        if name not in old.type_map:
            yield f"{name} was added."
            continue
        before = fields_of(old, name)
        yield from (f"{name}.{field} was added." for field in fields_of(new, name) if field not in before)
