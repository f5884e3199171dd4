"""Pages joined are the whole list, no page is longer than asked for, and the total is how many rows there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.pages import PageArgument, PageMember, argument_of, is_size, member_of
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation

_LARGEST: Final = 100
"""Rows of a page that nobody has limited."""
_PAGES: Final = 12
_SMALLEST_LIST: Final = 3
_PLACES: Final = frozenset({PageArgument.OFFSET, PageArgument.NUMBER})


class _Paging(NamedTuple):
    size: str
    place: str
    """The parameter that says where a page begins."""
    by_number: bool
    """Whether that is the number of the page; the number of rows to skip otherwise."""
    largest: int


def _paging(readable: ReadableList) -> _Paging | None:
    sizes, places = {}, {}
    for kind in readable.parameters:
        name = kind.parameter.name
        if is_size(name):
            sizes[name] = kind.schema.merged.get("maximum", _LARGEST)
        elif argument_of(name) in {PageArgument.OFFSET, PageArgument.NUMBER}:
            places[name] = argument_of(name) is PageArgument.NUMBER
    if len(sizes) != 1 or len(places) != 1:
        return None
    size, place = next(iter(sizes)), next(iter(places))
    return _Paging(size, place, places[place], min(int(sizes[size]), _LARGEST))


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    paging = _paging(readable)
    if paging is not None:
        yield _turn_pages(readable, paging)


def _turn_pages(readable: ReadableList, paging: _Paging) -> RestConversation:
    whole = yield readable.with_query(**{paging.size: paging.largest})
    rows = rows_of(whole.payload) if whole.is_good else None
    if not rows or not _SMALLEST_LIST <= len(rows) < paging.largest:
        return
    size = max(1, -(-len(rows) // (_PAGES - 4)), len(rows) // 3)
    for number in range(_PAGES):
        place = number + 1 if paging.by_number else number * size
        page = yield readable.with_query(**{paging.size: size, paging.place: place})
        if not page.is_good or not rows_of(page.payload):
            return


def _check_size(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, page in enumerate(trace):
        rows = rows_of(page.payload) if page.is_good else None
        for name, wanted in page.query.items() if rows else ():
            is_wanted = is_size(name) and isinstance(wanted, int) and wanted > 0
            if rows and is_wanted and len(rows) > wanted:
                message = f"{name} {wanted} was asked for, and {len(rows)} rows came"
                yield RestMismatch(page.call.coordinate, message, step)


def _are_all_pages(pages: Sequence[RestAnswer]) -> bool:
    """Whether they are of one size, one after the other from the first on, and the last is empty."""
    if len(pages) < 2 or rows_of(pages[-1].payload) != []:  # noqa: PLR2004
        return False
    sizes = [next((value for name, value in page.query.items() if is_size(name)), None) for page in pages]
    where = next((name for name in pages[0].query if argument_of(name) in _PLACES), "")
    places = [page.query.get(where) for page in pages]
    if not isinstance(sizes[0], int) or len(set(sizes)) != 1 or not all(isinstance(place, int) for place in places):
        return False
    by_number = any(argument_of(name) is PageArgument.NUMBER for name in pages[0].query)
    expected = [number + 1 if by_number else number * sizes[0] for number in range(len(pages))]
    return places == expected and all(page.is_good for page in pages)


def _check_joined(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Pages against the whole list."""
    if not trace or not trace[0].is_good or not _are_all_pages(trace[1:]):
        return
    whole, pages = rows_of(trace[0].payload) or [], trace[1:]
    rows = [rows_of(page.payload) for page in pages]
    where, last = trace[0].call.coordinate, len(trace) - 1
    key = key_member(whole)
    if key:
        joined = [str(row.get(key)) for page in rows for row in page or ()]
        yield from _compare(where, [str(row[key]) for row in whole], joined, last)
    for step, page in enumerate(trace[:-1]):
        told = _total(page.payload)
        if told is not None and told != len(whole):
            yield RestMismatch(where, f"the total is {told}, and there are {len(whole)} rows", step)
            return


def _compare(where: str, whole: Sequence[str], joined: Sequence[str], step: int) -> Iterator[RestMismatch]:
    twice = sorted({key for key in joined if joined.count(key) > 1})
    lost = [key for key in whole if key not in set(joined)]
    if twice:
        yield RestMismatch(where, f'pages joined show "{twice[0]}" twice', step)
    elif lost:
        message = f'pages joined have {len(joined)} of {len(whole)} rows: "{lost[0]}" is on no page'
        yield RestMismatch(where, message, step)


def _total(payload: JSON) -> int | None:
    members: dict[str, Any] = payload if isinstance(payload, dict) else {}
    totals = [value for name, value in members.items() if member_of(name) is PageMember.TOTAL]
    return totals[0] if len(totals) == 1 and isinstance(totals[0], int) else None


PAGINATION = RestRelation("pagination", "pages joined are the whole list, and its total", _propose, _check_joined)
PAGE_SIZE = RestRelation(
    "page-size", "no page is longer than was asked for", lambda _: iter(()), _check_size, alone=True
)
