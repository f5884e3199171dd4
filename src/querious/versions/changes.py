"""What changed from one schema to another: what breaks operations, what may, and what is new."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graphql.utilities import find_breaking_changes, find_dangerous_changes

from querious.model.definitions import fields_of
from querious.model.diff import SchemaChange, Weight

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from graphql import GraphQLSchema


def schema_changes(old: GraphQLSchema, new: GraphQLSchema) -> tuple[SchemaChange, ...]:
    """All changes, breaking ones first."""
    return (
        *(SchemaChange(Weight.BREAKING, change.description) for change in find_breaking_changes(old, new)),
        *(SchemaChange(Weight.DANGEROUS, change.description) for change in find_dangerous_changes(old, new)),
        *(SchemaChange(Weight.ADDED, about) for about in _added(old, new)),
    )


_OF_THE_REST: Final = re.compile(r"_REMOVED")
"""Kinds of changes that only say that the part lacks something of the whole."""
_LOOSER: Final = frozenset({"OPTIONAL_ARG_ADDED", "ARG_CHANGED_KIND"})


def common_changes(whole: GraphQLSchema, part: GraphQLSchema) -> tuple[SchemaChange, ...]:
    """How a part of an API differs in what both have: a subgraph, from the supergraph that is put together of several.

    What the part lacks is of the others. Where these say less of a field's type, or take fewer arguments, so does the
    whole: only what the part gives of another kind is told.
    """
    told = []
    for change in find_breaking_changes(whole, part):
        if not _OF_THE_REST.search(change.type.name) and change.type.name not in _LOOSER:
            told.append(SchemaChange(Weight.BREAKING, change.description))
    return tuple(told)


def left_to_others(
    whole: GraphQLSchema, part: GraphQLSchema, foreign: Collection[str] = frozenset()
) -> tuple[str, ...]:
    """``Type.field`` of the whole that the part does not have, or that is ``foreign`` to it all the same."""
    return tuple(
        f"{name}.{field}"
        for name in whole.type_map
        if not name.startswith("__")
        for field in fields_of(whole, name)
        if field not in fields_of(part, name) or f"{name}.{field}" in foreign
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
