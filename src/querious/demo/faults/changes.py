"""Mutations that raise where they should refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.entities import Review
from querious.demo.faults.fault import AtResolver, Fault, Wrap
from querious.demo.faults.wrapping import before

if TYPE_CHECKING:
    from graphql import GraphQLResolveInfo

KIND: Final = "mutation"


def _label(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> str:
    labels = ("bad", "poor", "fair", "good", "great")
    return labels[arguments["input"]["stars"] - 1]


def _insert(info: GraphQLResolveInfo, arguments: dict[str, Any]) -> None:
    names = {supplier.name for supplier in info.context.store.suppliers.values()}
    if arguments["input"]["name"] in names:
        raise RuntimeError("UNIQUE constraint failed: supplier.name")


def _look_up(info: GraphQLResolveInfo, arguments: dict[str, Any]) -> object:
    found: Any = info.context.store.find(Review, arguments["id_"])
    return found.number


def _largest(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> Any:
    return max(line["quantity"] for line in arguments["input"]["lines"])


def _columns(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> object:
    return dict(arguments.get("attributes", {}).items())


def _fault(name: str, coordinate: str, wrap: Wrap, about: str) -> Fault:
    return Fault(name, KIND, about, (AtResolver(coordinate, wrap),))


FAULTS: Final = (
    _fault("stars-crash", "Mutation.createReview", before(_label), "Looks up a label before checking the stars."),
    _fault("unique-name-crash", "Mutation.createSupplier", before(_insert), "Leaves a taken name to the database."),
    _fault("delete-unknown-crash", "Mutation.deleteReview", before(_look_up), "Deletes what is not there."),
    _fault("order-of-nothing-crash", "Mutation.createOrder", before(_largest), "Takes the most of no lines."),
    _fault("json-shape-crash", "Mutation.updateItem", before(_columns), "Takes any JSON for an object."),
)
