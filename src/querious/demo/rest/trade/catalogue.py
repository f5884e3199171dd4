"""All operations of the shop, in the order in which the description tells them."""

from __future__ import annotations

from typing import Final

from querious.demo.rest.trade import exports, items, orders, reviews, slots, suppliers

ENDPOINTS: Final = (
    *items.ENDPOINTS,
    *reviews.ENDPOINTS,
    *suppliers.ENDPOINTS,
    *orders.ENDPOINTS,
    *exports.ENDPOINTS,
    *slots.ENDPOINTS,
)
