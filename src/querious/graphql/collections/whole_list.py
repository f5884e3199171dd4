"""A list, page by page to its end, or until there have been too many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from querious.graphql.collections.endings import ending_of
from querious.graphql.collections.forms import put
from querious.graphql.collections.pages import MOST_PAGES, Pages, Paging, Turning, looks_cut
from querious.graphql.collections.payloads import complaint
from querious.graphql.collections.requests import Answer, Service, ask
from querious.graphql.collections.ways import follow
from querious.model.state import Ending

if TYPE_CHECKING:
    from querious.graphql.collections.documents import Document
    from querious.model.exchange import Exchange
    from querious.model.values import JSON

_LARGER: Final = (200, 1000)
"""Sizes that are asked for where there is no way to a second page."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What a list holds, as the service shows it."""

    ending: Ending
    rows: tuple[JSON, ...] = ()
    whole: bool = True
    exchanges: tuple[Exchange, ...] = ()


@dataclass(slots=True)
class _Reading:
    """A list that is being read."""

    service: Service
    document: Document
    start: dict[str, Any]
    """Variables of every page, such as the key of the parent."""
    key: str
    size: int | None
    exchanges: list[Exchange]
    rows: dict[str, JSON]
    repeated: list[JSON]
    """Rows whose key came before on the same page: a service that lists something twice."""


def read_list(service: Service, document: Document, start: dict[str, Any], key: str, pages: Pages) -> Listed:
    """All of it."""
    paging = document.operation.paging
    reading = _Reading(service, document, start, key, pages.size if paging.size else None, [], {}, [])
    place: JSON = None if paging.turning is Turning.CURSOR else first_place(paging, pages)
    for _ in range(MOST_PAGES):
        answer = _page(reading, place if paging.place else None)
        ending = ending_of(answer) or complaint(answer.value)
        if ending is not None:
            return Listed(
                Ending.REFUSED if ending in {Ending.NOT_FOUND, Ending.GONE} else ending,
                exchanges=tuple(reading.exchanges),
            )
        found = follow(answer.value, document.operation.way or ())
        new = _keep(reading, found)
        following = _next(reading, answer, len(found), new, place)
        if following is None:
            return _done(reading, whole=_is_whole(paging, answer, len(found), reading))
        place = following
    return _done(reading, whole=False)


def first_place(paging: Paging, pages: Pages) -> int:
    """The number of the first page, or of the first entry."""
    return pages.first if paging.first_page is None else paging.first_page


def _page(reading: _Reading, place: JSON) -> Answer:
    paging = reading.document.operation.paging
    variables: dict[str, Any] = dict(reading.start.items())
    if paging.size and reading.size is not None:
        put(variables, paging.size, reading.size)
    if paging.place and place is not None:
        put(variables, paging.place, place)
    answer = ask(reading.service, reading.document, variables)
    reading.exchanges.append(answer.exchange)
    return answer


def _keep(reading: _Reading, found: list[JSON]) -> int:
    """How many are new. On one page, what comes twice is kept twice; from page to page a row may have moved."""
    before = set(reading.rows)
    for row in found:
        name = str(row.get(reading.key)) if isinstance(row, dict) else ""
        if not name or row.get(reading.key) is None:
            continue
        if name in reading.rows and name not in before:
            reading.repeated.append(row)
        reading.rows.setdefault(name, row)
    return len(set(reading.rows) - before)


def _next(reading: _Reading, answer: Answer, rows: int, new: int, place: JSON) -> JSON:
    """Where the next page begins; None if this was the last."""
    paging = reading.document.operation.paging
    if paging.turning is Turning.SIZE:
        return _larger(reading, rows)
    if paging.turning is Turning.NOT or not new:
        return None
    has_next = _told(answer, paging.has_next)
    total = _told(answer, paging.total)
    if has_next is False or (isinstance(total, int) and total <= len(reading.rows)):
        return None
    if paging.turning is Turning.CURSOR:
        end = _told(answer, paging.end)
        return end if end != place else None
    if has_next is not True and not isinstance(total, int) and not looks_cut(rows, reading.size):
        return None
    return place + (1 if paging.turning is Turning.PAGE else rows)


def _larger(reading: _Reading, rows: int) -> JSON:
    """More at once, where there is no second page; the place has no meaning then."""
    size = next((size for size in _LARGER if size > (reading.size or 0)), None)
    if reading.size is None or size is None or not looks_cut(rows, reading.size):
        return None
    reading.size = size
    reading.repeated.clear()
    reading.rows.clear()
    return 0


def _is_whole(paging: Paging, answer: Answer, rows: int, reading: _Reading) -> bool:
    total, has_next = _told(answer, paging.total), _told(answer, paging.has_next)
    if isinstance(total, int) and not isinstance(total, bool):
        return total <= len(reading.rows)
    if has_next is not None:
        return has_next is False
    if paging.turning in {Turning.SIZE, Turning.NOT}:
        return not looks_cut(rows, reading.size)
    return True


def _told(answer: Answer, way: Any) -> JSON:
    return next(iter(follow(answer.value, way)), None) if way else None


def _done(reading: _Reading, *, whole: bool) -> Listed:
    return Listed(Ending.DONE, (*reading.rows.values(), *reading.repeated), whole, tuple(reading.exchanges))
