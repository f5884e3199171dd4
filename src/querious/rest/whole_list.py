"""A whole list, page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from querious.model.request import Request
from querious.model.state import Command, Ending, Outcome
from querious.rest.described_pages import NOT_DESCRIBED, DescribedPages
from querious.rest.endings import ending_of
from querious.rest.pages import TOKEN_PARAMETERS, Next, Page, following, tells_end
from querious.rest.paths import with_query
from querious.state.substructure import members

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from querious.model.exchange import Exchange
    from querious.model.state import Breach
    from querious.rest.answers import Answers, Item
    from querious.rest.learned import LearnedHabits
    from querious.rest.requests import Conversation

MOST_PAGES: Final = 100
_ROUND: Final = frozenset({10, 20, 25, 30, 50, 100, 200, 250, 500, 1_000})
"""Where nothing tells of pages, a list of so many entries may have been cut without a word."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Reads all pages of a list. ``judge`` sees every page."""

    talk: Conversation
    answers: Answers
    learned: LearnedHabits
    judge: Callable[[Command, Exchange], Iterable[Breach]]
    described: DescribedPages = NOT_DESCRIBED

    def read(self, path: str) -> Outcome:
        """All entries, under a bound of pages. It is not whole if there were more, or if nobody says where."""
        items: list[Item] = []
        before: tuple[Item, ...] = ()
        breaches: list[Breach] = []
        seen: set[str] = set()
        others = iter(TOKEN_PARAMETERS)
        coming = Next(path, more=True)
        while coming.path and coming.path not in seen and len(seen) < MOST_PAGES:
            seen.add(coming.path)
            exchange = self.talk.send(Request("GET", coming.path), "list" if len(seen) == 1 else "")
            asked = exchange.case.request.path
            seen.add(asked)
            ending, page = self.page(exchange)
            is_repeated = bool(page) and page == before
            if is_repeated and coming.token:
                coming = self._otherwise(path, coming, others, seen)
                continue  # the parameter is not understood: another may be
            breaches += self.judge(Command.LIST, exchange)
            if is_repeated and self.described.may_be_first(coming.path):
                coming = Next(self.described.after(coming.path, len(items)))
                continue  # pages are numbered from 1
            if is_repeated:
                coming = Next(more=True)  # it does not understand which page is meant
                break
            if ending is Ending.NOT_FOUND and items:
                break  # pages end before the service said, or where nobody said anything
            if ending is not Ending.DONE:
                return self.outcome(ending, items, breaches, whole=False)
            if not page:
                self.learned.short_page = max(self.learned.short_page, len(before))
            items += page
            before = page
            last = items[-1].key if items else ""
            coming = self._next(Page(asked, exchange, len(page), len(items), last, self.learned.token_parameter))
        known = [item for item in items if item.key]
        return self.outcome(Ending.DONE, known, breaches, whole=not coming.more and len(known) == len(items))

    def _next(self, page: Page) -> Next:
        """As the answer tells, or as the description does where the answer says nothing: then there need be none."""
        coming = following(page)
        if coming != Next() or tells_end(page):
            return coming
        if self.described.may_go_on(page.path, page.items, self.learned.short_page):
            path = self.described.after(page.path, page.so_far)
            return Next(path, more=not path)
        return Next(more=not self.described.place and page.so_far in _ROUND)

    def _otherwise(self, path: str, asked: Next, names: Iterator[str], seen: set[str]) -> Next:
        """The same page by the next name of the parameter, or by none: then nobody knows where it is."""
        for name in names:
            other = with_query(path, {name: asked.token})
            if other not in seen:
                self.learned.token_parameter = name
                return Next(other, more=True, token=asked.token)
        self.learned.token_parameter = ""
        return Next(more=True)

    def page(self, exchange: Exchange) -> tuple[Ending, tuple[Item, ...]]:
        """How a page was answered, and what is on it; of several lists nobody knows which is meant."""
        ending = ending_of(Command.LIST, exchange)
        if ending is not Ending.DONE:
            return ending, ()
        page = self.answers.items(exchange.payload, self.learned.key_field, self.learned.fields)
        if page is not None:
            return Ending.DONE, page
        has_several = any(isinstance(value, list) for value in members(exchange.payload).values())
        return Ending.REFUSED if has_several else Ending.BROKEN, ()

    def outcome(self, ending: Ending, items: Iterable[Item], breaches: Iterable[Breach], *, whole: bool) -> Outcome:
        """What was read, as the outcome of the command."""
        entries = tuple((item.key, item.value) for item in items)
        return Outcome(
            ending, entries=entries, whole=whole, exchanges=tuple(self.talk.exchanges), breaches=tuple(breaches)
        )
