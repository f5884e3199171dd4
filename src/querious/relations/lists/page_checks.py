"""What pages must agree on, however they were asked for: each is held against the largest page from the beginning."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.pages import PageMember
from querious.model import Severity
from querious.model.arguments import canonical
from querious.relations.answers.comparison import quoted
from querious.relations.lists.pages import given, is_round, is_surely_size, without
from querious.relations.lists.rows import asked_alike, lists
from querious.relations.relation import Mismatch, severity_of
from querious.text.display import cut, listing, plural
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.lists.rows import ListAnswer, Row
    from querious.relations.relation import Trace
    from querious.relations.schema_types import SchemaTypes

_SMALL: Final = 20
"""Sizes that no server is likely to cut down."""
_SHOWN: Final = 8
_LONGEST_NAME: Final = 40
_NOTHING_ASKED: Final = " {}"
"""How the key of a row ends that was asked for no leaf."""
_ESTIMATES: Final = frozenset(("estimate", "estimated", "approximate", "approx", "about", "left", "remaining", "page"))
"""Words for numbers that are not that of all rows, or not exactly."""


class PageAddress(NamedTuple):
    """Where a page begins: by the cursor before it; else by its number, for pages of one size, or by rows to skip."""

    offset: int
    size: int | None = None
    number: int | None = None
    after: str = ""


class PageAnswer(NamedTuple):
    """A list, with how it was asked for."""

    listed: ListAnswer
    size: int | None
    after: JSON
    last: int | None
    before: JSON
    offset: int
    number: int | None

    @property
    def keys(self) -> list[str]:
        """The rows."""
        return self.listed.keys

    @property
    def info(self) -> dict[PageMember, JSON]:
        """What the page says about itself."""
        return self.listed.page_info

    @property
    def arguments(self) -> PagingArguments:
        """The arguments of the field that ask for pages."""
        return self.listed.field.paging

    @property
    def total(self) -> JSON:
        """The number of rows that the page tells."""
        return self.info.get(PageMember.TOTAL, self.info.get(PageMember.COUNT))

    @property
    def total_name(self) -> str:
        """The field that tells it."""
        return ".".join(self.listed.field.list_type.total)

    @property
    def asked(self) -> int | None:
        """How many rows were asked for."""
        return self.last if self.size is None else self.size

    @property
    def is_forward(self) -> bool:
        """Whether it was asked for from the beginning on."""
        return self.last is None and self.before is None

    def start(self, base: int | None) -> int | None:
        """The place of its first row, if it is known without a cursor; ``base`` is the number of the first page."""
        if self.after is not None or not self.is_forward:
            return None
        if self.number is None:
            return self.offset
        if self.offset or base is None or self.number < base:
            return None  # by a number of pages and one of rows at once: which of them counts is for the service to say
        if self.size is None and self.number > base:
            return None
        return (self.number - base) * (self.size or 0)

    @property
    def address(self) -> PageAddress:
        """Where it was asked to begin."""
        if self.after is not None:
            return PageAddress(self.offset, after=str(self.after))
        return PageAddress(self.offset, self.size, self.number)

    @property
    def next_addresses(self) -> list[PageAddress]:
        """Where the page right after this one can be asked to begin; nowhere for a page without rows."""
        told = [*(row.cursor for row in self.listed.rows[-1:]), self.info.get(PageMember.END)]
        cursors = dict.fromkeys(str(cursor) for cursor in told if isinstance(cursor, str | int))
        by_cursor = [PageAddress(0, after=cursor) for cursor in cursors]
        found = by_cursor if self.keys and not self.offset else []
        if not self.keys or self.after is not None:
            return found
        if self.number is None:
            return [*found, PageAddress(self.offset + self.size, self.size)] if self.size else found
        is_numbered = not self.offset and (self.number > 0 or self.arguments.base == 0)
        return [*found, PageAddress(0, self.size, self.number + 1)] if is_numbered else found

    def name(self, meaning: PageMember) -> str:
        """The field by which the page says something about itself."""
        return ".".join(dict(self.listed.field.list_type.page_info).get(meaning, ()))

    def mismatch(
        self, message: str, severity: Severity = Severity.SUSPICION, other: PageAnswer | None = None
    ) -> Mismatch:
        """What is wrong with this page, seen by itself or against another."""
        lines = [_line(page) for page in (other, self) if page is not None]
        listed = self.listed
        return Mismatch(listed.field.coordinate, message, listed.path, "\n".join(lines), severity, listed.step)


def _line(page: PageAnswer) -> str:
    arguments = canonical(list(page.listed.arguments.items())) or "{}"
    names = [_row_name(row) for row in page.listed.rows]
    rows = f": {listing(names, _SHOWN)}" if any(names) else ""
    info = ", ".join(f"{page.name(meaning)}: {value}" for meaning, value in page.info.items())
    return f"{arguments} → {plural(len(names), 'row')}{rows}" + (f"; {info}" if info else "")


def _row_name(row: Row) -> str:
    """What a reader can tell a row by; empty where nothing of it was asked for."""
    if row.key and not row.key.endswith(_NOTHING_ASKED):
        return cut(row.key, _LONGEST_NAME)
    return "" if row.cursor is None else f"cursor {cut(str(row.cursor), _LONGEST_NAME)}"


def check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Every list by itself."""
    groups: dict[str, list[PageAnswer]] = {}
    for listed in lists(trace, types):
        paths = listed.field.paging.paths
        if paths:
            group = f"{listed.owner} {without(listed.arguments, paths)}"
            groups.setdefault(group, []).append(page_of(listed))
    for pages in groups.values():
        for page in pages:
            yield from _too_many_rows(page)
            yield from _wrong_cursors(page)
        if _same_when_asked_again(pages):
            yield from _judge_together(pages)


