"""Mutations that forget, confuse or keep too long: every single answer is well-formed, only a sequence shows the fault.

Each wrap makes its own memory when it is woven in, so every app has one of its own.
"""

from __future__ import annotations

import copy
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, TypeVar

from querious.demo.entities import Deleted, Numbered, Order, Review, Supplier
from querious.demo.faults.fault import AtResolver, Fault, Resolver, Wrap
from querious.demo.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLResolveInfo

    from querious.demo.store import Store

KIND: Final = "state"
KEPT_REVIEWS: Final = 3
_FIRST_NUMBER: Final = 1000
"""What is there at the start has numbers below."""

Thing = TypeVar("Thing", bound=Numbered)


def _delete_does_nothing(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        review = info.context.store.find(Review, arguments["id_"])
        answer = resolve(parent, info, **arguments)
        if review is not None and review.edited_at is not None:
            info.context.store.reviews[review.number] = review
        return answer

    return resolver


def _delete_leaves_in_list(resolve: Resolver) -> Resolver:
    listed: dict[int, Supplier] = {}

    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        rows = resolve(parent, info, **arguments)
        listed.update({supplier.number: supplier for supplier in rows})
        here = {supplier.number for supplier in rows}
        return [*rows, *(supplier for number, supplier in listed.items() if number not in here)]

    return resolver


def _delete_takes_another(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        store: Store = info.context.store
        wanted = store.find(Supplier, arguments["id_"])
        answer = resolve(parent, info, **arguments)
        newest = max(store.suppliers, default=0)
        if wanted is not None and newest > max(_FIRST_NUMBER, wanted.number):
            del store.suppliers[newest]
            store.suppliers[wanted.number] = wanted
        return answer

    return resolver


def _update_loses_text(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        return resolve(parent, info, **{"text": None, **arguments})

    return resolver


def _update_not_kept(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        before = copy.copy(info.context.store.find(Supplier, arguments["id_"]))
        answer = copy.copy(resolve(parent, info, **arguments))
        if arguments.get("rating") is not None:
            info.context.store.suppliers[before.number].rating = before.rating
        return answer

    return resolver


def _update_touches_another(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        review = resolve(parent, info, **arguments)
        for other in info.context.store.reviews.values():
            if other.sku == review.sku and other.author == review.author and other.number > _FIRST_NUMBER:
                other.stars = review.stars
        return review

    return resolver


def _create_not_listed(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        store: Store = info.context.store
        bought = {number: order for number, order in store.orders.items() if order.placed_by is not None}
        every, store.orders = store.orders, bought
        try:
            return resolve(parent, info, **arguments)
        finally:
            store.orders = every

    return resolver


def _create_loses_field(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        order: Order = resolve(parent, info, **arguments)
        answer = copy.copy(order)
        if order.ship_to is None:
            order.ship_on = None
        return answer

    return resolver


def _create_listed_twice(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        review: Review = resolve(parent, info, **arguments)
        if review.author is not None:
            info.context.store.reviews[-review.number] = review
        return review

    return resolver


def _update_revives_deleted(resolve: Resolver) -> Resolver:
    changed: dict[str, Review] = {}

    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        store, key = info.context.store, arguments["id_"]
        try:
            review = resolve(parent, info, **arguments)
        except RefusalError:
            if key not in changed or store.find(Review, key) is not None:
                raise
            store.reviews[changed[key].number] = changed[key]
            return resolve(parent, info, **arguments)
        changed[key] = review
        return review

    return resolver


def _double_delete_crash(resolve: Resolver) -> Resolver:
    gone: set[str] = set()

    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        if arguments["id_"] in gone:
            raise RuntimeError("dictionary changed size during iteration")
        answer: Deleted = resolve(parent, info, **arguments)
        gone.add(arguments["id_"])
        return answer

    return resolver


def _stale_read(resolve: Resolver) -> Resolver:
    read: dict[str, Supplier] = {}

    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        supplier = resolve(parent, info, **arguments)
        return supplier and read.setdefault(supplier.id, copy.copy(supplier))

    return resolver


def _stale_list(resolve: Resolver) -> Resolver:
    read: dict[int, Supplier] = {}

    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        rows = resolve(parent, info, **arguments)
        return [read.setdefault(supplier.number, copy.copy(supplier)) for supplier in rows]

    return resolver


def _identifier_reused(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        store: Store = info.context.store
        last, store.last_number = store.last_number, max(_FIRST_NUMBER, *store.suppliers)
        try:
            return resolve(parent, info, **arguments)
        finally:
            store.last_number = max(last, store.last_number)

    return resolver


def _second_update_ignored(resolve: Resolver) -> Resolver:
    changed: set[str] = set()

    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        key = arguments["id_"]
        before = copy.copy(info.context.store.find(Review, key))
        review = resolve(parent, info, **arguments)
        answer = copy.copy(review)
        if key in changed:
            _restore(review, before)
        changed.add(key)
        return answer

    return resolver


def _deleted_still_read(resolve: Resolver) -> Resolver:
    read: dict[str, Order] = {}

    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        order = resolve(parent, info, **arguments)
        if order is not None:
            read[order.id] = copy.copy(order)
        return order or read.get(arguments["id_"])

    return resolver


def _update_resets_rating(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        supplier: Supplier = resolve(parent, info, **arguments)
        if "website" in arguments:
            supplier.rating = arguments.get("rating")
        return supplier

    return resolver


def _create_evicts_oldest(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        review: Review = resolve(parent, info, **arguments)
        reviews: dict[int, Review] = info.context.store.reviews
        same = [number for number, one in reviews.items() if one.sku == review.sku and number > _FIRST_NUMBER]
        for number in same[:-KEPT_REVIEWS]:
            del reviews[number]
        return review

    return resolver


def _restore(thing: Thing, before: Thing) -> None:
    for one in fields(thing):
        setattr(thing, one.name, getattr(before, one.name))


def _fault(name: str, coordinates: str, wrap: Callable[[Resolver], Resolver], about: str) -> Fault:
    return Fault(name, KIND, about, tuple(AtResolver(coordinate, wrap) for coordinate in coordinates.split()))


_DELETE_REVIEW: Final = "Mutation.deleteReview"
_UPDATE_REVIEW: Final = "Mutation.updateReview"
_CREATE_REVIEW: Final = "Mutation.createReview"
_UPDATE_SUPPLIER: Final = "Mutation.updateSupplier"
_DELETE_SUPPLIER: Final = "Mutation.deleteSupplier"

_WRAPS: Final[tuple[tuple[str, str, Wrap, str], ...]] = (
    ("delete-does-nothing", _DELETE_REVIEW, _delete_does_nothing, "A review that was edited is not deleted."),
    ("delete-leaves-in-list", "Query.suppliers", _delete_leaves_in_list, "Whoever was listed once is always listed."),
    ("delete-takes-another", _DELETE_SUPPLIER, _delete_takes_another, "Deletes the newest, not the one named."),
    ("update-loses-text", _UPDATE_REVIEW, _update_loses_text, "A text that is not given is taken away."),
    ("update-not-kept", _UPDATE_SUPPLIER, _update_not_kept, "The answer has the new rating, the store the old one."),
    ("update-touches-another", _UPDATE_REVIEW, _update_touches_another, "Writes to all of one author and item."),
    ("create-not-listed", "Query.orders", _create_not_listed, "Joined with buyers: orders of nobody are not listed."),
    ("create-loses-field", "Mutation.createOrder", _create_loses_field, "Without an address the day is not kept."),
    ("create-listed-twice", _CREATE_REVIEW, _create_listed_twice, "A review with an author is stored twice."),
    ("update-revives-deleted", _UPDATE_REVIEW, _update_revives_deleted, "What was changed once can be after its end."),
    ("double-delete-crash", _DELETE_SUPPLIER, _double_delete_crash, "To delete again what is deleted raises."),
    ("stale-read", "Query.supplier", _stale_read, "What was read once is read as it was then."),
    ("stale-list", "Query.suppliers", _stale_list, "Who was listed once is listed as then."),
    ("identifier-reused", "Mutation.createSupplier", _identifier_reused, "A new one gets the number of a deleted one."),
    ("second-update-ignored", _UPDATE_REVIEW, _second_update_ignored, "Only the first change of a review is kept."),
    ("deleted-still-read", "Query.order", _deleted_still_read, "What was read once can be read for ever."),
    ("update-resets-rating", _UPDATE_SUPPLIER, _update_resets_rating, "A new website takes the rating away."),
    ("create-evicts-oldest", _CREATE_REVIEW, _create_evicts_oldest, f"Of one item {KEPT_REVIEWS} new ones are kept."),
)

FAULTS: Final = tuple(_fault(*row) for row in _WRAPS)
