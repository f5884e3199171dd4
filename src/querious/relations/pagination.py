"""Pages join to the whole: no row lost or told twice, and what a page says about itself is true."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.pages import PageMember
from querious.relations.lists.noticed_lists import gives_pages, is_plain_page, notice_in_lists
from querious.relations.lists.page_checks import check
from querious.relations.lists.pages import given
from querious.relations.lists.rows import lists
from querious.relations.lists.sources import ask, ask_for_all_rows, longest_of, sources
from querious.relations.relation import Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from querious.model import JSON, Operation
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.lists.sources import ListSource
    from querious.relations.observations import Observations
    from querious.relations.relation import Contradiction, Conversation
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 3
"""To one list."""
_BATCH: Final = 6
"""Lists that take turns at least."""
_LONG: Final = 50
"""Rows from which on only the first pages are asked for."""
_PAGES: Final = 3
"""Into which a list is cut."""


class _WholeList(NamedTuple):
    """A list as it was given at once."""

    listed: ListAnswer
    first: int
    """The number of the first page, where pages have numbers."""
    again: Operation

    @property
    def page_size(self) -> int:
        """The size of a page, so that a few make up the whole."""
        return max(1, ceil(min(len(self.listed.rows), _LONG) / _PAGES))

    def same_list(self, answer: QueryAnswer, types: SchemaTypes) -> ListAnswer | None:
        """The list of the same object in another answer."""
        for listed in lists([answer], types):
            if listed.owner == self.listed.owner:
                return listed
        return None


def propose(observed: Observations) -> Iterator[Conversation]:
    """Pages of every list on its best route first; sizes, pages by offset and pages from the end a turn later each."""
    found = [source for source in sources(observed, _ROUTES) if source.paging.paths]
    size = max(_BATCH, ceil(len(found) / _ROUTES))
    batches = [found[place : place + size] for place in range(0, len(found), size)]
    for turn in range(len(batches) + len(_WAYS) - 1):
        for later, (fits, ask_pages) in enumerate(_WAYS):
            batch = batches[turn - later] if 0 <= turn - later < len(batches) else []
            yield from (ask_pages(observed.types, source) for source in batch if fits(source.paging))


def _ask_whole(types: SchemaTypes, source: ListSource) -> Generator[Operation, QueryAnswer, _WholeList | None]:
    """The whole, of the object with the most rows where the route leads to several; None if there is no row."""
    ways = source.paging
    first = 1 if ways.base is None else ways.base
    size, found = yield from ask_for_all_rows(types, source, number=first)
    if ways.numbered and ways.base is None:
        other_size, from_zero = yield from ask_for_all_rows(types, source, number=0)
        if longest_of(from_zero) and [listed.keys for listed in from_zero] != [listed.keys for listed in found]:
            first, size, found = 0, other_size, from_zero
    longest = longest_of(found)
    if longest is None:
        return None
    return _WholeList(longest, first, ask(types, source, ways.of_size(size, first)))


def _ask_forward(types: SchemaTypes, source: ListSource) -> Conversation:
    """The pages that the list is cut into, and one more where they do not say that they end."""
    return _walk(types, source, by_offset=not source.paging.after)


def _ask_offsets(types: SchemaTypes, source: ListSource) -> Conversation:
    """The same by numbers of rows, for lists that know cursors too."""
    return _walk(types, source, by_offset=True)


def _walk(types: SchemaTypes, source: ListSource, *, by_offset: bool) -> Conversation:
    whole = yield from _ask_whole(types, source)
    if whole is None:
        return
    length, seen = len(whole.listed.rows), 0
    changes = source.paging.of_size(whole.page_size, whole.first)
    for place in range(_PAGES + 2):
        answer = yield ask(types, source, changes)
        page = whole.same_list(answer, types)
        if page is None or not page.rows or (place == _PAGES and length > _LONG):
            break
        seen += len(page.rows)
        if page.page_info.get(PageMember.NEXT) is False and seen >= length:
            break
        following = _next_page(source, page, whole, place + 1, by_offset=by_offset)
        if not following:
            break
        changes = {**changes, **following}
    yield whole.again


def _next_page(
    source: ListSource, page: ListAnswer, whole: _WholeList, place: int, *, by_offset: bool
) -> dict[NamePath, JSON]:
    """The arguments that bring the next page; none where there is no way to ask for it."""
    ways = source.paging
    if ways.after and not by_offset:
        cursor = page.page_info.get(PageMember.END) or page.rows[-1].cursor
        return {} if cursor is None else {ways.after: cursor}
    if ways.numbered:
        return {ways.number: whole.first + place}
    return {ways.offset: whole.page_size * place} if ways.offset else {}


def _ask_sizes(types: SchemaTypes, source: ListSource) -> Conversation:
    """Sizes at which a list is easily cut wrongly."""
    whole = yield from _ask_whole(types, source)
    if whole is None:
        return
    length = len(whole.listed.rows)
    sizes = {1, 2, 3, 7} if length >= _LONG else {1, 2, 3, length - 1, length, length + 1}
    sizes -= {0, given(whole.listed.arguments, source.paging.size)}
    for size in (*sorted(sizes), 0):
        yield ask(types, source, source.paging.of_size(size, whole.first))
    yield whole.again


def _ask_backward(types: SchemaTypes, source: ListSource) -> Conversation:
    """The pages from the end."""
    whole = yield from _ask_whole(types, source)
    if whole is None or len(whole.listed.rows) > _LONG:
        return
    changes: dict[NamePath, JSON] = {source.paging.last: whole.page_size}
    for _ in range(_PAGES + 1):
        answer = yield ask(types, source, changes)
        page = whole.same_list(answer, types)
        if page is None or not page.rows or page.rows[0].cursor is None:
            break
        changes = {**changes, source.paging.before: page.rows[0].cursor}
    yield whole.again


_WAYS: Final[tuple[tuple[Callable[[PagingArguments], object], Callable[..., Conversation]], ...]] = (
    (lambda ways: ways.number or (ways.size and (ways.after or ways.offset)), _ask_forward),
    (lambda ways: ways.size, _ask_sizes),
    (lambda ways: ways.size and ways.after and ways.offset, _ask_offsets),
    (lambda ways: ways.size and ways.last and ways.before, _ask_backward),
)
"""Ways to ask for pages, with the arguments that each needs."""


def _notice(answer: QueryAnswer, observed: Observations) -> Iterator[Contradiction]:
    return notice_in_lists(check, answer, observed, is_plain_page)


RELATION: Final[Relation] = Relation(
    "pagination",
    "Pages join to the whole without gaps or repeats, and say truly what follows",
    propose,
    check,
    notice=_notice,
    concerns=gives_pages,
)
