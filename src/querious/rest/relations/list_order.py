"""Rows that are asked for in an order are in that order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from querious.answers.pages import sorts
from querious.rest.relations.readable_lists import rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.text.words import same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation

_DOWN: Final = re.compile(r"^-|[-_:., ](?:desc|descending)$|^(?:desc|descending)$", re.IGNORECASE)
_WAY: Final = re.compile(r"^[-+]|[-_:., ](?:asc|desc|ascending|descending)$", re.IGNORECASE)
_KEYS: Final = 8
"""Members by which one list is sorted."""
_FEWEST: Final = 3
"""Rows with different values below which an order says nothing."""
_READINGS: Final[tuple[Callable[[str], object], ...]] = (
    lambda text: text,
    str.casefold,
    lambda text: re.sub(r"[\W_]+", "", text.casefold()),
)
"""How services compare texts: by code points, without case, without signs."""


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    for kind in readable.parameters:
        name = kind.parameter.name
        if not sorts(name):
            continue
        offered = [value for value in kind.schema.merged.get("enum", ()) if isinstance(value, str)]
        guessed = [way + member for member in _members(readable.rows) for way in ("", "-")]
        pattern = re.compile(kind.schema.merged.get("pattern", ""))
        for value in (offered or [each for each in guessed if pattern.search(each)])[: 2 * _KEYS]:
            if _member(value, readable.rows):
                yield _ask(readable, name, value)


def _ask(readable: ReadableList, name: str, value: str) -> RestConversation:
    yield readable.with_query(**{name: value})


def _members(rows: Sequence[dict[str, JSON]]) -> list[str]:
    """Members that all rows have and that differ between them."""
    found = []
    for name, value in rows[0].items() if rows else ():
        values = {str(row.get(name)) for row in rows}
        if isinstance(value, str | int | float) and not isinstance(value, bool) and len(values) >= _FEWEST:
            found.append(name)
    return found[:_KEYS]


def _member(value: str, rows: Sequence[dict[str, JSON]]) -> str:
    bare = same(_WAY.sub("", value))
    return next((name for row in rows[:1] for name in row if same(name) == bare), "")


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, answer in enumerate(trace):
        rows = rows_of(answer.payload) if answer.is_good else None
        sorting = [(name, value) for name, value in answer.query.items() if sorts(name) and isinstance(value, str)]
        if not rows or len(sorting) != 1:
            continue
        name, value = sorting[0]
        member = _member(value, rows)
        shown = [row.get(member) for row in rows if member and row.get(member) is not None]
        if len(set(map(str, shown))) >= _FEWEST and not _is_sorted(shown, down=bool(_DOWN.search(value))):
            message = f'{name} "{value}" gives rows that are not in that order: {_broken(shown)}'
            yield RestMismatch(answer.call.coordinate, message, step)


def _is_sorted(values: Sequence[JSON], *, down: bool) -> bool:
    """In the order that is asked for, by one of the usual ways to compare."""
    if all(isinstance(value, str) for value in values):
        readings: list[list[Any]] = [[read(value) for value in values] for read in _READINGS]
    elif all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        readings = [list(values)]
    else:
        return True
    return any(reading == sorted(reading, reverse=down) for reading in readings)


def _broken(values: Sequence[JSON]) -> str:
    return ", ".join(f'"{value}"' for value in values[:4])


SORT = RestRelation("sort", "rows are in the order that was asked for", _propose, _check, alone=True)
