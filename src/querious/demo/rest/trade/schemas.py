"""The schemas of what the shop shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from querious.demo.rest.trade.endpoints import Schema


def exactly(**properties: Schema) -> Schema:
    """An object with all of these members, and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def some_of(schema: Schema) -> Schema:
    """The same object, of which a client chose the members."""
    return {name: value for name, value in schema.items() if name != "required"}


def listed(schema: Schema) -> Schema:
    """A list of these."""
    return {"type": "array", "items": schema}


COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
NUMBER: Final[Schema] = {"type": "integer", "minimum": 1}
TEXT: Final[Schema] = {"type": "string"}
TEXT_OR_NULL: Final[Schema] = {"type": ["string", "null"]}
MOMENT: Final[Schema] = {"type": "string", "format": "date-time"}
DAY_OR_NULL: Final[Schema] = {"type": ["string", "null"], "format": "date"}
PRICE: Final[Schema] = {"type": "number", "minimum": 0}
SKU: Final[Schema] = {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}$"}
SLUG: Final[Schema] = {"type": "string", "pattern": "^[a-z][a-z-]{0,39}$"}
USER: Final[Schema] = {"type": "string", "pattern": "^[0-9]{1,9}$"}
JOB: Final[Schema] = {"type": "string", "pattern": "^x[0-9]{1,9}$"}
AVAILABILITIES: Final = ("IN_STOCK", "LOW", "SOLD_OUT")
STATUSES: Final = ("PLACED", "SHIPPED", "CANCELLED")

ITEM: Final = exactly(
    sku=SKU,
    name=TEXT,
    kind={"type": "string", "enum": ["part", "tool", "kit"]},
    description=TEXT_OR_NULL,
    price={**PRICE, "description": "In euros."},
    stock=COUNT,
    availability={"type": "string", "enum": list(AVAILABILITIES)},
    category=SLUG,
    supplier=NUMBER,
    added_at=MOMENT,
    picture=TEXT_OR_NULL,
)
CATEGORY: Final = exactly(slug=SLUG, name=TEXT, parent={**SLUG, "type": ["string", "null"]}, item_count=COUNT)
SUPPLIER: Final = exactly(
    id=NUMBER,
    name=TEXT,
    website=TEXT_OR_NULL,
    since=DAY_OR_NULL,
    rating={"type": ["number", "null"], "minimum": 0, "maximum": 5},
    city=TEXT_OR_NULL,
)
REVIEW: Final = exactly(
    id=NUMBER,
    sku=SKU,
    stars={"type": "integer", "minimum": 1, "maximum": 5},
    text=TEXT_OR_NULL,
    author={**USER, "type": ["string", "null"]},
    written_at=MOMENT,
)
LINE: Final = exactly(sku=SKU, quantity=NUMBER, unit_price=PRICE)
ORDER: Final = exactly(
    id=NUMBER,
    status={"type": "string", "enum": list(STATUSES)},
    placed_at=MOMENT,
    placed_by={**USER, "type": ["string", "null"]},
    note=TEXT_OR_NULL,
    cancel_reason=TEXT_OR_NULL,
    ship_on=DAY_OR_NULL,
    lines=listed(LINE),
    total=PRICE,
)
CUSTOMER: Final = exactly(id=USER, name=TEXT, age=COUNT)
EXPORT: Final = exactly(
    id=JOB,
    kind={"type": "string", "enum": ["items", "orders", "suppliers"]},
    state={"type": "string", "enum": ["queued", "running", "done"]},
    file={**TEXT_OR_NULL, "description": "Where the result is, once it is done."},
)
STATISTICS: Final = exactly(
    items=COUNT,
    suppliers=COUNT,
    orders=COUNT,
    reviews=COUNT,
    orders_by_status=exactly(PLACED=COUNT, SHIPPED=COUNT, CANCELLED=COUNT),
)
SLOT: Final = exactly(
    id=NUMBER,
    day={"type": "string", "format": "date"},
    capacity={**NUMBER, "description": "In parcels."},
    booked={**COUNT, "description": "Parcels of all bookings."},
    available={"type": "integer", "description": "Parcels that there is room for."},
)
BOOKING: Final = exactly(id=NUMBER, slot_id=NUMBER, parcels=NUMBER, note=TEXT_OR_NULL)
PROBLEM: Final = exactly(title=TEXT, status={"type": "integer"}, detail=TEXT)

SCHEMAS: Final = {
    "Item": ITEM,
    "Category": CATEGORY,
    "Supplier": SUPPLIER,
    "Review": REVIEW,
    "Order": ORDER,
    "Customer": CUSTOMER,
    "Export": EXPORT,
    "Statistics": STATISTICS,
    "Slot": SLOT,
    "Booking": BOOKING,
    "Problem": PROBLEM,
}


def reference(name: str) -> Schema:
    """One of these, in the description."""
    return {"$ref": f"#/components/schemas/{name}"}
