"""Items and their categories: filters, orders, pages by offset, sparse fieldsets, conditional requests."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from querious.demo.rest.refusal import RefusalError
from querious.demo.rest.trade import schemas
from querious.demo.rest.trade.endpoints import Endpoint, Outcome
from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.lists import OFFSET, filtered, offset_links, ordered, sorting
from querious.demo.rest.trade.views import Shown, etag, shown_category, shown_item

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.demo.entities import Item
    from querious.demo.rest.trade.endpoints import Schema
    from querious.demo.rest.trade.memory import Memory

HIGHEST_PRICE: Final = 100_000
FULLEST: Final = 1_000_000

CONDITIONS: Final[dict[str, Callable[[Shown, Any], bool]]] = {
    "category": lambda item, slug: item["category"] == slug,
    "supplier": lambda item, number: item["supplier"] == number,
    "availability": lambda item, state: item["availability"] == state,
    "name": lambda item, name: item["name"] == name,
    "q": lambda item, text: text.casefold() in item["name"].casefold(),
    "min_price": lambda item, least: item["price"] >= least,
    "max_price": lambda item, most: item["price"] <= most,
    "min_stock": lambda item, least: item["stock"] >= least,
}
_PRICE_PARAMETER: Final[Schema] = {"type": "number", "minimum": 0, "maximum": HIGHEST_PRICE}
FILTERS: Final[dict[str, Schema]] = {
    "category": {**schemas.SLUG, "description": "Of this category alone."},
    "supplier": {**schemas.NUMBER, "maximum": 1_000_000},
    "availability": schemas.ITEM["properties"]["availability"],
    "name": {"type": "string", "maxLength": 80, "description": "Exactly this name."},
    "q": {"type": "string", "maxLength": 80, "description": "A part of the name, in capital letters or not."},
    "min_price": {**_PRICE_PARAMETER, "description": "This price or a higher one."},
    "max_price": {**_PRICE_PARAMETER, "description": "This price or a lower one."},
    "min_stock": {"type": "integer", "minimum": 0, "maximum": FULLEST, "description": "So many or more in stock."},
}
FIELDS: Final[Schema] = {
    "type": "array",
    "items": {"type": "string", "enum": list(schemas.ITEM["properties"])},
    "minItems": 1,
    "description": "The members that are wanted; without it, all.",
}
SORTS: Final = sorting("name", "price", "stock", "category", "added_at")
CHANGE: Final[Schema] = {
    "type": "object",
    "properties": {
        "price": {"type": "number", "minimum": 0, "maximum": HIGHEST_PRICE},
        "stock": {"type": "integer", "minimum": 0, "maximum": FULLEST},
        "description": {"type": ["string", "null"], "maxLength": 200},
    },
    "minProperties": 1,
    "additionalProperties": False,
}
RESTOCK: Final[Schema] = {
    "type": "object",
    "properties": {"quantity": {"type": "integer", "minimum": 1, "maximum": 1000}},
    "required": ["quantity"],
    "additionalProperties": False,
}


def all_items(memory: Memory) -> list[Shown]:
    """Everything for sale."""
    return [shown_item(item) for item in memory.store.items.values()]


def list_items(memory: Memory, ask: Inquiry) -> Reply:
    """A page of the items that every filter lets through."""
    rows = ordered(filtered(all_items(memory), ask.query, CONDITIONS), ask.query["sort"], "sku")
    return item_page(rows, ask)


def item_page(rows: list[Shown], ask: Inquiry) -> Reply:
    """The part of the rows that was asked for."""
    offset, limit = ask.query["offset"], ask.query["limit"]
    shown = [_chosen(row, ask) for row in rows[offset : offset + limit]]
    body = {"items": shown, "total": len(rows), "offset": offset, "limit": limit}
    return Reply(200, body, offset_links(ask, len(rows)))


def read_item(memory: Memory, ask: Inquiry) -> Reply:
    """One item."""
    whole = shown_item(find_item(memory, ask))
    tag = etag(whole)
    if matches(ask.headers.get("if-none-match", ""), tag):
        return Reply(304, None, {"etag": tag})
    return Reply(200, _chosen(whole, ask), {"etag": tag})


def change_item(memory: Memory, ask: Inquiry) -> Reply:
    """Another price, stock or description."""
    item = find_item(memory, ask)
    require_match(shown_item(item), ask)
    if "price" in ask.body:
        item.price = Decimal(str(ask.body["price"]))
    if "stock" in ask.body:
        item.stock = int(ask.body["stock"])
    if "description" in ask.body:
        item.description = ask.body["description"]
    return with_etag(shown_item(item))


def restock_item(memory: Memory, ask: Inquiry) -> Reply:
    """More of an item."""
    item = find_item(memory, ask)
    if item.stock + ask.body["quantity"] > FULLEST:
        raise RefusalError(409, "there is no room for so many")
    item.stock += int(ask.body["quantity"])
    return with_etag(shown_item(item))


def list_categories(memory: Memory, _: Inquiry) -> Reply:
    """All of them."""
    return Reply(200, [shown_category(category, memory) for category in memory.store.categories.values()])


def read_category(memory: Memory, ask: Inquiry) -> Reply:
    """One, by its slug."""
    category = memory.store.categories.get(ask.keys["slug"])
    if category is None:
        raise RefusalError(404, "there is no such category")
    return Reply(200, shown_category(category, memory))


def list_category_items(memory: Memory, ask: Inquiry) -> Reply:
    """The items of one category."""
    read_category(memory, ask)
    return Reply(200, [item for item in all_items(memory) if item["category"] == ask.keys["slug"]])


def find_item(memory: Memory, ask: Inquiry) -> Item:
    """The item of a path."""
    item = memory.store.items.get(ask.keys["sku"])
    if item is None:
        raise RefusalError(404, "there is no such item")
    return item


def _chosen(row: Shown, ask: Inquiry) -> Shown:
    fields = ask.query.get("fields")
    return row if fields is None else {name: value for name, value in row.items() if name in fields}


def with_etag(shown: Shown) -> Reply:
    """What is shown, and the name of its state."""
    return Reply(200, shown, {"etag": etag(shown)})


def matches(condition: str, tag: str) -> bool:
    """Whether a list of entity tags holds this one."""
    return bool({one.strip().removeprefix("W/") for one in condition.split(",")} & {tag, "*"})


def require_match(shown: Shown, ask: Inquiry) -> None:
    """Refuse a change of something that was changed since the client saw it, if it says what it saw."""
    condition = ask.headers.get("if-match", "")
    if condition and not matches(condition, etag(shown)):
        raise RefusalError(412, "it was changed since")


_SKU: Final = {"sku": schemas.SKU}
_SLUG: Final = {"slug": schemas.SLUG}
_ITEM: Final = Outcome(schemas.reference("Item"), ("ETag",))
_PAGE: Final = schemas.exactly(
    items=schemas.listed(schemas.some_of(schemas.ITEM)), total=schemas.COUNT, offset=schemas.COUNT, limit=schemas.COUNT
)
_IF_NONE_MATCH: Final = {"If-None-Match": {"type": "string"}}
_IF_MATCH: Final = {"If-Match": {"type": "string", "description": "Only if the item still has this ETag."}}

ENDPOINTS: Final = (
    Endpoint(
        *("items.list", "GET", "/items", "List items.", list_items),
        {200: Outcome(_PAGE, ("Link",))},
        (422,),
        query={**FILTERS, "sort": SORTS, **OFFSET, "fields": FIELDS},
        has_head=True,
    ),
    Endpoint(
        *("items.read", "GET", "/items/{sku}", "Read an item.", read_item),
        {200: Outcome(schemas.some_of(schemas.ITEM), ("ETag",)), 304: Outcome(None, ("ETag",), about="Not modified.")},
        (404, 422),
        keys=_SKU,
        query={"fields": FIELDS},
        headers=_IF_NONE_MATCH,
        has_head=True,
    ),
    Endpoint(
        *("items.change", "PATCH", "/items/{sku}", "Change an item: what is not given stays.", change_item),
        {200: _ITEM},
        (400, 404, 412, 422),
        keys=_SKU,
        headers=_IF_MATCH,
        body=CHANGE,
    ),
    Endpoint(
        *("items.restock", "POST", "/items/{sku}/restock", "Add to the stock of an item.", restock_item),
        {200: _ITEM},
        (400, 404, 409, 422),
        keys=_SKU,
        body=RESTOCK,
    ),
    Endpoint(
        *("categories.list", "GET", "/categories", "List all categories.", list_categories),
        {200: Outcome(schemas.listed(schemas.reference("Category")))},
    ),
    Endpoint(
        *("categories.read", "GET", "/categories/{slug}", "Read a category.", read_category),
        {200: Outcome(schemas.reference("Category"))},
        (404,),
        keys=_SLUG,
    ),
    Endpoint(
        *("categories.items", "GET", "/categories/{slug}/items", "List the items of a category.", list_category_items),
        {200: Outcome(schemas.listed(schemas.reference("Item")))},
        (404,),
        keys=_SLUG,
    ),
)
