"""Which fields ought to have a value on some object, and whether what came of one is empty."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graphql import is_leaf_type

from querious.model import Field
from querious.relations.lists.list_types import given_type, list_type_of
from querious.relations.lists.rows import in_container
from querious.relations.schema_types import is_leaf, is_list, once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from graphql import GraphQLField

    from querious.model import Selection
    from querious.relations.answer_objects import AnsweredField
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
