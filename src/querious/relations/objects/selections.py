"""Selections that show an object: its key, its leaves, and which objects it is related to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Field, Fragment
from querious.relations.schema_types import type_name

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
        # Two types under one key would be refused.
        aliases = {name: "" if len(kinds[name]) == 1 else f"{name}Of{typename}" for name in leaves}
        selections.append(Fragment(typename, (), [Field(typename, name, alias) for name, alias in aliases.items()]))
    return selections


def identifier_selection(types: SchemaTypes, declared: str) -> list[Selection]:
    """What tells the objects apart that stand where a type is declared; empty where nothing does."""
    names = {typename: [types.identifier(typename)] for typename in types.possible(declared)}
    if not names or [""] in names.values():
        return []
    return leaf_selection(types, declared, names)


def full_selection(
    types: SchemaTypes, typename: str, *, related: bool = True, levels: int = _LEVELS
) -> list[Selection]:
    """Everything about an object of a type that can be asked without arguments: leaves, and identifiers of others."""
    identifier = types.identifier(typename)
    leaves = [name for name in types.leaves(typename) if name != identifier][:_LEAVES]
    chosen: list[Selection] = [Field(typename, name) for name in filter(None, (identifier, *leaves))]
    links = [name for name in types.plain(typename) if name not in types.leaves(typename)]
    for name in links if related and levels else ():
        kind = type_name(types.field(f"{typename}.{name}"))
        children = identifier_selection(types, kind)
        if not children and types.possible(kind) == [kind]:
            children = full_selection(types, kind, levels=levels - 1)
        if children and len(chosen) < _LEAVES + _RELATED:
            chosen.append(Field(typename, name, children=children))
    return chosen
