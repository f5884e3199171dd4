"""What kinds of things the bookshop keeps, as tables: fields, promises, and the operations on each collection."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from querious.model.values import JSON

Schema = dict[str, Any]
"""JSON Schema, of which ``checking`` knows the keywords that are used here."""


class Removal(Enum):
    """What DELETE does."""

    HARD = "The entry is gone: it is not found any more."
    TRASH = "The entry goes into the trash: it is marked, not listed any more, and can be read until that is emptied."
    TOMBSTONE = "The entry is gone for good: its address is answered with 410 from then on."


class Listing(Enum):
    """How a collection is listed."""

    WHOLE = "an array of all entries"
    PAGES = "pages by number, with the total and the address of the next"
    CURSOR = "pages by cursor, with the next cursor"


@dataclass(frozen=True, slots=True)
class Kind:
    """One collection. Entries show what the client gave, with defaults, and what the shop made."""

    name: str
    """As in paths: ``books``."""
    noun: str
    """One entry: ``book``."""
    fields: dict[str, Schema]
    """What clients give. A field that is not required and has no default may be null, and is where it was not given."""
    required: tuple[str, ...]
    made: tuple[str, ...]
    """Names of what the shop adds, as in ``MADE``."""
    key_schema: Schema
    operations: tuple[str, ...] = ("list", "create", "read", "replace", "change", "delete")
    removal: Removal = Removal.HARD
    listing: Listing = Listing.WHOLE
    unique: str = ""
    """A field that no two entries may have the same value of, unless it is null."""
    reference: tuple[str, str] = ("", "")
    """A field that holds the key of an entry, and the collection of that entry."""
    parent: str = ""
    """The collection under whose entries these stand."""
    silent: bool = False
    """Whether creating is answered without a body: only ``Location`` tells the key."""
    key_name: str = "id"
    own_key: bool = False
    """Whether clients choose the key, and PUT creates."""
    one_schema: bool = False
    """Whether requests and answers share a schema, in which ``readOnly`` marks what the shop makes."""
    lax: bool = False
    """Whether the description of an answer requires no field."""

    @property
    def schema_name(self) -> str:
        """Of an entry in an answer: ``Book``."""
        return self.noun.capitalize()

    @property
    def parameter(self) -> str:
        """Of the key in paths: ``book_id``."""
        return f"{self.noun}_{self.key_name}"


def default_of(schema: Schema) -> JSON:
    """What stands where a client gave nothing."""
    if "default" in schema:
        return schema["default"]
    if schema.get("type") == "object":
        return {name: default_of(inner) for name, inner in schema["properties"].items()}
    return None


_DATE: Final = {"type": ["string", "null"], "format": "date"}

MADE: Final[dict[str, Schema]] = {
    "created_at": {"type": "string", "format": "date-time", "description": "Never changes."},
    "updated_at": {"type": "string", "format": "date-time"},
    "version": {"type": "integer", "minimum": 1, "description": "Counts the changes of this entry."},
    "trashed": {"type": "boolean", "description": "Whether it was deleted."},
    "book_id": {"type": "integer"},
    "links": {
        "type": "object",
        "properties": {"self": {"type": "string"}, "comments": {"type": "string"}},
        "required": ["self"],
        "additionalProperties": False,
    },
}

AUTHORS: Final = Kind(
    "authors",
    "author",
    {
        "name": {"type": "string", "minLength": 1, "maxLength": 80},
        "born": _DATE,
        "website": {"type": ["string", "null"], "maxLength": 200},
        "active": {"type": "boolean", "default": True},
        "awards": {"type": "integer", "minimum": 0, "maximum": 1000, "default": 0},
    },
    ("name",),
    ("created_at", "updated_at", "links"),
    {"type": "string", "format": "uuid"},
)

BOOKS: Final = Kind(
    "books",
    "book",
    {
        "title": {"type": "string", "minLength": 1, "maxLength": 120},
        "author_id": {"type": "string", "format": "uuid", "description": "The key of an author of this shop."},
        "subtitle": {"type": "string", "maxLength": 120, "default": ""},
        "isbn": {"type": ["string", "null"], "pattern": "^97[89][0-9]{10}$", "description": "No two books share one."},
        "price": {"type": "number", "minimum": 0, "maximum": 100_000, "default": 0},
        "stock": {"type": "integer", "minimum": 0, "maximum": 1_000_000, "default": 0},
        "in_print": {"type": "boolean", "default": True},
        "published": _DATE,
        "tags": {
            "type": "array",
            "items": {"type": "string", "minLength": 1, "maxLength": 30},
            "maxItems": 50,
            "default": [],
        },
        "details": {
            "type": "object",
            "properties": {
                "pages": {"type": ["integer", "null"], "minimum": 1, "maximum": 100_000},
                "cover": {"type": "string", "enum": ["paper", "cloth", "leather"], "default": "paper"},
                "weight": {"type": ["number", "null"], "minimum": 0, "maximum": 1_000},
            },
            "additionalProperties": False,
        },
    },
    ("title", "author_id"),
    ("created_at", "updated_at", "version", "links"),
    {"type": "integer", "minimum": 1},
    listing=Listing.PAGES,
    unique="isbn",
    reference=("author_id", "authors"),
)

COMMENTS: Final = Kind(
    "comments",
    "comment",
    {
        "text": {"type": "string", "minLength": 1, "maxLength": 500},
        "stars": {"type": ["integer", "null"], "minimum": 1, "maximum": 5},
        "signed": {"type": "string", "maxLength": 80, "default": "anonymous"},
    },
    ("text",),
    ("book_id", "created_at", "updated_at"),
    {"type": "integer", "minimum": 1},
    parent="books",
    lax=True,
)

TASKS: Final = Kind(
    "tasks",
    "task",
    {
        "title": {"type": "string", "minLength": 1, "maxLength": 120},
        "notes": {"type": "string", "maxLength": 500, "default": ""},
        "done": {"type": "boolean", "default": False},
        "due": {"type": ["string", "null"], "format": "date-time"},
        "priority": {"type": "string", "enum": ["low", "normal", "high"], "default": "normal"},
        "steps": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "text": {"type": "string", "maxLength": 120},
                    "done": {"type": "boolean"},
                },
                "required": ["text", "done"],
                "additionalProperties": False,
            },
            "maxItems": 20,
            "default": [],
        },
    },
    ("title",),
    ("trashed", "created_at", "updated_at"),
    {"type": "string", "pattern": "^t[0-9a-f]{8}$"},
    operations=("list", "create", "read", "replace", "change", "delete", "empty"),
    removal=Removal.TRASH,
    listing=Listing.CURSOR,
    one_schema=True,
)

COUPONS: Final = Kind(
    "coupons",
    "coupon",
    {
        "code": {"type": "string", "pattern": "^[A-Z0-9]{4,16}$", "description": "No two coupons share one."},
        "percent": {"type": "number", "minimum": 0, "maximum": 100},
        "valid": {
            "type": "object",
            "properties": {"first": _DATE, "last": _DATE},
            "additionalProperties": False,
        },
        "note": {"type": "string", "maxLength": 200, "default": ""},
        "uses": {"type": "integer", "minimum": 0, "maximum": 1_000_000, "default": 1},
    },
    ("code", "percent"),
    ("created_at", "version"),
    {"type": "string", "pattern": "^c-[0-9]+$"},
    operations=("list", "create", "read", "replace", "delete"),
    removal=Removal.TOMBSTONE,
    unique="code",
    silent=True,
)

SHELVES: Final = Kind(
    "shelves",
    "shelf",
    {
        "label": {"type": "string", "maxLength": 80, "default": ""},
        "boards": {"type": "integer", "minimum": 1, "maximum": 50, "default": 5},
        "lit": {"type": "boolean", "default": False},
    },
    (),
    ("updated_at",),
    {"type": "string", "pattern": "^[a-z][a-z0-9-]{0,30}$"},
    operations=("list", "read", "replace", "delete"),
    key_name="name",
    own_key=True,
)

KINDS: Final = (AUTHORS, BOOKS, COMMENTS, TASKS, COUPONS, SHELVES)
"""Parents and those that others refer to come first."""

BY_NAME: Final = {kind.name: kind for kind in KINDS}
