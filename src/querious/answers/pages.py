"""The words of long lists: the arguments that cut them into pages or sort them, the members that tell of what is left.

The tables stand for names in any spelling: ``perPage``, ``per_page`` and ``PerPage`` are one. How pages are turned is
for each protocol to know.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from querious.text.words import same, words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator


class PageArgument(StrEnum):
    """What an argument of paging says."""

    SIZE = "size"
    """How many rows."""
    LAST = "last"
    """How many rows, counted from the end."""
    OFFSET = "offset"
    """How many rows to skip."""
    NUMBER = "number"
    """Which page."""
    AFTER = "after"
    BEFORE = "before"


class PageMember(StrEnum):
    """What a member beside the rows tells of a page."""

    NEXT = "next"
    """Whether there are more."""
    PREVIOUS = "previous"
    TOTAL = "total"
    """How many there are in all."""
    COUNT = "count"
    """Of all rows or of this page: the name leaves it open."""
    START = "start"
    END = "end"
    """From where the next page goes on."""


def _table(*names: str) -> tuple[str, ...]:
    return tuple(map(same, names))


ARGUMENTS: Final = {
    PageArgument.SIZE: _table(
        *("first", "limit", "take", "pageSize", "perPage", "pageLimit", "pageLength"),
        *("itemsPerPage", "resultsPerPage", "rowsPerPage", "maxResults", "maxItems"),
    ),
    PageArgument.LAST: _table("last"),
    PageArgument.OFFSET: _table("offset", "skip", "startIndex"),
    PageArgument.NUMBER: _table("page", "pageNumber", "pageNo", "pageNum", "pageIndex", "currentPage"),
    PageArgument.AFTER: _table(
        *("after", "cursor", "afterCursor", "nextToken", "pageToken", "nextPageToken", "nextCursor"),
        *("startAfter", "startingAfter"),
    ),
    PageArgument.BEFORE: _table("before", "beforeCursor", "endingBefore", "endBefore"),
}
"""Names that mean nothing else, the most usual first."""
LIKELY_ARGUMENTS: Final = {
    PageArgument.SIZE: _table("top", "size", "count", "max"),
    PageArgument.OFFSET: _table("start", "from"),
}
"""Names that mean it nearly always, where the field gives a list and the argument is a number."""
POSSIBLE_SIZES: Final = _table("length", "num", "number", "n")
"""Names that mean a size only in company, or where a row has nothing of that name."""

MEMBERS: Final = {
    PageMember.NEXT: _table("hasNextPage", "hasNext", "hasMore", "hasMorePages", "hasMoreItems"),
    PageMember.PREVIOUS: _table("hasPreviousPage", "hasPrevious", "hasPrev", "hasPrevPage"),
    PageMember.TOTAL: _table(
        *("totalCount", "total", "totalItems", "totalResults", "totalElements", "totalRecords", "totalRows"),
        *("totalHits", "totalNodes", "totalSize"),
    ),
    PageMember.COUNT: _table("count", "itemCount"),
    PageMember.START: _table("startCursor"),
    PageMember.END: _table("endCursor", "nextCursor", "nextToken", "nextPageToken", "cursor"),
}
"""Names of members beside the rows, the most usual first."""
HOLDERS: Final = _table(
    *("pageInfo", "meta", "metadata", "paginatorInfo", "pagination", "paging", "page", "paginator", "info"),
    "cursor",
)
"""Members that hold what is told of a page."""
ROWS: Final = (
    *("edges", "nodes", "items", "results", "data", "records", "rows", "content", "list", "docs", "documents"),
    *("objects", "entries", "values", "hits", "elements", "collection"),
)
"""Members that hold the rows."""
_PAGE_ENDINGS: Final = ("Page", "List", "Collection", "Results")
_SORTING: Final = frozenset(("sort", "sorted", "sorting", "order", "ordering", "direction", "reverse", "desc", "asc"))
_INPUTS: Final = frozenset(("pagination", "paging", "paginate", "pageinput", "pageoption", "pagerequest"))
"""Arguments that hold those of paging, and nothing else."""
_MEMBER_CHOICES: Final = frozenset({"fields", "select", "only", "attributes", "fieldset", "$select", "_fields"})


@lru_cache(maxsize=4_096)
def argument_of(name: str) -> PageArgument | None:
    """What an argument of this name says of pages, where it can mean nothing else."""
    return next((meaning for meaning, names in ARGUMENTS.items() if same(name) in names), None)


def is_paging(name: str) -> bool:
    """Whether an argument of this name only chooses how much of a list is shown, and from where."""
    return argument_of(name) is not None or same(name) in _INPUTS or same(name) == "top"


def is_size(name: str) -> bool:
    """Whether a number of this name says how long a list may be."""
    likely = same(name) in LIKELY_ARGUMENTS[PageArgument.SIZE]
    return likely or argument_of(name) in {PageArgument.SIZE, PageArgument.LAST}


def is_cursor(name: str) -> bool:
    """Whether an argument of this name takes a place in a list, as an earlier page has told it."""
    return argument_of(name) in {PageArgument.AFTER, PageArgument.BEFORE}


def sorts(name: str) -> bool:
    """Whether an argument of this name is about the order of a list."""
    return not _SORTING.isdisjoint(words(name))


@lru_cache(maxsize=4_096)
def member_of(name: str) -> PageMember | None:
    """What a member of this name tells of a page."""
    return next((meaning for meaning, names in MEMBERS.items() if same(name) in names), None)


def called(table: Iterable[str], names: Iterable[str]) -> Iterator[str]:
    """Those of ``names`` that stand in a table, in its order."""
    by_name: dict[str, list[str]] = {}
    for name in names:
        by_name.setdefault(same(name), []).append(name)
    for entry in table:
        yield from by_name.get(entry, ())


def is_page(typename: str, members: Collection[str], lists: Collection[str]) -> bool:
    """Whether objects of a type stand for a page of a list: by its name, its members and which of them are lists."""
    if typename.endswith("Connection"):
        return True
    if "id" in members or not any(name in lists for name in (*ROWS, "node")):
        return False
    return typename.endswith(_PAGE_ENDINGS) or any(member_of(name) or same(name) == "pageinfo" for name in members)


def chooses_members(name: str) -> bool:
    """Whether an argument of this name says which members of an object are wanted."""
    return name.lower() in _MEMBER_CHOICES or name.lower().startswith("fields[")
