"""Lists come in the order that was asked for, and with the same rows in every order."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.inversions import are_by_digits, inversions_of, is_upside_down
from querious.answers.measures import ValueKind, kind_of_values
from querious.answers.opaque_text import is_opaque
from querious.answers.pages import PageMember
from querious.model import Severity
from querious.model.turns import in_turn
from querious.relations.answers.comparison import quoted
from querious.relations.filters import leaves_to_judge
from querious.relations.lists.noticed_lists import is_plain_order, is_sorted, notice_in_lists
from querious.relations.lists.pages import CAPS, given, is_round, without
from querious.relations.lists.rows import lists
from querious.relations.lists.second_keys import check_second_keys, propose_second_keys
from querious.relations.lists.sorted_pages import ask_sorted_pages, check_sorted_pages
from querious.relations.lists.sources import ask, ask_for_all_rows, lists_in_turn, sources
from querious.relations.relation import Mismatch, Relation, severity_of
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.orderings import Ordering
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer, ListField
    from querious.relations.lists.sources import ListSource, Questions
    from querious.relations.observations import Observations
    from querious.relations.relation import Contradiction, Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 2
_LEAVES: Final = 20
"""By which one list is sorted."""
_TOGETHER: Final = 3
"""Leaves of one conversation, which share the rows that were read first."""
_PAGED_LEAVES: Final = 4
"""By which the pages of one list are asked for in order."""
_SURE: Final = 2
"""Pairs in the wrong order from which on it is a fault."""
_DISTINCT: Final = 3
"""Values of which one order is no coincidence."""
_LONG: Final = 10
"""Rows of a list that may have been cut off at a round number."""
_SHOWN: Final = 12


class _SortedList(NamedTuple):
    listed: ListAnswer
    ordering: Ordering


def propose(observed: Observations) -> Iterator[Conversation]:
    """Every list on its best route first, by each leaf in both directions, the identifier last; in turn with pages."""
    by_one_key = lists_in_turn(observed, _ROUTES, _orderings_in_groups, _ask)
    return in_turn([by_one_key, _propose_pages(observed), propose_second_keys(observed)])


def _propose_pages(observed: Observations) -> Iterator[Conversation]:
    """Pages of every list that can be asked for in an order, by one leaf of each in turn: up, then down."""
    chosen: list[list[Conversation]] = []
    for source in sources(observed, 1):
        paging = source.paging
        if not (paging.after or paging.offset or paging.numbered):
            continue
        by_leaf: dict[NamePath, list[Ordering]] = {}
        for ordering in source.field.orderings:
            if ordering.direction and not ordering.leaf.identifies:
                by_leaf.setdefault(ordering.leaf.path, []).append(ordering)
        several = list(by_leaf.values())[:_PAGED_LEAVES]
        orders = [orderings[place % len(orderings)] for place, orderings in enumerate(several)]
        chosen.append([ask_sorted_pages(observed.types, source, ordering) for ordering in orders])
    return in_turn(chosen)


def _orderings_in_groups(field: ListField) -> list[list[list[Ordering]]]:
    """The orders by each leaf, a few leaves together; by their identifier rows often come anyway."""
    by_leaf: dict[NamePath, list[Ordering]] = {}
    for ordering in field.orderings:
        by_leaf.setdefault(ordering.leaf.path, []).append(ordering)
    leaves = sorted(by_leaf.values(), key=lambda several: several[0].leaf.identifies)[:_LEAVES]
    return [leaves[place : place + _TOGETHER] for place in range(0, len(leaves), _TOGETHER)]


def _ask(types: SchemaTypes, source: ListSource, several: Sequence[Sequence[Ordering]]) -> Questions:
    """Rows as they come, then by each leaf in both directions."""
    leaves = leaves_to_judge(orders[0].leaf for orders in several)
    size, found = yield from ask_for_all_rows(types, source, leaves)
    if not any(len(listed.rows) > 1 for listed in found):
        return False
    for orders in several:
        by_direction = {ordering.direction: ordering for ordering in reversed(orders)}
        for ordering in by_direction.values():
            yield ask(types, source, {**source.paging.of_size(size), **dict(ordering.changes)}, leaves)
    return True


def check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Every sorted list by itself, and against the same list as it comes unasked."""
    plain: dict[str, ListAnswer] = {}
    found: list[tuple[str, _SortedList]] = []
    for listed in lists(trace, types):
        about = listed.field.ordering_arguments
        group = f"{listed.owner} {without(listed.arguments, about)}"
        given_ones = {path for path in about if given(listed.arguments, path) is not None}
        if not given_ones:
            plain.setdefault(group, listed)
            continue
        known = [one for one in listed.field.orderings if one.is_asked(listed.arguments)]
        if len(known) == 1 and given_ones <= {path[:1] for path, _ in known[0].changes}:
            found.append((group, _SortedList(listed, known[0])))
    for group, one in found:
        opposite = [other for place, other in found if place == group and _are_opposite(one, other)]
        yield from _judge_order(one, opposite)
        if group in plain:
            yield from _judge_rows(one, plain[group])
    yield from check_second_keys(trace, types)
    for fault in check_sorted_pages(trace, types):
        shown = ", ".join(str(value)[:40] for value in fault.values[:_SHOWN])
        listed = fault.listed
        yield Mismatch(listed.field.coordinate, fault.message, listed.path, shown, fault.severity, listed.step)


def _are_opposite(one: _SortedList, other: _SortedList) -> bool:
    """Whether both are sorted by one leaf, in two directions."""
    same_leaf = one.ordering.leaf.path == other.ordering.leaf.path
    return same_leaf and one.ordering.direction * other.ordering.direction < 0


def _is_opaque(leaf: RowLeaf, known: Sequence[JSON]) -> bool:
    return getattr(leaf.type, "name", "") == "ID" or is_opaque(leaf.path[-1], list(map(str, known)))


