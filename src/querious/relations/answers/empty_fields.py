"""Which fields ought to have a value on some object, and whether what came of one is empty."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from graphql import get_named_type, is_composite_type

from querious.model import Field
from querious.relations.lists.list_types import listing
from querious.relations.objects.lookups import possible_types
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


_TOLD: Final = re.compile(
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
    told = _TOLD.search(field.description or "")
    return None if told or _is_part_of_page(types, parent) or _may_lack(name, field) else field


def _may_lack(name: str, field: GraphQLField) -> bool:
    """Whether the name speaks of what most objects are without. A link to the next or to the one above is no such."""
    spoken = words(name)
    if not _ABSENT.isdisjoint(spoken):
        return True
    if not _TURNS.isdisjoint(spoken) and not is_composite_type(get_named_type(field.type)):
        return True
    if spoken[:1] == ("active",) and len(spoken) > 1 and "[" not in str(field.type):
        return True  # the one that somebody has open: his order, his session
    done = spoken[-2] if len(spoken) > 1 and spoken[-1] in _MARKS else ""
    return (done.endswith("ed") and done not in _FROM_THE_START) or done in _DONE


def _is_part_of_page(types: SchemaTypes, typename: str) -> bool:
    """Whether objects of a type hold a page of others, or are its edges or what is told about it."""
    fields = types.fields(typename)
    spoken = words(typename)
    told = {"hasNextPage", "hasPreviousPage", "startCursor", "endCursor"}
    around = not types.identifier(typename) and spoken[-1:] in {("connection",), ("edge",)}
    return around or bool(told & fields.keys()) or "edges" in fields or {"node", "cursor"} <= fields.keys()


def minimal_selection(types: SchemaTypes, field: GraphQLField) -> list[Selection]:
    """The least to select below a field that tells whether it is empty."""
    named = get_named_type(field.type)
    if not is_composite_type(named):
        return []
    least: Selection = Field(named.name, "__typename", "", (), (), ())
    page = listing(types, field)
    if page is None or not page.composite:
        return [least]
    held = get_named_type(types.fields(page.container)[page.rows].type).name
    return [Field(page.container, page.rows, "", (), (), [Field(held, "__typename", "", (), (), ())])]


def targets(types: SchemaTypes, field: GraphQLField) -> set[str]:
    """The object types that a field leads to, through a page if it gives one; none for a leaf."""
    page = listing(types, field)
    return set(possible_types(types, page.row if page else get_named_type(field.type).name))


def emptiness(types: SchemaTypes, shape: FieldShape, value: Any) -> str:
    """Null, an empty list or page, or neither. ``0``, ``false`` and the empty text are values."""
    if value is None:
        return NULL
    if value == []:
        return NONE
    parent, _, name = shape.coordinate.partition(".")
    field = types.fields(parent).get(name)
    page = listing(types, field) if field and isinstance(value, dict) else None
    if page is None or not page.composite or shape.child is None:
        return SOME
    inside = shape.child.runtime(value)
    rows = (
        [one for one in inside.fields.values() if one.coordinate == f"{page.container}.{page.rows}"] if inside else []
    )
    return NONE if rows and all(value.get(one.key) == [] and not one.arguments for one in rows) else SOME
