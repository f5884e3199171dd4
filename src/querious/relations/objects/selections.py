"""Selections that show an object: its key, its leaves, and which objects it is related to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Field, Fragment
from querious.relations.schema_types import is_leaf, type_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model import Selection
    from querious.relations.schema_types import SchemaTypes

_LEAVES: Final = 40
_RELATED: Final = 12
_LEVELS: Final = 2
"""Levels of objects without identity that are opened."""


def leaf_selection(types: SchemaTypes, declared: str, names: Mapping[str, Sequence[str]]) -> list[Selection]:
    """Leaves by object type, for a place where any of these types may stand."""
    if declared in names and types.possible(declared) == [declared]:
        return [Field(declared, name) for name in names[declared]]
    first = list(next(iter(names.values())))
    if set(first) <= types.fields(declared).keys() and all(list(leaves) == first for leaves in names.values()):
        return [Field(declared, name) for name in ("__typename", *first)]
    kinds: dict[str, set[str]] = {}
    for typename, leaves in names.items():
        for name in leaves:
            kinds.setdefault(name, set()).add(str(types.fields(typename)[name].type))
    selections: list[Selection] = [Field(declared, "__typename")]
    for typename, leaves in names.items():
        children = []
        for name in leaves:
            # Two types under one key would be refused.
            alias = "" if len(kinds[name]) == 1 else f"{name}Of{typename}"
            children.append(Field(typename, name, alias))
        selections.append(Fragment(typename, (), children))
    return selections


def identifier_selection(types: SchemaTypes, declared: str) -> list[Selection]:
    """What tells the objects apart that stand where a type is declared; empty where nothing does."""
    names = {}
    for typename in types.possible(declared):
        if not types.identifier(typename):
            return []
        names[typename] = [types.identifier(typename)]
    return leaf_selection(types, declared, names) if names else []


def full_selection(
    types: SchemaTypes, typename: str, *, related: bool = True, levels: int = _LEVELS
) -> list[Selection]:
    """Everything about an object of a type that can be asked without arguments: leaves, and identifiers of others."""
    identifier = types.identifier(typename)
    leaves = [name for name in types.leaves(typename) if name != identifier][:_LEAVES]
    if identifier:
        leaves.insert(0, identifier)
    chosen: list[Selection] = [Field(typename, name) for name in leaves]
    if not related or not levels:
        return chosen
    for name, field in types.plain(typename).items():
        if len(chosen) >= _LEAVES + _RELATED:
            break
        if is_leaf(field):
            continue
        kind = type_name(field)
        children = identifier_selection(types, kind)
        if not children and types.possible(kind) == [kind]:
            children = full_selection(types, kind, levels=levels - 1)
        if children:
            chosen.append(Field(typename, name, children=children))
    return chosen
