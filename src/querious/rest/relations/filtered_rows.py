"""Lists that were asked with filters, each beside the same list without any."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.answers.demands import Standing
from querious.answers.pages import PageArgument, argument_of
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.row_conditions import RowCondition, conditions_of
from querious.rest.relations.row_members import members_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.relation import RestAnswer

_BEGINNINGS = {PageArgument.OFFSET: 0, PageArgument.NUMBER: 1}


class FilteredRows(NamedTuple):
    """The answer to a list with one or more filters."""

    answer: RestAnswer
    step: int
    """Its place in the trace."""
    rows: list[dict[str, JSON]]
    conditions: tuple[tuple[RowCondition, JSON], ...]
    """With what was asked of each."""

    @property
    def is_alone(self) -> bool:
        """Whether one filter was asked for and no other."""
        return len(self.conditions) == 1

    def must_come(self, row: dict[str, JSON]) -> bool:
        """Whether a row has to come, however one reads the filters."""
        return all(condition.standing(row, value) is Standing.MUST for condition, value in self.conditions)

    def broken(self, condition: RowCondition, value: JSON) -> list[dict[str, JSON]]:
        """The rows that must not have come."""
        return [row for row in self.rows if condition.standing(row, value) is Standing.NOT]


class FilteredGroup(NamedTuple):
    """One list in a trace, with and without filters."""

    plain: list[dict[str, JSON]]
    """Its rows without any; the longest that were shown. Empty if it was not asked."""
    answer: RestAnswer | None
    """That showed them."""
    filtered: list[FilteredRows]
    key: str
    """The member that tells rows apart; empty if there is none."""

    def keys(self, rows: Sequence[dict[str, JSON]]) -> set[str]:
        """Of rows, as texts."""
        return {str(row.get(self.key)) for row in rows}

    def alike(self, name: str) -> list[FilteredRows]:
        """Those that were asked for by one filter alone."""
        return [one for one in self.filtered if one.is_alone and one.conditions[0][0].name == name]


def groups_in(trace: Sequence[RestAnswer]) -> Iterator[FilteredGroup]:
    """Lists that differ in filters only."""
    by_list: dict[str, list[tuple[int, RestAnswer]]] = {}
    for step, answer in enumerate(trace):
        if answer.is_good and answer.operation is not None and rows_of(answer.payload) is not None and _begins(answer):
            above = [each for each in answer.call.arguments if each.where == "path"]
            by_list.setdefault(f"{answer.call.coordinate} {above}", []).append((step, answer))
    for answers in by_list.values():
        if any(answer.query for _, answer in answers):
            yield from _groups(answers)


def _groups(answers: Sequence[tuple[int, RestAnswer]]) -> Iterator[FilteredGroup]:
    operation = answers[0][1].operation
    longest = max(answers, key=lambda entry: len(rows_of(entry[1].payload) or ()))[1]
    every = [row for _, answer in answers for row in rows_of(answer.payload) or ()]
    known = conditions_of(operation, members_of(every)) if operation is not None else {}
    key = key_member(rows_of(longest.payload) or [])
    by_rest: dict[str, FilteredGroup] = {}
    for step, answer in answers:
        rows = rows_of(answer.payload) or []
        rest = str(sorted((name, str(value)) for name, value in answer.query.items() if name not in known))
        group = by_rest.setdefault(rest, FilteredGroup([], None, [], key))
        asked = tuple((known[name], value) for name, value in answer.query.items() if name in known)
        if asked:
            group.filtered.append(FilteredRows(answer, step, rows, asked))
        elif len(rows) > len(group.plain):
            by_rest[rest] = group._replace(plain=rows, answer=answer)
    yield from (group for group in by_rest.values() if group.filtered)


def _begins(answer: RestAnswer) -> bool:
    """Whether it shows the list from its beginning."""
    return all(_is_beginning(name, value) for name, value in answer.query.items())


def _is_beginning(name: str, value: JSON) -> bool:
    place = argument_of(name)
    if place in {PageArgument.OFFSET, PageArgument.NUMBER}:
        return value in (0, _BEGINNINGS[place])
    return place not in {PageArgument.AFTER, PageArgument.BEFORE} or _is_moment(value)


def _is_moment(value: JSON) -> bool:
    return isinstance(value, str) and value[:4].isdigit() and "-" in value
