"""Whether lists that were asked with a filter hold what they must, by what their rows themselves say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.demands import Standing
from querious.answers.filter_words import BOUNDS, Operator
from querious.answers.measures import ValueKind, kind_of_values
from querious.answers.pages import PageMember
from querious.model.arguments import canonical
from querious.relations.answers.comparison import quoted
from querious.relations.lists.filter_doubts import surely_leaves_out, surely_lets_through
from querious.relations.lists.filtered_list import FilteredList
from querious.relations.lists.pages import given, without
from querious.relations.lists.rows import lists
from querious.relations.relation import Mismatch, severity_of
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer, Row
    from querious.relations.relation import Trace
    from querious.relations.schema_types import SchemaTypes

_SHOWN: Final = 4


def check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Every list against the same list without the filter."""
    for plain, filtered in grouped(trace, types):
        for one in filtered:
            yield from _judge(one, plain, filtered)


def grouped(trace: Trace, types: SchemaTypes) -> Iterator[tuple[ListAnswer, list[FilteredList]]]:
    """Lists that differ in conditions only, once for each of these, with the longest that was asked without any.

    Where none was, that one has no rows.
    """
    plain: dict[str, ListAnswer] = {}
    filtered: dict[str, list[FilteredList]] = {}
    for listed in lists(trace, types):
        pages, known = listed.field.paging, listed.field.conditions
        if any(given(listed.arguments, path) for path in (pages.after, pages.before, pages.offset)):
            continue
        rest = without(listed.arguments, (*pages.paths, *(condition.path for condition in known)))
        group = f"{listed.owner} {rest}"
        asked = [condition for condition in known if given(listed.arguments, condition.path) is not None]
        for condition in asked:
            value = given(listed.arguments, condition.path)
            filtered.setdefault(group, []).append(FilteredList(listed, condition, value, len(asked) == 1))
        if not asked:
            plain[group] = max(plain.get(group, listed), listed, key=lambda one: len(one.rows))
    for group, several in filtered.items():
        nothing = several[0].listed._replace(rows=[], page_info={})
        yield plain.get(group, nothing), several


def _judge(one: FilteredList, plain: ListAnswer, others: Sequence[FilteredList]) -> Iterator[Mismatch]:
    leaves = _meant_leaves(one, plain)
    if not leaves or not all(_can_be_judged(one, plain, leaf) for leaf in leaves):
        return
    broken = []
    for row in one.listed.rows:
        if _must_not_come(row, one, leaves) and not _is_below(row, one, others, leaves[0]):
            broken.append(row)
    if broken:
        certain = surely_lets_through(one, broken, plain, others, leaves[0])
        yield _mismatch(one, "lets a row through", leaves[0], broken, plain, certain=certain)
    is_cut_off = len(one.listed.rows) >= len(plain.rows) and not one.listed.holds_all_rows()
    if not one.alone or is_cut_off:
        return
    here = set(one.listed.keys)
    lost = [row for row in plain.rows if row.key not in here and _must_come(row, one, leaves)]
    plain_value = len(leaves) == 1 and not leaves[0].identifies
    if lost and (plain_value or _finds_rows(one, others, leaves)):
        certain = surely_leaves_out(one, lost, broken, plain, others, leaves[0])
        yield _mismatch(one, "leaves out a row", leaves[0], lost, plain, certain=certain)
    yield from _judge_total(one, plain, leaves)


def _must_come(row: Row, one: FilteredList, leaves: Sequence[RowLeaf]) -> bool:
    return any(one.standing(row, leaf) is Standing.MUST for leaf in leaves)


def _must_not_come(row: Row, one: FilteredList, leaves: Sequence[RowLeaf]) -> bool:
    return {one.standing(row, leaf) for leaf in leaves} == {Standing.NOT}


def _is_below(row: Row, one: FilteredList, others: Sequence[FilteredList], leaf: RowLeaf) -> bool:
    """Whether a row may have come since what it names lies below what was asked for, in a tree.

    Not where it came under the name of another object, and rows of that one under the name of this row's: one of them
    may lie below the other and be found with it, not both.
    """
    if not leaf.tree or one.condition.operator not in {Operator.EQUAL, Operator.AMONG}:
        return False
    own = row.read(leaf.path)
    for other in others:
        comparable = other is not one and other.alone and one.alone and other.condition.path == one.condition.path
        if comparable and own in other.wanted and any(value in one.wanted for value in other.listed.read(leaf.path)):
            return False
    return True


