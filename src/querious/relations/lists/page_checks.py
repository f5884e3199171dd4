"""What pages must agree on, however they were asked for: each is held against the largest page from the beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.pages import PageMember
from querious.model import Severity
from querious.model.arguments import canonical
from querious.relations.lists.pages import given, is_round, is_surely_size, without
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
    def asked(self) -> int | None:
        """How many rows were asked for."""
        return self.last if self.last is not None else self.size

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
        if self.offset:
            return None  # a number of pages and one of rows: which of them counts is for the service to say
        if base is None or self.number < base:
            return None
        if self.size is None:
            return 0 if self.number == base else None
        return (self.number - base) * self.size

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
    keys = listing((key[:40] for key in page.keys), _SHOWN)
    info = ", ".join(f"{page.name(meaning)}: {value}" for meaning, value in page.info.items())
    return f"{arguments} → {len(page.keys)} rows: {keys}" + (f"; {info}" if info else "")


def check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Every list by itself."""
    groups: dict[str, list[PageAnswer]] = {}
    for listed in lists(trace, types):
        paths = listed.field.paging.paths
        if paths:
            rest = canonical(list(without(listed.arguments, paths).items()))
            groups.setdefault(f"{listed.owner} {rest}", []).append(_page(listed))
    for pages in groups.values():
        yield from _judge(pages)


def _page(listed: ListAnswer) -> PageAnswer:
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


def _judge(pages: Sequence[PageAnswer]) -> Iterator[Mismatch]:
    for page in pages:
        yield from _too_many_rows(page)
        yield from _wrong_cursors(page)
    if not _same_when_asked_again(pages):
        return
    base = _first_number(pages)
    beginnings = [page for page in pages if page.start(base) == 0]
    largest = max(beginnings, key=lambda page: (len(page.keys), page.size or 0), default=None)
    yield from _judge_neighbours(pages, largest)
    yield from _judge_totals(pages, largest)
    if largest is not None and _are_distinct(largest.keys):
        for page in pages:
            start = _place(page, pages, largest, base)
            if start is not None and page is not largest:
                yield from _judge_in_place(page, largest, start)


def _too_many_rows(page: PageAnswer) -> Iterator[Mismatch]:
    from_end = page.last is not None and page.size is None
    asked = page.last if from_end else page.size
    if asked is None or asked < 0 or len(page.keys) <= asked:
        return
    if asked:
        # A limit on results of several kinds may be one for each kind.
        sure = page.last is not None or is_surely_size(page.arguments.size)
        severity = Severity.FAULT if sure and not page.listed.field.list_type.mixed else Severity.SUSPICION
        yield page.mismatch(f"returns {len(page.keys)} rows where at most {asked} were asked for", severity)
        return
    # For other names than Relay's, 0 is often taken for no limit at all.
    path = page.arguments.last if from_end else page.arguments.size
    if path[-1] in {"first", "last", "take"}:
        yield page.mismatch(f"returns {len(page.keys)} rows where 0 were asked for")


def _wrong_cursors(page: PageAnswer) -> Iterator[Mismatch]:
    cursors = [row.cursor for row in page.listed.rows]
    if not cursors or None in cursors:
        return
    for meaning, cursor, said in ((PageMember.START, cursors[0], "first"), (PageMember.END, cursors[-1], "last")):
        told, name = page.info.get(meaning), page.name(meaning)
        if told is not None and told != cursor and words(name)[-2:] == (meaning, "cursor"):
            message = f'{name} "{told}" is not the cursor of the {said} edge, which is "{cursor}"'
            yield page.mismatch(message, Severity.FAULT)
    if _are_distinct(page.keys) and not _are_distinct([str(cursor) for cursor in cursors]):
        yield page.mismatch("gives different rows the same cursor")


def _same_when_asked_again(pages: Sequence[PageAnswer]) -> bool:
    """Whether what was asked twice came twice: else somebody writes, or there is no order to speak of."""
    seen: dict[tuple[str, ...], list[str]] = {}
    for page in pages:
        asked = tuple(map(str, page[1:]))
        if seen.setdefault(asked, page.keys) != page.keys:
            return False
    return True


