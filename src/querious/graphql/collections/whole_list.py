"""A list, page by page to its end, or until there have been too many."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from querious.graphql.collections.pages import SIZE, Pages, Paging, Turning
from querious.graphql.collections.requests import NOTHING, Answer, ask
from querious.graphql.collections.schema_index import Hops, along
from querious.model.state import Ending, Key, Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.graphql.collections.operations import CollectionOperation
    from querious.model.exchange import Exchange, Send
    from querious.model.values import JSON

_MOST_PAGES: Final = 20
_ROUND: Final = frozenset({10, 20, 25, 30, 50, 100, 200, 250, 500, 1000})
"""Lengths at which services cut lists short without saying so."""
_LARGER: Final = (200, 1000)
"""Sizes that are asked for where there is no way to a second page."""


def read_list(
    send: Send, operation: CollectionOperation, key: str, pages: Pages, above: Mapping[str, JSON] = NOTHING
) -> Outcome:
    """All of it, page by page to its end, or until there have been too many. ``above`` is given to the parent."""
    paging = operation.paging
    reading = _Reading(paging, pages.size if paging.size else None)
    place = pages.start(paging)
    whole, told = False, None
    for _ in range(_MOST_PAGES):
        arguments = Pages(reading.size).arguments(paging, place)
        answer = ask(send, operation, arguments, above)
        reading.exchanges.append(answer.exchange)
        ending = answer.ending
        if ending is not None:
            absent = ending in {Ending.NOT_FOUND, Ending.GONE}
            return Outcome(Ending.REFUSED if absent else ending, exchanges=tuple(reading.exchanges))
        rows = along(answer.value, operation.hops or ())
        new = reading.keep(rows, key)
        following = reading.next(answer, len(rows), new, place)
        if following is None:
            whole, told = reading.is_whole(answer, len(rows)), reading.told(answer, len(rows))
            break
        place = following
    entries = (*reading.rows.items(), *reading.repeated)
    return Outcome(Ending.DONE, entries=entries, whole=whole, told=told, exchanges=tuple(reading.exchanges))


@dataclass(slots=True)
class _Reading:
    """A list that is being read."""

    paging: Paging
    size: int | None
    exchanges: list[Exchange] = field(default_factory=list)
    rows: dict[Key, JSON] = field(default_factory=dict)
    repeated: list[tuple[Key, JSON]] = field(default_factory=list)
    """Rows whose key came before on the same page: a service that lists something twice."""

    def keep(self, found: list[JSON], key: str) -> int:
        """How many are new. On one page, what comes twice is kept twice; from page to page a row may have moved."""
        before = set(self.rows)
        for row in found:
            name = row.get(key) if isinstance(row, dict) else None
            if name is None:
                continue
            if str(name) in self.rows and str(name) not in before:
                self.repeated.append((str(name), row))
            self.rows.setdefault(str(name), row)
        return len(self.rows) - len(before)

    def next(self, answer: Answer, rows: int, new: int, place: JSON) -> JSON:
        """Where the next page begins; None if this was the last."""
        turning, has_next = self.paging.turning, _value(answer, self.paging.has_next)
        if turning is Turning.SIZE:
            return self._enlarge(rows)
        is_end = has_next is False and not self._is_full(rows)  # a full page may be wrong about what follows
        if turning is Turning.NOT or not new or is_end or self._has_all(answer):
            return None
        if turning is Turning.CURSOR:
            end = _value(answer, self.paging.end)
            return None if end == place else end
        if has_next is None and self._has_all(answer) is None and not self._looks_cut(rows):
            return None
        return place + (1 if turning is Turning.PAGE else rows)

    def _enlarge(self, rows: int) -> JSON:
        """More at once, where there is no second page; the place has no meaning then."""
        larger = next((size for size in _LARGER if self.size is not None and size > self.size), None)
        if larger is None or not self._looks_cut(rows):
            return None
        self.size = larger
        self.repeated.clear()
        self.rows.clear()
        return 0

    def is_whole(self, answer: Answer, rows: int) -> bool:
        """Whether nothing can have been left out, this having been the last page."""
        has_all, has_next = self._has_all(answer), _value(answer, self.paging.has_next)
        if has_all is not None:
            return has_all
        if has_next is not None:
            return has_next is False
        return self.paging.turning not in {Turning.SIZE, Turning.NOT} or not self._looks_cut(rows)

    def told(self, answer: Answer, rows: int) -> int | None:
        """How many there are by the last page, if it is the last without regard to that number; else None."""
        total = _value(answer, self.paging.total)
        if not isinstance(total, int) or isinstance(total, bool):
            return None
        is_last = not rows or _value(answer, self.paging.has_next) is False
        return total if is_last or total < len(self.rows) else None

    def _has_all(self, answer: Answer) -> bool | None:
        """Whether there are as many rows as the answer says there are; None if it does not say, or is wrong."""
        total = _value(answer, self.paging.total)
        if not isinstance(total, int) or isinstance(total, bool) or total < len(self.rows):
            return None
        return total == len(self.rows)

    def _is_full(self, rows: int) -> bool:
        """Whether a page holds as many rows as were asked for."""
        return self.size is not None and rows >= self.size

    def _looks_cut(self, rows: int) -> bool:
        """Whether a list of this length may be cut short: as long as was asked for, or of a round length."""
        least = SIZE if self.size is None else 0
        return rows >= least and (rows in _ROUND or (self.size is not None and rows >= self.size))


def _value(answer: Answer, hops: Hops) -> JSON:
    return next(iter(along(answer.value, hops)), None) if hops else None
