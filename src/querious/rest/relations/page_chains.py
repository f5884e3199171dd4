"""Pages of one list, each right after the one before: by number, by offset, or by what the page before tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from querious.answers.pages import PageArgument, argument_of, is_paging, is_size
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.relations.page_facts import asked_size, page_facts
from querious.rest.relations.readable_lists import key_member, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.page_facts import PageFacts
    from querious.rest.relations.relation import RestAnswer

_PLACES = frozenset({PageArgument.OFFSET, PageArgument.NUMBER})
_CURSORS = frozenset({PageArgument.AFTER, PageArgument.BEFORE})


class ListPage(NamedTuple):
    """One page of a list in a trace."""

    answer: RestAnswer
    step: int
    rows: list[dict[str, JSON]]
    facts: PageFacts
    size: int | None
    """That was asked for."""
    place: int | None
    """The offset or number that was asked for."""
    is_numbered: bool
    has_cursor: bool

    @property
    def is_whole(self) -> bool:
        """Whether it surely shows all rows: fewer came than were asked for, and nothing says that there are more."""
        facts = self.facts
        open_end = bool(facts.following) or facts.more is True or (facts.total or 0) > len(self.rows)
        short = self.size is None or len(self.rows) < self.size
        return short and not open_end and not self.has_cursor and not self.place


class PagedList(NamedTuple):
    """All pages of one list in a trace, and what they have in common."""

    pages: list[ListPage]

    @property
    def whole(self) -> ListPage | None:
        """The page that shows all rows; of several, the one with the most."""
        return max((page for page in self.pages if page.is_whole), key=lambda page: len(page.rows), default=None)

    @property
    def beginning(self) -> ListPage:
        """The page that shows the most rows from the first one on."""
        return max(filter(self._is_start, self.pages), key=lambda page: len(page.rows), default=self.pages[0])

    @property
    def key(self) -> str:
        """The member that tells rows apart on every page; empty if there is none."""
        longest = max(self.pages, key=lambda page: len(page.rows))
        key = key_member(longest.rows)
        return key if key and all(key_member(page.rows, (key,)) == key for page in self.pages if page.rows) else ""

    @property
    def counts_all(self) -> bool:
        """Whether a count that is told is of all rows, not of the page."""
        return any((page.facts.counted or 0) > len(page.rows) for page in self.pages)

    def total_of(self, page: ListPage) -> int | None:
        """How many rows there are by what a page tells; None if it does not."""
        return page.facts.counted if page.facts.total is None and self.counts_all else page.facts.total

    def chains(self) -> Iterator[list[ListPage]]:
        """Pages of one size from the first one on: as each tells where the next one is, and by counting."""
        whole = self.whole
        for start in self.pages:
            if start is whole or not self._is_start(start):
                continue
            for comes_after in (_is_named_by, _is_next_to):
                chain = [start]
                while (following := self._following(chain[-1], comes_after)) is not None:
                    chain.append(following)
                if len(chain) > 1:
                    yield chain

    def _is_start(self, page: ListPage) -> bool:
        """Whether a page is the first one. Numbers begin with 0 or 1: by what the pages themselves show."""
        if page.has_cursor or (page.place is not None and not page.is_numbered):
            return not page.has_cursor and page.place == 0
        if page.place is None:
            return True
        zeroth = [other for other in self.pages if other.is_numbered and other.place == 0 and other.size == page.size]
        if zeroth:
            first = [
                other for other in self.pages if other.is_numbered and other.place == 1 and other.size == page.size
            ]
            from_zero = bool(first) and bool(zeroth[0].rows) and zeroth[0].rows != first[0].rows
            return page.place == (0 if from_zero else 1)
        whole = self.whole
        return page.place == 1 and (whole is None or page.rows[:1] == whole.rows[:1])

    def _following(self, page: ListPage, comes_after: Callable[[ListPage, ListPage], bool]) -> ListPage | None:
        return next((other for other in self.pages if other.step > page.step and comes_after(other, page)), None)


def _is_named_by(after: ListPage, before: ListPage) -> bool:
    following = before.facts.following
    return bool(following) and _query(after.answer.path) == _query(following)


def _is_next_to(after: ListPage, before: ListPage) -> bool:
    if before.place is None or after.place is None or before.size is None or after.size != before.size:
        return False
    return after.place == before.place + (1 if before.is_numbered else before.size)


def _query(path: str) -> list[tuple[str, str]]:
    return sorted(parse_qsl(urlsplit(path).query, keep_blank_values=True))


def paged_lists(trace: Sequence[RestAnswer]) -> Iterator[PagedList]:
    """The lists of a trace, whose pages differ only in what chooses a page."""
    by_list: dict[str, PagedList] = {}
    for step, answer in enumerate(trace):
        rows = rows_of(answer.payload) if answer.is_good else None
        if rows is None:
            continue
        cursors = _token_parameters(answer)
        others = [each for each in answer.call.arguments if not _chooses_page(each) and each.name not in cursors]
        named = f"{answer.call.coordinate} {sorted(map(str, others))}"
        by_list.setdefault(named, PagedList([])).pages.append(_page(answer, step, rows, cursors))
    yield from by_list.values()


def _chooses_page(argument: RestArgument) -> bool:
    return argument.where == "query" and (is_paging(argument.name) or is_size(argument.name))


def _token_parameters(answer: RestAnswer) -> set[str]:
    """Parameters that the description does not know: only the answer before can have named them."""
    known = {each.name for each in answer.operation.parameters} if answer.operation is not None else set()
    return {name for name in answer.query if name not in known}


def _page(answer: RestAnswer, step: int, rows: list[dict[str, JSON]], cursors: set[str]) -> ListPage:
    places = [(name, value) for name, value in answer.query.items() if argument_of(name) in _PLACES]
    place = places[0][1] if len(places) == 1 and isinstance(places[0][1], int) else None
    numbered = place is not None and argument_of(places[0][0]) is PageArgument.NUMBER
    has_cursor = bool(cursors) or any(argument_of(name) in _CURSORS for name in answer.query)
    return ListPage(answer, step, rows, page_facts(answer), asked_size(answer), place, numbered, has_cursor)


def leads_here(path: str, answer: RestAnswer) -> bool:
    """Whether a path that another page names is the one that was asked for here."""
    return _query(path) == _query(answer.path)


def call_to(path: str, answer: RestAnswer) -> RestCall | None:
    """The call that asks for a path which an answer names; None if it leads to another list."""
    if urlsplit(path).path.rstrip("/") != urlsplit(answer.path).path.rstrip("/"):
        return None
    known = {each.name: each for each in answer.operation.parameters} if answer.operation is not None else {}
    arguments = [each for each in answer.call.arguments if each.where != "query"]
    for name, value in _query(path):
        is_number = name in known and known[name].keywords.get("type") == "integer" and value.lstrip("-").isdigit()
        arguments.append(RestArgument("query", name, int(value) if is_number else value))
    return answer.call._replace(arguments=tuple(arguments))
