"""What pages must agree on, however they were asked for: each is held against the largest page from the beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.pages import PageMember
from querious.model import Severity
from querious.model.arguments import canonical
from querious.relations.lists.pages import given, is_round, is_surely_size, paging, without
from querious.relations.lists.pages import whole as is_whole
from querious.relations.lists.rows import lists
from querious.relations.relation import Mismatch
from querious.text.display import listing
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.relation import Trace
    from querious.relations.schema_types import SchemaTypes

_SMALL: Final = 20
"""Sizes that no server is likely to cut down."""
_SHOWN: Final = 8


class PageAnswer(NamedTuple):
    """A list, with how it was asked for."""

    listed: ListAnswer
    ways: PagingArguments
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
    def forward(self) -> bool:
        """Whether it was asked for from the beginning on."""
        return self.last is None and self.before is None

    @property
    def sure(self) -> bool:
        """Whether the size can mean nothing else: a limit on results of several kinds may be one for each kind."""
        return not self.listed.listing.mixed and (self.last is not None or is_surely_size(self.ways.size))

    @property
    def told(self) -> dict[str, JSON]:
        """What the page says about itself."""
        return self.listed.told

    def start(self, base: int | None) -> int | None:
        """The place of its first row, where that is known without a cursor."""
        if self.after is not None or not self.forward:
            return None
        if self.number is None:
            return self.offset
        if self.offset:
            return None  # a number of pages and one of rows: which of them counts is for the service to say
        if base is None or self.number < base or (self.size is None and self.number != base):
            return None
        return (self.number - base) * (self.size or 0)


def check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Every list by itself."""
    groups: dict[str, list[PageAnswer]] = {}
    understood: dict[str, PagingArguments] = {}
    for listed in lists(trace, types):
        if listed.coordinate not in understood:
            parent, _, name = listed.coordinate.partition(".")
            understood[listed.coordinate] = paging(types, types.fields(parent)[name], listed.listing)
        ways = understood[listed.coordinate]
        if ways.paths:
            rest = canonical(list(without(listed.arguments, ways.paths).items()))
            groups.setdefault(f"{listed.owner} {rest}", []).append(_page(listed, ways))
    for pages in groups.values():
        yield from _judge(pages)


def _page(listed: ListAnswer, ways: PagingArguments) -> PageAnswer:
    sent = listed.arguments
    values = [given(sent, path) if path else None for path in ways[:6]]
    size, after, last, before, offset, number = values
    return PageAnswer(listed, ways, _int(size), after, _int(last), before, _int(offset) or 0, _int(number))


def _int(value: JSON) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _judge(pages: Sequence[PageAnswer]) -> Iterator[Mismatch]:
    for page in pages:
        yield from _alone(page)
    if not _quiet(pages):
        return
    base = _base(pages)
    begins = [page for page in pages if page.start(base) == 0]
    largest = max(begins, key=lambda page: (len(page.keys), page.size or 0), default=None)
    yield from _following(pages, several=not _told_apart(pages, largest))
    yield from _totals(pages, largest)
    if largest is not None and _unlike(largest.keys):
        for page in pages:
            yield from _placed(page, largest, _place(page, pages, largest, base))


def _alone(page: PageAnswer) -> Iterator[Mismatch]:
    """What one page shows by itself."""
    asked = page.last if page.last is not None and page.size is None else page.size
    if asked is not None and len(page.keys) > asked >= 0:
        if asked:
            severity = Severity.FAULT if page.sure else Severity.SUSPICION
            yield _mismatch(page, f"gives {len(page.keys)} rows where {asked} at most were asked for", severity)
        elif _strict(page):
            yield _mismatch(page, f"gives {len(page.keys)} rows where 0 were asked for")
    cursors = [row.cursor for row in page.listed.rows]
    if not cursors or None in cursors:
        return
    for meaning, place, said in ((PageMember.START, 0, "first"), (PageMember.END, -1, "last")):
        told = page.told.get(meaning)
        name = _name(page, meaning)
        if told is not None and told != cursors[place] and words(name)[-2:] == (meaning, "cursor"):
            message = f'{name} "{told}" is not the cursor of the {said} edge, which is "{cursors[place]}"'
            yield _mismatch(page, message, Severity.FAULT)
    if _unlike(page.keys) and not _unlike([str(cursor) for cursor in cursors]):
        yield _mismatch(page, "gives different rows the same cursor")


