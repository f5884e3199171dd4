"""Which fields ought to have a value on some object, and whether what came of one is empty.

A mistake in a resolver leaves one field empty, or two. Where more fields of one type are, or fields of many types, most
likely nobody uses them: then only those count of which the other end says that there is something. Nor is a resolver
to blame where several fields should lead to objects of one type and none does: then there are none of that type.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from graphql import is_leaf_type, is_non_null_type

from querious.model import Field
from querious.relations.lists.list_types import given_type, list_type_of
from querious.relations.lists.rows import in_container
from querious.relations.schema_types import is_leaf, is_list, once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import GraphQLField, GraphQLObjectType

    from querious.model import Selection
    from querious.relations.answer_objects import AnsweredField
    from querious.relations.observations import Observations
    from querious.relations.schema_types import SchemaTypes

NULL: Final = "null"
NONE: Final = "an empty list"
SOME: Final = ""
"""There is a value, or nothing can be said."""

_PASSING: Final = frozenset(
    (
        *("deleted", "removed", "archived", "cancelled", "canceled", "cancel", "cancellation", "closed", "ended"),
        *("expired", "expiry", "expire", "expiration", "finished", "completed", "revoked", "suspended"),
        *("disabled", "banned", "blocked", "locked", "rejected", "rejection", "failed", "failure", "muted", "hidden"),
        *("flagged", "reported", "dismissed", "refunded", "refund", "returned", "resolved", "replaced", "merged"),
    )
)
"""What befalls few objects, or none in a database for tests."""
_TROUBLE: Final = frozenset(("error", "warning", "problem", "reason", "exception", "violation", "conflict", "alert"))
_PENDING: Final = frozenset(("draft", "pending", "upcoming", "scheduled", "invitation", "invite", "queued", "trial"))
_CHOSEN: Final = frozenset(
    (
        *("liked", "like", "favorite", "favourite", "starred", "bookmark", "bookmarked", "saved", "follower"),
        *("following", "followed", "watched", "watcher", "subscribed", "subscription", "pinned", "wishlist"),
    )
)
_SPARE: Final = frozenset(
    (
        *("note", "remark", "middle", "suffix", "fax", "secondary", "alternate", "alternative", "extra", "additional"),
        *("optional", "other", "fallback", "backup", "custom", "override", "legacy", "former", "old", "discount"),
        *("coupon", "voucher", "promotion", "metadata", "debug", "extension", "cursor", "attachment"),
    )
)
_PERSONAL: Final = frozenset(
    ("me", "my", "viewer", "current", "self", "session", "logged", "cart", "basket", "myself", "eligible")
)
"""What belongs to whoever asks: nothing, for somebody who has not said who he is."""
_ABSENT: Final = _PASSING | _TROUBLE | _PENDING | _CHOSEN | _SPARE | _PERSONAL
_PAGE: Final = frozenset(("edges", "hasNextPage", "hasPreviousPage", "startCursor", "endCursor"))
"""Fields of types that hold a page, or what is told about it."""
_TURNS: Final = frozenset(("next", "previous", "prev"))
_MARKS: Final = frozenset(("at", "on", "by", "date", "time"))
_FROM_THE_START: Final = frozenset(
    ("created", "added", "placed", "registered", "posted", "ordered", "founded", "joined")
)
_DONE: Final = frozenset(("paid", "sent", "read", "seen", "won", "lost", "withdrawn", "taken"))
_MAY_BE_NULL: Final = re.compile(
    r"\b(?:null|none|nil|empty)\b\W*(?:if|when|for|unless|until|where|while|before|otherwise)\b"
    r"|\b(?:returns?|may be|can be|might be|or)\W+(?:null|nil|none)\b",
    re.IGNORECASE,
)
"""Where a description says itself that there may be nothing."""
_SHARE: Final = 3
"""Where more than one in so many of a type's leaves is always null, the data is sparse, and no field is to blame."""
_FEW: Final = 2
"""Empty fields of one type that may all be mistakes."""
_TYPES: Final = 3
"""Types with empty fields that may all have mistakes: where there are more, much of what the API can do is not used."""


@once
def is_expected(types: SchemaTypes, coordinate: str) -> bool:
    """Whether a field can be asked without arguments, and its absence is not usual by name, place or description."""
    parent, _, name = coordinate.partition(".")
    field = types.plain(parent).get(name)
    if field is None or field.deprecation_reason is not None or parent.startswith("__"):
        return False
    may_be_null = _MAY_BE_NULL.search(field.description or "")
    return not may_be_null and not _is_part_of_page(types, parent) and not _is_often_absent(name, field)


def _is_often_absent(name: str, field: GraphQLField) -> bool:
    """Whether the name speaks of what most objects are without. A link to the next or to the one above is no such."""
    spoken = words(name)
    *_, done, mark = ("", "", *spoken)
    is_marked = mark in _MARKS and len(spoken) > 1
    is_later = done.endswith("ed") and done not in _FROM_THE_START
    signs = (
        not _ABSENT.isdisjoint(spoken),
        not _TURNS.isdisjoint(spoken) and is_leaf(field),
        spoken[:1] == ("active",) and len(spoken) > 1 and not is_list(field.type),  # somebody's order, or session
        is_marked and (done in _DONE or is_later),
    )
    return any(signs)


def _is_part_of_page(types: SchemaTypes, typename: str) -> bool:
    """Whether objects of a type hold a page of others, or are its edges or what is told about it."""
    names = types.fields(typename).keys()
    if names & _PAGE or names >= {"node", "cursor"}:
        return True
    return not types.identifier(typename) and words(typename)[-1:] in {("connection",), ("edge",)}


def minimal_selection(types: SchemaTypes, coordinate: str) -> list[Selection]:
    """The least to select below a field that tells whether it is empty."""
    given = type_name(types.field(coordinate))
    if is_leaf_type(types.schema.type_map[given]):
        return []
    page = list_type_of(types, coordinate)
    if not page.container:
        return [Field(given, "__typename")]
    held = type_name(types.fields(page.container)[page.rows])
    return [Field(page.container, page.rows, children=[Field(held, "__typename")])]


def targets(types: SchemaTypes, coordinate: str) -> set[str]:
    """The object types that a field leads to, through a page if it gives one; none for a leaf."""
    return set(types.possible(given_type(types, coordinate)))


def emptiness(types: SchemaTypes, field: AnsweredField) -> str:
    """Null, an empty list or page, or neither. ``0``, ``false`` and the empty text are values."""
    if field.value is None:
        return NULL
    rows, items, _ = in_container(list_type_of(types, field.coordinate), field)
    is_part = rows is not field.shape and rows.arguments
    return NONE if items == [] and not is_part else SOME


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
