"""Long lists: the arguments that turn pages, and the members of an answer that say whether there are more."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from graphql import GraphQLInt, GraphQLScalarType, get_named_type

from querious.answers.pages import ARGUMENTS, HOLDERS, LIKELY_ARGUMENTS, MEMBERS, PageArgument, PageMember, called
from querious.graphql.collections.forms import put
from querious.graphql.collections.inputs import Input, Path, covered
from querious.graphql.collections.schema_index import Holder, Hop, Hops, holder_of, leaf_names, plain_fields
from querious.model.defaults import default_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model.values import JSON

SIZE: Final = 50
"""Entries on a page; many services give no more."""
_SIZES: Final = (*ARGUMENTS[PageArgument.SIZE], *LIKELY_ARGUMENTS[PageArgument.SIZE])
_OFFSETS: Final = (*ARGUMENTS[PageArgument.OFFSET], *LIKELY_ARGUMENTS[PageArgument.OFFSET])
_AROUND: Final = frozenset(
    {"pagination", "paging", "page", "options", "input", "paginate", "pageInput", "query", "args"}
)


class Turning(Enum):
    """How pages are turned."""

    NOT = "all at once"
    SIZE = "a number of entries, and no way to the rest"
    CURSOR = "a cursor"
    OFFSET = "a number of entries to skip"
    PAGE = "the number of the page"


@dataclass(frozen=True, slots=True)
class Paging:
    """Where in the arguments the size and the place go, and where in the answer its end is told."""

    turning: Turning = Turning.NOT
    size: Path = ()
    place: Path = ()
    first_page: int | None = None
    """The number of the first page, or of the first entry; None: nobody says."""
    total: Hops = ()
    has_next: Hops = ()
    end: Hops = ()

    @property
    def told(self) -> tuple[Hops, ...]:
        """What has to be asked for besides the entries."""
        return self.total, self.has_next, self.end

    @property
    def spare(self) -> str:
        """The field that tells a number of entries, where the end of a list is told without it; otherwise empty."""
        return self.total[-1].name if self.total and self.has_next else ""

    @property
    def is_unsure(self) -> bool:
        """Whether nobody says what the first page is called."""
        return self.turning is Turning.PAGE and self.first_page is None


@dataclass(frozen=True, slots=True)
class Pages:
    """How a service likes its pages, as far as it was learned. A size of None leaves it to the service."""

    size: int | None = SIZE
    first: int = 1
    """The number of the first page, where the schema does not say."""

    def start(self, paging: Paging) -> JSON:
        """The place of the first page; None where a cursor is still to be told."""
        if paging.turning is Turning.CURSOR:
            return None
        return self.first if paging.first_page is None else paging.first_page

    def arguments(self, paging: Paging, place: JSON) -> dict[str, Any]:
        """What is given for the page at a place."""
        arguments: dict[str, Any] = {}
        for path, value in ((paging.size, self.size), (paging.place, place)):
            if path and value is not None:
                put(arguments, path, value)
        return arguments


def paging_of(inputs: Sequence[Input], payload: Holder | None) -> Paging:
    """Read it from what a list can be given, and from the type around the entries if there is one."""
    size = _argument(inputs, _SIZES, numbers=True)
    cursor = _argument(inputs, ARGUMENTS[PageArgument.AFTER])
    offset = _argument(inputs, _OFFSETS, numbers=True)
    page = _argument(inputs, ARGUMENTS[PageArgument.NUMBER], numbers=True)
    total, has_next, end = (_told(payload, MEMBERS[one]) for one in (PageMember.TOTAL, PageMember.NEXT, PageMember.END))
    if cursor and end:
        return Paging(Turning.CURSOR, size, cursor, None, total, has_next, end)
    if offset and size:
        return Paging(Turning.OFFSET, size, offset, 0, total, has_next)
    if page:
        return Paging(Turning.PAGE, size, page, _first_page(inputs, page), total, has_next)
    return Paging(Turning.SIZE if size else Turning.NOT, size, (), None, total, has_next)


def takes_nothing_else(inputs: Sequence[Input], key: Path = ()) -> bool:
    """Whether all that must be given turns pages, or is the key."""
    paging = paging_of(inputs, None)
    return covered(inputs, (key, paging.size, paging.place, _argument(inputs, ARGUMENTS[PageArgument.AFTER])))


def _argument(inputs: Sequence[Input], names: tuple[str, ...], *, numbers: bool = False) -> Path:
    fitting: dict[str, Path] = {}
    for one in inputs:
        is_fitting = one.named is GraphQLInt if numbers else isinstance(one.named, GraphQLScalarType)
        if is_fitting and all(outer.name in _AROUND for outer in one.around):
            fitting.setdefault(one.name, one.path)
    return next((fitting[name] for name in called(names, fitting)), ())


def _first_page(inputs: Sequence[Input], page: Path) -> int | None:
    default = next(default_of(one.declared) for one in inputs if one.path == page)
    if isinstance(default, int):
        return default
    return 0 if page[-1].lower().endswith("index") else None


def _told(payload: Holder | None, names: tuple[str, ...]) -> Hops:
    """The path to the first member of these names: of the payload, or of what holds such members in it."""
    if payload is None:
        return ()
    fields = plain_fields(payload)
    for name in called(names, fields):
        if isinstance(get_named_type(fields[name].type), GraphQLScalarType):
            return (Hop(payload.name, name),)
    for name in called(HOLDERS, fields):
        inner = holder_of(fields[name].type)
        for leaf in called(names, leaf_names(inner)) if inner is not None else ():
            return Hop(payload.name, name), Hop(get_named_type(fields[name].type).name, leaf)
    return ()
