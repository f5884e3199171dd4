"""Long lists: the arguments that turn pages, and the members of an answer that say whether there are more."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from graphql import (
    GraphQLArgument,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInt,
    GraphQLScalarType,
    get_named_type,
)

from querious.answers.pages import ARGUMENTS, HOLDERS, LIKELY_ARGUMENTS, MEMBERS, PageArgument, PageMember, called
from querious.graphql.collections.key_fields import Path, covered
from querious.graphql.collections.ways import Holder, Hop, Way, holder_of, is_list
from querious.model.arguments import is_plain
from querious.model.defaults import default_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.model.values import JSON

SIZE: Final = 50
"""Entries on a page; many services give no more."""
MOST_PAGES: Final = 20
_SIZES: Final = (*ARGUMENTS[PageArgument.SIZE], *LIKELY_ARGUMENTS[PageArgument.SIZE])
_OFFSETS: Final = (*ARGUMENTS[PageArgument.OFFSET], *LIKELY_ARGUMENTS[PageArgument.OFFSET])
_HOLDERS: Final = frozenset(
    {"pagination", "paging", "page", "options", "input", "paginate", "pageInput", "query", "args"}
)
_TOLD: Final = (PageMember.TOTAL, PageMember.NEXT, PageMember.END)
_ROUND: Final = frozenset({10, 20, 25, 30, 50, 100, 200, 250, 500, 1000})
"""Lengths at which services cut lists short without saying so."""


@dataclass(frozen=True, slots=True)
class Pages:
    """How a service likes its pages, as far as it was learned. A size of None leaves it to the service."""

    size: int | None = SIZE
    first: int = 1
    """The number of the first page, where the schema does not say."""


class Turning(Enum):
    """How pages are turned."""

    NOT = "all at once"
    SIZE = "a number of entries, and no way to the rest"
    CURSOR = "a cursor"
    OFFSET = "a number of entries to skip"
    PAGE = "the number of the page"


@dataclass(frozen=True, slots=True)
class Paging:
    """Where in the variables the size and the place go, and where in the answer its end is told."""

    turning: Turning = Turning.NOT
    size: Path = ()
    place: Path = ()
    first_page: int | None = None
    """The number of the first page, or of the first entry; None: nobody says."""
    total: Way = ()
    has_next: Way = ()
    end: Way = ()

    @property
    def told(self) -> tuple[Way, ...]:
        """What has to be asked for besides the entries."""
        return tuple(way for way in (self.total, self.has_next, self.end) if way)


def paging_of(arguments: Mapping[str, GraphQLArgument], payload: Holder | None) -> Paging:
    """Read it from the arguments of a list, and from the type around the entries if there is one."""
    size = _argument(arguments, _SIZES, numbers=True)
    cursor, offset = _argument(arguments, ARGUMENTS[PageArgument.AFTER]), _argument(arguments, _OFFSETS, numbers=True)
    page = _argument(arguments, ARGUMENTS[PageArgument.NUMBER], numbers=True)
    total, has_next, end = (_told(payload, MEMBERS[member]) for member in _TOLD)
    if cursor and end:
        return Paging(Turning.CURSOR, size, cursor, None, total, has_next, end)
    if offset and size:
        return Paging(Turning.OFFSET, size, offset, 0, total, has_next)
    if page:
        return Paging(Turning.PAGE, size, page, _first_page(arguments, page), total, has_next)
    return Paging(Turning.SIZE if size else Turning.NOT, size, (), None, total, has_next)


def takes_nothing_else(arguments: Mapping[str, GraphQLArgument], key: Path = ()) -> bool:
    """Whether all that must be given turns pages, or is the key."""
    paging = paging_of(arguments, None)
    turned = _argument(arguments, ARGUMENTS[PageArgument.AFTER])
    return covered(arguments, [path for path in (key, paging.size, paging.place, turned) if path])


def looks_cut(rows: int, size: int | None) -> bool:
    """Whether a list of this length may be cut short: as long as was asked for, or of a round length."""
    if size is None:
        return rows >= SIZE and rows in _ROUND
    return rows >= size or rows in _ROUND


def _argument(arguments: Mapping[str, GraphQLArgument], names: tuple[str, ...], *, numbers: bool = False) -> Path:
    return next(_arguments(arguments, names, numbers=numbers), ())


def _arguments(
    arguments: Mapping[str, GraphQLArgument] | Mapping[str, GraphQLInputField], names: tuple[str, ...], *, numbers: bool
) -> Iterator[Path]:
    for name in called(names, arguments):
        type_ = get_named_type(arguments[name].type)
        if isinstance(type_, GraphQLScalarType) and (type_ is GraphQLInt or not numbers):
            yield (name,)
    for name, argument in arguments.items():
        inner = get_named_type(argument.type)
        if name in _HOLDERS and isinstance(inner, GraphQLInputObjectType) and not is_list(argument.type):
            for path in _arguments(inner.fields, names, numbers=numbers):
                yield (name, *path)


def _first_page(arguments: Mapping[str, GraphQLArgument], page: Path) -> int | None:
    default: JSON = default_of(arguments[page[0]]) if len(page) == 1 else None
    if isinstance(default, int):
        return default
    return 0 if page[-1].lower().endswith("index") else None


def _told(payload: Holder | None, names: tuple[str, ...]) -> Way:
    if payload is None:
        return ()
    for name in called(names, payload.fields):
        if _is_leaf(payload, name):
            return (Hop(name),)
    for name in called(HOLDERS, payload.fields):
        inner = holder_of(payload.fields[name].type)
        if inner is None or not is_plain(payload.fields[name]):
            continue
        for leaf in called(names, inner.fields):
            if _is_leaf(inner, leaf):
                return (Hop(name), Hop(leaf))
    return ()


def _is_leaf(holder: Holder | None, name: str) -> bool:
    field = holder.fields.get(name) if holder is not None else None
    return field is not None and is_plain(field) and isinstance(get_named_type(field.type), GraphQLScalarType)
