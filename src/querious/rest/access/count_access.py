"""Counts, totals and statistics do not tell of rows that whoever asks is not shown.

Two who are shown different rows are told the same number, which is that of neither: so it counts what they may not see.
Certain is what one more entry of the other proves. A number that is documented to be that of all is what it says.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.access.askers import asker, is_anonymous, is_list, of_same_call
from querious.rest.access.shown_content import own_key, pairs_of
from querious.rest.cases.shown_values import resource_of
from querious.rest.relations.page_facts import asked_size, page_facts
from querious.rest.relations.readable_lists import rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing
from querious.text.words import same, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.relation import RestAnswer

_COUNTING: Final = frozenset({"count", "total", "number", "num", "size", "amount", "of", "all"})
_OF_ALL: Final = re.compile(
    r"\b(?:all|every|everybody|everyone|overall|global\w*|whole|entire|system|platform)\b", re.IGNORECASE
)


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Whether the last answer counts rows that its list does not show to whoever asked."""
    if not trace or not trace[-1].is_good or is_anonymous(trace[-1]) or _is_documented(trace[-1]):
        return
    last = trace[-1]
    for other in of_same_call(last, trace[:-1]):
        for own, others in _pairs_of_lists(last, other, trace) if other.is_good and not is_anonymous(other) else ():
            mismatch = _mismatch(trace, other, own, others)
            if mismatch is not None:
                yield mismatch
                return


def _mismatch(
    trace: Sequence[RestAnswer], other: RestAnswer, own: RestAnswer, others: RestAnswer
) -> RestMismatch | None:
    """What the last answer counts beyond the lists of both."""
    last = trace[-1]
    is_proved = _has_risen(last, own, trace)
    first = next((one for one in trace if asker(one) == asker(last) and one.call == last.call), last)
    number = _leaked(first if is_proved else last, other, own, others)
    if number is None:
        return None
    name = "the list" if last.call == own.call else f'"{own.call.path}"'
    how = ", and counts what another has made since" if is_proved else ""
    told = f"tells `{asker(last)}` and `{asker(other)}` the same {number}"
    severity = Severity.FAULT if is_proved else Severity.SUSPICION
    message = f"{told}, more than {name} shows to either{how}"
    return RestMismatch(last.call.coordinate, message, len(trace) - 1, severity)


def _pairs_of_lists(
    last: RestAnswer, other: RestAnswer, trace: Sequence[RestAnswer]
) -> Iterator[tuple[RestAnswer, RestAnswer]]:
    """What the same list shows to each of the two."""
    for own in trace:
        if asker(own) != asker(last) or not is_list(own):
            continue
        for others in of_same_call(own, trace):
            if asker(others) == asker(other) and is_list(others):
                yield own, others


def _leaked(last: RestAnswer, other: RestAnswer, own: RestAnswer, others: RestAnswer) -> int | None:
    """A number that both are told, and that is not that of the rows of either, as each is shown some of their own."""
    keys = {own_key(pairs_of(row)) for row in rows_of(own.payload) or []}
    of_other = {own_key(pairs_of(row)) for row in rows_of(others.payload) or []}
    if "" in keys | of_other or not keys - of_other or not of_other - keys:
        return None
    told = {number for number in _numbers(last, own) if number >= len(keys | of_other)}
    same_told = told & _numbers(other, others) if last.call != own.call or is_whole_page(own) else set()
    return max(same_told, default=None)


def is_whole_page(answer: RestAnswer) -> bool:
    """Whether nothing says that there are more rows than the page shows, but for a total."""
    facts, size = page_facts(answer), asked_size(answer)
    return not facts.more and not facts.following and (size is None or len(rows_of(answer.payload) or []) < size)


def _has_risen(last: RestAnswer, listed: RestAnswer, trace: Sequence[RestAnswer]) -> bool:
    """Whether the number is one more since another has made an entry, and the list still shows the same rows."""
    for place, made in enumerate(trace):
        is_creation = made.call.method == "POST" and made.has_succeeded and asker(made) != asker(last)
        before = [one for one in trace[:place] if asker(one) == asker(last) and one.is_good]
        after = [one for one in trace[place:] if asker(one) == asker(last) and one.is_good]
        old = [number for one in before if one.call == last.call for number in _numbers(one, listed)]
        shown = [rows_of(one.payload) for one in (*before, *after) if one.call == listed.call]
        is_same = len(shown) > 1 and all(_keys(rows) == _keys(shown[0]) for rows in shown)
        if is_creation and is_same and any(number - 1 in old for number in _numbers(last, listed)):
            return True
    return False


def _keys(rows: list[dict[str, JSON]] | None) -> set[str]:
    return {own_key(pairs_of(row)) for row in rows or []}


def _numbers(answer: RestAnswer, listed: RestAnswer) -> set[int]:
    """What an answer tells of how many rows there are."""
    if answer.call == listed.call:
        total = page_facts(answer).total
        return {total} if total is not None else set()
    resource, payload = resource_of(listed.call.path), answer.payload
    is_beneath = _is_beneath(answer, listed)
    found = {payload} if isinstance(payload, int) and not isinstance(payload, bool) and is_beneath else set()
    for name, value in payload.items() if isinstance(payload, dict) else ():
        spoken = [word for word in words(name) if word not in _COUNTING]
        is_told = "".join(spoken) == same(resource) or (is_beneath and not spoken)
        if is_told and isinstance(value, int) and not isinstance(value, bool):
            found.add(value)
    return found


def _is_beneath(answer: RestAnswer, listed: RestAnswer) -> bool:
    """Whether it tells of the list as a whole, as ``/orders/count`` does; ``/orders/7/items`` is of something else."""
    beginning = f"{listed.call.path.rstrip('/')}/"
    rest = answer.call.path.removeprefix(beginning).strip("/")
    return answer.call.path.startswith(beginning) and "/" not in rest and rows_of(answer.payload) is None


def _is_documented(answer: RestAnswer) -> bool:
    """Whether the words of the operation speak of all that there is."""
    return answer.operation is not None and _OF_ALL.search(answer.operation.about) is not None


COUNT_ACCESS = RestRelation("count-access", "counts do not tell of what is not shown", nothing, _check)