def _first_number(pages: Sequence[PageAnswer]) -> int | None:
    """The number of the first page: by its default, else by what pages 0 and 1 of one size hold."""
    arguments = pages[0].arguments
    if not arguments.number or arguments.base is not None:
        return arguments.base
    zero = {page.size: page.keys for page in pages if page.number == 0}
    one = {page.size: page.keys for page in pages if page.number == 1}
    for page in pages:
        if page.number == 0 and zero[page.size] and one.get(page.size, zero[page.size]) != zero[page.size]:
            return 0
        if page.number == 1 and one[page.size] and zero.get(page.size) in ([], one[page.size]):
            return 1
    if any(size is not None and size >= _SMALL and keys for size, keys in one.items()):
        return 1
    return None


def _are_distinct(keys: Sequence[str]) -> bool:
    return len(set(keys)) == len(keys) and "" not in keys


def _judge_neighbours(pages: Sequence[PageAnswer], largest: PageAnswer | None) -> Iterator[Mismatch]:
    """Pages of which one comes right after the other."""
    if largest is not None:
        told_apart = _are_distinct(largest.keys)
    else:
        told_apart = not any(key.endswith("}") for page in pages for key in page.keys)  # keys that are no identifiers
    forward = [page for page in pages if page.is_forward]
    for page in forward:
        for other in forward:
            if other is page or not page.keys or not _follows(page, other):
                continue
            yield from _judge_next(page, more=bool(other.keys))
            distinct = told_apart and _are_distinct(page.keys) and _are_distinct(other.keys)
            if distinct and set(page.keys) & set(other.keys):
                yield other.mismatch("repeats rows of the page before it", Severity.FAULT, page)


def _follows(page: PageAnswer, other: PageAnswer) -> bool:
    """Whether the other page was asked for as the one right after this page."""
    if other.after is not None:
        if not page.keys:
            return False
        ends = {str(page.listed.rows[-1].cursor), str(page.info.get(PageMember.END))} - {"None"}
        return str(other.after) in ends and other.offset == page.offset == 0
    if page.after is not None or page.size != other.size:
        return False
    if page.number is None:
        return bool(page.size) and other.offset == page.offset + (page.size or 0)
    if other.number is None or other.offset or page.offset:
        return False
    return other.number == page.number + 1 and (page.number > 0 or page.arguments.base == 0)


def _judge_next(page: PageAnswer, *, more: bool) -> Iterator[Mismatch]:
    """Whether the page is right about what comes after it."""
    if page.info.get(PageMember.NEXT) is False and more:
        yield page.mismatch(
            f"says that nothing follows ({page.name(PageMember.NEXT)}), but more rows do", Severity.FAULT
        )
    elif page.info.get(PageMember.NEXT) is True and not more:
        yield page.mismatch(f"says that more follows ({page.name(PageMember.NEXT)}), but nothing does")


def _judge_previous(page: PageAnswer, *, more: bool) -> Iterator[Mismatch]:
    """Whether the page is right about what comes before it."""
    if page.info.get(PageMember.PREVIOUS) is False and more:
        yield page.mismatch(
            f"says that nothing precedes ({page.name(PageMember.PREVIOUS)}), but rows do", Severity.FAULT
        )
    elif page.info.get(PageMember.PREVIOUS) is True and not more:
        yield page.mismatch(f"says that more precedes ({page.name(PageMember.PREVIOUS)}), but nothing does")


def _judge_totals(pages: Sequence[PageAnswer], largest: PageAnswer | None) -> Iterator[Mismatch]:
    """A count that the name leaves open is of the page itself if it is so on every page."""
    counted = [page for page in pages if isinstance(page.total, int)]
    if not counted:
        return
    meaning = PageMember.TOTAL if PageMember.TOTAL in counted[0].info else PageMember.COUNT
    if meaning == PageMember.COUNT and all(page.info.get(PageMember.COUNT) == len(page.keys) for page in counted):
        return
    name, total = counted[0].name(meaning), counted[0].info[meaning]
    for page in counted:
        if page.total != total:
            yield page.mismatch(f"{name} is {page.total} on one page and {total} on another", other=counted[0])
            return
    if largest is not None and len(largest.keys) != total and _is_whole(largest, pages):
        yield counted[-1].mismatch(f"{name} is {total}, but there are {len(largest.keys)} rows", other=largest)


