"""Two routes to the same rows: ``/suppliers/7/items`` and the rows of ``/items`` whose supplier is 7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Severity
from querious.rest.cases.shown_values import owner_of, resource_of
from querious.rest.relations.page_facts import asked_size, page_facts
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.rest.relations.row_look_ups import same_value
from querious.rest.relations.row_members import members_of, named, read
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    if readable.flat is not None:
        yield _ask(readable)


def _ask(readable: ReadableList) -> RestConversation:
    if readable.flat is not None:
        yield readable.flat
    yield readable.call


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, nested in enumerate(trace):
        for flat in trace:
            is_pair = "{" in nested.call.path and "{" not in flat.call.path and nested.is_good and flat.is_good
            if (
                is_pair
                and nested.is_good
                and flat.is_good
                and resource_of(flat.call.path) == resource_of(nested.call.path)
            ):
                yield from _compare(flat, nested, step)


def _compare(flat: RestAnswer, nested: RestAnswer, step: int) -> Iterator[RestMismatch]:
    every, own = rows_of(flat.payload) or [], rows_of(nested.payload)
    key = key_member(every)
    if own is None or not key or not all(key in row for row in own) or _are_others(every, own, key):
        return
    yield from _check_facts(every, own, key, nested, step)
    here = {str(row[key]) for row in own}
    facts = page_facts(nested)
    is_cut = bool(facts.following) or facts.more is True or len(own) == asked_size(nested)
    if is_cut or not here <= {str(row[key]) for row in every}:
        return
    lost = [row for row in _belonging(every, nested) if str(row[key]) not in here]
    if lost:
        message = f'the list below a parent lacks {key} "{lost[0][key]}", which names it in "{flat.call.path}"'
        yield RestMismatch(nested.call.coordinate, message, step, Severity.SUSPICION)


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


def _check_facts(
    every: Sequence[dict[str, JSON]], own: Sequence[dict[str, JSON]], key: str, nested: RestAnswer, step: int
) -> Iterator[RestMismatch]:
    """The same object says the same in both lists."""
    by_key = {str(row[key]): row for row in every}
    for row in own:
        other = by_key.get(str(row[key]), row)
        differ = _differing(row, other, key)
        if differ:
            values = f'"{other[differ[0]]}" in the list of all, "{row[differ[0]]}" below its parent'
            yield RestMismatch(nested.call.coordinate, f"{differ[0]} of one object differs: {values}", step)
            return


TWO_ROUTES = RestRelation(
    "two-routes", "a list below a parent has the rows that name this parent elsewhere", _propose, _check, steady=True
)
