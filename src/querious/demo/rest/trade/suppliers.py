"""Suppliers, with pages that only headers tell of; customers, who are shown for a key; the shop in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.rest.refusal import RefusalError
from querious.demo.rest.trade import schemas
from querious.demo.rest.trade.endpoints import Endpoint, Outcome
from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.items import all_items
from querious.demo.rest.trade.lists import PAGES, ordered, page_links, paged
from querious.demo.rest.trade.views import shown_customer, shown_order, shown_supplier

if TYPE_CHECKING:
    from querious.demo.entities import User
    from querious.demo.rest.trade.memory import Memory


def list_suppliers(memory: Memory, ask: Inquiry) -> Reply:
    """A page of suppliers, as an array."""
    rows = ordered([shown_supplier(supplier) for supplier in memory.store.suppliers.values()], "name", "id")
    headers = {**page_links(ask, len(rows)), "x-total-count": str(len(rows))}
    return Reply(200, paged(rows, ask.query), headers)


def read_supplier(memory: Memory, ask: Inquiry) -> Reply:
    """One supplier."""
    supplier = memory.store.suppliers.get(ask.keys["supplier_id"])
    if supplier is None:
        raise RefusalError(404, "there is no such supplier")
    return Reply(200, shown_supplier(supplier))


def list_supplied(memory: Memory, ask: Inquiry) -> Reply:
    """What a supplier makes."""
    read_supplier(memory, ask)
    return Reply(200, [item for item in all_items(memory) if item["supplier"] == ask.keys["supplier_id"]])


def list_customers(memory: Memory, _: Inquiry) -> Reply:
    """All of them."""
    return Reply(200, [shown_customer(user) for user in memory.store.users])


def read_customer(memory: Memory, ask: Inquiry) -> Reply:
    """One customer."""
    return Reply(200, shown_customer(find_customer(memory, ask)))


def list_customer_orders(memory: Memory, ask: Inquiry) -> Reply:
    """What a customer ordered."""
    customer = find_customer(memory, ask)
    return Reply(200, [shown_order(order) for order in memory.store.orders.values() if order.placed_by == customer.id])


def find_customer(memory: Memory, ask: Inquiry) -> User:
    """The customer of a path."""
    user = memory.store.user(ask.keys["customer_id"])
    if user is None:
        raise RefusalError(404, "there is no such customer")
    return user


def read_statistics(memory: Memory, _: Inquiry) -> Reply:
    """How many there are of everything."""
    store = memory.store
    states = [order.status for order in store.orders.values()]
    return Reply(
        200,
        {
            "items": len(store.items),
            "suppliers": len(store.suppliers),
            "orders": len(store.orders),
            "reviews": len(store.reviews),
            "orders_by_status": {status: states.count(status) for status in schemas.STATUSES},
        },
    )


_SUPPLIER: Final = {"supplier_id": {**schemas.NUMBER, "maximum": 1_000_000}}
_CUSTOMER: Final = {"customer_id": schemas.USER}

ENDPOINTS: Final = (
    Endpoint(
        *("suppliers.list", "GET", "/suppliers", "List suppliers by name.", list_suppliers),
        {200: Outcome(schemas.listed(schemas.reference("Supplier")), ("Link", "X-Total-Count"))},
        (422,),
        query=PAGES,
    ),
    Endpoint(
        *("suppliers.read", "GET", "/suppliers/{supplier_id}", "Read a supplier.", read_supplier),
        {200: Outcome(schemas.reference("Supplier"))},
        (404,),
        keys=_SUPPLIER,
    ),
    Endpoint(
        *("suppliers.items", "GET", "/suppliers/{supplier_id}/items", "List what a supplier makes.", list_supplied),
        {200: Outcome(schemas.listed(schemas.reference("Item")))},
        (404,),
        keys=_SUPPLIER,
    ),
    Endpoint(
        *("customers.list", "GET", "/customers", "List all customers.", list_customers),
        {200: Outcome(schemas.listed(schemas.reference("Customer")))},
        (401,),
        secured=True,
    ),
    Endpoint(
        *("customers.read", "GET", "/customers/{customer_id}", "Read a customer.", read_customer),
        {200: Outcome(schemas.reference("Customer"))},
        (401, 404),
        keys=_CUSTOMER,
        secured=True,
    ),
    Endpoint(
        *(
            "customers.orders",
            "GET",
            "/customers/{customer_id}/orders",
            "List orders of a customer.",
            list_customer_orders,
        ),
        {200: Outcome(schemas.listed(schemas.reference("Order")))},
        (401, 404),
        keys=_CUSTOMER,
        secured=True,
    ),
    Endpoint(
        *("statistics.read", "GET", "/statistics", "Count what there is.", read_statistics),
        {200: Outcome(schemas.reference("Statistics"))},
    ),
)
