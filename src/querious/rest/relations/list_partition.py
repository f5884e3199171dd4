"""A parameter with documented choices parts a list: every row comes under one of them.

Only parameters that rows do not show: what rows show is for filters to judge. Suspicions, as a choice may be hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.answers.pages import is_paging, is_size, sorts
from querious.model import Severity
from querious.rest.relations.page_facts import asked_size, page_facts
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.rest.relations.row_conditions import conditions_of, is_representation
from querious.rest.relations.row_members import members_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.openapi import RestOperation
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation

_CHOICES: Final = 8


def _parting(operation: RestOperation, rows: Sequence[dict[str, JSON]]) -> dict[str, list[Any]]:
    """Parameters with choices that part a list, by name."""
    known = conditions_of(operation, members_of(rows))
    found = {}
    for each in operation.parameters:
        choices = each.keywords.get("enum") or ()
        is_other = is_paging(each.name) or is_size(each.name) or sorts(each.name) or is_representation(each.name)
        if each.where == "query" and 1 < len(choices) <= _CHOICES and not is_other and each.name not in known:
            found[each.name] = [choice for choice in choices if choice is not None]
    return found


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    for name, choices in _parting(readable.plan.operation, readable.rows).items():
        yield _ask(readable, name, choices)


def _ask(readable: ReadableList, name: str, choices: Sequence[JSON]) -> RestConversation:
    yield readable.call
    for choice in choices:
        yield readable.with_more(**{name: choice})


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for plain in trace:
        rows = rows_of(plain.payload) if plain.is_good and plain.operation is not None else None
        key = key_member(rows or [])
        parting = _parting(plain.operation, rows) if rows and key and plain.operation is not None else {}
        for name, choices in parting.items():
            answers = {
                str(one.query.get(name)): (step, one) for step, one in enumerate(trace) if _adds(one, plain, name)
            }
            if name not in plain.query and set(map(str, choices)) == answers.keys():
                yield from _compare(rows or [], key, name, list(answers.values()))


def _adds(answer: RestAnswer, plain: RestAnswer, name: str) -> bool:
    kept = tuple(each for each in answer.call.arguments if each.name != name)
    return name in answer.query and answer.is_good and plain.call == answer.call._replace(arguments=kept)


def _compare(
    rows: Sequence[dict[str, JSON]], key: str, name: str, answers: Sequence[tuple[int, RestAnswer]]
) -> Iterator[RestMismatch]:
    shown: set[str] = set()
    for _, answer in answers:
        here = rows_of(answer.payload) or []
        if page_facts(answer).more is True or len(here) == asked_size(answer) or len(here) >= len(rows):
            return
        shown |= {str(row.get(key)) for row in here}
    lost = [row for row in rows if str(row[key]) not in shown]
    step, last = answers[-1]
    if not shown:
        message = f"{name} shows no row under any of its documented values"
        yield RestMismatch(last.call.coordinate, message, step, Severity.SUSPICION)
    elif lost:
        message = f'{name} shows {key} "{lost[0][key]}" under none of its documented values'
        yield RestMismatch(last.call.coordinate, message, step, Severity.SUSPICION)


PARTITION = RestRelation("partition", "every row comes under one of the documented choices", _propose, _check)
