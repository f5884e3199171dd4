"""What a description promises of the order of rows, held against rows: equal ones, those without a value, case."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.inversions import inversions_without_case, is_by_code_points
from querious.answers.measures import DAY, ValueKind, measure
from querious.answers.pages import sorts
from querious.model import Severity
from querious.rest.relations.order_promises import speaks_of_order, stated_caseless, stated_nulls, stated_ties
from querious.rest.relations.row_members import members_of, named, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.openapi import RestOperation
    from querious.rest.relations.asked_orders import AskedOrder

_SURE: Final = 2
"""Pairs that a language may sort otherwise from which on it is a fault."""


class BrokenPromise(NamedTuple):
    """What rows show, the sentence that promises otherwise, and whether nothing else can be why."""

    shown: str
    sentence: str
    severity: Severity

    @property
    def message(self) -> str:
        """One line for a reader; what the description says is quoted, as other particulars are."""
        sentence = self.sentence.replace('"', "'")
        return f'{self.shown}, although the description says: "{sentence}"'


def broken_promises(
    rows: Sequence[dict[str, JSON]], order: AskedOrder, operation: RestOperation
) -> Iterator[BrokenPromise]:
    """What rows in an order break of what is said in words of equal rows, of rows without a value and of case.

    What is said of the parameter comes before what is said of the operation, and that before what is said of all.
    """
    said = [each.about for each in operation.parameters if each.where == "query" and sorts(each.name)]
    texts = (*(said if order.is_asked else ()), operation.about, operation.of_all)
    for judge in (_judge_nulls, _judge_ties, _judge_case):
        yield from judge(rows, order, texts)


def is_promising(operation: RestOperation) -> bool:
    """Whether anything may be said of order: only then more than one page is worth asking for."""
    said = [each.about for each in operation.parameters if each.where == "query" and sorts(each.name)]
    return any(map(speaks_of_order, (*said, operation.about, operation.of_all)))


def _judge_nulls(rows: Sequence[dict[str, JSON]], order: AskedOrder, texts: tuple[str, ...]) -> Iterator[BrokenPromise]:
    """A suspicion where it is not said that both directions are meant, and the rows were asked for downward."""
    stated = stated_nulls(texts, order.member.words)
    shown = [read(row, order.member.path) for row in rows]
    if stated is None or any(values is None or len(values) > 1 for values in shown) or not order.direction:
        return
    for before, after in pairwise(shown):
        one, other = (before, after) if stated.are_last else (after, before)
        if not one and other:
            where = "before" if stated.are_last else "after"
            what = f'{order.name} gives rows without {order.member.name} {where} one with "{other[0]}"'
            certain = stated.always or order.direction > 0
            yield BrokenPromise(what, stated.sentence, Severity.FAULT if certain else Severity.SUSPICION)
            return


def _judge_ties(rows: Sequence[dict[str, JSON]], order: AskedOrder, texts: tuple[str, ...]) -> Iterator[BrokenPromise]:
    """Rows that show the same whole number, day or text are equal; what shows a part of a second may hide more."""
    stated = stated_ties(texts, order.member.words, asked=order.is_asked) if order.is_only else None
    found = named(stated.member, members_of(rows)) if stated is not None else []
    if stated is None or len(found) != 1 or found[0].kind not in {ValueKind.NUMBER, ValueKind.MOMENT}:
        return
    path, kind = found[0].path, found[0].kind
    above, below = [], []
    for row, following in pairwise(rows):
        one, other = read(row, path), read(following, path)
        equal = read(row, order.member.path)
        if not one or not other or not equal or len(equal) > 1 or equal != read(following, order.member.path):
            continue
        first: Any = measure(one[0], kind)
        second: Any = measure(other[0], kind)
        if first > second:
            above.append((equal[0], one[0], other[0]))
        elif first < second:
            below.append((equal[0], one[0], other[0]))
    certain = all(map(_is_whole, order.member.values))
    if stated.direction:
        wrong = below if stated.direction < 0 else above
    else:  # the other way round may be meant as well, but not both
        wrong = above if below or order.direction > 0 else []
        certain = certain and bool(below)
    if wrong:
        value, one, other = wrong[0]
        name = ".".join(path)
        what = f'{order.name} puts {name} "{one}" before "{other}", where both have {order.member.name} "{value}"'
        yield BrokenPromise(what, stated.sentence, Severity.FAULT if certain else Severity.SUSPICION)


def _is_whole(value: JSON) -> bool:
    """Whether a value has no part that is not shown: a day, text, a number without a fraction."""
    if isinstance(value, str):
        return len(value) <= DAY or not isinstance(measure(value, ValueKind.MOMENT), datetime)
    number = measure(value, ValueKind.NUMBER)
    return isinstance(number, Decimal) and number == number.to_integral_value()


def _judge_case(rows: Sequence[dict[str, JSON]], order: AskedOrder, texts: tuple[str, ...]) -> Iterator[BrokenPromise]:
    member, direction = order.member, order.direction
    if member.kind is not ValueKind.TEXT or not direction or len(member.path) > 1:
        return
    sentence = stated_caseless(texts, member.words)
    values = [value for row in rows for value in read(row, member.path) or ()]
    wrong = inversions_without_case(values, direction) if sentence else []
    if wrong:
        what = f'{order.name} gives rows out of order: {member.name} "{wrong[0][0]}" comes before "{wrong[0][1]}"'
        certain = len(wrong) >= _SURE or is_by_code_points(values, direction)
        yield BrokenPromise(what, sentence, Severity.FAULT if certain else Severity.SUSPICION)
