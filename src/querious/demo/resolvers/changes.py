"""The mutations. Each checks everything first and changes the store last, so a refusal changes nothing."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, TypeVar

from querious.demo.entities import Address, Deleted, Item, Numbered, Order, Part, Review, Supplier
from querious.demo.refusal import bad_input, not_found
from querious.demo.resolvers.trade import priced
from querious.demo.store import require_room

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graphql import GraphQLResolveInfo

    from querious.demo.context import Context
    from querious.demo.store import Store

LONGEST_TEXT: Final = 500
MOST_STARS: Final = 5
MOST_STOCK: Final = 1_000_000
HIGHEST_PRICE: Final = 1_000_000

Thing = TypeVar("Thing", bound=Numbered)


def create_review(_: None, info: GraphQLResolveInfo, input: Mapping[str, Any]) -> Review:  # noqa: A002  # as in Relay
    """Write about an item."""
    context: Context = info.context
    store = context.store
    if input["sku"] not in store.items:
        raise not_found("item")
    text, stars = _text(input.get("text")), _stars(input["stars"])
    author = _known_user(store, input.get("author"))
    require_room(store.reviews)
    review = Review(store.number(), input["sku"], stars, store.now(), text, author)
    store.reviews[review.number] = review
    return review


def update_review(
    _: None, info: GraphQLResolveInfo, id_: str, stars: int | None = None, **changes: str | None
) -> Review:
    """Change what is given: a text of null takes the text away, stars of null stay as they are."""
    context: Context = info.context
    review = _existing(context.store, Review, id_)
    text = _text(changes["text"]) if "text" in changes else review.text
    review.stars = review.stars if stars is None else _stars(stars)
    review.text, review.edited_at = text, context.store.now()
    return review


def delete_review(_: None, info: GraphQLResolveInfo, id_: str) -> Deleted:
    """Take a review away."""
    context: Context = info.context
    return _delete(context.store.reviews, _existing(context.store, Review, id_))


def create_order(_: None, info: GraphQLResolveInfo, input: Mapping[str, Any]) -> Order:  # noqa: A002  # as in Relay
    """Order something."""
    context: Context = info.context
    store = context.store
    lines = priced(store, input["lines"], "EUR")
    if input.get("project") is not None and store.project(input["project"]) is None:
        raise not_found("project")
    buyer, note, ship_to = _known_user(store, input.get("placed_by")), _text(input.get("note")), _address(input)
    require_room(store.orders)
    order = Order(store.number(), store.now(), lines, "PLACED", buyer, input.get("project"), ship_to)
    order.ship_on, order.note = input.get("ship_on"), note
    store.orders[order.number] = order
    return order


def cancel_order(_: None, info: GraphQLResolveInfo, id_: str, reason: str | None = None) -> Order:
    """Call off an order that has not left yet."""
    context: Context = info.context
    order = _existing(context.store, Order, id_)
    if order.status != "PLACED":
        raise bad_input("Only an order that is placed can be cancelled.")
    order.cancel_reason = _text(reason)
    order.status = "CANCELLED"
    return order


def delete_order(_: None, info: GraphQLResolveInfo, id_: str) -> Deleted:
    """Forget an order."""
    context: Context = info.context
    order = _existing(context.store, Order, id_)
    if order.status != "CANCELLED":
        raise bad_input("Only a cancelled order can be deleted.")
    return _delete(context.store.orders, order)


def create_supplier(_: None, info: GraphQLResolveInfo, input: Mapping[str, Any]) -> Supplier:  # noqa: A002  # as in Relay
    """Take on a supplier, whose name nobody else has."""
    context: Context = info.context
    store, name, address = context.store, _required(input["name"]), _address(input, "address")
    if any(supplier.name.casefold() == name.casefold() for supplier in store.suppliers.values()):
        raise bad_input("There is a supplier of that name already.")
    require_room(store.suppliers)
    supplier = Supplier(store.number(), name, input.get("website"), input.get("since"), None, address)
    store.suppliers[supplier.number] = supplier
    return supplier


def update_supplier(
    _: None, info: GraphQLResolveInfo, id_: str, rating: float | None = None, **changes: str | None
) -> Supplier:
    """Change what is given: a website of null takes it away, a rating of null stays as it is."""
    context: Context = info.context
    supplier = _existing(context.store, Supplier, id_)
    if rating is not None and not 0 <= rating <= MOST_STARS:
        raise bad_input(f"The rating must lie between 0 and {MOST_STARS}.")
    supplier.rating = supplier.rating if rating is None else rating
    supplier.website = changes.get("website", supplier.website)
    return supplier


def delete_supplier(_: None, info: GraphQLResolveInfo, id_: str) -> Deleted:
    """Part with a supplier."""
    context: Context = info.context
    supplier = _existing(context.store, Supplier, id_)
    if any(item.supplier == supplier.number for item in context.store.items.values()):
        raise bad_input("Only a supplier who supplies nothing can be deleted.")
    return _delete(context.store.suppliers, supplier)


def update_item(
    _: None,
    info: GraphQLResolveInfo,
    sku: str,
    stock: int | None = None,
    price: Decimal | None = None,
    **changes: Any,
) -> Item:
    """Change what is given: attributes of null take them away, anything else that is null stays as it is."""
    context: Context = info.context
    item = context.store.items.get(sku)
    if item is None:
        raise not_found("item")
    if stock is not None and not 0 <= stock <= MOST_STOCK:
        raise bad_input(f"The stock must lie between 0 and {MOST_STOCK}.")
    if price is not None and not 0 <= price <= HIGHEST_PRICE:
        raise bad_input(f"The price must lie between 0 and {HIGHEST_PRICE}.")
    if "attributes" in changes:
        if not isinstance(item, Part):
            raise bad_input("Only parts have attributes.")
        item.attributes = changes["attributes"]
    item.stock = item.stock if stock is None else stock
    item.price = item.price if price is None else price.quantize(Decimal("0.01"))
    return item


def _existing(store: Store, kind: type[Thing], identifier: str) -> Thing:
    thing = store.find(kind, identifier)
    if thing is None:
        raise not_found(kind.__name__.lower())
    return thing


def _delete(table: dict[int, Thing], thing: Thing) -> Deleted:
    del table[thing.number]
    return Deleted(thing.id, len(table))


def _known_user(store: Store, identifier: str | None) -> str | None:
    if identifier is not None and store.user(identifier) is None:
        raise not_found("user")
    return identifier


def _stars(stars: int) -> int:
    if not 1 <= stars <= MOST_STARS:
        raise bad_input(f"Between 1 and {MOST_STARS} stars can be given.")
    return stars


def _text(text: str | None) -> str | None:
    if text is not None and (len(text) > LONGEST_TEXT or "\0" in text):
        raise bad_input(f"A text has at most {LONGEST_TEXT} characters, none of them NUL.")
    return text


def _required(text: str) -> str:
    if not text.strip():
        raise bad_input("The text must not be empty.")
    return _text(text) or ""


def _address(given: Mapping[str, Any], name: str = "ship_to") -> Address | None:
    address = given.get(name)
    if address is None:
        return None
    return Address(
        _required(address["street"]),
        _required(address["city"]),
        _text(address.get("postcode")),
        _required(address["country"]),
    )


RESOLVERS: Final[Mapping[str, Callable[..., Any]]] = {
    "Mutation.createReview": create_review,
    "Mutation.updateReview": update_review,
    "Mutation.deleteReview": delete_review,
    "Mutation.createOrder": create_order,
    "Mutation.cancelOrder": cancel_order,
    "Mutation.deleteOrder": delete_order,
    "Mutation.createSupplier": create_supplier,
    "Mutation.updateSupplier": update_supplier,
    "Mutation.deleteSupplier": delete_supplier,
    "Mutation.updateItem": update_item,
}
