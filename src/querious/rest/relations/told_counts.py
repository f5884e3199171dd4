"""Numbers that are told of a list elsewhere: ``/books/count``, or ``books: 12`` among statistics.

Also of the lists of one entry: ``bookCount`` of ``/authors/7``, or of ``/authors/7/statistics``, beside
``/authors/7/books`` and ``/books?authorId=7``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.identity import own_keys
from querious.answers.pages import is_paging
from querious.model import Severity
from querious.rest.cases.shown_values import resource_of
from querious.rest.relations.page_facts import asked_size, page_facts
from querious.rest.relations.readable_lists import rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.text.words import same, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.rest_call import RestCall
    from querious.rest.relations.page_facts import PageFacts
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation, WorkedRead

_COUNTING: Final = frozenset({"count", "total", "number", "num", "of", "all"})
_LISTS: Final = 6
"""That one answer may tell the numbers of."""
_ENTRIES: Final = 2
"""Others of which the same is asked."""
_ROUND: Final = 5


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    for call in readable.counts:
        yield _ask([readable.call], call)


def _probe(worked: WorkedRead) -> Iterator[RestConversation]:
    if rows_of(worked.answer.payload) is not None:
        return
    told = {resource for resource, _ in _numbers(worked.answer)}
    if "{" in worked.call.path:
        for call in (worked.call, *worked.elsewhere[:_ENTRIES]):
            lists = [listed for one in worked.lists if (listed := _list_of_entry(one, call)) is not None]
            counted = [listed for listed in lists if resource_of(listed.path) in told]
            if counted:
                yield _ask(counted[:_LISTS], call)
        return
    lists = [one.call for one in worked.lists if "{" not in one.call.path and resource_of(one.call.path) in told]
    if lists:
        yield _ask(lists[:_LISTS], worked.call)


def _list_of_entry(one: ReadableList, read: RestCall) -> RestCall | None:
    """The call of a list for the entry that a read is about: the list below it, or one that is filtered by it."""
    entry = _entry_path(read.path)
    above = tuple(each for each in read.arguments if each.where == "path")
    if one.call.path.startswith(f"{entry}/") and "{" not in one.call.path[len(entry) :]:
        beside = tuple(each for each in one.call.arguments if each.where != "path")
        return one.call._replace(arguments=(*above, *beside))
    named = [each.parameter.name for each in one.parameters if _names_entry(each.parameter.name, entry)]
    if "{" in one.call.path or len(above) != 1 or len(named) != 1:
        return None
    return one.with_more(**{named[0]: above[0].value})


def _entry_path(path: str) -> str:
    """The part of a path that leads to an entry: ``/authors/{id}`` of ``/authors/{id}/statistics``."""
    return path[: path.rindex("}") + 1]


def _names_entry(name: str, entry: str) -> bool:
    """Whether a parameter is called like the key of an entry: ``author`` or ``authorId`` for ``/authors/{id}``."""
    thing, key = resource_of(entry), entry.rpartition("{")[2][:-1]
    return same(name) in {thing, *own_keys(thing), f"{thing}{same(key)}"}


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
        if not answer.is_good or rows_of(answer.payload) is not None:
            continue
        for resource, number in _numbers(answer):
            for listed in trace:
                is_told_of = listed.is_good and resource_of(listed.call.path) == resource and _is_about(answer, listed)
                length = _length(listed) if is_told_of and listed is not answer else None
                if length is not None and length != number:
                    message = f'tells {number} where "{listed.call.path}" has {length}'
                    yield RestMismatch(answer.call.coordinate, message, step, Severity.SUSPICION)
                    return


def _is_about(answer: RestAnswer, listed: RestAnswer) -> bool:
    """Whether numbers in an answer may count the rows of a list: those of all, or those of the same entry."""
    if "{" not in answer.call.path:
        return "{" not in listed.call.path
    entry = _entry_path(answer.call.path)
    keys = [each for each in answer.call.arguments if each.where == "path"]
    if listed.call.path.startswith(f"{entry}/"):
        rest = listed.call.path[len(entry) :]
        return "{" not in rest and [each for each in listed.call.arguments if each.where == "path"] == keys
    narrowed = {name: value for name, value in listed.query.items() if _names_entry(name, entry)}
    return "{" not in listed.call.path and [str(each.value) for each in keys] == [*map(str, narrowed.values())]


def _length(listed: RestAnswer) -> int | None:
    """How many rows a list has; None where nobody can tell."""
    rows, facts = rows_of(listed.payload), page_facts(listed)
    if rows is None or facts.total is not None:
        return facts.total
    if _is_whole(listed, facts, len(rows)):
        return len(rows)
    is_cut = bool(facts.following) or facts.more is not None or len(rows) == asked_size(listed)
    return None if is_cut or asked_size(listed) is None else len(rows)


def _is_whole(listed: RestAnswer, facts: PageFacts, length: int) -> bool:
    """Whether the list of an entry has no pages, by its description; a round number may be cut all the same."""
    known = listed.operation.parameters if listed.operation is not None else None
    is_cut = bool(facts.following) or facts.more is not None or (length > 0 and length % _ROUND == 0)
    is_of_entry = "{" in listed.call.path
    return is_of_entry and known is not None and not is_cut and not any(is_paging(each.name) for each in known)


COUNTS = RestRelation("counts", "a number that is told of a list is the number of its rows", _propose, _check, _probe)