def _is_whole(largest: PageAnswer, pages: Sequence[PageAnswer]) -> bool:
    """Whether the largest page is all there is."""
    forward = [page for page in pages if page.is_forward]
    after = [page for page in forward if _follows(largest, page)]
    if not after and largest.number is None:
        after = [page for page in forward if page.after is None and page.offset >= len(largest.keys)]
    if after:
        return not any(page.keys for page in after)
    if largest.info.get(PageMember.NEXT) is not None or not isinstance(largest.info.get(PageMember.TOTAL), int):
        return largest.listed.holds_all_rows()
    if largest.size is None or len(largest.keys) >= largest.size or is_round(len(largest.keys)):
        return False
    return all(set(page.keys) <= set(largest.keys) for page in pages)


def _place(page: PageAnswer, pages: Sequence[PageAnswer], largest: PageAnswer, base: int | None) -> int | None:
    """Where in the whole its first row must stand; None if that cannot be known."""
    if page.is_forward:
        if page.after is None:
            return page.start(base)
        row = _row_of(page.after, pages)
        return largest.keys.index(row) + 1 + page.offset if row in largest.keys else None
    if page.after is not None or page.last is None or page.size is not None or page.offset:
        return None
    row = _row_of(page.before, pages)
    if row in largest.keys:
        end = largest.keys.index(row)
    elif page.before is None and _is_whole(largest, pages):
        end = len(largest.keys)
    else:
        return None
    return max(0, end - page.last)


def _row_of(cursor: JSON, pages: Sequence[PageAnswer]) -> str:
    """The row that a cursor was given for; empty if none, or several, were."""
    if cursor is None:
        return ""
    rows: set[str] = set()
    ends: set[str] = set()
    for page in pages:
        rows.update(row.key for row in page.listed.rows if row.cursor == cursor)
        if page.keys and page.info.get(PageMember.END) == cursor:
            ends.add(page.keys[-1])
        if page.keys and page.info.get(PageMember.START) == cursor:
            ends.add(page.keys[0])
    found = rows or ends
    return found.pop() if len(found) == 1 else ""


def _judge_in_place(page: PageAnswer, largest: PageAnswer, start: int) -> Iterator[Mismatch]:
    """The page against the part of the whole where it must stand."""
    size = page.asked
    if size is not None and len(page.keys) > size:
        return
    stop = _stop(page, largest, start)
    expected = largest.keys[start:stop]
    common = min(len(expected), len(page.keys))
    if page.keys[:common] != expected[:common]:
        yield _other_rows(page, largest, expected, largest.keys[:start])
    elif len(page.keys) < len(expected):
        if size is not None and (size <= _SMALL or not (page.info.get(PageMember.NEXT) or is_round(len(page.keys)))):
            yield _too_few_rows(page, largest)
    elif page.keys and page.last is not None:
        # Relay promises only what lies in the direction of paging.
        yield from _judge_previous(page, more=start > 0)
    elif page.keys:
        if stop < len(largest.keys):
            yield from _judge_next(page, more=True)
        if not start and page.after is None and page.info.get(PageMember.PREVIOUS) is True:
            yield page.mismatch(f"says that rows come before the first ({page.name(PageMember.PREVIOUS)})")


def _stop(page: PageAnswer, largest: PageAnswer, start: int) -> int:
    """Where the page must end. One that is cut off by the beginning of the list is shorter for it."""
    if page.asked is None:
        return len(largest.keys)
    stop = start + page.asked
    if page.last is not None:
        for place, row in enumerate(largest.listed.rows):
            if row.cursor is not None and row.cursor == page.before:
                return min(stop, place)
    return stop


def _too_few_rows(page: PageAnswer, largest: PageAnswer) -> Mismatch:
    """By offset or number the rows between are never told; by cursor they come later, which is odd only."""
    arguments = page.arguments
    without_cursors = bool(arguments.offset or arguments.number) and not arguments.after
    lost = without_cursors and page.after is None and page.is_forward
    message = f"returns {len(page.keys)} rows where {page.asked} were asked for, although there are more"
    return page.mismatch(message, Severity.FAULT if lost else Severity.SUSPICION, largest)


def _other_rows(page: PageAnswer, largest: PageAnswer, expected: list[str], before: list[str]) -> Mismatch:
    keys = page.keys
    if keys == expected[::-1]:
        return page.mismatch("gives the rows of a page in reverse order", other=largest)
    if page.is_forward and set(keys) & set(before):
        return page.mismatch("repeats rows of the page before it", Severity.FAULT, largest)
    if set(expected[: len(keys)]) - set(keys):
        return page.mismatch("leaves out rows that the whole has in this place", Severity.FAULT, largest)
    return page.mismatch("gives the rows of a page in another order than the whole", other=largest)
