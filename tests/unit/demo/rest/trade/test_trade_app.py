"""The healthy shop: what its faults do not already show to be right."""

from __future__ import annotations

import re
from typing import Any

import pytest

from querious.demo.rest.trade.memory import API_KEY


def follow(shop: Any, path: str) -> list[Any]:
    """All pages, as a client that trusts the Link header reads them."""
    pages = []
    while path:
        reply = shop.get(path)
        pages.append(reply.payload)
        found = re.search(r'<([^>]*)>; rel="next"', reply.headers["link"])
        path = found[1] if found else ""
    return pages


@pytest.mark.parametrize("query", ["", "sort=-price&limit=1", "supplier=21&limit=2", "q=SCREW", "limit=50", "offset=5"])
def test_the_pages_of_items_are_the_whole_list(buyer: Any, query: str):
    pages = follow(buyer(), f"/items?{query}")
    rows = [item["sku"] for page in pages for item in page["items"]]
    assert len(rows) == len(set(rows)) == pages[0]["total"] - pages[0]["offset"]


def test_the_pages_of_suppliers_are_the_whole_list(buyer: Any):
    assert [row["id"] for page in follow(buyer(), "/suppliers?per_page=1") for row in page] == [21, 22, 23]


@pytest.mark.parametrize(
    "path",
    [
        "/items?limit=0",
        "/items?sort=weight",
        "/items?min_price=x",
        "/items?fields=weight",
        "/items?fields=",
        "/items?availability=low",
        "/orders?placed_from=2024-13-01",
        "/orders?page=0",
        "/reviews?stars=6",
        "/reviews?cursor=x",
        "/suppliers?per_page=51",
    ],
)
def test_what_the_description_rules_out_is_refused(buyer: Any, path: str):
    assert buyer().get(path).status == 422


@pytest.mark.parametrize("path", ["/items/x", "/orders/0", "/categories/UP", "/exports/9", "/nowhere", "/orders/1e3"])
def test_what_is_no_key_is_not_found(buyer: Any, path: str):
    assert buyer().get(path).status == 404


@pytest.mark.parametrize("body", [b"{", b'{"stars": NaN}', {"stars": 0}, {}, {"stars": 3, "more": 1}, None])
def test_bodies_that_do_not_fit_are_refused(buyer: Any, body: Any):
    assert buyer().post("/items/HA-0001/reviews", body).status in {400, 422}


def test_customers_are_shown_for_the_key(buyer: Any):
    shop = buyer()
    assert [one["id"] for one in shop.get("/customers", x_api_key=API_KEY).payload] == ["100", "200"]
    assert len(shop.get("/customers/100/orders", x_api_key=API_KEY).payload) == 2
    assert shop.get("/customers/300", x_api_key=API_KEY).status == 404
    assert shop.get("/customers/100/orders").status == 401


def test_head_is_get_without_a_body(buyer: Any):
    shop = buyer()
    for path in ("/items", "/items/HA-0001", "/price-list"):
        got, head = shop.get(path), shop.send("HEAD", path)
        assert (head.status, head.headers, head.body) == (got.status, got.headers, b"")
    assert shop.send("HEAD", "/orders").headers["allow"] == "GET, POST"


def test_orders_go_from_state_to_state(buyer: Any):
    shop = buyer()
    made = shop.post("/orders", {"lines": [{"sku": "HA-0001", "quantity": 2}], "note": "n"})
    here = made.headers["location"]
    assert (made.payload["total"], made.payload["status"]) == (49.0, "PLACED")
    assert shop.delete(here).status == 409
    assert shop.post(f"{here}/cancel", {"reason": "dear"}).payload["cancel_reason"] == "dear"
    assert shop.post(f"{here}/reopen").payload["cancel_reason"] is None
    assert shop.post(f"{here}/ship").payload["ship_on"]
    assert [shop.post(f"{here}/{action}").status for action in ("ship", "reopen", "cancel")] == [409, 409, 409]
    assert shop.get("/statistics").payload["orders_by_status"] == {"PLACED": 2, "SHIPPED": 2, "CANCELLED": 1}
    assert [shop.delete("/orders/33").status, shop.get("/orders/33").status] == [204, 404]
    assert shop.post("/orders", {"lines": [{"sku": "ZZ-0000", "quantity": 1}]}).status == 422


def test_there_is_room_for_so_many(buyer: Any):
    shop = buyer()
    statuses = [shop.post("/exports", {"kind": "items"}).status for _ in range(201)]
    assert statuses == [202] * 200 + [409]
    assert shop.delete("/exports/x1").status == 204
    assert shop.get("/exports/x1").status == 404
    assert shop.patch("/items/HA-0001", {"stock": 1_000_000}).status == 200
    assert shop.post("/items/HA-0001/restock", {"quantity": 1}).status == 409


def test_an_export_has_no_file_before_it_is_done(buyer: Any):
    shop = buyer()
    shop.post("/exports", {"kind": "orders"})
    assert [shop.get("/exports/x1/file").status for _ in range(2)] == [409, 200]


@pytest.mark.parametrize(
    ("wanted", "status", "told"),
    [
        ("bytes=0-0", 206, "bytes 0-0/107"),
        ("bytes=-7", 206, "bytes 100-106/107"),
        ("bytes=100-", 206, "bytes 100-106/107"),
        ("bytes=0-999", 206, "bytes 0-106/107"),
        ("bytes=-999", 206, "bytes 0-106/107"),
        ("bytes=107-", 416, None),
        ("bytes=-0", 416, None),
        ("bytes=5-2", 200, None),
        ("bytes=-", 200, None),
        ("lines=1-2", 200, None),
    ],
)
def test_ranges(buyer: Any, wanted: str, status: int, told: str | None):
    shop = buyer()
    reply = shop.get("/price-list", range=wanted)
    assert (reply.status, reply.headers.get("content-range")) == (status, told)
    if told is not None:
        first, last = map(int, told.split()[1].partition("/")[0].split("-"))
        assert reply.body == shop.get("/price-list").body[first : last + 1]


def test_an_idempotency_key_is_for_one_request(buyer: Any):
    shop = buyer()
    made = [shop.post("/items/HA-0001/reviews", {"stars": 3}, idempotency_key="k") for _ in range(2)]
    assert made[0] == made[1]
    assert shop.post("/items/HA-0001/reviews", {"stars": 3}, idempotency_key="k!").status == 422
