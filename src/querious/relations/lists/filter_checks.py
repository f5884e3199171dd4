"""Whether lists that were asked with a filter hold what they must, by what their rows themselves say."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import Undefined

from querious.answers.pages import PageMember
from querious.model import Severity
from querious.model.arguments import canonical
from querious.relations.lists.conditions import BOUNDS, Operator
from querious.relations.lists.measures import DAY, ValueKind, folded, kind_of_values, measure
from querious.relations.lists.pages import given, without
from querious.relations.lists.rows import follow, lists
from querious.relations.relation import Mismatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model import JSON
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer, Row
    from querious.relations.relation import Trace
    from querious.relations.schema_types import SchemaTypes

_SURE: Final = 2
"""Rows that break a filter whose meaning is fixed, from which on it is a fault."""
_SHOWN: Final = 4


class Standing(Enum):
    """How a row stands to a filter, by what the row itself says."""

    MUST = auto()
    """It has to come, however one reads the filter."""
    MAY = auto()
    """It can come or not: the filter can be read in more than one way, or the row does not tell."""
    NOT = auto()
    """It must not come."""


class FilteredList(NamedTuple):
    """A list that a condition was asked of."""

    listed: ListAnswer
    condition: Condition
    value: JSON
    alone: bool = True
    """Whether no other condition was asked beside it."""

    @property
    def wanted(self) -> list[JSON]:
        """The values that were asked for."""
        return self.value if isinstance(self.value, list) else [self.value]

    def standing(self, row: Row, leaf: RowLeaf) -> Standing:
        """How a row stands to the filter, if it is about this leaf."""
        value = follow(row.shape, row.value, leaf.path)
        if value is Undefined:
            return Standing.MAY
        return _STANDINGS[self.condition.operator](value, self, leaf)


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
        may_not_come = {one.standing(row, leaf) for leaf in leaves} == {Standing.NOT}
        if may_not_come and not _is_below(row, one, others, leaves[0]):
            broken.append(row)
    if broken:
        yield _mismatch(one, "lets a row through", leaves[0], broken, plain)
    is_cut_off = len(one.listed.rows) >= len(plain.rows) and not one.listed.holds_all_rows()
    if not one.alone or is_cut_off:
        return
    here = set(one.listed.keys)
    lost = [row for row in plain.rows if row.key not in here and _must_come(row, one, leaves)]
    certain = len(leaves) == 1 and not leaves[0].identifies
    if lost and (certain or _finds_rows(one, others, leaves)):
        yield _mismatch(one, "leaves out a row", leaves[0], lost, plain)
    yield from _judge_total(one, plain)


def _must_come(row: Row, one: FilteredList, leaves: Sequence[RowLeaf]) -> bool:
    return any(one.standing(row, leaf) is Standing.MUST for leaf in leaves)


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


def _judge_total(one: FilteredList, plain: ListAnswer) -> Iterator[Mismatch]:
    """A total beside filtered rows is theirs, not that of all rows."""
    total, whole = one.listed.page_info.get(PageMember.TOTAL), plain.page_info.get(PageMember.TOTAL)
    length = len(one.listed.rows)
    if not isinstance(total, int) or total == length or length >= len(plain.rows):
        return
    if one.listed.page_info.get(PageMember.NEXT) is False or total == whole:
        name = ".".join(one.listed.field.list_type.total)
        message = f"{name} is {total} with a filter by which {length} rows come, and {whole} without it"
        coordinate = one.listed.field.coordinate
        yield Mismatch(coordinate, message, one.listed.path, _line(one, plain), step=one.listed.step)


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


def _standing_to_bound(value: JSON, one: FilteredList, _: RowLeaf) -> Standing:
    """The bound itself may be meant or not, and so may what rounding has brought near it.

    But not where the operator tells, and nothing is rounded.
    """
    operator = one.condition.operator
    kind = ValueKind.NUMBER if measure(value, ValueKind.MOMENT) is None else ValueKind.MOMENT
    here, bound = measure(value, kind), measure(one.value, kind)
    if here is None or bound is None:
        return Standing.MAY
    if operator in {Operator.MOST, Operator.BELOW}:
        here, bound = bound, here
    if isinstance(here, datetime) and isinstance(bound, datetime):
        slack = timedelta(days=1) if DAY in {len(str(one.value)), len(str(value))} else timedelta(seconds=1)
        apart = here - bound  # moments moved by the slack may lie before the year 1, or after 9999
        near = Standing.MAY if apart >= -slack else Standing.NOT
        return Standing.MUST if apart > slack else near
    if here != bound:
        return Standing.MUST if here > bound else Standing.NOT  # type: ignore[operator]  # both are numbers
    if one.condition.open or isinstance(value, float) or isinstance(one.value, float):
        return Standing.MAY
    return Standing.MUST if operator in {Operator.LEAST, Operator.MOST} else Standing.NOT


_MATCHES: Final[dict[Operator, Callable[[str, str], bool]]] = {
    Operator.CONTAINS: str.__contains__,
    Operator.STARTS: str.startswith,
    Operator.ENDS: str.endswith,
}


def _standing_to_text(value: JSON, one: FilteredList, _: RowLeaf) -> Standing:
    """Case and accents may count or not."""
    matches, part = _MATCHES[one.condition.operator], str(one.value)
    if not isinstance(value, str):
        return Standing.MAY
    if matches(value, part):
        return Standing.MUST
    return Standing.MAY if matches(folded(value), folded(part)) else Standing.NOT


def _standing_to_others(value: JSON, one: FilteredList, leaf: RowLeaf) -> Standing:
    """Where others are asked for, doubts speak for the row."""
    if any(_is_same(value, wanted) for wanted in one.wanted):
        return Standing.NOT
    if leaf.kind is ValueKind.NUMBER and any(_is_same_number(value, wanted) for wanted in one.wanted):
        return Standing.NOT
    return Standing.MAY if value is None or _is_like(value, one.value) else Standing.MUST


def _standing_to_equal(value: JSON, one: FilteredList, leaf: RowLeaf) -> Standing:
    """Where the operator is not exact, the same day may be meant, and texts that hold the value."""
    exact = one.condition.exact
    if value is not None and any(_is_same(value, wanted) for wanted in one.wanted):
        return Standing.MUST
    if any(_is_like(value, wanted, day=not exact) for wanted in one.wanted):
        return Standing.MAY
    may_be_part = isinstance(value, str) and leaf.kind is ValueKind.TEXT and not leaf.identifies and not exact
    holds = may_be_part and any(folded(str(wanted)) in folded(value) for wanted in one.wanted)
    return Standing.MAY if holds else Standing.NOT


_STANDINGS: Final[dict[Operator, Callable[[JSON, FilteredList, RowLeaf], Standing]]] = {
    **dict.fromkeys(BOUNDS, _standing_to_bound),
    **dict.fromkeys(_MATCHES, _standing_to_text),
    Operator.UNEQUAL: _standing_to_others,
    Operator.EQUAL: _standing_to_equal,
    Operator.AMONG: _standing_to_equal,
}


def _is_same(value: JSON, wanted: JSON) -> bool:
    """Whether nobody can take them for different."""
    return bool(value == wanted) or (value is not None and str(value) == str(wanted))


def _is_like(value: JSON, wanted: JSON, *, day: bool = False) -> bool:
    """Whether they may be taken for the same; ``day``: the same day may be meant."""
    if isinstance(value, bool) or isinstance(wanted, bool) or value is None:
        return value is wanted
    if folded(str(value)) == folded(str(wanted)) or _is_same_number(value, wanted):
        return True
    one, other = measure(value, ValueKind.MOMENT), measure(wanted, ValueKind.MOMENT)
    if not isinstance(one, datetime) or not isinstance(other, datetime):
        return False
    slack = timedelta(days=1) if day or len(wanted) == DAY else timedelta(seconds=1)
    return abs(one - other) <= slack


def _is_same_number(value: JSON, wanted: JSON) -> bool:
    number = measure(value, ValueKind.NUMBER)
    return number is not None and number == measure(wanted, ValueKind.NUMBER)


def _finds_rows(one: FilteredList, others: Sequence[FilteredList], leaves: Sequence[RowLeaf]) -> bool:
    """Whether the condition was seen to find rows by these leaves: else it may want other names of the objects."""
    same_condition = [other for other in others if other.condition.path == one.condition.path]
    return any(_must_come(row, other, leaves) for other in same_condition for row in other.listed.rows)


def _mismatch(one: FilteredList, does: str, leaf: RowLeaf, rows: list[Row], plain: ListAnswer) -> Mismatch:
    name = ".".join(leaf.path)
    wanted = f'{one.condition.operator} "{one.value}"'
    first = rows[0].read(leaf.path)
    message = f'the filter {one.condition.name} {does} whose {name} is "{first}" where {wanted} was asked for'
    lines = [f"{row.key[:60]}: {name} {row.read(leaf.path)!r}" for row in rows[:_SHOWN]]
    sure = one.condition.exact and len(rows) >= _SURE and len(one.condition.leaves) == 1
    severity = Severity.FAULT if sure else Severity.SUSPICION
    listed = one.listed
    excerpt = "\n".join([_line(one, plain), *lines])
    return Mismatch(listed.field.coordinate, message, listed.path, excerpt, severity, listed.step)


def _line(one: FilteredList, plain: ListAnswer) -> str:
    without_it = f", {len(plain.rows)} without the filter" if plain.rows else ""
    return f"{canonical(list(one.listed.arguments.items()))} → {len(one.listed.rows)} rows{without_it}"
