"""Numbers that are told of a list elsewhere: ``/books/count``, or ``books: 12`` among statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.cases.shown_values import resource_of
from querious.rest.relations.page_facts import asked_size, page_facts
from querious.rest.relations.readable_lists import rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.rest_call import RestCall
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation, WorkedRead

_COUNTING: Final = frozenset({"count", "total", "number", "num", "of", "all"})
_LISTS: Final = 6
"""That one answer may tell the numbers of."""


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    for call in readable.counts:
        yield _ask([readable.call], call)


def _probe(worked: WorkedRead) -> Iterator[RestConversation]:
    if "{" in worked.call.path or rows_of(worked.answer.payload) is not None:
        return
    told = {resource for resource, _ in _numbers(worked.answer)}
    lists = [one.call for one in worked.lists if "{" not in one.call.path and resource_of(one.call.path) in told]
    if lists:
        yield _ask(lists[:_LISTS], worked.call)


def _ask(lists: Sequence[RestCall], call: RestCall) -> RestConversation:
    for listed in lists:
        _ = yield listed
    yield call


def _numbers(answer: RestAnswer) -> Iterator[tuple[str, int]]:
    """The numbers that an answer tells, with what they may count: by the path, or by the name of a member."""
    payload = answer.payload
    path = answer.call.path.rstrip("/")
    about = resource_of(path.rpartition("/")[0]) if path.rpartition("/")[2].strip("$") in {"count", "total"} else ""
    if isinstance(payload, int) and not isinstance(payload, bool) and about:
        yield about, payload
    for name, value in payload.items() if isinstance(payload, dict) else ():
        spoken = [word for word in words(name) if word not in _COUNTING]
        if isinstance(value, int) and not isinstance(value, bool):
            yield "".join(spoken) or about, value


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Suspicions: a number may count what whoever asks may not see, or be brought up now and then."""
    for step, answer in enumerate(trace):
        if not answer.is_good or "{" in answer.call.path or rows_of(answer.payload) is not None:
            continue
        for resource, number in _numbers(answer):
            for listed in trace:
                is_told_of = (
                    listed.is_good and "{" not in listed.call.path and resource_of(listed.call.path) == resource
                )
                length = _length(listed) if is_told_of and listed is not answer else None
                if length is not None and length != number:
                    message = f'tells {number} where "{listed.call.path}" has {length}'
                    yield RestMismatch(answer.call.coordinate, message, step, Severity.SUSPICION)
                    return


def _length(listed: RestAnswer) -> int | None:
    """How many rows a list has; None where nobody can tell."""
    rows, facts = rows_of(listed.payload), page_facts(listed)
    if rows is None or facts.total is not None:
        return facts.total
    is_cut = bool(facts.following) or facts.more is not None or len(rows) == asked_size(listed)
    return None if is_cut or asked_size(listed) is None else len(rows)


COUNTS = RestRelation("counts", "a number that is told of a list is the number of its rows", _propose, _check, _probe)