def _judge_total(one: FilteredList, plain: ListAnswer, leaves: Sequence[RowLeaf]) -> Iterator[Mismatch]:
    """A total beside filtered rows is theirs, not that of all rows.

    That of all rows is certainly wrong where a row is among them that the filter keeps back; but not where the number
    of filtered rows is told beside it. Any other number may count rows that whoever asks may not see.
    """
    total, whole = one.listed.page_info.get(PageMember.TOTAL), plain.page_info.get(PageMember.TOTAL)
    length, list_type = len(one.listed.rows), one.listed.field.list_type
    if not isinstance(total, int) or total == length or length >= len(plain.rows):
        return
    if one.listed.page_info.get(PageMember.NEXT) is False or total == whole:
        here = set(one.listed.keys)
        kept_back = [row for row in plain.rows if row.key not in here and _must_not_come(row, one, leaves)]
        certain = total == whole and bool(kept_back) and not list_type.counts_filtered
        name = ".".join(list_type.total)
        message = f"{name} is {total} with a filter that gives {plural(length, 'row')}, and {whole} without it"
        severity = severity_of(certain=certain)
        coordinate = one.listed.field.coordinate
        yield Mismatch(coordinate, message, one.listed.path, _line(one, plain), severity, one.listed.step)


def _meant_leaves(one: FilteredList, plain: ListAnswer) -> list[RowLeaf]:
    """The leaf that the condition is about; where that had to be learned, those that show a value that was asked."""
    leaves = list(one.condition.leaves)
    if len(leaves) == 1:
        return leaves
    wanted = set(map(str, one.wanted))
    return [leaf for leaf in leaves if wanted.issubset(map(str, plain.read(leaf.path)))]


def _can_be_judged(one: FilteredList, plain: ListAnswer, leaf: RowLeaf) -> bool:
    """Whether values are of one kind, counted in the same unit, and rows say the same with and without the filter.

    Where they do not, the argument is no filter, or somebody writes.
    """
    rows = [*plain.rows, *one.listed.rows]
    said: dict[str, JSON] = {}
    if any(said.setdefault(row.key, row.read(leaf.path)) != row.read(leaf.path) for row in rows):
        return False
    if leaf.unit and len({str(row.read(leaf.unit)) for row in rows}) > 1:
        return False
    if one.condition.operator not in BOUNDS:
        return True
    bound = one.value
    if leaf.kind is ValueKind.NUMBER and not isinstance(bound, bool):
        bound = str(bound)  # a number may have been sent as such where rows write it as text
    kind = kind_of_values([*(row.read(leaf.path) for row in rows), bound], leaf.kind)
    return kind in {ValueKind.NUMBER, ValueKind.MOMENT}


def _finds_rows(one: FilteredList, others: Sequence[FilteredList], leaves: Sequence[RowLeaf]) -> bool:
    """Whether the condition was seen to find rows by these leaves: else it may want other names of the objects."""
    same_condition = [other for other in others if other.condition.path == one.condition.path]
    return any(_must_come(row, other, leaves) for other in same_condition for row in other.listed.rows)


def _mismatch(
    one: FilteredList, does: str, leaf: RowLeaf, rows: list[Row], plain: ListAnswer, *, certain: bool
) -> Mismatch:
    name = ".".join(leaf.path)
    wanted = f"{one.condition.operator} {quoted(one.value)}"
    first = quoted(rows[0].read(leaf.path))
    message = f"the filter {one.condition.name} {does} whose {name} is {first} where {wanted} was asked for"
    lines = [f"{row.key[:60]}: {name} {row.read(leaf.path)!r}" for row in rows[:_SHOWN]]
    listed = one.listed
    excerpt = "\n".join([_line(one, plain), *lines])
    return Mismatch(listed.field.coordinate, message, listed.path, excerpt, severity_of(certain=certain), listed.step)


def _line(one: FilteredList, plain: ListAnswer) -> str:
    without_it = f", {len(plain.rows)} without the filter" if plain.rows else ""
    return f"{canonical(list(one.listed.arguments.items()))} → {plural(len(one.listed.rows), 'row')}{without_it}"
