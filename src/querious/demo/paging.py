"""Pages of a list as Relay has them: first and after from the front, last and before from the back."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from querious.demo.globalid import opened
from querious.demo.refusal import bad_input

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST_PAGE: Final = 50
USUAL_PAGE: Final = 4
_CURSOR = re.compile(r"row:([0-9]{1,9})")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Edge(Generic[T]):
    """A row and where it stands."""

    cursor: str
    node: T


@dataclass(frozen=True, slots=True)
class PageInfo:
    """What there is beyond the page."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


@dataclass(frozen=True, slots=True)
class Connection(Generic[T]):
    """One page; ``total_count`` is of all rows."""

    edges: list[Edge[T]]
    page_info: PageInfo
    total_count: int

    @property
    def nodes(self) -> list[T]:
        """The rows without their cursors."""
        return [edge.node for edge in self.edges]


def page(
    rows: Sequence[T],
    first: int | None = None,
    after: str | None = None,
    last: int | None = None,
    before: str | None = None,
) -> Connection[T]:
    """One page of the rows, never longer than ``LARGEST_PAGE``; first and last together narrow one after the other."""
    if first is None and last is None:
        first = USUAL_PAGE
    start = 0 if after is None else min(position(after) + 1, len(rows))
    stop = len(rows) if before is None else min(position(before), len(rows))
    if first is not None:
        stop = min(stop, start + length("first", first))
    if last is not None:
        start = max(start, stop - length("last", last))
    edges = [Edge(cursor(row), rows[row]) for row in range(start, stop)]
    return Connection(
        edges,
        PageInfo(
            has_next_page=bool(edges) and stop < len(rows),
            has_previous_page=bool(edges) and start > 0,
            start_cursor=edges[0].cursor if edges else None,
            end_cursor=edges[-1].cursor if edges else None,
        ),
        len(rows),
    )


def cursor(row: int) -> str:
    """The opaque name of a position."""
    return base64.urlsafe_b64encode(f"row:{row}".encode()).decode()


def position(name: str) -> int:
    """The position that a cursor stands for; what ``cursor`` cannot have made is refused."""
    plain = _CURSOR.fullmatch(opened(name))
    if plain is None:
        raise bad_input("This is not a cursor of this API.")
    return int(plain[1])


def length(name: str, asked: int | None, usual: int = USUAL_PAGE) -> int:
    """How many rows are wanted, never more than ``LARGEST_PAGE``; null is as good as not given."""
    if asked is None:
        return usual
    if asked < 0:
        raise bad_input(f"{name} must not be negative.")
    return min(asked, LARGEST_PAGE)
