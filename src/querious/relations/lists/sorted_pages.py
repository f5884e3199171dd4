"""Pages of a list that is asked for in an order: they go on where the one before ended, and lose nothing among equals.

Rows with the same value have no order of their own. Where a service breaks such ties in one way for the whole and in
another for a page, or anew for every page, rows are told twice and others never. That is certain where the whole came
twice in the same order, and it is told here only of rows that have an equal beside them: everything else about pages is
for ``pagination`` to judge.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.measures import ValueKind, kind_of_values, measure
from querious.answers.pages import PageMember
from querious.model import Severity
from querious.relations.lists.page_checks import page_of
from querious.relations.lists.pages import without
from querious.relations.lists.rows import lists
from querious.relations.lists.sources import ask, lists_of, longest_of, next_page
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.orderings import Ordering
    from querious.relations.lists.page_checks import PageAnswer
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.lists.sources import ListSource
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_SIZES: Final = (100, 20)
"""Of the page that is taken for the whole: the next smaller one is asked for where a service refuses."""
_SHORTEST: Final = 4
"""Rows from which on a list is cut into pages."""
_LONG: Final = 50
"""Rows of which the pages are asked for."""
_PAGES: Final = 4


class SortedPages(NamedTuple):
    """The pages of one list in one order, by the size that was asked for."""

    ordering: Ordering
    whole: list[PageAnswer]
    """The largest page from the beginning, each time that it was asked for."""
    pages: list[PageAnswer]
    """Of one smaller size, each right after the one before."""


def ask_sorted_pages(types: SchemaTypes, source: ListSource, ordering: Ordering) -> Conversation:
    """The whole in an order, then its pages, and the whole once more."""
    paging, leaves = source.paging, [ordering.leaf.path]
    first = paging.base if paging.base is not None else (1 if paging.numbered else None)
    whole = None
    for size in _SIZES:
        changes = {**paging.of_size(size, first), **dict(ordering.changes)}
        whole = longest_of(lists_of(types, source, (yield ask(types, source, changes, leaves))))
        if whole is not None:
            break
    if whole is None or len(whole.rows) < _SHORTEST:
        return
    again = ask(types, source, changes, leaves)
    size = max(2, ceil(min(len(whole.rows), _LONG) / (_PAGES - 1)))
    changes = {**paging.of_size(size, first), **dict(ordering.changes)}
    read = 0
    for place in range(1, _PAGES + 1):
        answer = yield ask(types, source, changes, leaves)
        page = next((one for one in lists_of(types, source, answer) if one.owner == whole.owner), None)
        read += len(page.rows) if page is not None else 0
        following = next_page(source, page, first, place, read) if page is not None and page.rows else {}
        if not following or page is None or page.page_info.get(PageMember.NEXT) is False or read >= len(whole.rows):
            break
        changes = {**changes, **following}
    yield again


class SortedPageFault(NamedTuple):
    """What is wrong with the pages of a list in an order."""

    listed: ListAnswer
    message: str
    values: list[JSON]
    severity: Severity


def check_sorted_pages(trace: Trace, types: SchemaTypes) -> Iterator[SortedPageFault]:
    """Every list in every order by itself."""
    groups: dict[str, list[PageAnswer]] = {}
    for listed in lists(trace, types):
        if listed.field.paging.paths and listed.field.ordering_arguments:
            group = f"{listed.owner} {without(listed.arguments, listed.field.paging.paths)}"
            groups.setdefault(group, []).append(page_of(listed))
    for pages in groups.values():
        found = _in_order(pages)
        if found is not None:
            yield from _judge_ties(found)
            yield from _judge_borders(found)


def _in_order(pages: Sequence[PageAnswer]) -> SortedPages | None:
    """The whole and its pages; None unless there is one known order, and a whole that came twice alike."""
    listed = pages[0].listed
    known = [one for one in listed.field.orderings if one.is_asked(listed.arguments)]
    beginnings = [page for page in pages if _is_first(page)]
    largest = max((page.size or 0 for page in beginnings), default=0)
    whole = [page for page in beginnings if (page.size or 0) == largest]
    alike = len(whole) > 1 and all(page.keys == whole[0].keys for page in whole)
    chain = _chain([page for page in pages if page.size != largest])
    # A service that takes no notice of sizes, or of where a page begins, has no pages.
    too_long = any(len(page.keys) > (page.size or 0) for page in chain)
    repeated = len({tuple(page.keys) for page in chain}) < len(chain)
    if len(known) != 1 or not alike or not chain or too_long or repeated:
        return None
    return SortedPages(known[0], whole, chain)


def _is_first(page: PageAnswer) -> bool:
    base = page.arguments.base
    return page.start(1 if base is None else base) == 0


def _chain(pages: Sequence[PageAnswer]) -> list[PageAnswer]:
    """Pages of which each comes right after the one before."""
    chain = [page for page in pages if _is_first(page)][:1]
    by_address = {page.address: page for page in pages if page.is_forward}
    while chain and len(chain) <= len(pages):
        following = [by_address[address] for address in chain[-1].next_addresses if address in by_address]
        if not following:
            break
        chain.append(following[0])
    return chain


def _judge_ties(found: SortedPages) -> Iterator[SortedPageFault]:
    """Rows of the whole that no page shows, although the pages together go beyond them, and that have an equal."""
    leaf, whole = found.ordering.leaf, found.whole[0]
    joined = [key for page in found.pages for key in page.keys]
    rows = whole.listed.rows[: len(joined)]
    if not all(row.identified for row in whole.listed.rows) or len(set(whole.keys)) < len(whole.keys):
        return
    values = [row.read(leaf.path) for row in rows]
    tied = {row.key for row, value in zip(rows, values, strict=True) if values.count(value) > 1}
    lost = [row for row in rows if row.key not in joined and row.key in tied]
    repeated = {key for key in joined if joined.count(key) > 1}
    if lost and repeated:
        name = ".".join(leaf.path)
        message = (
            f"sorted by {found.ordering.name}, pages tell rows with the same {name} twice and leave out "
            f"{plural(len(lost), 'other')} that the whole list has"
        )
        yield SortedPageFault(found.pages[-1].listed, message, [row.key for row in lost], Severity.FAULT)


def _judge_borders(found: SortedPages) -> Iterator[SortedPageFault]:
    """The first row of a page is not before the last of the one before it, where the whole is in order."""
    leaf, direction = found.ordering.leaf, found.ordering.direction
    kind = kind_of_values(found.whole[0].listed.read(leaf.path), leaf.kind)
    if not direction or leaf.unit or kind is None or not _is_in_order(found.whole[0], leaf.path, kind, direction):
        return
    for before, after in pairwise(found.pages):
        ends, begins = _known(before, leaf.path)[-1:], _known(after, leaf.path)[:1]
        if ends and begins and _comes_before(begins[0], ends[0], kind, direction):
            message = (
                f'sorted by {found.ordering.name}, a page begins with {".".join(leaf.path)} "{begins[0]}", '
                f'although the page before it ends with "{ends[0]}"'
            )
            yield SortedPageFault(after.listed, message, [*ends, *begins], Severity.FAULT)
            return


def _known(page: PageAnswer, path: NamePath) -> list[JSON]:
    return [value for value in page.listed.read(path) if value is not None]


def _is_in_order(page: PageAnswer, path: NamePath, kind: ValueKind, direction: int) -> bool:
    """Whether numbers or moments come in order; text has as many orders as there are languages."""
    if kind not in {ValueKind.NUMBER, ValueKind.MOMENT}:
        return False
    return not any(_comes_before(after, before, kind, direction) for before, after in pairwise(_known(page, path)))


def _comes_before(one: JSON, other: JSON, kind: ValueKind, direction: int) -> bool:
    first, second = measure(one, kind), measure(other, kind)
    if first is None or second is None:
        return False
    return bool(first < second if direction > 0 else first > second)  # type: ignore[operator]  # both of one kind
