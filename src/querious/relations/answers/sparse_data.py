"""Which of the fields that never had a value tell of a mistake, and which of data that nobody has entered.

A mistake in a resolver leaves one field bare, or two. Where more fields of one type are, or fields of many types, most
likely nobody uses them: then only those count of which the other end says that there is something. Nor is a resolver
to blame where several fields should lead to objects of one type and none does: then there are none of that type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import GraphQLObjectType, is_non_null_type

from querious.relations.answers.empty_fields import targets
from querious.relations.objects.lookups import possible_types

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graphql import GraphQLField

    from querious.relations.observations import Observations

_SHARE: Final = 3
"""Where more than one in so many of a type's leaves is always null, the data is thin, and no field is to blame."""
_FEW: Final = 2
"""Bare fields of one type that may all be mistakes."""
_TYPES: Final = 3
"""Types with bare fields that may all have mistakes: where there are more, much of what the API can do is not used."""


def worth_asking(observed: Observations, bare: Mapping[str, list[str]], parent: str) -> list[str]:
    """Those of the bare fields of a type that are worth a question; ``bare`` are those of all types."""
    names = bare[parent]
    thin = sum(any(not is_awaited(observed, end, name) for name in bare[end]) for end in bare) > _TYPES
    if parent == observed.types.root:
        chosen = _of_root(observed, names, thin=thin)
    elif thin or sum(not is_awaited(observed, parent, name) for name in names) > _FEW:
        chosen = [name for name in names if is_awaited(observed, parent, name)]
    else:
        chosen = _with_few_leaves(observed, parent, names)
    return [
        name
        for name in chosen
        if not _leads_nowhere(observed, bare, parent, name) and not _is_for_others(observed, parent, name)
    ]


def _leads_nowhere(observed: Observations, bare: Mapping[str, list[str]], parent: str, name: str) -> bool:
    """Whether no object of what a field leads to was ever seen, and another field is bare that should lead to such."""
    types = observed.types
    aims = {aim for aim in targets(types, types.fields(parent)[name]) if types.identifier(aim)}
    if not aims or aims & observed.objects.keys():
        return False
    others = [(end, key) for end, keys in bare.items() for key in keys if (end, key) != (parent, name)]
    return any(targets(types, types.fields(end)[key]) & aims for end, key in others)


def _is_for_others(observed: Observations, parent: str, name: str) -> bool:
    """Whether a field is there because of an interface, which another type that was never seen may have needed."""
    declared = observed.types.schema.type_map.get(parent)
    seen = {coordinate.partition(".")[0] for coordinate in observed.tallies}
    for interface in declared.interfaces if isinstance(declared, GraphQLObjectType) else ():
        if name in interface.fields and not set(possible_types(observed.types, interface.name)) <= seen:
            return True
    return False


def _with_few_leaves(observed: Observations, parent: str, names: list[str]) -> list[str]:
    """Without the leaves, where too many of the type's are bare."""
    leaves = set(observed.types.leaves(parent))
    fields = observed.types.fields(parent)
    reached = [
        name for name in leaves if f"{parent}.{name}" in observed.tallies and not is_non_null_type(fields[name].type)
    ]
    thin = len(leaves.intersection(names)) > max(1, len(reached) // _SHARE)
    return [name for name in names if name not in leaves] if thin else names


def _of_root(observed: Observations, names: list[str], *, thin: bool) -> list[str]:
    """Where many lists of the query type are empty, only those of which there are objects, of every kind they hold."""
    fields = observed.types.fields(observed.types.root)
    valued = [
        name
        for name, field in fields.items()
        if targets(observed.types, field) and f"{observed.types.root}.{name}" in observed.routes and name not in names
    ]
    if not thin and len(names) <= min(_FEW, len(valued)):
        return names
    aims = {name: targets(observed.types, fields[name]) for name in names}
    return [name for name in names if aims[name] and aims[name] <= observed.objects.keys()]


def is_awaited(observed: Observations, parent: str, name: str) -> bool:
    """Whether something leads from there to objects of this type, and no other field of the type can be its inverse."""
    fields = observed.types.fields(parent)
    return any(
        not any(
            end in targets(observed.types, other) and f"{parent}.{key}" in observed.routes
            for key, other in fields.items()
            if key != name
        )
        for end in _leading_back(observed, parent, fields[name])
    )


def _leading_back(observed: Observations, parent: str, field: GraphQLField) -> Iterator[str]:
    """The types at the other end of a field of which objects lead to this type."""
    for end in targets(observed.types, field) - {parent}:
        for name, back in observed.types.fields(end).items():
            if f"{end}.{name}" in observed.routes and parent in targets(observed.types, back):
                yield end
                break
