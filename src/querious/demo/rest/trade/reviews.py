"""Reviews, which have two addresses: pages by cursor, and creating with an idempotency key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.entities import Review
from querious.demo.rest.refusal import RefusalError
from querious.demo.rest.trade import schemas
from querious.demo.rest.trade.endpoints import Endpoint, Outcome
from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.items import find_item
from querious.demo.rest.trade.lists import CURSOR, cursor_of, filtered, key_of
from querious.demo.rest.trade.views import shown_review
from querious.demo.store import CAPACITY

if TYPE_CHECKING:
    from querious.demo.rest.trade.endpoints import Schema
    from querious.demo.rest.trade.memory import Memory
    from querious.demo.rest.trade.views import Shown

_STARS: Final = schemas.REVIEW["properties"]["stars"]
FILTERS: Final[dict[str, Schema]] = {"stars": _STARS, "sku": schemas.SKU}
NEW: Final[Schema] = {
    "type": "object",
    "properties": {
        "stars": _STARS,
        "text": {"type": ["string", "null"], "maxLength": 300},
    },
    "required": ["stars"],
    "additionalProperties": False,
}


def list_reviews(memory: Memory, ask: Inquiry) -> Reply:
    """A page of reviews, the oldest first."""
    rows = filtered(
        all_reviews(memory),
        ask.query,
        {"stars": lambda row, stars: row["stars"] == stars, "sku": lambda row, sku: row["sku"] == sku},
    )
    after = key_of(ask.query["cursor"]) if "cursor" in ask.query else 0
    left = [row for row in rows if row["id"] > after]
    chosen = left[: ask.query["limit"]]
    more = len(left) > len(chosen)
    body = {"reviews": chosen, "next_cursor": cursor_of(chosen[-1]["id"]) if more else None, "total": len(rows)}
    return Reply(200, body)


def all_reviews(memory: Memory) -> list[Shown]:
    """In the order of their numbers."""
    reviews = sorted(memory.store.reviews.values(), key=lambda review: review.number)
    return [shown_review(review) for review in reviews]


def read_review(memory: Memory, ask: Inquiry) -> Reply:
    """One review, by its number alone."""
    return Reply(200, shown_review(find_review(memory, ask)))


def delete_review(memory: Memory, ask: Inquiry) -> Reply:
    """Take a review out."""
    del memory.store.reviews[find_review(memory, ask).number]
    return Reply(204)


def list_item_reviews(memory: Memory, ask: Inquiry) -> Reply:
    """What was written about an item."""
    item = find_item(memory, ask)
    return Reply(200, [review for review in all_reviews(memory) if review["sku"] == item.sku])


def read_item_review(memory: Memory, ask: Inquiry) -> Reply:
    """One review, below the item that it is about."""
    item = find_item(memory, ask)
    review = find_review(memory, ask)
    if review.sku != item.sku:
        raise RefusalError(404, "there is no such review")
    return Reply(200, shown_review(review))


def create_review(memory: Memory, ask: Inquiry) -> Reply:
    """A new review, once for each idempotency key."""
    item = find_item(memory, ask)
    key = ask.headers.get("idempotency-key", "")
    sent = (item.sku, ask.body)
    if key in memory.receipts:
        known, answer = memory.receipts[key]
        if known != sent:
            raise RefusalError(422, "this idempotency key was used for something else")
        return Reply(*answer)
    if len(memory.store.reviews) >= CAPACITY:
        raise RefusalError(409, f"the shop keeps at most {CAPACITY} reviews")
    store = memory.store
    review = Review(store.number(), item.sku, int(ask.body["stars"]), store.now(), ask.body.get("text"))
    store.reviews[review.number] = review
    reply = Reply(201, shown_review(review), {"location": f"/reviews/{review.number}"})
    if key:
        memory.receipts[key] = (sent, (reply.status, reply.body, reply.headers))
    return reply


def find_review(memory: Memory, ask: Inquiry) -> Review:
    """The review of a path."""
    review = memory.store.reviews.get(ask.keys["review_id"])
    if review is None:
        raise RefusalError(404, "there is no such review")
    return review


_ID: Final = {"review_id": {**schemas.NUMBER, "maximum": 1_000_000}}
_SKU: Final = {"sku": schemas.SKU}
_REVIEW: Final = Outcome(schemas.reference("Review"))
_REVIEWS: Final = schemas.listed(schemas.reference("Review"))
_PAGE: Final = schemas.exactly(reviews=_REVIEWS, next_cursor=schemas.TEXT_OR_NULL, total=schemas.COUNT)
_IDEMPOTENCY: Final = {
    "Idempotency-Key": {
        "type": "string",
        "pattern": "^[A-Za-z0-9-]{1,64}$",
        "description": "The same request with the same key is done once, and answered the same.",
    }
}

ENDPOINTS: Final = (
    Endpoint(
        *("reviews.list", "GET", "/reviews", "List reviews, the oldest first.", list_reviews),
        {200: Outcome(_PAGE)},
        (422,),
        query={**FILTERS, **CURSOR},
    ),
    Endpoint(
        *("reviews.read", "GET", "/reviews/{review_id}", "Read a review.", read_review),
        {200: _REVIEW},
        (404,),
        keys=_ID,
    ),
    Endpoint(
        *("reviews.delete", "DELETE", "/reviews/{review_id}", "Delete a review.", delete_review),
        {204: Outcome()},
        (404,),
        keys=_ID,
    ),
    Endpoint(
        *("reviews.of", "GET", "/items/{sku}/reviews", "List the reviews of an item.", list_item_reviews),
        {200: Outcome(_REVIEWS)},
        (404,),
        keys=_SKU,
    ),
    Endpoint(
        *("reviews.create", "POST", "/items/{sku}/reviews", "Review an item.", create_review),
        {201: Outcome(schemas.reference("Review"), ("Location",), about="Created.")},
        (400, 404, 409, 422),
        keys=_SKU,
        headers=_IDEMPOTENCY,
        body=NEW,
    ),
    Endpoint(
        *("reviews.below", "GET", "/items/{sku}/reviews/{review_id}", "Read a review of an item.", read_item_review),
        {200: _REVIEW},
        (404,),
        keys={**_SKU, **_ID},
    ),
)