def page_of(listed: ListAnswer) -> PageAnswer:
    """A list, with how it was asked for."""
    sent, arguments = listed.arguments, listed.field.paging
    return PageAnswer(
        listed,
        size=_int(given(sent, arguments.size)),
        after=given(sent, arguments.after),
        last=_int(given(sent, arguments.last)),
        before=given(sent, arguments.before),
        offset=_int(given(sent, arguments.offset)) or 0,
        number=_int(given(sent, arguments.number)),
    )


def _int(value: JSON) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _too_many_rows(page: PageAnswer) -> Iterator[Mismatch]:
    if page.asked is None or not 0 <= page.asked < len(page.keys):
        return
    path = page.arguments.last if page.size is None else page.arguments.size
    if not page.asked:
        # For other names than Relay's, 0 is often taken for no limit at all.
        if path[-1] in {"first", "last", "take"}:
            yield page.mismatch(f"returns {plural(len(page.keys), 'row')} for a page of 0")
        return
    # A limit on results of several kinds may be one for each kind: then there are at most as many of each.
    kinds = Counter(row.shape.typename for row in page.listed.rows)
    per_kind = page.listed.field.list_type.mixed and max(kinds.values()) <= page.asked
    certain = (page.last is not None or is_surely_size(path)) and not per_kind
    message = f"returns {plural(len(page.keys), 'row')} for a page of at most {page.asked}"
    yield page.mismatch(message, severity_of(certain=certain))


def _wrong_cursors(page: PageAnswer) -> Iterator[Mismatch]:
    cursors = [row.cursor for row in page.listed.rows]
    if not cursors or None in cursors:
        return
    for meaning, cursor, said in ((PageMember.START, cursors[0], "first"), (PageMember.END, cursors[-1], "last")):
        told, name = page.info.get(meaning, cursor), page.name(meaning)
        if told != cursor and words(name)[-2:] == (meaning, "cursor"):
            message = f"{name} {quoted(told)} is not the cursor of the {said} edge, which is {quoted(cursor)}"
            yield page.mismatch(message, Severity.FAULT)
    if _are_distinct(page.keys) and not _are_distinct(list(map(str, cursors))):
        # A suspicion: a cursor may be the value by which rows are sorted, which some of them share.
        yield page.mismatch("gives different rows the same cursor")


