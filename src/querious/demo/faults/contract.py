"""Answers that break the schema, from a server that does not check its own output.

graphql-core would turn every one of these into an error, so they are made after execution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.faults.fault import AtEnvelope, AtOutput, AtResolver, Fault
from querious.demo.faults.wrapping import instead

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLResolveInfo

KIND: Final = "unchecked output"


def becomes(new: Callable[[Any], Any]) -> Callable[[dict[str, Any], str], None]:
    """Put another value in place of one that is not null."""

    def change(parent: dict[str, Any], key: str) -> None:
        if parent[key] is not None:
            parent[key] = new(parent[key])

    return change


def _forget(parent: dict[str, Any], key: str) -> None:
    del parent[key]


def _add_margin(parent: dict[str, Any], _: str) -> None:
    parent["margin"] = "0.31"


def _without_messages(answer: dict[str, Any]) -> dict[str, Any]:
    for error in answer.get("errors", ()):
        error.pop("message", None)
    return answer


def _text_errors(answer: dict[str, Any]) -> dict[str, Any]:
    if "errors" in answer:
        answer["errors"] = answer["errors"][0]["message"]
    return answer


def _lost_connection(_: None, __: GraphQLResolveInfo, **___: Any) -> Any:
    raise ConnectionError("the reporting database does not answer")


def _without_errors(answer: dict[str, Any]) -> dict[str, Any]:
    return {"data": answer.get("data")}


def _value(name: str, coordinate: str, new: Callable[[Any], Any], about: str) -> Fault:
    return Fault(name, KIND, about, (AtOutput(coordinate, becomes(new)),))


def _whole(name: str, coordinate: str, change: Callable[[dict[str, Any]], Any], about: str) -> Fault:
    return Fault(name, KIND, about, (AtEnvelope(coordinate, change),))


FAULTS: Final = (
    _value("null-in-non-null", "Review.stars", lambda _: None, "A value that the schema promises is null."),
    _value("null-in-list", "Category.path", lambda names: [*names, None], "A list of non-null texts ends in null."),
    _value("string-for-int", "Order.number", str, "A number comes as text."),
    _value("number-for-string", "Supplier.name", len, "A text comes as a number."),
    _value("float-for-int", "KitLine.quantity", lambda number: number + 0.5, "A whole number has a fraction."),
    _value("bool-for-int", "StatusCount.count", bool, "A number comes as true or false."),
    _value("string-for-boolean", "PageInfo.hasNextPage", str, "True comes as the text “True”."),
    _value("string-for-float", "Supplier.rating", str, "A fraction comes as text."),
    _value("id-as-number", "Category.id", lambda text: sum(text.encode()), "An identifier comes as a number."),
    _value("int-overflow", "Statistics.itemCount", lambda number: number + 2**31, "A number needs over 32 bits."),
    _value("nan-in-float", "Part.weight", lambda _: float("nan"), "A fraction is NaN, which JSON does not have."),
    _value("foreign-enum-value", "Part.availability", lambda _: "BACKORDERED", "A value that the enum lacks."),
    _value("object-for-list", "Order.lines", lambda lines: lines[0], "One object comes where a list should be."),
    _value("list-for-object", "Review.author", lambda user: [user], "A list comes where one object should be."),
    _value("string-for-object", "Order.shipTo", lambda _: "Ringvägen 12", "A text comes where an object should be."),
    _value("impossible-typename", "Part.__typename", lambda _: "Money", "__typename is a type that cannot be here."),
    _value("typename-of-sibling", "Tool.__typename", lambda _: "Part", "__typename is Part, the fields are Tool's."),
    Fault("missing-field", KIND, "A field that was asked for is left out.", (AtOutput("Address.city", _forget),)),
    Fault("extra-field", KIND, "A field comes that nobody asked for.", (AtOutput("Quote.validUntil", _add_margin),)),
    _whole("empty-body-object", "Query.statistics", lambda _: {}, "The body is {}: neither data nor errors."),
    _whole("body-is-a-list", "Query.deliveryDay", lambda _: [], "The body is a list."),
    _whole("empty-errors", "Query.suppliers", lambda answer: {"errors": [], **answer}, "There are errors, but none."),
    _whole("error-without-message", "Query.nodes", _without_messages, "A refusal has no message."),
    _whole("errors-as-text", "Query.orders", _text_errors, "The errors are one text, not a list."),
    Fault(
        "errors-swallowed",
        KIND,
        "A field fails, data is null, and the errors are left out of the answer.",
        (
            AtResolver("Query.statistics", instead(_lost_connection)),
            AtEnvelope("Query.statistics", _without_errors),
        ),
    ),
)
