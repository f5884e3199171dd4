"""Pages join to the whole: no row lost or told twice, and what a page says about itself is true."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.relations.lists.containers import END, NEXT
from querious.relations.lists.judging_pages import check
from querious.relations.lists.pages import given
from querious.relations.lists.rows import lists
from querious.relations.lists.sources import ask, entire, sources
from querious.relations.relation import Relation

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from querious.model import JSON, Operation
    from querious.relations.lists.containers import Path
    from querious.relations.lists.pages import Paging
    from querious.relations.lists.rows import Listed
    from querious.relations.lists.sources import Source
    from querious.relations.relation import Asked, Conversation
    from querious.relations.terms import Terms
    from querious.relations.world import World

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

    listed: Listed
    first: int
    """The number of the first page, where pages have numbers."""
    again: Operation

    @property
    def cut(self) -> int:
        """The size of a page, so that a few make up the whole."""
        return max(1, ceil(min(len(self.listed.rows), _LONG) / _PAGES))


def propose(world: World) -> Iterator[Conversation]:
    """Pages of every list on its best way first; sizes, pages by offset and pages from the end a turn later each."""
    found = [source for source in sources(world, _WAYS) if source.paging.paths]
    talks = ((_forward, _can_go_on), (_sizes, _has_size), (_offsets, _has_both), (_backward, _has_end))
    batch = max(_BATCH, ceil(len(found) / _WAYS))
    batches = [found[place : place + batch] for place in range(0, len(found), batch)]
    for turn in range(len(batches) + len(talks) - 1):
        for place, (talk, apt) in enumerate(talks):
            for source in batches[turn - place] if 0 <= turn - place < len(batches) else ():
                if apt(source.paging):
                    yield talk(world.terms, source)


def _can_go_on(ways: Paging) -> bool:
    return bool(ways.number or (ways.size and (ways.after or ways.offset)))


def _has_size(ways: Paging) -> bool:
    return bool(ways.size)


def _has_both(ways: Paging) -> bool:
    return bool(ways.size and ways.after and ways.offset)


def _has_end(ways: Paging) -> bool:
    return bool(ways.size and ways.last and ways.before)


def _open(terms: Terms, source: Source) -> Generator[Operation, Asked, _Whole | None]:
    """The whole, of the object with the most rows where the way leads to several; None if there is nothing to page."""
    ways = source.paging
    first = 1 if ways.base is None else ways.base
    size, found = yield from entire(terms, source, {}, number=first)
    if ways.numbered and ways.base is None:
        other, zero = yield from entire(terms, source, {}, number=0)
        if any(listed.rows for listed in zero) and [one.keys for one in zero] != [one.keys for one in found]:
            first, size, found = 0, other, zero
    longest = max(found, key=lambda listed: len(listed.rows), default=None)
    if longest is None or not longest.rows:
        return None
    return _Whole(longest, first, ask(terms, source, ways.of_size(size, first)))


def _forward(terms: Terms, source: Source) -> Conversation:
    """The pages that the list is cut into, and one more where they do not say that they end."""
    whole = yield from _open(terms, source)
    if whole is None:
        return
    yield from _walk(terms, source, whole, by_offset=not source.paging.after)
    yield whole.again


def _offsets(terms: Terms, source: Source) -> Conversation:
    """The same by numbers of rows, for lists that know cursors too."""
    whole = yield from _open(terms, source)
    if whole is None:
        return
    yield from _walk(terms, source, whole, by_offset=True)
    yield whole.again


def _walk(terms: Terms, source: Source, whole: _Whole, *, by_offset: bool) -> Generator[Operation, Asked, None]:
    ways, length = source.paging, len(whole.listed.rows)
    changes: dict[Path, JSON] = ways.of_size(whole.cut, whole.first)
    seen = 0
    for place in range(_PAGES + 2):
        asked = yield ask(terms, source, changes)
        page = _same(asked, terms, whole)
        if page is None or not page.rows or (place == _PAGES and length > _LONG):
            return
        seen += len(page.rows)
        if page.told.get(NEXT) is False and seen >= length:
            return
        onward = _onward(source, page, whole.cut * (place + 1), whole.first + place + 1, by_offset=by_offset)
        if onward is None:
            return
        changes = {**changes, **onward}


def _onward(source: Source, page: Listed, offset: int, number: int, *, by_offset: bool) -> dict[Path, JSON] | None:
    """The arguments that bring the next page; None where there is no way to ask for it."""
    ways = source.paging
    if ways.after and not by_offset:
        cursor = page.told.get(END) or page.rows[-1].cursor
        return None if cursor is None else {ways.after: cursor}
    if ways.numbered:
        return {ways.number: number}
    return {ways.offset: offset} if ways.offset else None


def _sizes(terms: Terms, source: Source) -> Conversation:
    """Sizes at which a list is easily cut wrongly."""
    ways = source.paging
    whole = yield from _open(terms, source)
    if whole is None:
        return
    length = len(whole.listed.rows)
    sizes = {1, 2, 3, 0} | ({length - 1, length, length + 1} if length < _LONG else {7})
    asked = given(whole.listed.arguments, ways.size)
    for size in sorted(sizes - {asked}, key=lambda size: (size == 0, size)):
        yield ask(terms, source, ways.of_size(size, whole.first))
    yield whole.again


def _backward(terms: Terms, source: Source) -> Conversation:
    """The pages from the end."""
    ways = source.paging
    whole = yield from _open(terms, source)
    if whole is None or len(whole.listed.rows) > _LONG:
        return
    changes: dict[Path, JSON] = {ways.last: whole.cut}
    for _ in range(_PAGES + 1):
        page = _same((yield ask(terms, source, changes)), terms, whole)
        if page is None or not page.rows or page.rows[0].cursor is None:
            break
        changes = {**changes, ways.before: page.rows[0].cursor}
    yield whole.again


def _same(asked: Asked, terms: Terms, whole: _Whole) -> Listed | None:
    """The list of the same object."""
    return next((listed for listed in lists([asked], terms) if listed.owner == whole.listed.owner), None)


RELATION: Final[Relation] = Relation(
    "pagination", "Pages join to the whole without gaps or repeats, and say truly what follows", propose, check
)
