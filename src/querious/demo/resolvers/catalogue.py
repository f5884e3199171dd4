"""The fields of items, categories, suppliers and reviews."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from querious.demo.entities import Category, Item, Kit, KitLine, Money, Review, Supplier, User
from querious.demo.filtering import availability
from querious.demo.paging import Connection, length, page
from querious.demo.resolvers.reading import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graphql import GraphQLResolveInfo

    from querious.demo.context import Context
    from querious.demo.store import Store

USUAL_RELATED: Final = 2
_RATES: Final = {"EUR": Decimal(1), "SEK": Decimal("11.50"), "USD": Decimal("1.08")}


def in_currency(amount: Decimal, currency: str | None) -> Money:
    """An amount of euros in another currency, in hundredths; null stands for euros."""
    currency = currency or "EUR"
    return Money((amount * _RATES[currency]).quantize(Decimal("0.01")), currency)


def price(item: Item, _: GraphQLResolveInfo, currency: str | None = None) -> Money:
    """The price of one."""
    return in_currency(item.price, currency)


def item_availability(item: Item, _: GraphQLResolveInfo) -> str:
    """Whether there is enough of it."""
    return availability(item)


def item_category(item: Item, info: GraphQLResolveInfo) -> Category:
    """Where it stands in the shop."""
    context: Context = info.context
    return context.store.categories[item.category]


def item_supplier(item: Item, info: GraphQLResolveInfo) -> Supplier:
    """Who makes it."""
    context: Context = info.context
    return context.store.suppliers[item.supplier]


def related(item: Item, info: GraphQLResolveInfo, limit: int | None = None) -> list[Item]:
    """Other items of the same supplier."""
    context: Context = info.context
    most = length("limit", limit, USUAL_RELATED)
    others = [
        other for other in context.store.items.values() if other.supplier == item.supplier and other.sku != item.sku
    ]
    context.spend(len(others[:most]))
    return others[:most]


def reviews(item: Item, info: GraphQLResolveInfo, **paging: Any) -> Connection[Review]:
    """What was written about it."""
    context: Context = info.context
    rows = [review for review in context.store.reviews.values() if review.sku == item.sku]
    return counted(context, page(rows, **paging))


def saving(kit: Kit, info: GraphQLResolveInfo) -> Money | None:
    """What the parts cost more than the kit; null if they do not."""
    context: Context = info.context
    total = sum((context.store.items[line.sku].price * line.quantity for line in kit.lines), Decimal(0))
    return in_currency(total - kit.price, "EUR") if total > kit.price else None


def kit_part(line: KitLine, info: GraphQLResolveInfo) -> Item:
    """The part of a line: kits are made of parts only."""
    context: Context = info.context
    return context.store.items[line.sku]


def ancestry(store: Store, category: Category) -> list[Category]:
    """The category and all above it, the topmost first."""
    chain = [category]
    while chain[0].parent is not None:
        chain.insert(0, store.categories[chain[0].parent])
    return chain


def category_path(category: Category, info: GraphQLResolveInfo) -> list[str]:
    """The names from the top down."""
    context: Context = info.context
    return [ancestor.name for ancestor in ancestry(context.store, category)]


def parent(category: Category, info: GraphQLResolveInfo) -> Category | None:
    """The category above."""
    context: Context = info.context
    return None if category.parent is None else context.store.categories[category.parent]


def children(category: Category, info: GraphQLResolveInfo) -> list[Category]:
    """The categories right below."""
    context: Context = info.context
    found = [child for child in context.store.categories.values() if child.parent == category.slug]
    context.spend(len(found))
    return found


def category_items(category: Category, info: GraphQLResolveInfo, **paging: Any) -> Connection[Item]:
    """The items in this category and below."""
    context: Context = info.context
    store = context.store
    rows = [item for item in store.items.values() if category in ancestry(store, store.categories[item.category])]
    return counted(context, page(rows, **paging))


def contact(supplier: Supplier, info: GraphQLResolveInfo) -> User | None:
    """Whom to ask."""
    context: Context = info.context
    return context.store.user(supplier.contact)


def supplier_items(supplier: Supplier, info: GraphQLResolveInfo, **paging: Any) -> Connection[Item]:
    """What the supplier makes."""
    context: Context = info.context
    rows = [item for item in context.store.items.values() if item.supplier == supplier.number]
    return counted(context, page(rows, **paging))


def author(review: Review, info: GraphQLResolveInfo) -> User | None:
    """Who wrote it."""
    context: Context = info.context
    return context.store.user(review.author)


def reviewed(review: Review, info: GraphQLResolveInfo) -> Item:
    """What it is about: items are never deleted."""
    context: Context = info.context
    return context.store.items[review.sku]


_OF_EVERY_ITEM: Final[Mapping[str, Callable[..., Any]]] = {
    "price": price,
    "availability": item_availability,
    "category": item_category,
    "supplier": item_supplier,
    "related": related,
    "reviews": reviews,
}

RESOLVERS: Final[Mapping[str, Callable[..., Any]]] = {
    **{f"{kind}.{field}": resolver for kind in ("Part", "Tool", "Kit") for field, resolver in _OF_EVERY_ITEM.items()},
    "Kit.saving": saving,
    "KitLine.part": kit_part,
    "Category.path": category_path,
    "Category.parent": parent,
    "Category.children": children,
    "Category.items": category_items,
    "Supplier.contact": contact,
    "Supplier.items": supplier_items,
    "Review.author": author,
    "Review.item": reviewed,
}
