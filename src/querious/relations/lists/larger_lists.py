"""Routes through lists that come in pages, asked for more rows at once, and for pages further on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.relations.lists.pages import paging
from querious.relations.lists.rows import list_field
from querious.relations.lists.sources import arguments

if TYPE_CHECKING:
    from querious.model import JSON
    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

LARGE: Final = 100
"""Rows that are asked for at once."""
_AT_END: Final = 50
"""The same from the end."""
_FURTHER: Final = 2
"""Pages after the first, where there is no way to ask for the last."""


def larger_lists(types: SchemaTypes, route: Route) -> list[Route]:
    """The same route with a large first page of its last list, and with its last page, or the ones after the first."""
    for place in range(len(route) - 1, -1, -1):
        pages = paging(types, route[place].coordinate)
        if pages.size or pages.last:
            return [_with_page(types, route, place, changes) for changes in _pages(pages)]
    return []


def _pages(pages: PagingArguments) -> list[dict[NamePath, JSON]]:
    found = [pages.of_size(LARGE)] if pages.size else []
    if pages.last:
        return [*found, {pages.last: _AT_END}]
    for number in range(1, _FURTHER + 1):
        if pages.numbered:
            found.append(pages.of_size(LARGE, (1 if pages.base is None else pages.base) + number))
        elif pages.offset:
            found.append({**pages.of_size(LARGE), pages.offset: LARGE * number})
    return found


def _with_page(types: SchemaTypes, route: Route, place: int, changes: dict[NamePath, JSON]) -> Route:
    """Other arguments that ask for a page are left out."""
    step = route[place]
    field = list_field(types, step.coordinate)
    of_pages = {path[0] for path in field.paging.paths if len(path) == 1}
    kept = [pair for pair in step.arguments if pair[0] not in of_pages]
    given = tuple(arguments(field.declared_arguments, kept, changes))
    return (*route[:place], step._replace(arguments=given), *route[place + 1 :])