def _same_when_asked_again(pages: Sequence[PageAnswer]) -> bool:
    """Whether what was asked twice came twice: else somebody writes, or there is no order to speak of."""
    seen: dict[str, list[str]] = {}
    return all(seen.setdefault(str(page[1:]), page.keys) == page.keys for page in pages)


def _are_distinct(keys: Sequence[str]) -> bool:
    return len(set(keys)) == len(keys) and "" not in keys


def _judge_together(pages: Sequence[PageAnswer]) -> Iterator[Mismatch]:
    base = _first_number(pages)
    beginnings = [page for page in pages if page.start(base) == 0]
    largest = max(beginnings, key=lambda page: (len(page.keys), page.size or 0), default=None)
    if largest is None:
        identified = all(row.identified for page in pages for row in page.listed.rows)
        yield from _judge_neighbours(pages, told_apart=identified)
        yield from _judge_totals(pages)
        return
    told_apart = _are_distinct(largest.keys)
    whole = _WholeList(pages, largest, base)
    yield from _judge_neighbours(pages, told_apart=told_apart)
    yield from _judge_totals(pages) or _judge_length(pages, whole)
    for page in pages if told_apart else ():
        start = whole.place_of(page)
        if start is not None and page is not largest:
            yield from _judge_in_place(page, whole, start)


def _first_number(pages: Sequence[PageAnswer]) -> int | None:
    """The number of the first page: by its default, else by what pages 0 and 1 of one size hold."""
    arguments = pages[0].arguments
    if not arguments.number or arguments.base is not None:
        return arguments.base
    keys = {(page.number, page.size): page.keys for page in pages}
    for page in pages:
        zero, one = keys.get((0, page.size)), keys.get((1, page.size))
        if zero and one not in (None, zero):
            return 0
        if one and zero in ([], one):
            return 1
    large = [page for page in pages if page.number == 1 and page.keys and (page.size or 0) >= _SMALL]
    return 1 if large else None


def _judge_neighbours(pages: Sequence[PageAnswer], *, told_apart: bool) -> Iterator[Mismatch]:
    """Pages of which one comes right after the other; ``told_apart``: other rows have other keys."""
    forward = [page for page in pages if page.is_forward]
    by_address: dict[PageAddress, list[PageAnswer]] = {}
    for page in forward:
        if page.asked != 0:  # of no rows, nobody knows whether there would have been any
            by_address.setdefault(page.address, []).append(page)
    for page in forward:
        for other in chain.from_iterable(by_address.get(address, ()) for address in page.next_addresses):
            if other.asked != 0:  # a page of no rows says nothing of what follows
                yield from _judge_flag(page, PageMember.NEXT, more=bool(other.keys), ended=_is_end(other))
            distinct = told_apart and _are_distinct(page.keys) and _are_distinct(other.keys)
            if distinct and set(page.keys) & set(other.keys):
                certain = _keep_one_order(page, other)
                yield other.mismatch("repeats rows of the page before it", severity_of(certain=certain), page)


_FLAGS: Final = {PageMember.NEXT: ("follows", "more rows do"), PageMember.PREVIOUS: ("precedes", "rows do")}


def _is_end(page: PageAnswer) -> bool:
    """Whether nothing comes on a page, nor after it: rows that may not be seen can leave a page empty in the middle."""
    return not page.keys and page.info.get(PageMember.NEXT) is not True


def _judge_flag(page: PageAnswer, meaning: PageMember, *, more: bool, ended: bool = False) -> Iterator[Mismatch]:
    """Whether the page is right about what comes after it, or before it.

    That more should follow is certainly false only where the next page was asked for and ``ended`` the list.
    """
    verb, there_are = _FLAGS[meaning]
    told, name = page.info.get(meaning), page.name(meaning)
    if told is False and more:
        yield page.mismatch(f"says that nothing {verb} ({name}), but {there_are}", Severity.FAULT)
    elif told is True and not more:
        yield page.mismatch(f"says that more {verb} ({name}), but nothing does", severity_of(certain=ended))


