"""Pages that do not join to the whole, and counts that do not count it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from querious.demo.faults.answers.weaving import Arguments, fault, given, of_items, shown
from querious.demo.filtering import matches
from querious.demo.paging import USUAL_PAGE, Connection, Edge, cursor, page, position
from querious.demo.resolvers.reading import ITEM_ORDERS, counted

if TYPE_CHECKING:
    from graphql import GraphQLResolveInfo

    from querious.demo.faults.fault import Resolver

_PAGING: Final = ("first", "after", "last", "before")


def _one_more(arguments: Arguments, _: GraphQLResolveInfo) -> Arguments:
    first = arguments.get("first")
    return arguments if first is None or first < 0 else {**arguments, "first": first + 1}


def _one_later(arguments: Arguments, _: GraphQLResolveInfo) -> Arguments:
    after = arguments.get("after")
    return arguments if after is None else {**arguments, "after": cursor(position(after) + 1)}


def _from_the_cursor(arguments: Arguments, _: GraphQLResolveInfo) -> Arguments:
    after = arguments.get("after")
    if after is None:
        return arguments
    row = position(after)
    return {**arguments, "after": cursor(row - 1) if row else None}


def _without_last(rows: Connection[Any], _: GraphQLResolveInfo, __: Arguments) -> Connection[Any]:
    return replace(rows, edges=rows.edges[:-1])


def _more_if_full(rows: Connection[Any], _: GraphQLResolveInfo, arguments: Arguments) -> Connection[Any]:
    if arguments.get("last") is not None:
        return rows
    first = arguments.get("first")
    full = 0 < len(rows.edges) == (USUAL_PAGE if first is None else first)
    return replace(rows, page_info=replace(rows.page_info, has_next_page=full))


def _ends_at_start(rows: Connection[Any], _: GraphQLResolveInfo, __: Arguments) -> Connection[Any]:
    return replace(rows, page_info=replace(rows.page_info, end_cursor=rows.page_info.start_cursor))


def _backwards(rows: Connection[Any], _: GraphQLResolveInfo, arguments: Arguments) -> Connection[Any]:
    return rows if arguments.get("last") is None else replace(rows, edges=rows.edges[::-1])


def _count_page(rows: Connection[Any], _: GraphQLResolveInfo, __: Arguments) -> Connection[Any]:
    return replace(rows, total_count=len(rows.edges))


def _count_table(rows: Connection[Any], info: GraphQLResolveInfo, _: Arguments) -> Connection[Any]:
    return replace(rows, total_count=len(info.context.store.items))


def _counted_before(resolve: Resolver) -> Resolver:
    """Count the orders as they were before the newest came."""

    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        rows = resolve(parent, info, **arguments)
        moments = [order.placed_at for order in info.context.store.orders.values()]
        if not moments:
            return rows
        before = max(moments) - timedelta(seconds=1)
        until = arguments.get("placed_to")
        then = {**arguments, "first": 0, "placed_to": before if until is None else min(until, before)}
        return replace(rows, total_count=resolve(parent, info, **then).total_count)

    return resolver


def _sorted_page(_: None, info: GraphQLResolveInfo, **arguments: Any) -> Connection[Any]:
    """Cut the page first, then sort what is on it."""
    context = info.context
    rows = [item for item in context.store.items.values() if matches(item, arguments.get("filter") or {})]
    cut = counted(context, page(rows, **{name: arguments.get(name) for name in _PAGING}))
    key, down = ITEM_ORDERS[arguments.get("sort") or "NAME"], arguments["direction"] == "DESC"
    nodes = sorted(cut.nodes, key=key, reverse=down)
    return replace(cut, edges=[Edge(edge.cursor, node) for edge, node in zip(cut.edges, nodes, strict=True)])


def _cut_first(_: Resolver) -> Resolver:
    return _sorted_page


FAULTS: Final = (
    fault("page-one-too-many", "Query.items", given(_one_more), "Gives the row that was read to know if more come."),
    fault("page-begins-late", "Category.items", given(_one_later), "Steps over the cursor twice: a row is missing."),
    fault(
        "page-repeats-last",
        "Query.orders",
        given(_from_the_cursor),
        "A page begins with the last row of the one before.",
    ),
    fault("page-loses-last", "Supplier.items", shown(_without_last), "Stops one row short; the cursors do not."),
    fault("full-page-means-more", "Query.orders", shown(_more_if_full), "Takes a full page for a sign that more come."),
    fault("end-cursor-of-first", "Supplier.items", shown(_ends_at_start), "The end cursor is that of the first row."),
    fault("last-in-reverse", "Category.items", shown(_backwards), "Reads the last rows backwards and leaves them so."),
    fault("count-of-page", of_items("reviews"), shown(_count_page), "Counts the rows of the page, not all."),
    fault("count-without-filter", "Query.items", shown(_count_table), "Counts the whole table, whatever the filter."),
    fault("stale-count", "Query.orders", _counted_before, "The count is from before the newest order came."),
    fault("sorted-after-paging", "Query.items", _cut_first, "Sorts each page by itself, not the whole."),
)