def _strict(page: PageAnswer) -> bool:
    """Whether none means none: for other names than Relay's, 0 is often taken for no limit at all."""
    path = page.ways.last if page.last is not None and page.size is None else page.ways.size
    return path[-1] in {"first", "last", "take"}


def _quiet(pages: Sequence[PageAnswer]) -> bool:
    """Whether what was asked twice came twice: else somebody writes, or there is no order to speak of."""
    seen: dict[tuple[JSON, ...], list[str]] = {}
    return all(seen.setdefault(tuple(map(str, page[2:])), page.keys) == page.keys for page in pages)


def _base(pages: Sequence[PageAnswer]) -> int | None:
    """The number of the first page: by its default, else by what pages 0 and 1 of one size hold."""
    ways = pages[0].ways
    if not ways.number or ways.base is not None:
        return ways.base
    by_number = {(page.number, page.size): page.keys for page in pages if page.number in {0, 1}}
    for (number, size), keys in by_number.items():
        if number == 0 and keys and by_number.get((1, size), keys) != keys:
            return 0
        if number == 1 and keys and by_number.get((0, size)) in ([], keys):
            return 1
    large = any(
        number == 1 and size is not None and size >= _SMALL and keys for (number, size), keys in by_number.items()
    )
    return 1 if large else None


def _unlike(keys: Sequence[str]) -> bool:
    return len(set(keys)) == len(keys) and "" not in keys


def _told_apart(pages: Sequence[PageAnswer], largest: PageAnswer | None) -> bool:
    """Whether a row that comes twice is one and the same: by an identifier, or because all rows of the whole differ."""
    if largest is not None:
        return _unlike(largest.keys)
    return not any(key.endswith("}") for page in pages for key in page.keys)


def _following(pages: Sequence[PageAnswer], *, several: bool) -> Iterator[Mismatch]:
    """Pages of which one comes right after the other; ``several``: a row may well come several times."""
    for page in pages:
        if not page.forward or not page.keys:
            continue
        for other in pages:
            if other is page or not other.forward or not _follows(page, other):
                continue
            yield from _says(page, more=bool(other.keys))
            if not several and _unlike(page.keys) and _unlike(other.keys) and set(page.keys) & set(other.keys):
                yield _mismatch(other, "repeats rows of the page before it", Severity.FAULT, page)


def _follows(page: PageAnswer, other: PageAnswer) -> bool:
    if other.after is not None:
        if not page.keys:
            return False
        ends = {str(page.listed.rows[-1].cursor), str(page.told.get(PageMember.END))} - {"None"}
        return str(other.after) in ends and other.offset == page.offset == 0
    if page.after is not None or page.size != other.size:
        return False
    if page.number is not None and other.number is not None:
        same_rows = other.offset == page.offset == 0
        return same_rows and other.number == page.number + 1 and (page.number > 0 or page.ways.base == 0)
    return page.number is None and bool(page.size) and other.offset == page.offset + (page.size or 0)


def _says(page: PageAnswer, *, more: bool) -> Iterator[Mismatch]:
    """Whether the page is right about what comes after it."""
    if page.told.get(PageMember.NEXT) is False and more:
        yield _mismatch(
            page, f"says that nothing follows ({_name(page, PageMember.NEXT)}), but more rows do", Severity.FAULT
        )
    elif page.told.get(PageMember.NEXT) is True and not more:
        yield _mismatch(page, f"says that more follows ({_name(page, PageMember.NEXT)}), but nothing does")


