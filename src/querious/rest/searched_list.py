"""A whole list that a POST looks up, as ``POST /books/filter`` does: page by page, by the offset in its body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from querious.model.request import Request
from querious.model.state import Command, Ending
from querious.rest.whole_list import MOST_PAGES

if TYPE_CHECKING:
    from querious.model.state import Breach, Outcome
    from querious.rest.answers import Item
    from querious.rest.whole_list import Listing


@dataclass(frozen=True, slots=True)
class SearchBody:
    """Members of the body that cut the answer into pages."""

    offset: str = ""
    """How many entries are passed over; empty: nobody knows how to ask for more than the first page."""
    size: str = ""
    """How many are answered; empty: as many as the service likes."""
    largest: int = 0
    """The documented maximum of that."""


@dataclass(frozen=True, slots=True)
class SearchedList:
    """Reads all pages. What the search answers is taken for the list only if every row has a key."""

    listing: Listing
    body: SearchBody

    def read(self, path: str) -> Outcome:
        """All entries, under a bound of pages."""
        items: list[Item] = []
        breaches: list[Breach] = []
        for _ in range(MOST_PAGES):
            exchange = self.listing.talk.send(Request("POST", path, self._sent(len(items)), has_body=True))
            ending, page = self.listing.page(exchange)
            breaches += self.listing.judge(Command.LIST, exchange)
            if ending is not Ending.DONE or not all(item.key for item in page):
                is_other = ending is Ending.DONE or exchange.status < 500  # noqa: PLR2004
                return self.listing.outcome(Ending.REFUSED if is_other else ending, (), breaches, whole=False)
            is_repeated = bool(page) and page[0] in items
            items += () if is_repeated else page
            if is_repeated or not self._may_go_on(len(page)):
                is_whole = not is_repeated and bool(self.body.offset)
                return self.listing.outcome(Ending.DONE, items, breaches, whole=is_whole)
        return self.listing.outcome(Ending.DONE, items, breaches, whole=False)

    def _sent(self, so_far: int) -> dict[str, int]:
        """The page after so many entries."""
        size = {self.body.size: self.body.largest} if self.body.size and self.body.largest else {}
        return {**size, self.body.offset: so_far} if so_far else size

    def _may_go_on(self, found: int) -> bool:
        """Whether there may be another page behind one of so many entries."""
        return bool(self.body.offset) and found > 0 and found >= self.body.largest
