"""Values that are not those of the thing: swapped, lost, in another unit, of another owner, out of date."""

from __future__ import annotations

import asyncio
import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from querious.demo.entities import Item, Part
from querious.demo.faults.answers.weaving import Arguments, fault, of_items, shown
from querious.demo.faults.wrapping import instead
from querious.demo.paging import Connection, Edge, page
from querious.demo.resolvers.reading import counted

if TYPE_CHECKING:
    from graphql import GraphQLResolveInfo

    from querious.demo.entities import Numbered, Order, Project, Review, User
    from querious.demo.faults.fault import Resolver
    from querious.demo.store import Store

_GRAMS: Final = 1000
_CENTS: Final = 100


def changed(thing: Any, **values: Any) -> Any:
    """A copy: what the store holds must stay as it is."""
    new = copy.copy(thing)
    for name, value in values.items():
        setattr(new, name, value)
    return new


def before_orders(item: Item, store: Store) -> Any:
    """The item as it was before anything was ordered."""
    sold = sum(line.quantity for order in store.orders.values() for line in order.lines if line.sku == item.sku)
    return changed(item, stock=item.stock + sold)


def _texts_swapped(found: list[Project | None] | None, _: GraphQLResolveInfo, __: Arguments) -> Any:
    return found and [one and replace(one, name=one.description, description=one.name) for one in found]


def _but_last(found: list[Any] | None, _: GraphQLResolveInfo, __: Arguments) -> Any:
    return found and found[:-1]


def _street_for_city(order: Order | None, _: GraphQLResolveInfo, __: Arguments) -> Any:
    if order is None or order.ship_to is None:
        return order
    there = order.ship_to
    return changed(order, ship_to=replace(there, street=there.city, city=there.street))


def _in_grams(thing: Numbered | None, _: GraphQLResolveInfo, __: Arguments) -> Any:
    return changed(thing, weight=thing.weight * _GRAMS) if isinstance(thing, Part) else thing


def _in_cents(item: Item | None, _: GraphQLResolveInfo, __: Arguments) -> Any:
    return item and changed(item, price=item.price * _CENTS)


def _from_index(found: list[Numbered], info: GraphQLResolveInfo, _: Arguments) -> Any:
    return [before_orders(thing, info.context.store) if isinstance(thing, Item) else thing for thing in found]


def _buyers_shifted(rows: Connection[Order], _: GraphQLResolveInfo, __: Arguments) -> Any:
    buyers = [order.placed_by for order in rows.nodes]
    shifted = [*buyers[1:], *buyers[-1:]]
    edges = [
        Edge(edge.cursor, changed(edge.node, placed_by=buyer)) for edge, buyer in zip(rows.edges, shifted, strict=True)
    ]
    return replace(rows, edges=edges)


def _of_supplier(item: Item, info: GraphQLResolveInfo, **paging: Any) -> Connection[Review]:
    store: Store = info.context.store
    rows = [one for one in store.reviews.values() if store.items[one.sku].supplier == item.supplier]
    return counted(info.context, page(rows, **paging))


def _batched(_: Resolver) -> Resolver:
    """Load the authors of one answer together; the rows come as stored, each once, and are handed out in turn."""
    waiting: dict[int, list[tuple[str | None, asyncio.Future[User | None]]]] = {}

    def load(request: int, store: Store) -> None:
        batch = waiting.pop(request)
        wanted = {author for author, _ in batch}
        rows = iter([user for user in store.users if user.id in wanted])
        for _author, answer in batch:
            user = next(rows, None)
            if not answer.done():
                answer.set_result(user)

    def resolver(review: Review, info: GraphQLResolveInfo) -> Any:
        loop, request = asyncio.get_running_loop(), id(info.context)
        if request not in waiting:
            waiting[request] = []
            loop.call_soon(load, request, info.context.store)
        answer: asyncio.Future[User | None] = loop.create_future()
        waiting[request].append((review.author, answer))
        return answer

    return resolver


def _old_code(code: str, _: GraphQLResolveInfo, __: Arguments) -> str:
    return code.replace("-", "")


def _nothing(_: str | None, __: GraphQLResolveInfo, ___: Arguments) -> None:
    return None


_USER_PROJECTS: Final = "Query.userProjects"

FAULTS: Final = (
    fault("project-texts-swapped", _USER_PROJECTS, shown(_texts_swapped), "Name and description are swapped."),
    fault("last-project-lost", _USER_PROJECTS, shown(_but_last), "A loop ends before the last project."),
    fault("last-category-lost", "Query.categories", shown(_but_last), "A loop ends before the last category."),
    fault("street-city-swapped", "Query.order", shown(_street_for_city), "One view takes the street for the city."),
    fault(
        "grams-for-kilograms", "Query.node", shown(_in_grams), "The weight is in grams here, elsewhere in kilograms."
    ),
    fault("cents-for-euros", "Query.itemBy", shown(_in_cents), "The price is in cents here, elsewhere in euros."),
    fault("search-index-stale", "Query.search", shown(_from_index), "The index has the stock from before the orders."),
    fault("buyer-of-neighbour", "Query.orders", shown(_buyers_shifted), "Buyers are joined to the row above theirs."),
    fault(
        "reviews-of-supplier", of_items("reviews"), instead(_of_supplier), "Joined by supplier: others' reviews too."
    ),
    fault("batch-mixed-up", "Review.author", _batched, "Authors loaded together are handed out in the table's order."),
    fault("code-not-sku", of_items("code"), shown(_old_code), "The old name of the key has another value by now."),
    fault("picture-lost", of_items("picture"), shown(_nothing), "The column was renamed: no picture is ever found."),
)