def _name(page: PageAnswer, meaning: str) -> str:
    return ".".join(dict(page.listed.listing.told).get(meaning, ()))


def _count(page: PageAnswer) -> JSON:
    """The number of rows that a page tells."""
    return page.told.get(PageMember.TOTAL, page.told.get(PageMember.COUNT))


def _totals(pages: Sequence[PageAnswer], largest: PageAnswer | None) -> Iterator[Mismatch]:
    """A count that the name leaves open is of the page itself if it is so on every page."""
    counted = [page for page in pages if isinstance(_count(page), int)]
    totals = [_count(page) for page in counted]
    if not counted:
        return
    of_pages = all(page.told.get(PageMember.COUNT) == len(page.keys) for page in counted)
    if PageMember.TOTAL not in counted[0].told and of_pages:
        return
    name = _name(counted[0], PageMember.TOTAL if PageMember.TOTAL in counted[0].told else PageMember.COUNT)
    for page, total in zip(counted, totals, strict=True):
        if total != totals[0]:
            yield _mismatch(page, f"{name} is {total} on one page and {totals[0]} on another", other=counted[0])
            return
    if largest is None or not _ends(largest, pages):
        return
    if len(largest.keys) != totals[0]:
        yield _mismatch(counted[-1], f"{name} is {totals[0]}, but there are {len(largest.keys)} rows", other=largest)


def _ends(largest: PageAnswer, pages: Sequence[PageAnswer]) -> bool:
    """Whether the largest page is all there is."""
    after = [page for page in pages if page.forward and _follows(largest, page)]
    if after:
        return not any(page.keys for page in after)
    beyond = [page for page in pages if page.forward and page.after is None and page.offset >= len(largest.keys)]
    if largest.number is None and beyond:
        return not any(page.keys for page in beyond)
    if largest.told.get(PageMember.NEXT) is not None:
        return largest.told[PageMember.NEXT] is False
    if isinstance(largest.told.get(PageMember.TOTAL), int):
        known = {key for page in pages for key in page.keys}
        sized = largest.size is not None and len(largest.keys) < largest.size and not is_round(len(largest.keys))
        return sized and known <= set(largest.keys)
    return is_whole(largest.listed, largest.ways)


def _place(page: PageAnswer, pages: Sequence[PageAnswer], largest: PageAnswer, base: int | None) -> int | None:
    """Where in the whole its first row must stand; None if that cannot be known."""
    if page.forward:
        start = page.start(base)
        if start is not None or page.after is None:
            return start
        row = _row_of(page.after, pages)
        return largest.keys.index(row) + 1 + page.offset if row in largest.keys else None
    if page.after is not None or page.last is None or page.size is not None or page.offset:
        return None
    end = len(largest.keys) if page.before is None and _ends(largest, pages) else None
    row = _row_of(page.before, pages)
    if row in largest.keys:
        end = largest.keys.index(row)
    return None if end is None else max(0, end - page.last)


def _row_of(cursor: JSON, pages: Sequence[PageAnswer]) -> str:
    """The row that a cursor was given for; empty if none, or several, were."""
    if cursor is None:
        return ""
    rows = {row.key for page in pages for row in page.listed.rows if row.cursor == cursor}
    if not rows:
        rows = {page.keys[-1] for page in pages if page.keys and page.told.get(PageMember.END) == cursor}
        rows |= {page.keys[0] for page in pages if page.keys and page.told.get(PageMember.START) == cursor}
    return rows.pop() if len(rows) == 1 else ""


