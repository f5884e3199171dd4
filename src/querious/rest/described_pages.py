"""How a list is cut into pages by its description, where answers say nothing of what follows.

Such as a bare list, with ``limit`` and ``offset`` among its parameters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, urlsplit

from querious.answers.pages import PageArgument, argument_of, is_size
from querious.rest.paths import with_query

if TYPE_CHECKING:
    from querious.rest.openapi import RestOperation, RestParameter

_PLACES: Final = (PageArgument.OFFSET, PageArgument.NUMBER)


@dataclass(frozen=True, slots=True)
class DescribedPages:
    """The parameters of a list that cut it into pages. Pure."""

    size: str = ""
    """How many entries a page holds; empty if nobody can say."""
    usual: int = 0
    """How many it holds where nobody asks for a size; 0: not documented."""
    place: str = ""
    """From where on; empty if only answers tell."""
    by_number: bool = False
    """Whether the place is the number of a page; the number of entries to skip otherwise."""
    first: int = 0
    """The number of the first page. Where nothing says that it is 1, it may be, although this is 0."""

    def may_go_on(self, path: str, items: int, short: int) -> bool:
        """Whether there may be more behind a page of so many entries; pages of up to ``short`` were never full.

        A service may give less than was asked for without a word, so the first page of any length is followed once.
        """
        asked = dict(parse_qsl(urlsplit(path).query)).get(self.size, "")
        size = int(asked) if asked.isdigit() else self.usual
        is_full = bool(size) and items >= size
        is_open = bool(self.place) and (items > short or (items == short and not size))
        return items > 0 and (is_full or is_open)

    def may_be_first(self, path: str) -> bool:
        """Whether this may be the first page once more: number 1, and nothing says with which number pages begin."""
        return self.by_number and self.first == 0 and dict(parse_qsl(urlsplit(path).query)).get(self.place) == "1"

    def after(self, path: str, so_far: int) -> str:
        """The path of the page behind this one; empty if nobody knows it."""
        if not self.place:
            return ""
        if not self.by_number:
            return with_query(path, {self.place: str(so_far)})
        asked = dict(parse_qsl(urlsplit(path).query)).get(self.place, "")
        number = int(asked) if asked.isdigit() else self.first
        return with_query(path, {self.place: str(number + 1)})


NOT_DESCRIBED: Final = DescribedPages()


def described_pages(operation: RestOperation) -> DescribedPages:
    """By the parameters of the query; of two that may say the same, nobody knows which is meant."""
    query = [parameter for parameter in operation.parameters if parameter.where == "query"]
    sizes = [parameter for parameter in query if is_size(parameter.name)]
    places = [parameter for parameter in query if argument_of(parameter.name) in _PLACES]
    size = sizes[0] if len(sizes) == 1 else None
    place = places[0] if len(places) == 1 else None
    usual = _number(size, "default") if size is not None else 0
    if place is None:
        return DescribedPages(size.name if size is not None else "", usual)
    by_number = argument_of(place.name) is PageArgument.NUMBER
    from_one = by_number and 1 in {_number(place, "minimum"), _number(place, "default")}
    return DescribedPages(size.name if size is not None else "", usual, place.name, by_number, int(from_one))


def _number(parameter: RestParameter, keyword: str) -> int:
    value = parameter.keywords.get(keyword)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
