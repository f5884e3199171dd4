"""Values for entries: strategies, and plain ones that are likely to be accepted, out of the same knowledge."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from graphql import GraphQLEnumType, GraphQLID, GraphQLInputObjectType, GraphQLScalarType, get_named_type
from hypothesis import strategies as st

from querious.graphql.collections import leaves
from querious.graphql.collections.forms import as_argument
from querious.graphql.collections.limits import Limits, limits_in
from querious.graphql.collections.scalars import scalar
from querious.graphql.collections.seen import SeenEntries
from querious.graphql.collections.ways import is_list

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.graphql.collections.fields import EntryField
    from querious.graphql.collections.leaves import LeafValues
    from querious.graphql.collections.seen import Place
    from querious.model.values import JSON

_MOST_ITEMS: Final = 3


@dataclass(frozen=True, slots=True)
class ValueKnowledge:
    """All that is known about values of one resource."""

    seen: SeenEntries = field(default_factory=SeenEntries)
    limits: Mapping[str, Limits] = field(default_factory=dict)
    """By the path of a field: read out of refusals."""
    accepted: Mapping[str, tuple[JSON, ...]] = field(default_factory=dict)
    """By the path of a field: nothing else is tried."""
    given: Mapping[Place, tuple[JSON, ...]] = field(default_factory=dict)
    """Values of references that must be used, by what they refer to."""
    dropped: frozenset[str] = frozenset()
    """Paths of fields that are left out, because the service refuses them."""
    demanded: frozenset[str] = frozenset()
    """Paths of fields that the service wants, though the schema does not say so."""

    faithful: Mapping[str, bool] = field(default_factory=dict)
    """By the name of a field that may hold anything: whether it was always shown as it was sent."""

    def but(self, **changes: Any) -> ValueKnowledge:
        """The same with something changed."""
        return replace(self, **changes)


def strategy(wanted: EntryField, knowledge: ValueKnowledge) -> st.SearchStrategy[Any] | None:
    """Values of a field; None if none can be made."""
    if wanted.path in knowledge.accepted:
        return st.sampled_from(list(knowledge.accepted[wanted.path]))
    if isinstance(get_named_type(wanted.type), GraphQLInputObjectType):
        inner = objects(wanted.inner, knowledge, one=is_one_of(wanted))
    else:
        leaf = leaf_of(wanted, knowledge)
        inner = leaf.strategy if leaf is not None else None
    if inner is None or not is_list(wanted.type):
        return inner
    unique = wanted.refers_to is not None
    return st.lists(inner, min_size=1, max_size=_MOST_ITEMS, unique_by=repr if unique else None)


def objects(
    fields: tuple[EntryField, ...], knowledge: ValueKnowledge, *, one: bool = False
) -> st.SearchStrategy[dict[str, Any]] | None:
    """Objects of these fields: those that must be there, any of the others. None if one that must cannot be made."""
    made = {one.name: (one, strategy(one, knowledge)) for one in fields if one.path not in knowledge.dropped}
    if any(found is None and must_give(wanted, knowledge) for wanted, found in made.values()):
        return None
    known = {name: (wanted, found) for name, (wanted, found) in made.items() if found is not None}
    if one:
        return st.one_of([found.map(_named(name)) for name, (_, found) in known.items()]) if known else None
    return st.fixed_dictionaries(
        {name: found for name, (wanted, found) in known.items() if must_give(wanted, knowledge)},
        optional={name: found for name, (wanted, found) in known.items() if not must_give(wanted, knowledge)},
    )


def likely(wanted: EntryField, knowledge: ValueKnowledge, turn: int, *, whole: bool = True) -> JSON:
    """A value that the service probably accepts; another one each turn. ``whole``: with all that may be left out."""
    if wanted.path in knowledge.accepted:
        values = knowledge.accepted[wanted.path]
        return values[turn % len(values)]
    if isinstance(get_named_type(wanted.type), GraphQLInputObjectType):
        value: JSON = likely_object(wanted.inner, knowledge, turn, whole=whole, one=is_one_of(wanted))
    else:
        leaf = leaf_of(wanted, knowledge)
        value = leaf.likely(turn) if leaf is not None else None
    return [value] if is_list(wanted.type) else value


def likely_object(
    fields: tuple[EntryField, ...], knowledge: ValueKnowledge, turn: int, *, whole: bool = True, one: bool = False
) -> dict[str, JSON]:
    """The same for several fields."""
    found = {
        wanted.name: likely(wanted, knowledge, turn, whole=whole)
        for wanted in fields
        if (whole or must_give(wanted, knowledge))
        and wanted.path not in knowledge.dropped
        and can_make(wanted, knowledge)
    }
    return dict(list(found.items())[:1]) if one else found


def must_give(wanted: EntryField, knowledge: ValueKnowledge) -> bool:
    """Whether it cannot be left out."""
    return wanted.required or wanted.path in knowledge.demanded


def can_make(wanted: EntryField, knowledge: ValueKnowledge) -> bool:
    """Whether there is any value for it."""
    return strategy(wanted, knowledge) is not None


def leaf_of(wanted: EntryField, knowledge: ValueKnowledge) -> LeafValues | None:
    """Values of a single scalar or enum."""
    if wanted.refers_to is not None:
        keys = knowledge.given.get(wanted.refers_to) or knowledge.seen.at(wanted.refers_to)
        taken = [as_argument(wanted.type, key) if isinstance(key, str) else key for key in keys]
        return leaves.one_of(taken) if taken else None
    named = get_named_type(wanted.type)
    if isinstance(named, GraphQLEnumType):
        return leaves.one_of(tuple(named.values))
    if wanted.fresh:
        return leaves.uuids() if named is GraphQLID or named.name == "String" else _scalar(wanted, knowledge)
    if named is GraphQLID:
        known = knowledge.seen.at(wanted.shown_at)
        return leaves.one_of(known) if known else None
    return _scalar(wanted, knowledge)


def _scalar(wanted: EntryField, knowledge: ValueKnowledge) -> LeafValues | None:
    named = get_named_type(wanted.type)
    if not isinstance(named, GraphQLScalarType):
        return None
    limits = knowledge.limits.get(wanted.path, Limits()).over(limits_in(wanted.description))
    seen, of_type = knowledge.seen.at(wanted.shown_at), knowledge.seen.scalars.get(named.name, ())
    return scalar(named, wanted.name, limits, seen, of_type)


def is_one_of(wanted: EntryField) -> bool:
    """Whether exactly one field of an input object must be given."""
    return bool(getattr(get_named_type(wanted.type), "is_one_of", False))


def _named(name: str) -> Any:
    return lambda value: {name: value}
