"""Rows that are asked for in an order are in that order, and none is lost by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.inversions import are_by_digits, are_in_no_order, inversions_of, is_upside_down
from querious.answers.measures import ValueKind
from querious.answers.opaque_text import is_opaque
from querious.answers.pages import sorts
from querious.model import Severity
from querious.rest.relations.asked_orders import asked_order, orders_to_ask, usual_order
from querious.rest.relations.kept_promises import broken_promises, is_promising
from querious.rest.relations.list_pages import ask_large_pages
from querious.rest.relations.page_chains import paged_lists
from querious.rest.relations.page_facts import asked_size, page_facts
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.rest.relations.row_members import members_of, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.openapi import RestOperation
    from querious.rest.relations.asked_orders import AskedOrder
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation

_FEWEST: Final = 3
"""Rows with different values below which an order says nothing."""
_SURE: Final = 2
"""Pairs in the wrong order from which on it is a fault."""
_UNITS: Final = frozenset({"currency", "unit"})
_ORDERED: Final = frozenset({ValueKind.NUMBER, ValueKind.MOMENT, ValueKind.TEXT})
_PAGES: Final = 4
"""Of one order, where the description promises where rows stand."""
_FREE_TEXTS: Final = 6
"""Different texts from which on they are no ranks such as low, medium and high."""


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    operation, members = readable.plan.operation, members_of(readable.rows)
    pages = _PAGES if is_promising(operation) else 1
    if pages > 1 and usual_order({}, operation, members) is not None:
        yield _ask(readable, [{}], pages)
    for queries in orders_to_ask(operation, members):
        yield _ask(readable, queries, pages)


def _ask(readable: ReadableList, queries: Sequence[dict[str, JSON]], pages: int) -> RestConversation:
    """What is promised of rows without a value, and of equal ones, may show at the end of a list alone."""
    yield readable.call
    for query in queries:
        if pages > 1:
            yield from ask_large_pages(readable, query, pages)
        else:
            yield readable.with_more(**query)


class _SortedRows(NamedTuple):
    answer: RestAnswer
    step: int
    rows: list[dict[str, JSON]]
    order: AskedOrder

    @property
    def values(self) -> list[JSON]:
        """What the rows show, null where they show nothing."""
        shown = [read(row, self.order.member.path) for row in self.rows]
        return [value[0] if value else None for value in shown]

    @property
    def rest(self) -> str:
        """What else was asked for."""
        others = [each for each in self.answer.call.arguments if each.where != "query" or not sorts(each.name)]
        return f"{self.answer.call.coordinate} {sorted(map(str, others))}"


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    found = list(_sorted_lists(trace))
    told: set[str] = set()
    for one in found:
        opposite = [other for other in found if other.rest == one.rest and _are_opposite(one.order, other.order)]
        for mismatch in (*_judge_order(one, opposite), *_judge_promises(one), *_judge_rows(one, trace)):
            if mismatch.message not in told:
                told.add(mismatch.message)
                yield mismatch


def _sorted_lists(trace: Sequence[RestAnswer]) -> Iterator[_SortedRows]:
    """Each page, and pages joined: what no row of a page shows, those of another page may."""
    by_operation: dict[str, list[dict[str, JSON]]] = {}
    for answer in trace:
        rows = rows_of(answer.payload) if answer.is_good else None
        by_operation.setdefault(answer.call.coordinate, []).extend(rows or ())
    for paged in paged_lists(trace):
        first = paged.pages[0].answer
        if first.operation is None or not (any(map(sorts, first.query)) or is_promising(first.operation)):
            continue
        pages_alone = [[page] for page in paged.pages]
        for pages in (*pages_alone, *paged.chains()):
            rows = [row for page in pages for row in page.rows]
            order = _order_of(pages[0].answer, first.operation, rows, by_operation[first.call.coordinate])
            if order is not None:
                yield _SortedRows(pages[0].answer, pages[-1].step, rows, order)


def _order_of(
    answer: RestAnswer, operation: RestOperation, rows: Sequence[dict[str, JSON]], every: Sequence[dict[str, JSON]]
) -> AskedOrder | None:
    """By a member that these rows show, or other rows of the list."""
    read_order = asked_order if any(map(sorts, answer.query)) else usual_order
    for known in (rows, every):
        order = read_order(answer.query, operation, members_of(known)) if rows else None
        if order is not None:
            return order
    return None


def _are_opposite(one: AskedOrder, other: AskedOrder) -> bool:
    return one.member.path == other.member.path and one.direction * other.direction < 0


def _judge_order(one: _SortedRows, opposite: Sequence[_SortedRows]) -> Iterator[RestMismatch]:
    """A suspicion where rows may be sorted by what they do not show: a last name, a price before discounts.

    That cannot be so where rows come in the same order in both directions, in exactly the reverse of what was asked, or
    in the order of their digits; nor for numbers and moments of the row itself, unless but one pair is wrong.
    """
    member, direction = one.order.member, one.order.direction
    known = [value for value in one.values if value is not None]
    kind = member.kind
    if kind not in _ORDERED or kind is None or len(set(map(str, known))) < _FEWEST or _has_units(one.rows):
        return
    if kind is ValueKind.TEXT and (is_opaque(member.path[-1], list(map(str, known))) or member.is_categorical):
        return
    if not one.order.is_asked and kind is ValueKind.TEXT and len(set(known)) < _FREE_TEXTS:
        return
    ways = [direction] if direction else [1, -1]
    wrong = min((inversions_of(known, kind, way) for way in ways), key=len)
    if not wrong:
        yield from _judge_mixed(one, known)
        return
    own = kind is not ValueKind.TEXT and len(member.path) == 1 and direction != 0
    certain = len(wrong) >= _SURE and (own or is_upside_down(known, kind, direction))
    certain = certain or are_by_digits(known, kind, direction) or _ignores_direction(one, opposite)
    message = f'{one.order.name} gives rows out of order: {member.name} "{wrong[0][0]}" comes before "{wrong[0][1]}"'
    severity = Severity.FAULT if certain else Severity.SUSPICION
    yield RestMismatch(one.answer.call.coordinate, message, one.step, severity)


def _judge_mixed(one: _SortedRows, values: Sequence[JSON]) -> Iterator[RestMismatch]:
    """Text that is neither in the order of its code points nor in one in which case does not count."""
    if one.order.member.kind is not ValueKind.TEXT or not one.order.direction:
        return
    if are_in_no_order(values, one.order.direction):
        message = (
            f"{one.order.name} puts {one.order.member.name} in no order: case counts in some places, and not in others"
        )
        yield RestMismatch(one.answer.call.coordinate, message, one.step, Severity.SUSPICION)


def _judge_promises(one: _SortedRows) -> Iterator[RestMismatch]:
    operation = one.answer.operation
    for broken in broken_promises(one.rows, one.order, operation) if operation is not None else ():
        yield RestMismatch(one.answer.call.coordinate, broken.message, one.step, broken.severity)


def _has_units(rows: Sequence[dict[str, JSON]]) -> bool:
    """Whether numbers of the rows are told in different units, so that nobody can compare them."""
    units = [member for member in members_of(rows) if not _UNITS.isdisjoint(member.words)]
    return any(len(member.distinct()) > 1 for member in units)


def _ignores_direction(one: _SortedRows, opposite: Sequence[_SortedRows]) -> bool:
    """Whether rows with different values come in the same order in both directions."""
    return any(other.rows == one.rows for other in opposite)


def _judge_rows(one: _SortedRows, trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Sorting loses no rows. A suspicion where those without a value are lost: some databases sort what has one."""
    for plain in trace:
        others = sorted(str(each) for each in plain.call.arguments)
        if not plain.is_good or f"{plain.call.coordinate} {others}" != one.rest:
            continue
        rows = rows_of(plain.payload) or []
        key = key_member(rows)
        here = {str(row.get(key)) for row in one.rows}
        lost = [row for row in rows if str(row.get(key)) not in here]
        is_cut = (
            len(one.rows) >= len(rows) or page_facts(one.answer).more is True or len(one.rows) == asked_size(one.answer)
        )
        if not key or not lost or is_cut:
            continue
        has_value = any(read(row, one.order.member.path) for row in lost)
        message = f'{one.order.name} leaves out {key} "{lost[0][key]}", which the list shows without an order'
        severity = Severity.FAULT if has_value else Severity.SUSPICION
        yield RestMismatch(one.answer.call.coordinate, message, one.step, severity)
        return


SORT = RestRelation("sort", "rows are in the order that was asked for", _propose, _check, alone=True, of_lists=True)
