"""Which of the fields that never had a value tell of a mistake, and which of data that nobody has entered.

A mistake in a resolver leaves one field bare, or two. Where more fields of one type are, or fields of many types, most
likely nobody uses them: then only those count of which the other end says that there is something. Nor is a resolver
to blame where several fields should lead to objects of one type and none does: then there are none of that type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import GraphQLObjectType, is_non_null_type

from querious.relations.answers.emptiness import targets
from querious.relations.objects.lookups import possible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graphql import GraphQLField

    from querious.relations.world import World

_SHARE: Final = 3
"""Where more than one in so many of a type's leaves is always null, the data is thin, and no field is to blame."""
_FEW: Final = 2
"""Bare fields of one type that may all be mistakes."""
_TYPES: Final = 3
"""Types with bare fields that may all have mistakes: where there are more, much of what the API can do is not used."""


def telling(world: World, bare: Mapping[str, list[str]], parent: str) -> list[str]:
    """Those of the bare fields of a type that are worth a question; ``bare`` are those of all types."""
    names = bare[parent]
    thin = sum(any(not is_awaited(world, end, name) for name in bare[end]) for end in bare) > _TYPES
    if parent == world.terms.root:
        chosen = _of_root(world, names, thin=thin)
    elif thin or sum(not is_awaited(world, parent, name) for name in names) > _FEW:
        chosen = [name for name in names if is_awaited(world, parent, name)]
    else:
        chosen = _with_few_leaves(world, parent, names)
    return [
        name
        for name in chosen
        if not _leads_nowhere(world, bare, parent, name) and not _is_for_others(world, parent, name)
    ]


def _leads_nowhere(world: World, bare: Mapping[str, list[str]], parent: str, name: str) -> bool:
    """Whether no object of what a field leads to was ever seen, and another field is bare that should lead to such."""
    terms = world.terms
    aims = {aim for aim in targets(terms, terms.fields(parent)[name]) if terms.identifier(aim)}
    if not aims or aims & world.objects.keys():
        return False
    others = [(end, key) for end, keys in bare.items() for key in keys if (end, key) != (parent, name)]
    return any(targets(terms, terms.fields(end)[key]) & aims for end, key in others)


def _is_for_others(world: World, parent: str, name: str) -> bool:
    """Whether a field is there because of an interface, which another type that was never seen may have needed."""
    declared = world.terms.schema.type_map.get(parent)
    seen = {coordinate.partition(".")[0] for coordinate in world.tallies}
    for interface in declared.interfaces if isinstance(declared, GraphQLObjectType) else ():
        if name in interface.fields and not set(possible(world.terms, interface.name)) <= seen:
            return True
    return False


def _with_few_leaves(world: World, parent: str, names: list[str]) -> list[str]:
    """Without the leaves, where too many of the type's are bare."""
    leaves = set(world.terms.leaves(parent))
    fields = world.terms.fields(parent)
    reached = [
        name for name in leaves if f"{parent}.{name}" in world.tallies and not is_non_null_type(fields[name].type)
    ]
    thin = len(leaves.intersection(names)) > max(1, len(reached) // _SHARE)
    return [name for name in names if name not in leaves] if thin else names


def _of_root(world: World, names: list[str], *, thin: bool) -> list[str]:
    """Where many lists of the query type are empty, only those of which there are objects, of every kind they hold."""
    fields = world.terms.fields(world.terms.root)
    valued = [
        name
        for name, field in fields.items()
        if targets(world.terms, field) and f"{world.terms.root}.{name}" in world.routes and name not in names
    ]
    if not thin and len(names) <= min(_FEW, len(valued)):
        return names
    aims = {name: targets(world.terms, fields[name]) for name in names}
    return [name for name in names if aims[name] and aims[name] <= world.objects.keys()]


def is_awaited(world: World, parent: str, name: str) -> bool:
    """Whether something leads from there to objects of this type, and no other field of the type can be its inverse."""
    fields = world.terms.fields(parent)
    return any(
        not any(
            end in targets(world.terms, other) and f"{parent}.{key}" in world.routes
            for key, other in fields.items()
            if key != name
        )
        for end in _leading_back(world, parent, fields[name])
    )


def _leading_back(world: World, parent: str, field: GraphQLField) -> Iterator[str]:
    """The types at the other end of a field of which objects lead to this type."""
    for end in targets(world.terms, field) - {parent}:
        for name, back in world.terms.fields(end).items():
            if f"{end}.{name}" in world.routes and parent in targets(world.terms, back):
                yield end
                break
