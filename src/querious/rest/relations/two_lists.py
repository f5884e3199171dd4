"""Two routes to the same rows: ``/suppliers/7/items`` and the rows of ``/items`` whose supplier is 7."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.pages import is_paging, is_size, sorts
from querious.model import Severity
from querious.rest.cases.shown_values import owner_of, resource_of
from querious.rest.relations.page_facts import asked_size, page_facts
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.rest.relations.row_groups import are_set_apart
from querious.rest.relations.row_look_ups import same_value
from querious.rest.relations.row_members import members_of, named, read
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation

_PARENTS: Final = 4
_SHOWN: Final = 4
"""Rows below parents that show what may set apart those that are missing."""


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    if readable.flat is not None:
        yield _ask(readable)


def _ask(readable: ReadableList) -> RestConversation:
    """The rows below several parents show what may set apart those that are missing."""
    if readable.flat is not None:
        yield readable.flat
    yield readable.call
    for parent in readable.elsewhere[:_PARENTS]:
        _ = yield parent


class _TwoLists(NamedTuple):
    """A list below a parent beside the list of all, and the rows that it lacks."""

    flat: RestAnswer
    nested: RestAnswer
    step: int
    """The place of the nested one in the trace."""
    key: str
    """The member that tells rows apart."""
    every: list[dict[str, JSON]]
    own: list[dict[str, JSON]]
    lost: list[dict[str, JSON]]
    is_of_parent: bool
    """Whether all rows below the parent name it: else they may stand there for another reason."""


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    pairs = list(_pairs(trace))
    for pair in pairs:
        yield from _check_facts(pair)
    lacking = [pair for pair in pairs if pair.lost]
    for pair in lacking:
        name = pair.key
        message = (
            f'the list below a parent lacks {name} "{pair.lost[0][name]}", which names it in "{pair.flat.call.path}"'
        )
        severity = Severity.SUSPICION if _may_be_chosen(lacking, pairs) else Severity.FAULT
        yield RestMismatch(pair.nested.call.coordinate, message, pair.step, severity)


def _pairs(trace: Sequence[RestAnswer]) -> Iterator[_TwoLists]:
    for step, nested in enumerate(trace):
        for flat in trace:
            is_pair = "{" in nested.call.path and "{" not in flat.call.path and nested.is_good and flat.is_good
            pair = None
            if is_pair and resource_of(flat.call.path) == resource_of(nested.call.path):
                pair = _two_lists(flat, nested, step)
            if pair is not None:
                yield pair


def _two_lists(flat: RestAnswer, nested: RestAnswer, step: int) -> _TwoLists | None:
    """Both lists; None where they may be of different things."""
    every, own = rows_of(flat.payload) or [], rows_of(nested.payload)
    key = key_member(every)
    if own is None or not key or not all(key in row for row in own) or _are_others(every, own, key):
        return None
    here = {str(row[key]) for row in own}
    facts = page_facts(nested)
    is_cut = bool(facts.following) or facts.more is True or len(own) == asked_size(nested)
    naming = _belonging(every, nested)
    lost = []
    if not is_cut and here <= {str(row[key]) for row in every}:
        lost = [row for row in naming if str(row[key]) not in here]
    return _TwoLists(flat, nested, step, key, every, own, lost, here <= {str(row[key]) for row in naming})


def _may_be_chosen(lacking: Sequence[_TwoLists], pairs: Sequence[_TwoLists]) -> bool:
    """Whether a design may explain that rows are not listed below their parents.

    A parameter may leave them out if nothing else is asked for, lists may end after so many rows, hold rows for another
    reason, or something that is visible may set them apart: those that are closed, archived, out of stock, older.
    """
    operation = lacking[0].nested.operation
    for parameter in operation.parameters if operation is not None else ():
        name = parameter.name
        chooses = not (is_paging(name) or is_size(name) or sorts(name))
        if parameter.where == "query" and chooses and "default" in parameter.keywords:
            return True
    longest = max(len(pair.own) for pair in pairs)
    if all(len(pair.own) == longest for pair in lacking) or not all(pair.is_of_parent for pair in lacking):
        return True
    by_key = {str(row[pair.key]): row for pair in lacking for row in pair.every}
    lost = [row for pair in lacking for row in pair.lost]
    shown = [by_key[str(row[pair.key])] for pair in pairs for row in pair.own if str(row[pair.key]) in by_key]
    return len(shown) < _SHOWN or are_set_apart(lost, shown)


def _belonging(rows: Sequence[dict[str, JSON]], nested: RestAnswer) -> list[dict[str, JSON]]:
    """The rows that name the parent of a nested list."""
    arguments = [each for each in nested.call.arguments if each.where == "path"]
    owner = owner_of(nested.call.path, arguments[-1].name) if arguments else ""
    naming = named(words(owner), members_of(rows)) if owner else []
    if len(naming) != 1:
        return []
    return [
        row for row in rows if [str(value) for value in read(row, naming[0].path) or ()] == [str(arguments[-1].value)]
    ]


def _differing(row: dict[str, JSON], other: dict[str, JSON], key: str) -> list[str]:
    return [name for name in row if name in other and name != key and not same_value(row[name], other[name])]


def _are_others(every: Sequence[dict[str, JSON]], own: Sequence[dict[str, JSON]], key: str) -> bool:
    """Whether most is different of rows with the same key: then keys count below each parent."""
    by_key = {str(row[key]): row for row in every}
    for row in own:
        other = by_key.get(str(row[key]), row)
        if len(_differing(row, other, key)) * 2 >= len(row.keys() & other.keys() - {key}) > 0:
            return True
    return False


def _check_facts(pair: _TwoLists) -> Iterator[RestMismatch]:
    """The same object says the same in both lists."""
    by_key = {str(row[pair.key]): row for row in pair.every}
    for row in pair.own:
        other = by_key.get(str(row[pair.key]), row)
        differ = _differing(row, other, pair.key)
        if differ:
            values = f'"{other[differ[0]]}" in the list of all, "{row[differ[0]]}" below its parent'
            message = f"{differ[0]} of one object differs: {values}"
            yield RestMismatch(pair.nested.call.coordinate, message, pair.step, member=differ[0])
            return


TWO_ROUTES = RestRelation(
    "two-routes", "a list below a parent has the rows that name this parent elsewhere", _propose, _check, steady=True
)
