"""Which fields ought to have a value on some object, and whether what came of one is empty."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from querious.model import Field
from querious.model.shape import runtime_shape
from querious.relations.lists.list_types import list_type_of
from querious.relations.schema_types import is_leaf, is_list, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from graphql import GraphQLField

    from querious.model import FieldShape, Selection
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


def expected_field(types: SchemaTypes, coordinate: str) -> GraphQLField | None:
    """The field, if it can be asked without arguments and its absence is not usual by name, place or description."""
    parent, _, name = coordinate.partition(".")
    field = types.plain(parent).get(name)
    if field is None or field.deprecation_reason is not None or parent.startswith("__"):
        return None
    if _MAY_BE_NULL.search(field.description or "") or _is_part_of_page(types, parent) or _is_often_absent(name, field):
        return None
    return field


def _is_often_absent(name: str, field: GraphQLField) -> bool:
    """Whether the name speaks of what most objects are without. A link to the next or to the one above is no such."""
    spoken = words(name)
    if not _ABSENT.isdisjoint(spoken):
        return True
    if not _TURNS.isdisjoint(spoken) and is_leaf(field):
        return True
    if not spoken[1:]:
        return False
    if spoken[0] == "active" and not is_list(field.type):
        return True  # the one that somebody has open: his order, his session
    if spoken[-1] not in _MARKS:
        return False
    done = spoken[-2]
    return done in _DONE or (done.endswith("ed") and done not in _FROM_THE_START)


def _is_part_of_page(types: SchemaTypes, typename: str) -> bool:
    """Whether objects of a type hold a page of others, or are its edges or what is told about it."""
    names = types.fields(typename).keys()
    if "edges" in names or names >= {"node", "cursor"}:
        return True
    if names & {"hasNextPage", "hasPreviousPage", "startCursor", "endCursor"}:
        return True
    return not types.identifier(typename) and words(typename)[-1:] in {("connection",), ("edge",)}


def minimal_selection(types: SchemaTypes, field: GraphQLField) -> list[Selection]:
    """The least to select below a field that tells whether it is empty."""
    if is_leaf(field):
        return []
    page = list_type_of(types, field)
    if page is None or not page.container:
        return [Field(type_name(field), "__typename")]
    held = type_name(types.fields(page.container)[page.rows])
    return [Field(page.container, page.rows, children=[Field(held, "__typename")])]


def targets(types: SchemaTypes, field: GraphQLField | None) -> set[str]:
    """The object types that a field leads to, through a page if it gives one; none for a leaf."""
    page = list_type_of(types, field) if field else None
    return set(types.possible(page.row if page else type_name(field)))


def emptiness(types: SchemaTypes, shape: FieldShape, value: Any) -> str:
    """Null, an empty list or page, or neither. ``0``, ``false`` and the empty text are values."""
    if value is None:
        return NULL
    if value == []:
        return NONE
    inside = runtime_shape(shape.child, value)
    field = types.field(shape.coordinate)
    page = list_type_of(types, field) if field and inside else None
    if page is None or inside is None or not page.container:
        return SOME
    rows = [one for one in inside.fields.values() if one.coordinate == f"{page.container}.{page.rows}"]
    if not rows:
        return SOME
    for one in rows:
        if value.get(one.key) != [] or one.arguments:
            return SOME
    return NONE
