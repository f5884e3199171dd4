"""Which of the fields that never had a value tell of a mistake, and which of data that nobody has entered.

A mistake in a resolver leaves one field empty, or two. Where more fields of one type are, or fields of many types, most
likely nobody uses them: then only those count of which the other end says that there is something. Nor is a resolver
to blame where several fields should lead to objects of one type and none does: then there are none of that type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from graphql import is_non_null_type

from querious.relations.answers.empty_fields import targets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import GraphQLObjectType

    from querious.relations.observations import Observations

_SHARE: Final = 3
"""Where more than one in so many of a type's leaves is always null, the data is sparse, and no field is to blame."""
_FEW: Final = 2
"""Empty fields of one type that may all be mistakes."""
_TYPES: Final = 3
"""Types with empty fields that may all have mistakes: where there are more, much of what the API can do is not used."""


def worth_asking(observed: Observations, empty: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Those of the empty fields that are worth a question; by type, as ``empty`` are."""
    unexpected = {typename: _unexpected(observed, typename, names) for typename, names in empty.items()}
    sparse = sum(map(bool, unexpected.values())) > _TYPES
    found: dict[str, list[str]] = {}
    for parent, names in empty.items():
        if parent == observed.types.root:
            names = _of_root(observed, names, sparse=sparse)  # noqa: PLW2901 (fewer of the same)
        elif sparse or len(unexpected[parent]) > _FEW:
            names = [name for name in names if name not in unexpected[parent]]  # noqa: PLW2901
        else:
            names = _without_sparse_leaves(observed, parent, names)  # noqa: PLW2901
        coordinates = {name: f"{parent}.{name}" for name in names}
        found[parent] = [name for name, one in coordinates.items() if _can_be_blamed(observed, empty, one)]
    return found


def _can_be_blamed(observed: Observations, empty: Mapping[str, list[str]], coordinate: str) -> bool:
    return not _leads_nowhere(observed, empty, coordinate) and not _is_for_others(observed, coordinate)


def _unexpected(observed: Observations, parent: str, names: list[str]) -> list[str]:
    return [name for name in names if not is_awaited(observed, parent, name)]


def _leads_nowhere(observed: Observations, empty: Mapping[str, list[str]], coordinate: str) -> bool:
    """Whether no object of what a field leads to was ever seen, and another empty field should lead to such."""
    types = observed.types
    aims = {aim for aim in targets(types, coordinate) if types.identifier(aim)}
    if aims & observed.objects.keys():
        return False
    others = {f"{parent}.{name}" for parent, names in empty.items() for name in names} - {coordinate}
    return any(aims & targets(types, other) for other in others)


def _is_for_others(observed: Observations, coordinate: str) -> bool:
    """Whether a field is there because of an interface, which another type that was never seen may have needed."""
    parent, _, name = coordinate.partition(".")
    declared = cast("GraphQLObjectType", observed.types.schema.type_map[parent])
    seen = {coordinate.partition(".")[0] for coordinate in observed.tallies}
    sources = [interface.name for interface in declared.interfaces if name in interface.fields]
    return any(not seen.issuperset(observed.types.possible(interface)) for interface in sources)


def _without_sparse_leaves(observed: Observations, parent: str, names: list[str]) -> list[str]:
    """Without the leaves, where too many of the type's are empty."""
    fields, leaves = observed.types.fields(parent), observed.types.leaves(parent)
    nullable = [name for name in leaves if not is_non_null_type(fields[name].type)]
    reached = sum(f"{parent}.{name}" in observed.tallies for name in nullable)
    if len(set(leaves).intersection(names)) <= max(1, reached // _SHARE):
        return names
    return [name for name in names if name not in leaves]


def _of_root(observed: Observations, names: list[str], *, sparse: bool) -> list[str]:
    """Where many lists of the query type are empty, only those of which there are objects, of every kind they hold."""
    types = observed.types
    others = {f"{types.root}.{name}" for name in types.fields(types.root) if name not in names}
    valued = sum(bool(targets(types, coordinate)) for coordinate in others & observed.routes.keys())
    if not sparse and len(names) <= min(_FEW, valued):
        return names
    aims = {name: targets(types, f"{types.root}.{name}") for name in names}
    return [name for name, kinds in aims.items() if kinds and kinds <= observed.objects.keys()]


def is_awaited(observed: Observations, parent: str, name: str) -> bool:
    """Whether something leads from there to objects of this type, and no other field of the type can be its inverse."""
    types = observed.types
    others = {f"{parent}.{key}" for key in types.fields(parent) if key != name} & observed.routes.keys()
    inverse_of_others = set[str]().union(*(targets(types, other) for other in others))
    ends = targets(types, f"{parent}.{name}") - {parent} - inverse_of_others
    return any(_leads_to(observed, end, parent) for end in ends)


def _leads_to(observed: Observations, start: str, end: str) -> bool:
    """Whether objects of one type were seen to lead to another."""
    passed = {f"{start}.{name}" for name in observed.types.fields(start)} & observed.routes.keys()
    return any(end in targets(observed.types, coordinate) for coordinate in passed)