def _counted(pages: Sequence[PageAnswer]) -> list[PageAnswer]:
    """Pages that tell the number of all rows; a count whose name leaves it open is of the page if it always fits."""
    counted = [page for page in pages if isinstance(page.total, int)]
    is_of_page = all(page.info.get(PageMember.COUNT) == len(page.keys) for page in counted)
    return [] if is_of_page and PageMember.TOTAL not in dict(pages[0].listed.field.list_type.page_info) else counted


def _judge_totals(pages: Sequence[PageAnswer]) -> list[Mismatch]:
    """Totals of different pages against each other."""
    counted = _counted(pages)
    for page in counted:
        total = counted[0].total
        if page.total != total:
            message = f"{page.total_name} is {page.total} on one page and {total} on another"
            certain = _counts_all(page) and _same_totals_when_asked_again(counted)
            return [page.mismatch(message, severity_of(certain=certain), counted[0])]
    return []


def _counts_all(page: PageAnswer) -> bool:
    """Whether the name says that it is the number of all rows, and none that is estimated or left."""
    said = words(".".join(dict(page.listed.field.list_type.page_info).get(PageMember.TOTAL, ())))
    return bool(said) and _ESTIMATES.isdisjoint(said)


def _same_totals_when_asked_again(pages: Sequence[PageAnswer]) -> bool:
    seen: dict[str, JSON] = {}
    return all(seen.setdefault(str(page[1:]), page.total) == page.total for page in pages)


def _judge_length(pages: Sequence[PageAnswer], whole: _WholeList) -> list[Mismatch]:
    """The total against the rows, where these are all."""
    counted = _counted(pages)
    length = len(whole.largest.keys)
    if not counted or counted[0].total == length or not whole.is_complete():
        return []
    page = counted[-1]
    message = f"{page.total_name} is {page.total}, but the list has {plural(length, 'row')}"
    # More than there are may count rows that whoever asks may not see.
    certain = page.total < length and _counts_all(page) and _same_totals_when_asked_again(counted)
    return [page.mismatch(message, severity_of(certain=certain), whole.largest)]


class _WholeList:
    """The largest page from the beginning, against which all others are held."""

    def __init__(self, pages: Sequence[PageAnswer], largest: PageAnswer, base: int | None) -> None:
        self.pages = pages
        self.largest = largest
        self._base = base
        self._places = {key: place for place, key in enumerate(largest.keys)}

    def is_complete(self) -> bool:
        """Whether the largest page is all there is."""
        largest, length = self.largest, len(self.largest.keys)
        forward = [page for page in self.pages if page.is_forward]
        after = [page for page in forward if page.address in largest.next_addresses]
        if not after and largest.number is None:
            after = [page for page in forward if page.after is None and page.offset >= length]
        if after:
            return not any(page.keys for page in after)
        if PageMember.NEXT in largest.info or not isinstance(largest.info.get(PageMember.TOTAL), int):
            return largest.listed.holds_all_rows()
        if largest.size is None or length >= largest.size or is_round(length):
            return False
        return all(self._places.keys() >= set(page.keys) for page in self.pages)

    def place_of(self, page: PageAnswer) -> int | None:
        """Where in the whole the first row of a page must stand; None if that cannot be known."""
        if page.is_forward and page.after is None:
            return page.start(self._base)
        if page.is_forward:
            before = self._place_by_cursor(page.after)
            return None if before is None else before + 1 + page.offset
        if page.after is not None or page.last is None or page.size is not None or page.offset:
            return None
        end = self._end_before(page)
        return None if end is None else max(0, end - page.last)

    def _end_before(self, page: PageAnswer) -> int | None:
        """Where a page ends that was asked for from the end."""
        if page.before is not None:
            return self._place_by_cursor(page.before)
        return len(self.largest.keys) if self.is_complete() else None

    def _place_by_cursor(self, cursor: JSON) -> int | None:
        """The place of the row that a cursor was given for; None if none, or several, were."""
        rows: set[str] = set()
        ends: set[str] = set()
        for page in self.pages:
            rows.update(row.key for row in page.listed.rows if row.cursor == cursor)
            for meaning, keys in ((PageMember.END, page.keys[-1:]), (PageMember.START, page.keys[:1])):
                ends.update(keys if page.info.get(meaning) == cursor else ())
        found = rows or ends
        return self._places.get(found.pop()) if len(found) == 1 else None

    def stop_of(self, page: PageAnswer, start: int) -> int:
        """Where the page must end. One that is cut off by the beginning of the list is shorter for it."""
        length = len(self.largest.keys)
        if page.asked is None:
            return length
        cursors = [row.cursor for row in self.largest.listed.rows]
        if page.before is not None and page.before in cursors:
            return min(start + page.asked, cursors.index(page.before))
        return start + page.asked


