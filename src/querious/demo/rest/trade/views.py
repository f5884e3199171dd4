"""Things of the store as clients see them, and what tells one state of a thing from another."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from querious.demo.filtering import availability

if TYPE_CHECKING:
    from datetime import datetime

    from querious.demo.entities import Category, Item, Order, Review, Supplier, User
    from querious.demo.rest.trade.memory import Job, Memory
    from querious.model.values import JSON

Shown = dict[str, Any]


def shown_item(item: Item) -> Shown:
    """An item."""
    return {
        "sku": item.sku,
        "name": item.name,
        "kind": type(item).__name__.lower(),
        "description": item.description,
        "price": float(item.price),
        "stock": item.stock,
        "availability": availability(item),
        "category": item.category,
        "supplier": item.supplier,
        "added_at": _moment(item.added_at),
        "picture": item.picture,
    }


def shown_category(category: Category, memory: Memory) -> Shown:
    """A category, with how many items are in it."""
    count = sum(item.category == category.slug for item in memory.store.items.values())
    return {"slug": category.slug, "name": category.name, "parent": category.parent, "item_count": count}


def shown_supplier(supplier: Supplier) -> Shown:
    """A supplier."""
    return {
        "id": supplier.number,
        "name": supplier.name,
        "website": supplier.website,
        "since": supplier.since and supplier.since.isoformat(),
        "rating": supplier.rating,
        "city": supplier.address and supplier.address.city,
    }


def shown_review(review: Review) -> Shown:
    """A review."""
    return {
        "id": review.number,
        "sku": review.sku,
        "stars": review.stars,
        "text": review.text,
        "author": review.author,
        "written_at": _moment(review.written_at),
    }


def shown_order(order: Order) -> Shown:
    """An order, with the sum of its lines."""
    lines = [
        {"sku": line.sku, "quantity": line.quantity, "unit_price": float(line.unit_price.amount)}
        for line in order.lines
    ]
    return {
        "id": order.number,
        "status": order.status,
        "placed_at": _moment(order.placed_at),
        "placed_by": order.placed_by,
        "note": order.note,
        "cancel_reason": order.cancel_reason,
        "ship_on": order.ship_on and order.ship_on.isoformat(),
        "lines": lines,
        "total": float(sum(line.subtotal.amount for line in order.lines)),
    }


def shown_customer(user: User) -> Shown:
    """A user of the study."""
    return {"id": user.id, "name": user.name, "age": user.age}


def shown_export(job: Job, memory: Memory) -> Shown:
    """A job: it runs from the next request on, and is done with the one after that."""
    age = memory.requests - job.begun
    state = ("queued", "running", "done")[min(age, 2)]
    return {
        "id": job.id,
        "kind": job.kind,
        "state": state,
        "file": f"/exports/{job.id}/file" if state == "done" else None,
    }


def etag(shown: JSON) -> str:
    """The same for the same content, and for no other."""
    digest = hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()
    return f'"{digest[:12]}"'


def _moment(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
