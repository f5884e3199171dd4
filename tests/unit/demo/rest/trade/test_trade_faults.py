"""Each fault, shown by a few requests: what the healthy shop answers, and what the faulty one does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from querious.demo import TRADE_FAULTS
from querious.demo.rest.trade.app import healthy_deals
from querious.demo.rest.trade.description import trade_description
from querious.demo.rest.trade.faults import trade_table
from querious.demo.rest.trade.memory import API_KEY

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = [fault.name for fault in TRADE_FAULTS]
KIND = {fault.name: fault.kind for fault in TRADE_FAULTS}


def status(path: str, **headers: str) -> Callable[[Any], Any]:
    return lambda shop: shop.get(path, **headers).status


def skus(query: str) -> Callable[[Any], Any]:
    return lambda shop: [item["sku"] for item in shop.get(f"/items?{query}").payload["items"]]


def member(path: str, *names: str | int) -> Callable[[Any], Any]:
    def look(shop: Any) -> Any:
        value = shop.get(path).payload
        for name in names:
            value = value[name] if isinstance(name, int) else value.get(name)
        return value

    return look


def numbers(path: str, name: str = "") -> Callable[[Any], Any]:
    def look(shop: Any) -> Any:
        payload = shop.get(path).payload
        return [row["id"] for row in (payload[name] if name else payload)]

    return look


def refusal(path: str) -> Callable[[Any], Any]:
    return lambda shop: sorted(shop.get(path).payload)


def posted(path: str, body: Any = None) -> Callable[[Any], Any]:
    return lambda shop: shop.post(path, body).status


def header(path: str, name: str, method: str = "GET") -> Callable[[Any], Any]:
    return lambda shop: shop.send(method, path).headers.get(name)


def next_page(path: str) -> Callable[[Any], Any]:
    def look(shop: Any) -> Any:
        link = shop.get(path).headers["link"]
        found = re.search(r'<([^>]*)>; rel="next"', link)
        return found and found[1]

    return look


def second_page_of_reviews(shop: Any) -> Any:
    return [row["id"] for row in shop.get(f"/reviews?cursor={cursor(shop)}").payload["reviews"]]


def third_page_of_reviews(shop: Any) -> Any:
    return shop.get(f"/reviews?cursor={cursor(shop)}").payload["next_cursor"] is None


def cursor(shop: Any) -> str:
    return shop.get("/reviews").payload["next_cursor"]


def order_after(*actions: str, order: int = 32, name: str = "status") -> Callable[[Any], Any]:
    """What the actions are answered with, and a member of the order then."""

    def look(shop: Any) -> Any:
        statuses = [shop.post(f"/orders/{order}/{action}").status for action in actions]
        return (*statuses, shop.get(f"/orders/{order}").payload.get(name))

    return look


def other_order(shop: Any) -> Any:
    shop.post("/orders/32/ship")
    return [shop.get(f"/orders/{number}").payload["status"] for number in (32, 34)]


def stocks(shop: Any) -> Any:
    shop.post("/items/HA-0001/restock", {"quantity": 2})
    return [shop.get(f"/items/{sku}").payload["stock"] for sku in ("HA-0001", "DR-0001")]


def stale_tag(shop: Any) -> Any:
    old = shop.get("/items/HA-0001").headers["etag"]
    shop.patch("/items/HA-0001", {"stock": 1})
    return shop.patch("/items/HA-0001", {"stock": 2}, if_match=old).status, shop.get(
        "/items/HA-0001", if_none_match=old
    ).status


def same_tag(shop: Any) -> Any:
    return len({shop.get("/items/HA-0001").headers["etag"] for _ in range(3)})


def known_price_list(shop: Any) -> Any:
    return shop.get("/price-list", if_none_match=shop.get("/price-list").headers["etag"]).status


def part(text: str) -> Callable[[Any], Any]:
    def look(shop: Any) -> Any:
        reply = shop.get("/price-list", range=text)
        return reply.status, reply.body, reply.headers.get("content-range")

    return look


def twice(first: int, second: int) -> Callable[[Any], Any]:
    """The statuses of two reviews with one idempotency key, and how many there are then."""

    def look(shop: Any) -> Any:
        key = {"idempotency_key": "once"}
        statuses = [shop.post("/items/HA-0001/reviews", {"stars": stars}, **key).status for stars in (first, second)]
        return (*statuses, len(shop.get("/items/HA-0001/reviews").payload))

    return look


def job(*, polls: int = 3) -> Callable[[Any], Any]:
    def look(shop: Any) -> Any:
        made = shop.post("/exports", {"kind": "items"})
        states = [shop.get(f"/exports/{made.payload['id']}").payload["state"] for _ in range(polls)]
        file = shop.get(f"/exports/{made.payload['id']}/file").status
        return made.payload["state"], *states, shop.get(made.headers["location"]).status, file

    return look


def new_slot(shop: Any) -> str:
    """The address of a slot for three parcels."""
    return shop.post("/slots", {"day": "2024-06-13", "capacity": 3}).headers["location"]


def booked(shop: Any, slot: str, parcels: int) -> Any:
    return shop.post(f"{slot}/bookings", {"parcels": parcels})


def bookings(*parcels: int) -> Callable[[Any], Any]:
    """The statuses of bookings in a new slot, and what is available then."""

    def look(shop: Any) -> Any:
        slot = new_slot(shop)
        statuses = [booked(shop, slot, number).status for number in parcels]
        return (*statuses, shop.get(slot).payload["available"])

    return look


def two_slots(shop: Any) -> Any:
    """The statuses of a booking in each of two new slots."""
    return tuple(booked(shop, slot, 2).status for slot in (new_slot(shop), new_slot(shop)))


def changed_booking(shop: Any) -> Any:
    """The status of a change that there is no room for, and what is available then."""
    slot = new_slot(shop)
    changed = shop.patch(booked(shop, slot, 3).headers["location"], {"parcels": 4})
    return changed.status, shop.get(slot).payload["available"]


def deleted_booking(shop: Any) -> Any:
    """What is available of a new slot when its only booking, of three parcels, is deleted."""
    slot = new_slot(shop)
    shop.delete(booked(shop, slot, 3).headers["location"])
    return shop.get(slot).payload["available"]


REVIEW = {"stars": 1, "text": ""}
FIRST = ["KI-0001", "DR-0001", "HA-0001"]
PROBLEM = ["detail", "status", "title"]
DONE = ("queued", "running", "done", "done", 200, 200)

SHOWN: dict[str, tuple[Callable[[Any], Any], Any, Any]] = {
    "status-not-documented": (posted("/items/HA-0001/reviews", {"stars": 3}), 201, 200),
    "html-for-json": (header("/categories", "content-type"), "application/json", "text/html"),
    "price-as-text": (member("/items/HA-0001", "price"), 24.5, "24.50"),
    "null-left-out": (lambda shop: "rating" in shop.get("/suppliers/23").payload, True, False),
    "choice-not-documented": (member("/suppliers/22/items", 0, "availability"), "SOLD_OUT", "SCARCE"),
    "total-null-if-empty": (member("/reviews?sku=ZZ-0000", "total"), 0, None),
    "count-header-lost": (header("/suppliers", "x-total-count"), "3", None),
    "location-lost": (
        lambda shop: "location" in shop.post("/orders", {"lines": [{"sku": "HA-0001", "quantity": 1}]}).headers,
        True,
        False,
    ),
    "error-of-other-shape": (refusal("/orders/9"), PROBLEM, ["error"]),
    "error-as-text": (header("/categories/none", "content-type"), "application/problem+json", "text/plain"),
    "trace-in-refusal": (
        lambda shop: "Traceback" in shop.get("/reviews/9").payload["detail"],
        False,
        True,
    ),
    "allow-lost": (header("/statistics", "allow", "DELETE"), "GET", None),
    "head-not-found": (lambda shop: shop.send("HEAD", "/items/HA-0001").status, 200, 404),
    "key-not-required": (status("/customers"), 401, 200),
    "any-key-accepted": (status("/customers", x_api_key="guess"), 401, 200),
    "quote-crash": (status("/items?q=a'b"), 200, 500),
    "far-page-crash": (status("/suppliers?page=100000"), 200, 500),
    "zero-crash": (status("/items?max_price=0"), 200, 500),
    "early-day-crash": (status("/orders?placed_to=1969-12-31"), 200, 500),
    "empty-text-crash": (posted("/items/HA-0001/reviews", {"stars": 3, "text": ""}), 201, 500),
    "edge-refused": (posted("/items/HA-0001/reviews", {"stars": 1}), 201, 422),
    "filter-ignored": (skus("supplier=22"), ["SC-0002"], FIRST),
    "filter-case": (skus("name=Hammer"), ["HA-0001"], []),
    "filter-too-wide": (skus("min_stock=123"), ["BO-0001"], ["BO-0001", "WA-0001"]),
    "filter-bound-excluded": (skus("min_price=24.5"), ["DR-0001", "HA-0001"], ["DR-0001"]),
    "filter-bounds-swapped": (numbers("/orders?placed_from=2024-05-01", "data"), [34], [31, 32]),
    "second-filter-ignored": (skus("category=fasteners&availability=LOW"), [], ["BO-0001", "KI-0002"]),
    "filters-joined-by-or": (skus("supplier=22&availability=LOW"), [], ["KI-0001", "SC-0002", "SC-0001"]),
    "filter-forgets-choice": (skus("availability=LOW"), ["KI-0001", "SC-0001"], []),
    "filter-after-page": (skus("supplier=23"), ["WA-0001"], []),
    "filter-stars-and-more": (numbers("/reviews?stars=4", "reviews"), [43], [41, 43]),
    "total-without-filter": (member("/items?supplier=23", "total"), 1, 8),
    "review-total-without-filter": (member("/reviews?stars=4", "total"), 1, 5),
    "sort-ignored": (skus("sort=stock"), ["SC-0002", "SC-0001", "KI-0001"], ["BO-0001", "SC-0001", "SC-0002"]),
    "sort-direction-ignored": (skus("sort=-name"), ["SC-0001", "WA-0001", "KI-0002"], FIRST),
    "sort-reversed": (skus("sort=price&limit=1"), ["WA-0001"], ["DR-0001"]),
    "sort-as-text": (skus("sort=-price&limit=2"), ["DR-0001", "HA-0001"], ["KI-0001", "KI-0002"]),
    "sort-ties-lose-rows": (
        lambda shop: sorted(skus("sort=category&limit=3")(shop) + skus("sort=category&limit=5&offset=3")(shop)),
        ["BO-0001", "DR-0001", "HA-0001", "KI-0001", "KI-0002", "SC-0001", "SC-0002", "WA-0001"],
        ["BO-0001", "DR-0001", "HA-0001", "HA-0001", "KI-0001", "KI-0002", "SC-0001", "SC-0002"],
    ),
    "sort-each-page": (numbers("/orders?sort=total", "data"), [34, 32], [32, 31]),
    "page-loses-edge": (skus("offset=3&limit=2"), ["BO-0001", "SC-0002"], ["SC-0002", "KI-0002"]),
    "page-repeats-edge": (skus("offset=3&limit=2"), ["BO-0001", "SC-0002"], ["HA-0001", "BO-0001"]),
    "total-of-page": (member("/items", "total"), 8, 3),
    "pages-rounded-down": (member("/orders?per_page=3", "meta", "pages"), 2, 1),
    "page-counts-from-zero": (numbers("/orders", "data"), [31, 32], [33, 34]),
    "next-for-ever": (next_page("/suppliers?page=2"), None, "/suppliers?page=3&per_page=2"),
    "next-loses-filter": (
        next_page("/items?supplier=21"),
        "/items?supplier=21&offset=3&limit=3",
        "/items?offset=3&limit=3",
    ),
    "next-skips-row": (next_page("/items"), "/items?offset=3&limit=3", "/items?offset=4&limit=3"),
    "limit-ignored": (numbers("/suppliers?per_page=1"), [21], [21, 22, 23]),
    "cursor-of-first": (second_page_of_reviews, [43, 44], [42, 43]),
    "cursor-ends-early": (third_page_of_reviews, False, True),
    "one-more-than-limit": (numbers("/reviews?limit=1", "reviews"), [41], [41, 42]),
    "look-up-of-next": (member("/suppliers/21", "id"), 21, 22),
    "slug-by-ending": (member("/categories/tools", "slug"), "tools", "power-tools"),
    "unknown-gives-first": (member("/items/ZZ-0000", "sku"), None, "BO-0001"),
    "below-wrong-parent": (status("/items/HA-0001/reviews/41"), 404, 200),
    "rows-of-other-parents": (numbers("/items/HA-0001/reviews"), [], [41, 42, 43, 44, 45]),
    "nested-list-lacks-rows": (lambda shop: len(shop.get("/suppliers/21/items").payload), 6, 4),
    "list-tells-other-stock": (member("/items", "items", 2, "stock"), 15, 20),
    "two-routes-differ": (member("/items/BO-0001/reviews/41", "stars"), 5, 1),
    "texts-swapped-in-list": (member("/suppliers", 0, "name"), "Nordic Bolts", "Västerås"),
    "total-of-first-line": (member("/orders/31", "total"), 164.0, 35.0),
    "statistics-one-less": (member("/statistics", "orders"), 4, 3),
    "item-count-doubled": (member("/categories", 0, "item_count"), 2, 4),
    "fields-first-only": (
        lambda shop: sorted(shop.get("/items/HA-0001?fields=name,price").payload),
        ["name", "price"],
        ["name"],
    ),
    "fields-ignored": (lambda shop: len(shop.get("/items/HA-0001?fields=name,price").payload), 2, 11),
    "fields-change-unit": (member("/items/HA-0001?fields=price", "price"), 24.5, 2450.0),
    "ship-in-any-state": (order_after("cancel", "ship"), (200, 409, "CANCELLED"), (200, 200, "SHIPPED")),
    "cancel-in-any-state": (order_after("ship", "cancel"), (200, 409, "SHIPPED"), (200, 200, "CANCELLED")),
    "ship-without-effect": (order_after("ship"), (200, "SHIPPED"), (200, "PLACED")),
    "ship-another": (other_order, ["SHIPPED", "PLACED"], ["PLACED", "SHIPPED"]),
    "cancel-overwrites-note": (order_after("cancel", name="note"), (200, None), (200, "No longer needed.")),
    "refused-cancel-changes": (order_after("cancel", order=31), (409, "SHIPPED"), (409, "CANCELLED")),
    "cancel-again-appends": (
        order_after("cancel", order=33, name="cancel_reason"),
        (200, "Ordered twice."),
        (200, "Ordered twice. No longer needed."),
    ),
    "reopen-loses-lines": (
        lambda shop: (shop.post("/orders/33/reopen").status, len(shop.get("/orders/33").payload["lines"])),
        (200, 2),
        (200, 1),
    ),
    "reopen-never-allowed": (order_after("reopen", order=33), (200, "PLACED"), (409, "CANCELLED")),
    "restock-without-effect": (stocks, [17, 7], [15, 7]),
    "restock-touches-others": (stocks, [17, 7], [17, 9]),
    "cancel-deletes": (order_after("cancel"), (200, "CANCELLED"), (200, 404)),
    "slot-overbooked": (bookings(3, 1), (201, 409, 0), (201, 201, -1)),
    "slot-never-full": (bookings(2, 1), (201, 201, 0), (201, 409, 1)),
    "slot-counts-bookings": (bookings(2, 2), (201, 409, 1), (201, 201, -1)),
    "slot-counts-all": (two_slots, (201, 201), (201, 409)),
    "slot-change-unchecked": (changed_booking, (409, 0), (200, -1)),
    "slot-place-lost": (deleted_booking, 3, 0),
    "slot-one-place-back": (deleted_booking, 3, 1),
    "slot-available-is-capacity": (bookings(2), (201, 1), (201, 3)),
    "etag-never-changes": (stale_tag, (412, 200), (200, 304)),
    "etag-always-new": (same_tag, 1, 3),
    "not-modified-always": (status("/items/HA-0001", if_none_match='"000000000000"'), 200, 304),
    "if-none-match-ignored": (known_price_list, 304, 200),
    "if-match-ignored": (stale_tag, (412, 200), (200, 200)),
    "range-one-short": (
        part("bytes=0-6"),
        (206, b"BO-0001", "bytes 0-6/107"),
        (206, b"BO-000", "bytes 0-6/107"),
    ),
    "range-of-wrong-size": (
        part("bytes=0-6"),
        (206, b"BO-0001", "bytes 0-6/107"),
        (206, b"BO-0001", "bytes 0-6/7"),
    ),
    "range-is-whole": (lambda shop: len(shop.get("/price-list", range="bytes=0-6").body), 7, 107),
    "range-crash": (status("/price-list", range="bytes=5000-"), 416, 500),
    "idempotency-ignored": (twice(3, 3), (201, 201, 1), (201, 201, 2)),
    "idempotency-for-anything": (twice(3, 4), (201, 422, 1), (201, 201, 1)),
    "idempotency-refuses": (twice(3, 3), (201, 201, 1), (201, 409, 1)),
    "job-elsewhere": (job(), DONE, ("queued", "running", "done", "done", 404, 200)),
    "job-never-done": (job(), DONE, ("queued", "running", "running", "running", 200, 200)),
    "job-file-lost": (job(), DONE, ("queued", "running", "done", "done", 200, 404)),
    "job-goes-back": (job(), DONE, ("queued", "running", "done", "queued", 200, 200)),
    "parity-rating-halved": (member("/suppliers/21", "rating"), 4.5, 2.25),
    "parity-city-in-capitals": (member("/suppliers/21", "city"), "Västerås", "VÄSTERÅS"),
    "parity-null-as-empty": (member("/reviews/42", "text"), None, ""),
    "parity-orders-hidden": (status("/orders/33"), 200, 404),
    "parity-customers-hidden": (status("/customers/100", x_api_key=API_KEY), 200, 404),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_fault_shows_and_the_healthy_shop_does_not_have_it(buyer: Any, name: str):
    look, healthy, faulty = SHOWN[name]
    assert look(buyer()) == healthy
    assert look(buyer(name, fits=KIND[name] != "contract")) == faulty


def test_every_fault_is_shown_once():
    assert list(SHOWN) == NAMES
    assert len(NAMES) >= 40


def test_faults_are_woven_in_where_there_is_something():
    for fault in TRADE_FAULTS:
        assert set(fault.places) <= healthy_deals().keys()
        assert fault.about.endswith(".")


def test_no_fault_changes_the_description(buyer: Any):
    assert buyer(*NAMES, fits=False).get("/openapi.json").payload == trade_description()


def test_the_table_has_a_row_for_each_fault():
    rows = trade_table().splitlines()[2:]
    assert len(rows) == len(TRADE_FAULTS)
    assert rows[0].startswith("| `status-not-documented` | contract | `reviews.create` | A new review is answered with")
