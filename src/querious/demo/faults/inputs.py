"""Arguments that are legal by the schema and that nobody thought of: the faults that hostile values find."""

from __future__ import annotations

import base64
import itertools
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final

from querious.demo.faults.fault import AtResolver, Fault, Wrap
from querious.demo.faults.wrapping import before

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import GraphQLResolveInfo

KIND: Final = "hostile input"
_BASIC_PLANE: Final = 0xFFFF
_DEEPEST: Final = 2
_EPOCH: Final = date(1970, 1, 1)


def _nul(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> None:
    if "\0" in arguments["slug"]:
        raise ValueError("A string literal cannot contain NUL (0x00) characters.")


def _ascii(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> bytes:
    text: str = arguments["text"]
    return text.encode("ascii")


def _three_bytes(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> None:
    text = (arguments.get("filter") or {}).get("name_contains") or ""
    if any(ord(character) > _BASIC_PLANE for character in text):
        raise RuntimeError("(1366, \"Incorrect string value for column 'name' at row 1\")")


def _initial(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> Any:
    return arguments["text"][0]


def _cut(info: GraphQLResolveInfo, arguments: dict[str, Any]) -> object:
    return list(itertools.islice(info.context.store.orders, arguments.get("first")))


def _pages(info: GraphQLResolveInfo, arguments: dict[str, Any]) -> float:
    first = arguments.get("first")
    return 1 if first is None else len(info.context.store.items) / first


def _add_days(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> object:
    return arguments["start"] + timedelta(days=arguments["working_days"])


def _cents(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> list[bytes]:
    return [(line["quantity"] * 100).to_bytes(4, "big", signed=True) for line in arguments["lines"]]


def _given(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> object:
    return [arguments[name].encode() for name in ("after", "before") if name in arguments]


def _shortest(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> Any:
    return min(arguments["skus"])


def _order_by(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> str:
    columns = {"NAME": "name", "PRICE": "price", "STOCK": "stock"}
    return columns[arguments.get("sort") or "NAME"]


def _year_later(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> object:
    start: date = arguments["start"]
    return start.replace(year=start.year % 9999 + 1)


def _seconds(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> bytes:
    since: date = arguments.get("since") or _EPOCH
    return ((since - _EPOCH).days * 86_400).to_bytes(4, "big")


def _open_cursor(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> str:
    return base64.b64decode(arguments.get("after") or "", validate=True).decode()


def _descend(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> None:
    _visit(arguments.get("filter") or {}, 0)


def _visit(wanted: Mapping[str, Any], depth: int) -> None:
    if depth > _DEEPEST:
        raise RecursionError("maximum recursion depth exceeded while building the query")
    for inner in (*(wanted.get("and") or ()), *(wanted.get("or") or ()), wanted.get("not")):
        if inner is not None:
            _visit(inner, depth + 1)


def _fault(name: str, coordinate: str, wrap: Wrap, about: str) -> Fault:
    return Fault(name, KIND, about, (AtResolver(coordinate, wrap),))


FAULTS: Final = (
    _fault("nul-crash", "Query.category", before(_nul), "A text with NUL goes to a database that takes none."),
    _fault("non-ascii-crash", "Query.search", before(_ascii), "A text is encoded as ASCII."),
    _fault("emoji-crash", "Query.items", before(_three_bytes), "A column takes no character beyond U+FFFF."),
    _fault("empty-string-crash", "Query.search", before(_initial), "Takes the first letter of an empty text."),
    _fault("negative-first-crash", "Query.orders", before(_cut), "Cuts a list at a negative length."),
    _fault("zero-first-crash", "Query.items", before(_pages), "Divides by the page size, which may be 0."),
    _fault("day-overflow-crash", "Query.deliveryDay", before(_add_days), "Adds so many days that the calendar ends."),
    _fault("quantity-overflow-crash", "Query.quote", before(_cents), "Packs a product into 32 bits."),
    _fault("null-argument-crash", "Supplier.items", before(_given), "Takes an argument of null for one not given."),
    _fault("empty-list-crash", "Query.cheapest", before(_shortest), "Takes the least of an empty list."),
    _fault("enum-value-crash", "Query.items", before(_order_by), "One value of an enum has no entry in a table."),
    _fault("leap-day-crash", "Query.deliveryDay", before(_year_later), "Adds a year to 29 February."),
    _fault("old-date-crash", "Query.statistics", before(_seconds), "Packs seconds since 1970 into 32 bits, no sign."),
    _fault("cursor-crash", "Category.items", before(_open_cursor), "A cursor that is not base64 shows the decoder."),
    _fault("deep-filter-crash", "Query.items", before(_descend), "A filter nested thrice exceeds the recursion."),
)