def _placed(page: PageAnswer, largest: PageAnswer, start: int | None) -> Iterator[Mismatch]:
    """The page against the part of the whole where it must stand."""
    size = page.last if page.last is not None else page.size
    if start is None or page is largest or (size is not None and len(page.keys) > size):
        return
    stop = len(largest.keys) if size is None else start + size
    if page.last is not None:
        stop = min(stop, _stop(page, largest, start))
    expected = largest.keys[start:stop]
    common = min(len(expected), len(page.keys))
    if page.keys[:common] != expected[:common]:
        yield _other_rows(page, largest, expected, largest.keys[:start])
    elif len(page.keys) < len(expected):
        if size is not None and not (size > _SMALL and (page.told.get(PageMember.NEXT) or is_round(len(page.keys)))):
            yield _short(page, largest)
    elif page.keys:
        yield from _around(page, start, stop < len(largest.keys))


def _around(page: PageAnswer, start: int, more: bool) -> Iterator[Mismatch]:  # noqa: FBT001 (whether rows follow it)
    """What the page says about the rows before and after it. Relay promises only what lies in the way one goes."""
    if page.last is not None:
        if page.told.get(PageMember.PREVIOUS) is not None:
            yield from _says_before(page, more=start > 0)
        return
    if more:
        yield from _says(page, more=True)
    if not start and page.after is None and page.told.get(PageMember.PREVIOUS) is True:
        yield _mismatch(page, f"says that rows come before the first ({_name(page, PageMember.PREVIOUS)})")


def _stop(page: PageAnswer, largest: PageAnswer, start: int) -> int:
    """A page that is cut off by the beginning of the list ends where it must, and is shorter for it."""
    for place, row in enumerate(largest.listed.rows):
        if row.cursor is not None and row.cursor == page.before:
            return place
    return start + (page.last or 0)


def _says_before(page: PageAnswer, *, more: bool) -> Iterator[Mismatch]:
    if page.told[PageMember.PREVIOUS] is False and more:
        yield _mismatch(
            page, f"says that nothing precedes ({_name(page, PageMember.PREVIOUS)}), but rows do", Severity.FAULT
        )
    elif page.told[PageMember.PREVIOUS] is True and not more:
        yield _mismatch(page, f"says that more precedes ({_name(page, PageMember.PREVIOUS)}), but nothing does")


def _short(page: PageAnswer, largest: PageAnswer) -> Mismatch:
    """By offset or number the rows between are never told; by cursor they come later, which is odd only."""
    lost = page.after is None and page.forward and bool(page.ways.offset or page.ways.number) and not page.ways.after
    asked = page.last if page.last is not None else page.size
    severity = Severity.FAULT if lost else Severity.SUSPICION
    return _mismatch(
        page, f"gives {len(page.keys)} rows where {asked} were asked for and more are there", severity, largest
    )


def _other_rows(page: PageAnswer, largest: PageAnswer, expected: list[str], before: list[str]) -> Mismatch:
    keys = page.keys
    severity = Severity.FAULT
    if keys == expected[::-1]:
        message, severity = "gives the rows of a page in reverse order", Severity.SUSPICION
    elif page.forward and set(keys) & set(before):
        message = "repeats rows of the page before it"
    elif set(expected[: len(keys)]) - set(keys):
        message = "leaves out rows that the whole has in this place"
    else:
        message, severity = "gives the rows of a page in another order than the whole", Severity.SUSPICION
    return _mismatch(page, message, severity, largest)


def _mismatch(
    page: PageAnswer, message: str, severity: Severity = Severity.SUSPICION, other: PageAnswer | None = None
) -> Mismatch:
    lines = [_line(one) for one in (other, page) if one is not None]
    return Mismatch(page.listed.coordinate, message, page.listed.path, "\n".join(lines), severity, page.listed.step)


def _line(page: PageAnswer) -> str:
    asked = canonical(list(page.listed.arguments.items())) or "{}"
    keys = listing((key[:40] for key in page.keys), _SHOWN)
    told = ", ".join(f"{_name(page, meaning)}: {value}" for meaning, value in page.told.items())
    return f"{asked} → {len(page.keys)} rows: {keys}" + (f"; {told}" if told else "")