def _judge_in_place(page: PageAnswer, whole: _WholeList, start: int) -> Iterator[Mismatch]:
    """The page against the part of the whole where it must stand."""
    keys, size, largest = page.keys, page.asked, whole.largest
    if size is not None and len(keys) > size:
        return
    stop = whole.stop_of(page, start)
    expected = largest.keys[start:stop]
    common = min(len(expected), len(keys))
    if keys[:common] != expected[:common]:
        yield _other_rows(page, largest, expected, largest.keys[:start])
    elif len(keys) < len(expected):
        may_be_cut = page.info.get(PageMember.NEXT) or is_round(len(keys))
        if size is not None and (size <= _SMALL or not may_be_cut):
            yield _too_few_rows(page, largest)
    elif keys and page.last is not None:
        # Relay promises only what lies in the direction of paging.
        yield from _judge_flag(page, PageMember.PREVIOUS, more=start > 0)
    elif keys:
        if stop < len(largest.keys):
            yield from _judge_flag(page, PageMember.NEXT, more=True)
        if not start and page.after is None and page.info.get(PageMember.PREVIOUS) is True:
            # A suspicion: Relay lets servers answer as they like where pages are asked for in the other direction.
            yield page.mismatch(f"says that rows come before the first ({page.name(PageMember.PREVIOUS)})")


def _too_few_rows(page: PageAnswer, largest: PageAnswer) -> Mismatch:
    """By offset or number the rows between are never told; by cursor they come later, which is odd only."""
    arguments = page.arguments
    lost = bool(arguments.offset or arguments.number) and not arguments.after and page.is_forward
    message = f"returns {plural(len(page.keys), 'row')} for a page of {page.asked}, although there are more"
    return page.mismatch(message, severity_of(certain=lost), largest)


def _other_rows(page: PageAnswer, largest: PageAnswer, expected: list[str], before: list[str]) -> Mismatch:
    """By Relay's specification, rows of a connection come in one order, in whichever direction pages are turned.

    Other lists may mean the last rows first by ``last``, and have an order that nobody keeps.
    """
    keys = page.keys
    if keys == expected[::-1]:
        certain = bool(page.listed.field.list_type.edge)
        return page.mismatch("gives the rows of a page in reverse order", severity_of(certain=certain), largest)
    certain = _keep_one_order(page, largest)
    if page.is_forward and set(keys) & set(before):
        return page.mismatch("repeats rows of the page before it", severity_of(certain=certain), largest)
    if set(expected[: len(keys)]) - set(keys):
        return page.mismatch("leaves out rows that the whole has in this place", severity_of(certain=certain), largest)
    return page.mismatch("gives the rows of a page in another order than the whole", other=largest)


def _keep_one_order(page: PageAnswer, other: PageAnswer) -> bool:
    """Whether no design lets the rows of two pages come in two orders.

    Where no order was asked for, a database may bring rows in another one when other fields are joined to them; but
    a connection has one order, whatever is asked of its nodes.
    """
    field, sent = page.listed.field, page.listed.arguments
    if field.list_type.edge or any(given(sent, path) is not None for path in field.ordering_arguments):
        return True
    return asked_alike(page.listed, other.listed)
