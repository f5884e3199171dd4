"""Pages joined are the whole list, no page is longer than asked for, and the total is how many rows there are."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.pages import PageArgument, argument_of, is_size
from querious.model import Severity
from querious.rest.relations.asked_orders import asked_order, orders_to_ask
from querious.rest.relations.page_chains import call_to, paged_lists
from querious.rest.relations.page_facts import asked_size, is_allowed_size, page_facts
from querious.rest.relations.readable_lists import largest_page, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.rest.relations.row_members import members_of, read
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.model.rest_call import RestCall
    from querious.rest.relations.page_chains import ListPage, PagedList
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation

_PAGES: Final = 12
_SMALLEST_LIST: Final = 3
_PLACES: Final = frozenset({PageArgument.OFFSET, PageArgument.NUMBER})


class _Paging(NamedTuple):
    size: str
    """The parameter of the size of a page; empty if there is none."""
    place: str
    """The parameter that says where a page begins; empty if only the answers tell."""
    first: tuple[int, ...]
    """What the place of the first page may be."""
    by_number: bool
    """Whether that is the number of the page; the number of rows to skip otherwise."""


def _paging(readable: ReadableList) -> _Paging:
    size = next(iter(largest_page(readable.plan)), "")
    places = [kind for kind in readable.parameters if argument_of(kind.parameter.name) in _PLACES]
    if len(places) != 1 or not size:
        return _Paging(size, "", (), by_number=False)
    name, merged = places[0].parameter.name, places[0].schema.merged
    numbered = argument_of(name) is PageArgument.NUMBER
    from_one = merged.get("minimum", 0) == 1 or merged.get("default") == 1
    return _Paging(size, name, (1,) if numbered and from_one else (0, 1) if numbered else (0,), numbered)


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    paging = _paging(readable)
    if paging.size and paging.size not in {each.name for each in readable.call.arguments}:
        yield _ask_sizes(readable, paging)  # the largest page did not show more than one without a size
    yield _turn_pages(readable, paging, {})
    members = members_of(readable.rows)
    orders = list(orders_to_ask(readable.plan.operation, members))
    for query in [queries[0] for queries in orders] + [queries[-1] for queries in orders if len(queries) > 1]:
        order = asked_order(query, readable.plan.operation, members)
        if order is not None and len(order.member.distinct()) > 1:
            yield _turn_pages(readable, paging, query)


def _ask_sizes(readable: ReadableList, paging: _Paging) -> RestConversation:
    yield readable.call
    yield readable.with_more(**{paging.size: largest_page(readable.plan)[paging.size]})


def _turn_pages(readable: ReadableList, paging: _Paging, query: dict[str, JSON]) -> RestConversation:
    """The whole list, then its pages until one is empty, or the answers say that there are no more."""
    whole = yield readable.with_more(**query)
    rows = rows_of(whole.payload) if whole.is_good else None
    if not rows or len(rows) < _SMALLEST_LIST:
        return
    size = _size(len(rows))
    query = {**query, paging.size: size} if paging.size else query
    if not paging.place:
        yield from _follow(readable.with_more(**query), whole)
        return
    for first in paging.first:
        page = yield readable.with_more(**query, **{paging.place: first})
        following = page_facts(page).following if page.is_good else ""
        if following:
            yield from _follow(call_to(following, page), whole)
    for number in range(1, _PAGES):
        place = max(paging.first) + number if paging.by_number else number * size
        page = yield readable.with_more(**query, **{paging.place: place})
        if not page.is_good or not rows_of(page.payload):
            return


def ask_large_pages(readable: ReadableList, query: dict[str, JSON], most: int) -> RestConversation:
    """The pages of a list from its first row on, each as large as may be; no more than so many."""
    paging = _paging(readable)
    first = {paging.place: paging.first[-1]} if paging.place else {}
    page = yield readable.with_more(**query, **first)
    for number in range(1, most):
        rows = rows_of(page.payload) if page.is_good else None
        size, facts = asked_size(page), page_facts(page)
        is_last = facts.more is False or (size is not None and len(rows or ()) < size)
        if not rows or is_last or (facts.total is not None and facts.total <= len(rows) * number):
            return
        call = call_to(facts.following, page) if facts.following else None
        if call is None and paging.place and size is not None:
            place = paging.first[-1] + number if paging.by_number else number * size
            call = readable.with_more(**query, **{paging.place: place})
        if call is None:
            return
        page = yield call


def _size(rows: int) -> int:
    """The size of pages of which there are a few, the last of them not full."""
    least = max(2, -(-rows // (_PAGES - 4)), rows // 3)
    return next((size for size in range(least, rows) if rows % size), least)


def _follow(call: RestCall | None, whole: RestAnswer) -> RestConversation:
    """From page to page, as each tells where the next one is."""
    asked = {whole.path}
    for _ in range(_PAGES):
        if call is None:
            return
        page = yield call
        following = page_facts(page).following if page.is_good else ""
        if not following or following in asked:
            return
        asked.add(following)
        call = call_to(following, page)


def _check_size(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, page in enumerate(trace):
        rows = rows_of(page.payload) if page.is_good else None
        for name, wanted in page.query.items() if rows else ():
            is_wanted = is_size(name) and isinstance(wanted, int) and wanted > 0
            if rows and is_wanted and len(rows) > wanted:
                message = f"{name} {wanted} was asked for, and {len(rows)} rows came"
                yield RestMismatch(page.call.coordinate, message, step)


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for paged in paged_lists(trace):
        found = [*_check_totals(paged), *_check_beginning(paged)]
        for chain in paged.chains():
            found += _check_joined(paged, chain)
            found += _check_end(paged, chain)
        told = set()
        for mismatch in found:
            if mismatch.message not in told:
                told.add(mismatch.message)
                yield mismatch


def _check_joined(paged: PagedList, chain: Sequence[ListPage]) -> Iterator[RestMismatch]:
    """No row twice, and none lost where the pages go to the end of the list."""
    key, whole, last = paged.key, paged.whole, chain[-1]
    where = last.answer.call.coordinate
    if not key:
        return
    joined = [str(row[key]) for page in chain for row in page.rows]
    twice = sorted({one for one in joined if joined.count(one) > 1})
    if twice:
        yield RestMismatch(where, f'pages joined show "{twice[0]}" twice', last.step)
        return
    begun = whole or paged.beginning
    expected = [str(row[key]) for row in begun.rows]
    goes_to_end = whole is not None and _is_complete(chain)
    lost = [each for each in (expected if goes_to_end else _passed(expected, joined)) if each not in joined]
    if lost and goes_to_end:
        message = f'pages joined have {len(joined)} of {len(expected)} rows: "{lost[0]}" is on no page'
        yield RestMismatch(where, message, last.step)
    elif lost:
        message = f'pages of {len(chain[0].rows)} rows go past "{lost[0]}", which a page of {len(expected)} rows shows'
        yield RestMismatch(where, message, last.step)
    elif whole is not None and goes_to_end:
        yield from _check_order(chain, whole)


def _check_beginning(paged: PagedList) -> Iterator[RestMismatch]:
    """A page as large as the description allows is not empty where a smaller one of the same list is not."""
    first = [page for page in paged.pages if page.place is None and not page.has_cursor]
    most = max((len(page.rows) for page in first), default=0)
    for page in first:
        is_large = page.size is not None and page.size >= most and is_allowed_size(page.answer)
        if is_large and most and not page.rows:
            shown = f"a page of {page.size} rows is empty, and a smaller one of the same list has {plural(most, 'row')}"
            yield RestMismatch(page.answer.call.coordinate, shown, page.step)
            return


def _passed(expected: Sequence[str], joined: Sequence[str]) -> Sequence[str]:
    """The rows that pages in the same order have gone past: those before the last one in common."""
    common = [each for each in expected if each in joined]
    is_same_order = common == [each for each in joined if each in expected] and joined[:1] == expected[:1]
    return expected[: expected.index(common[-1])] if common and is_same_order else ()


def _check_order(chain: Sequence[ListPage], whole: ListPage) -> Iterator[RestMismatch]:
    """Pages that were asked for in an order go on where the page before has ended."""
    last = chain[-1].answer
    order = asked_order(last.query, last.operation, members_of(whole.rows)) if last.operation is not None else None
    if order is None:
        return
    expected = [read(row, order.member.path) for row in whole.rows]
    came = [read(row, order.member.path) for page in chain for row in page.rows]
    if came != expected:
        message = f"{order.name} orders rows within pages, but pages joined are not in the order of the whole list"
        yield RestMismatch(last.call.coordinate, message, chain[-1].step)


def _is_complete(chain: Sequence[ListPage]) -> bool:
    """Whether the pages go to the end: the last one is empty, or says that there are no more."""
    last = chain[-1]
    if not last.rows or last.facts.more is False:
        return True
    told = any(page.facts.following for page in chain[:-1])
    return told and not last.facts.following and last.facts.more is not True


def _check_end(paged: PagedList, chain: Sequence[ListPage]) -> Iterator[RestMismatch]:
    """Whether there is more is told as it is: no more where rows follow, more where none do.

    That a next page is named which turns out to be empty is usual where pages are found by a token.
    """
    where = chain[0].answer.call.coordinate
    for before, after in pairwise(chain):
        if before.facts.more is False and after.rows:
            yield RestMismatch(where, "a page says that there are no more rows, and the next page has some", after.step)
        elif before.facts.more is True and not after.rows:
            yield RestMismatch(where, "a page says that there are more rows, and the next page is empty", after.step)
        elif before.facts.following and not after.rows and before.rows and _is_reached(paged, chain, before):
            message = "the last page names a next one, which is empty, although the total is reached"
            yield RestMismatch(where, message, after.step)
    last = chain[-1]
    if last.facts.more is True and last.rows and not last.facts.following and _is_reached(paged, chain, last):
        message = "a page says that there are more rows, names no next page, and the total is reached"
        yield RestMismatch(where, message, last.step)


def _is_reached(paged: PagedList, chain: Sequence[ListPage], last: ListPage) -> bool:
    read = sum(len(page.rows) for page in chain if page.step <= last.step)
    total = paged.total_of(last)
    return total is not None and total <= read


def _check_totals(paged: PagedList) -> Iterator[RestMismatch]:
    """Less than the rows cannot be; more may count those that whoever asks may not see."""
    where = paged.pages[0].answer.call.coordinate
    totals = [(paged.total_of(page), page.step) for page in reversed(paged.pages)]
    told = {total: step for total, step in totals if total is not None}
    if len(told) > 1:
        several = " and ".join(str(total) for total in sorted(told))
        yield RestMismatch(where, f"pages of one list tell different totals: {several}", max(told.values()))
        return
    shown = max(paged.pages, key=lambda page: len(page.rows))
    for total, step in told.items():
        if total < len(shown.rows):
            yield RestMismatch(where, f"the total is {total}, and there are {len(shown.rows)} rows", shown.step)
            return
        for chain in paged.chains():
            joined = sum(len(page.rows) for page in chain)
            if _is_complete(chain) and total != joined:
                severity = Severity.FAULT if total < joined else Severity.SUSPICION
                message = f"the total is {total}, and all pages have {plural(joined, 'row')}"
                yield RestMismatch(where, message, step, severity)
                return
    yield from _check_number_of_pages(paged, where)


def _check_number_of_pages(paged: PagedList, where: str) -> Iterator[RestMismatch]:
    for page in paged.pages:
        total, told, size = paged.total_of(page), page.facts.pages, page.size
        if total and told is not None and size and len(page.rows) == size and size < total:
            expected = -(-total // size)
            if told != expected:
                message = f"{plural(total, 'row')} in pages of {size} are {expected} pages, and {told} are told"
                yield RestMismatch(where, message, page.step)
                return


PAGINATION = RestRelation(
    "pagination", "pages joined are the whole list, and its total", _propose, _check, alone=True, of_lists=True
)
PAGE_SIZE = RestRelation(
    "page-size", "no page is longer than was asked for", lambda _: iter(()), _check_size, alone=True, of_lists=True
)