def _judge_order(one: _SortedList, opposite: Sequence[_SortedList]) -> Iterator[Mismatch]:
    """A suspicion where rows may be sorted by something that they do not show: a last name, a price before discounts.

    That cannot be so where rows come in the same order in both directions, in exactly the reverse of what was asked, or
    in the order of their digits; nor for numbers and moments of the row itself, unless but one pair is wrong.
    """
    leaf, direction = one.ordering.leaf, one.ordering.direction
    values = one.listed.read(leaf.path)
    known = [value for value in values if value is not None]
    kind = kind_of_values(values, leaf.kind)
    has_units = leaf.unit and len(set(map(str, one.listed.read(leaf.unit)))) > 1
    if kind is None or has_units or (kind is ValueKind.TEXT and _is_opaque(leaf, known)):
        return
    name = ".".join(leaf.path)
    if kind in {ValueKind.CHOICE, ValueKind.FLAG}:
        yield from _judge_groups(one, values, name)
        return
    directions = [direction] if direction else [1, -1]
    inversions = min((inversions_of(known, kind, way) for way in directions), key=len)
    if inversions:
        what = {1: "in ascending order", -1: "in descending order", 0: "in order"}[direction]
        first, second = map(quoted, inversions[0])
        message = f"sorted by {one.ordering.name}, rows are not {what} of {name}: {first} comes before {second}"
        by_own_leaf = kind is not ValueKind.TEXT and leaf.exact and len(leaf.path) == 1 and direction != 0
        certain = len(inversions) >= _SURE and (by_own_leaf or is_upside_down(known, kind, direction))
        certain = certain or are_by_digits(known, kind, direction) or _ignores_direction(one, known, opposite)
        yield _mismatch(one, message, values, severity_of(certain=certain))
    elif _has_scattered_nulls(values) and one.listed.was_asked(leaf.path):
        # A suspicion: what is shown as null may be stored as an empty text or as zero.
        yield _mismatch(one, f"sorted by {one.ordering.name}, rows without a {name} stand in the middle", values)


def _ignores_direction(one: _SortedList, known: Sequence[JSON], opposite: Sequence[_SortedList]) -> bool:
    """Whether rows with different values come in the same order in both directions."""
    if len(set(map(str, known))) < _DISTINCT:
        return False
    return any(other.listed.keys == one.listed.keys for other in opposite)


def _judge_groups(one: _SortedList, values: Sequence[JSON], name: str) -> Iterator[Mismatch]:
    """Members of an enum have an order that nobody can see, but the same stand together.

    A suspicion: some members may count alike, such as all that are done.
    """
    groups = [value for value, _ in groupby(values)]
    if len(groups) > len(set(map(str, values))):
        twice = next(value for value in groups if groups.count(value) > 1)
        message = f'sorted by {one.ordering.name}, rows with the {name} "{twice}" do not stand together'
        yield _mismatch(one, message, values)


def _has_scattered_nulls(values: Sequence[JSON]) -> bool:
    """Whether nulls stand neither first nor last."""
    changes = sum((one is None) is not (other is None) for one, other in pairwise(values))
    return changes > 1


def _judge_rows(one: _SortedList, plain: ListAnswer) -> Iterator[Mismatch]:
    """Sorting neither loses rows nor brings others; where a list is cut off, other rows may stand at its beginning.

    Two full pages were cut if together they hold more, whatever they say of their end: that is told by itself.

    A suspicion where rows without a value are lost: some databases sort only what has one.
    """
    sorted_keys, plain_keys = set(one.listed.keys), set(plain.keys)
    length, plain_length = len(one.listed.rows), len(plain.rows)
    differ: set[str] = set()
    if not one.listed.field.paging.paths or (one.listed.holds_all_rows() and plain.holds_all_rows()):
        differ = sorted_keys ^ plain_keys
    elif length < plain_length:
        differ = plain_keys - sorted_keys
    size = given(plain.arguments, plain.field.paging.size)
    was_cut = length == plain_length and (length in CAPS or length == size) and bool(plain.field.paging.paths)
    if differ and not was_cut:
        what = "other rows" if length == plain_length else "not the same rows"
        message = f"sorted by {one.ordering.name}, it gives {plural(length, 'row')}, unsorted {plain_length}: {what}"
        differing = [row for row in (*plain.rows, *one.listed.rows) if row.key in differ]
        has_value = any(row.read(one.ordering.leaf.path) is not None for row in differing)
        certain = has_value and _is_whole(one.listed) and _is_whole(plain)
        yield _mismatch(one, message, sorted(differ), severity_of(certain=certain))


def _is_whole(listed: ListAnswer) -> bool:
    """Whether a list is neither a page nor, where nothing is told of its end, cut off at a size that may be chosen."""
    identified = all(row.identified for row in listed.rows)
    may_be_cut = PageMember.NEXT not in listed.page_info and len(listed.rows) >= _LONG and is_round(len(listed.rows))
    return identified and listed.holds_all_rows() and not may_be_cut


def _mismatch(
    one: _SortedList, message: str, values: Sequence[JSON], severity: Severity = Severity.SUSPICION
) -> Mismatch:
    shown = ", ".join(str(value)[:40] for value in values[:_SHOWN])
    listed = one.listed
    return Mismatch(listed.field.coordinate, message, listed.path, shown, severity, listed.step)


def _notice(answer: QueryAnswer, observed: Observations) -> Iterator[Contradiction]:
    return notice_in_lists(check, answer, observed, is_plain_order)


RELATION: Final[Relation] = Relation(
    "sort",
    "Rows come in the order that was asked for, all of them",
    propose,
    check,
    notice=_notice,
    concerns=is_sorted,
)
