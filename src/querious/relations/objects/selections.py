"""Selections that show an object: its key, its leaves, and which objects it is related to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import get_named_type, is_leaf_type

from querious.model import Field, Fragment
from querious.relations.objects.lookups import possible_types

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model import Selection
    from querious.relations.schema_types import SchemaTypes

_LEAVES: Final = 40
_RELATED: Final = 12
_DEEP: Final = 2
"""Levels of objects without identity that are opened."""


def plain_field(typename: str, name: str, children: Sequence[Selection] = (), alias: str = "") -> Field:
    """A field without arguments."""
    return Field(typename, name, alias, (), (), children)


def leaf_selection(types: SchemaTypes, declared: str, names: Mapping[str, Sequence[str]]) -> list[Selection]:
    """Leaves by object type, for a place where any of these types may stand."""
    if declared in names and possible_types(types, declared) == [declared]:
        return [plain_field(declared, name) for name in names[declared]]
    shared = next(iter(names.values()))
    if all(list(shared) == list(leaves) and set(shared) <= set(types.fields(declared)) for leaves in names.values()):
        return [plain_field(declared, name) for name in ("__typename", *shared)]
    kinds: dict[str, set[str]] = {}
    for typename, leaves in names.items():
        for name in leaves:
            kinds.setdefault(name, set()).add(str(types.fields(typename)[name].type))
    fragments: list[Selection] = []
    for typename, leaves in names.items():
        children = [
            # Two types under one key would be refused.
            plain_field(typename, name, alias="" if len(kinds[name]) == 1 else f"{name}Of{typename}")
            for name in leaves
        ]
        fragments.append(Fragment(typename, (), children))
    return [plain_field(declared, "__typename"), *fragments]


def identifier_selection(types: SchemaTypes, declared: str) -> list[Selection]:
    """What tells the objects apart that stand where a type is declared; empty where nothing does."""
    members = possible_types(types, declared)
    names = {typename: [types.identifier(typename)] for typename in members if types.identifier(typename)}
    return leaf_selection(types, declared, names) if len(names) == len(members) and names else []


def full_selection(types: SchemaTypes, typename: str, *, related: bool = True, depth: int = _DEEP) -> list[Selection]:
    """Everything about an object of a type that can be asked without arguments: leaves, and identifiers of others."""
    identifier = types.identifier(typename)
    leaves = [name for name in types.leaves(typename) if name != identifier][:_LEAVES]
    chosen: list[Selection] = [plain_field(typename, name) for name in ([identifier] if identifier else []) + leaves]
    if not related or not depth:
        return chosen
    for name, field in types.plain(typename).items():
        kind = get_named_type(field.type)
        if len(chosen) >= _LEAVES + _RELATED:
            break
        if is_leaf_type(kind):
            continue
        children = identifier_selection(types, kind.name)
        if not children and possible_types(types, kind.name) == [kind.name]:
            children = full_selection(types, kind.name, depth=depth - 1)
        if children:
            chosen.append(plain_field(typename, name, children))
    return chosen
