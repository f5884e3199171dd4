"""Which of the fields that never had a value tell of a mistake, and which of data that nobody has entered.

A mistake in a resolver leaves one field empty, or two. Where more fields of one type are, or fields of many types, most
likely nobody uses them: then only those count of which the other end says that there is something. Nor is a resolver
to blame where several fields should lead to objects of one type and none does: then there are none of that type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import GraphQLObjectType, is_non_null_type

from querious.relations.answers.empty_fields import targets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.relations.observations import Observations

_SHARE: Final = 3
"""Where more than one in so many of a type's leaves is always null, the data is sparse, and no field is to blame."""
_FEW: Final = 2
"""Empty fields of one type that may all be mistakes."""
_TYPES: Final = 3
"""Types with empty fields that may all have mistakes: where there are more, much of what the API can do is not used."""


def worth_asking(observed: Observations, empty: Mapping[str, list[str]], parent: str) -> list[str]:
    """Those of the empty fields of a type that are worth a question; ``empty`` are those of all types."""
    names = empty[parent]
    unexpected = {}
    for typename, fields in empty.items():
        unexpected[typename] = [name for name in fields if not is_awaited(observed, typename, name)]
    sparse = sum(bool(fields) for fields in unexpected.values()) > _TYPES
    if parent == observed.types.root:
        names = _of_root(observed, names, sparse=sparse)
    elif sparse or len(unexpected[parent]) > _FEW:
        names = [name for name in names if name not in unexpected[parent]]
    else:
        names = _without_sparse_leaves(observed, parent, names)
    chosen = []
    for name in names:
        if not _leads_nowhere(observed, empty, parent, name) and not _is_for_others(observed, parent, name):
            chosen.append(name)
    return chosen


def _leads_nowhere(observed: Observations, empty: Mapping[str, list[str]], parent: str, name: str) -> bool:
    """Whether no object of what a field leads to was ever seen, and another empty field should lead to such."""
    types = observed.types
    aims = {aim for aim in targets(types, types.field(f"{parent}.{name}")) if types.identifier(aim)}
    if not aims or aims & observed.objects.keys():
        return False
    for other, fields in empty.items():
        for key in fields:
            if (other, key) != (parent, name) and aims & targets(types, types.field(f"{other}.{key}")):
                return True
    return False


def _is_for_others(observed: Observations, parent: str, name: str) -> bool:
    """Whether a field is there because of an interface, which another type that was never seen may have needed."""
    declared = observed.types.schema.type_map.get(parent)
    if not isinstance(declared, GraphQLObjectType):
        return False
    seen = {coordinate.partition(".")[0] for coordinate in observed.tallies}
    for interface in declared.interfaces:
        if name in interface.fields and not seen.issuperset(observed.types.possible(interface.name)):
            return True
    return False


def _without_sparse_leaves(observed: Observations, parent: str, names: list[str]) -> list[str]:
    """Without the leaves, where too many of the type's are empty."""
    fields = observed.types.fields(parent)
    leaves = observed.types.leaves(parent)
    reached = 0
    for name in leaves:
        reached += f"{parent}.{name}" in observed.tallies and not is_non_null_type(fields[name].type)
    if len(set(leaves).intersection(names)) <= max(1, reached // _SHARE):
        return names
    return [name for name in names if name not in leaves]


def _of_root(observed: Observations, names: list[str], *, sparse: bool) -> list[str]:
    """Where many lists of the query type are empty, only those of which there are objects, of every kind they hold."""
    types = observed.types
    valued = 0
    for name, field in types.fields(types.root).items():
        if name not in names and f"{types.root}.{name}" in observed.routes and targets(types, field):
            valued += 1
    if not sparse and len(names) <= min(_FEW, valued):
        return names
    chosen = []
    for name in names:
        aims = targets(types, types.field(f"{types.root}.{name}"))
        if aims and aims <= observed.objects.keys():
            chosen.append(name)
    return chosen


def is_awaited(observed: Observations, parent: str, name: str) -> bool:
    """Whether something leads from there to objects of this type, and no other field of the type can be its inverse."""
    types = observed.types
    others = [key for key in types.fields(parent) if key != name and f"{parent}.{key}" in observed.routes]
    inverse_of_others: set[str] = set()
    for key in others:
        inverse_of_others |= targets(types, types.field(f"{parent}.{key}"))
    for end in targets(types, types.field(f"{parent}.{name}")) - {parent} - inverse_of_others:
        if _leads_to(observed, end, parent):
            return True
    return False


def _leads_to(observed: Observations, start: str, end: str) -> bool:
    """Whether objects of one type were seen to lead to another."""
    for name, field in observed.types.fields(start).items():
        if f"{start}.{name}" in observed.routes and end in targets(observed.types, field):
            return True
    return False
