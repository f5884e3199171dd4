"""A filter on a member lets through the rows that show its value, and all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.pages import is_paging, is_size, sorts
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.text.words import same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation

_VALUES: Final = 3
"""Of one member."""


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    for kind in readable.parameters:
        name = kind.parameter.name
        member = _member(name, readable.rows)
        if not member or is_paging(name) or is_size(name) or sorts(name):
            continue
        values = dict.fromkeys(value for row in readable.rows if _is_plain(value := row.get(member)))
        for value in list(values)[:_VALUES] if len(values) > 1 else ():
            yield _ask(readable, name, value)


def _ask(readable: ReadableList, name: str, value: JSON) -> RestConversation:
    yield readable.call
    yield readable.with_query(**{name: value})


def _member(name: str, rows: Sequence[dict[str, JSON]]) -> str:
    """The member of the rows that a parameter is called after."""
    return next((member for row in rows[:1] for member in row if same(member) == same(name)), "")


def _is_plain(value: JSON) -> bool:
    return isinstance(value, str | int | float) and value != ""


def _shows(row: dict[str, JSON], member: str, value: JSON) -> bool:
    """Whether a row shows the value: the same, or a text that holds it, whatever its case."""
    shown = row.get(member)
    if isinstance(shown, list):
        return any(str(item).casefold() == str(value).casefold() for item in shown)
    return str(value).casefold() in str(shown).casefold() if isinstance(value, str) else shown == value


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step in range(1, len(trace)):
        whole, filtered = trace[step - 1], trace[step]
        if whole.call.coordinate == filtered.call.coordinate and whole.is_good and filtered.is_good:
            yield from _check_filter(whole, filtered, step)


def _check_filter(whole: RestAnswer, filtered: RestAnswer, step: int) -> Iterator[RestMismatch]:
    rows, found = rows_of(whole.payload) or [], rows_of(filtered.payload)
    added = [(name, value) for name, value in filtered.query.items() if name not in whole.query]
    if found is None or len(added) != 1:
        return
    name, value = added[0]
    member = _member(name, found or rows)
    if not member:
        return
    where = filtered.call.coordinate
    wrong = next((row for row in found if member in row and not _shows(row, member, value)), None)
    if wrong is not None:
        yield RestMismatch(where, f'{name} "{value}" lets through a row with {member} "{wrong.get(member)}"', step)
        return
    key = key_member(rows)
    if not key or len(found) >= len(rows):
        return
    present = {str(row.get(key)) for row in found}
    lost = next((row for row in rows if row.get(member) == value and str(row[key]) not in present), None)
    if lost is not None:
        yield RestMismatch(where, f'{name} "{value}" leaves out {key} "{lost[key]}", which shows that value', step)


FILTER = RestRelation("filter", "a filter lets through what shows its value, and nothing else", _propose, _check)
