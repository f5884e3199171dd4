"""Pages join to the whole: no row lost or told twice, and what a page says about itself is true."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.pages import PageMember
from querious.relations.lists.page_checks import check
from querious.relations.lists.pages import given
from querious.relations.lists.rows import lists
from querious.relations.lists.sources import ask, entire, sources
from querious.relations.relation import Relation

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from querious.model import JSON, Operation
    from querious.relations.lists.list_types import Path
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.lists.sources import ListSource
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, QueryAnswer
    from querious.relations.schema_types import SchemaTypes

_WAYS: Final = 3
"""To one list."""
_BATCH: Final = 6
"""Lists that take turns at least."""
_LONG: Final = 50
"""Rows from which on only the first pages are asked for."""
_PAGES: Final = 3
"""Into which a list is cut."""


class _Whole(NamedTuple):
    """A list as it was given at once."""

    listed: ListAnswer
    first: int
    """The number of the first page, where pages have numbers."""
    again: Operation

    @property
    def cut(self) -> int:
        """The size of a page, so that a few make up the whole."""
        return max(1, ceil(min(len(self.listed.rows), _LONG) / _PAGES))


def propose(observed: Observations) -> Iterator[Conversation]:
    """Pages of every list on its best way first; sizes, pages by offset and pages from the end a turn later each."""
    found = [source for source in sources(observed, _WAYS) if source.paging.paths]
    talks = ((_forward, _can_go_on), (_sizes, _has_size), (_offsets, _has_both), (_backward, _has_end))
    batch = max(_BATCH, ceil(len(found) / _WAYS))
    batches = [found[place : place + batch] for place in range(0, len(found), batch)]
    for turn in range(len(batches) + len(talks) - 1):
        for place, (talk, apt) in enumerate(talks):
            for source in batches[turn - place] if 0 <= turn - place < len(batches) else ():
                if apt(source.paging):
                    yield talk(observed.types, source)


def _can_go_on(ways: PagingArguments) -> bool:
    return bool(ways.number or (ways.size and (ways.after or ways.offset)))


def _has_size(ways: PagingArguments) -> bool:
    return bool(ways.size)


def _has_both(ways: PagingArguments) -> bool:
    return bool(ways.size and ways.after and ways.offset)


def _has_end(ways: PagingArguments) -> bool:
    return bool(ways.size and ways.last and ways.before)


def _open(types: SchemaTypes, source: ListSource) -> Generator[Operation, QueryAnswer, _Whole | None]:
    """The whole, of the object with the most rows where the way leads to several; None if there is nothing to page."""
    ways = source.paging
    first = 1 if ways.base is None else ways.base
    size, found = yield from entire(types, source, {}, number=first)
    if ways.numbered and ways.base is None:
        other, zero = yield from entire(types, source, {}, number=0)
        if any(listed.rows for listed in zero) and [one.keys for one in zero] != [one.keys for one in found]:
            first, size, found = 0, other, zero
    longest = max(found, key=lambda listed: len(listed.rows), default=None)
    if longest is None or not longest.rows:
        return None
    return _Whole(longest, first, ask(types, source, ways.of_size(size, first)))


def _forward(types: SchemaTypes, source: ListSource) -> Conversation:
    """The pages that the list is cut into, and one more where they do not say that they end."""
    whole = yield from _open(types, source)
    if whole is None:
        return
    yield from _walk(types, source, whole, by_offset=not source.paging.after)
    yield whole.again


def _offsets(types: SchemaTypes, source: ListSource) -> Conversation:
    """The same by numbers of rows, for lists that know cursors too."""
    whole = yield from _open(types, source)
    if whole is None:
        return
    yield from _walk(types, source, whole, by_offset=True)
    yield whole.again


def _walk(
    types: SchemaTypes, source: ListSource, whole: _Whole, *, by_offset: bool
) -> Generator[Operation, QueryAnswer, None]:
    ways, length = source.paging, len(whole.listed.rows)
    changes: dict[Path, JSON] = ways.of_size(whole.cut, whole.first)
    seen = 0
    for place in range(_PAGES + 2):
        asked = yield ask(types, source, changes)
        page = _same(asked, types, whole)
        if page is None or not page.rows or (place == _PAGES and length > _LONG):
            return
        seen += len(page.rows)
        if page.told.get(PageMember.NEXT) is False and seen >= length:
            return
        onward = _onward(source, page, whole.cut * (place + 1), whole.first + place + 1, by_offset=by_offset)
        if onward is None:
            return
        changes = {**changes, **onward}


def _onward(
    source: ListSource, page: ListAnswer, offset: int, number: int, *, by_offset: bool
) -> dict[Path, JSON] | None:
    """The arguments that bring the next page; None where there is no way to ask for it."""
    ways = source.paging
    if ways.after and not by_offset:
        cursor = page.told.get(PageMember.END) or page.rows[-1].cursor
        return None if cursor is None else {ways.after: cursor}
    if ways.numbered:
        return {ways.number: number}
    return {ways.offset: offset} if ways.offset else None


def _sizes(types: SchemaTypes, source: ListSource) -> Conversation:
    """Sizes at which a list is easily cut wrongly."""
    ways = source.paging
    whole = yield from _open(types, source)
    if whole is None:
        return
    length = len(whole.listed.rows)
    sizes = {1, 2, 3, 0} | ({length - 1, length, length + 1} if length < _LONG else {7})
    asked = given(whole.listed.arguments, ways.size)
    for size in sorted(sizes - {asked}, key=lambda size: (size == 0, size)):
        yield ask(types, source, ways.of_size(size, whole.first))
    yield whole.again


def _backward(types: SchemaTypes, source: ListSource) -> Conversation:
    """The pages from the end."""
    ways = source.paging
    whole = yield from _open(types, source)
    if whole is None or len(whole.listed.rows) > _LONG:
        return
    changes: dict[Path, JSON] = {ways.last: whole.cut}
    for _ in range(_PAGES + 1):
        page = _same((yield ask(types, source, changes)), types, whole)
        if page is None or not page.rows or page.rows[0].cursor is None:
            break
        changes = {**changes, ways.before: page.rows[0].cursor}
    yield whole.again


def _same(asked: QueryAnswer, types: SchemaTypes, whole: _Whole) -> ListAnswer | None:
    """The list of the same object."""
    return next((listed for listed in lists([asked], types) if listed.owner == whole.listed.owner), None)


RELATION: Final[Relation] = Relation(
    "pagination", "Pages join to the whole without gaps or repeats, and say truly what follows", propose, check
)
