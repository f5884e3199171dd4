"""Whether lists that were asked with a filter hold what they must, by what their rows themselves say."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.pages import PageMember
from querious.model import Severity
from querious.model.arguments import canonical
from querious.relations.lists.conditions import BOUNDS, TEXTS, Operator
from querious.relations.lists.measures import DAY, ValueKind, folded, kind_of_values, measure
from querious.relations.lists.pages import given, without
from querious.relations.lists.rows import follow, lists
from querious.relations.relation import Mismatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer, Row
    from querious.relations.relation import Trace
    from querious.relations.schema_types import SchemaTypes

_SURE: Final = 2
"""Rows that break a filter whose meaning is fixed, from which on it is a fault."""
_SHOWN: Final = 4


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


def check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Every list against the same list without the filter."""
    for plain, filtered in grouped(trace, types):
        for one in filtered:
            yield from _judge(one, plain, filtered)


def grouped(trace: Trace, types: SchemaTypes) -> Iterator[tuple[ListAnswer | None, list[FilteredList]]]:
    """Lists that differ in conditions only, once for each of these, with the longest that was asked without any."""
    plain: dict[str, ListAnswer] = {}
    filtered: dict[str, list[FilteredList]] = {}
    for listed in lists(trace, types):
        pages, known = listed.field.paging, listed.field.conditions
        if any(given(listed.arguments, path) for path in (pages.after, pages.before, pages.offset)):
            continue
        rest = without(listed.arguments, (*pages.paths, *(condition.path for condition in known)))
        group = f"{listed.owner} {canonical(list(rest.items()))}"
        asked = [condition for condition in known if given(listed.arguments, condition.path) is not None]
        for condition in asked:
            value = given(listed.arguments, condition.path)
            filtered.setdefault(group, []).append(FilteredList(listed, condition, value, len(asked) == 1))
        if not asked and (group not in plain or len(listed.rows) > len(plain[group].rows)):
            plain[group] = listed
    for group, several in filtered.items():
        yield plain.get(group), several


def _judge(one: FilteredList, plain: ListAnswer | None, others: Sequence[FilteredList]) -> Iterator[Mismatch]:
    leaves = _meant_leaves(one, plain)
    if not leaves or not all(_can_be_judged(one, plain, leaf) for leaf in leaves):
        return
    broken = []
    for row in one.listed.rows:
        if all(satisfies(row, one, leaf) is False for leaf in leaves) and not _is_below(row, one, others, leaves[0]):
            broken.append(row)
    if broken:
        yield _mismatch(one, "lets a row through", leaves[0], broken, plain)
    if plain is None or not one.alone:
        return
    if len(one.listed.rows) >= len(plain.rows) and not one.listed.holds_all_rows():
        return  # it may have been cut off
    here = set(one.listed.keys)
    lost = []
    for row in plain.rows:
        if row.key not in here and any(_must_come(row, one, leaf) for leaf in leaves):
            lost.append(row)
    certain = len(leaves) == 1 and not leaves[0].identifies
    if lost and (certain or _finds_rows(one, others, leaves)):
        yield _mismatch(one, "leaves out a row", leaves[0], lost, plain)
    yield from _judge_total(one, plain)


def _is_below(row: Row, one: FilteredList, others: Sequence[FilteredList], leaf: RowLeaf) -> bool:
    """Whether a row may have come since what it names lies below what was asked for, in a tree.

    Not where it came under the name of another object, and rows of that one under the name of this row's: one of them
    may lie below the other and be found with it, not both.
    """
    if not leaf.tree or one.condition.operator not in {Operator.EQUAL, Operator.AMONG}:
        return False
    own = row.read(leaf.path)
    for other in others:
        if other is one or not other.alone or not one.alone or other.condition.path != one.condition.path:
            continue
        if own in other.wanted and any(value in one.wanted for value in other.listed.read(leaf.path)):
            return False
    return True


def _judge_total(one: FilteredList, plain: ListAnswer) -> Iterator[Mismatch]:
    """A total beside filtered rows is theirs, not that of all rows."""
    total, whole = one.listed.page_info.get(PageMember.TOTAL), plain.page_info.get(PageMember.TOTAL)
    length = len(one.listed.rows)
    if not isinstance(total, int) or total == length or length >= len(plain.rows):
        return
    if one.listed.page_info.get(PageMember.NEXT) is False or total == whole:
        name = ".".join(dict(one.listed.field.list_type.page_info)[PageMember.TOTAL])
        message = f"{name} is {total} with a filter by which {length} rows come, and {whole} without it"
        coordinate = one.listed.field.coordinate
        yield Mismatch(coordinate, message, one.listed.path, _line(one, plain), step=one.listed.step)


def _meant_leaves(one: FilteredList, plain: ListAnswer | None) -> list[RowLeaf]:
    """The leaf that the condition is about; where that had to be learned, those that show a value that was asked."""
    leaves = list(one.condition.leaves)
    if len(leaves) == 1:
        return leaves
    if plain is None:
        return []
    wanted = {str(value) for value in one.wanted}
    return [leaf for leaf in leaves if wanted <= {str(value) for value in plain.read(leaf.path)}]


def _can_be_judged(one: FilteredList, plain: ListAnswer | None, leaf: RowLeaf) -> bool:
    """Whether values are of one kind, counted in the same unit, and rows say the same with and without the filter.

    Where they do not, the argument is no filter, or somebody writes.
    """
    values, units = one.listed.read(leaf.path), one.listed.read(leaf.unit)
    if plain is not None:
        before = dict(zip(plain.keys, plain.read(leaf.path), strict=True))
        if any(before.get(row.key, value) != value for row, value in zip(one.listed.rows, values, strict=True)):
            return False
        values += plain.read(leaf.path)
        units += plain.read(leaf.unit)
    if leaf.unit and len(set(map(str, units))) > 1:
        return False
    if one.condition.operator not in BOUNDS:
        return True
    bound = one.value
    if leaf.kind is ValueKind.NUMBER and not isinstance(bound, bool):
        bound = str(bound)  # a number may have been sent as such where rows write it as text
    return kind_of_values([*values, bound], leaf.kind) in {ValueKind.NUMBER, ValueKind.MOMENT}


def satisfies(row: Row, one: FilteredList, leaf: RowLeaf) -> bool | None:
    """Whether a row may come; None if that cannot be told."""
    reached, value = follow(row.shape, row.value, leaf.path)
    if not reached:
        return None
    operator = one.condition.operator
    if operator in BOUNDS:
        return None if value is None else _is_within(value, one, lenient=True)
    if operator in TEXTS:
        return _matches(folded(value), folded(str(one.value)), operator) if isinstance(value, str) else None
    if operator is Operator.UNEQUAL:
        return not any(_surely_equal(value, wanted, leaf) for wanted in one.wanted)
    if any(_equal(value, wanted, day=not one.condition.exact) for wanted in one.wanted):
        return True
    if not isinstance(value, str) or one.condition.exact or leaf.kind is not ValueKind.TEXT or leaf.identifies:
        return False
    return any(folded(str(wanted)) in folded(value) for wanted in one.wanted)


def _must_come(row: Row, one: FilteredList, leaf: RowLeaf) -> bool:
    """Whether a row must come, however one reads the filter."""
    value = row.read(leaf.path)
    if value is None:
        return False
    operator = one.condition.operator
    if operator in BOUNDS:
        return _is_within(value, one, lenient=False)
    if operator in TEXTS:
        return isinstance(value, str) and _matches(value, str(one.value), operator)
    if operator is Operator.UNEQUAL:
        return not _equal(value, one.value)
    return any(value == wanted or str(value) == str(wanted) for wanted in one.wanted)


def _equal(value: JSON, wanted: JSON, *, day: bool = False) -> bool:
    """Whether they may be taken for the same; ``day``: the same day may be meant."""
    if isinstance(value, bool) or isinstance(wanted, bool) or value is None:
        return value is wanted
    if folded(str(value)) == folded(str(wanted)) or _same_number(value, wanted):
        return True
    one, other = measure(value, ValueKind.MOMENT), measure(wanted, ValueKind.MOMENT)
    if not isinstance(one, datetime) or not isinstance(other, datetime):
        return False
    slack = timedelta(days=1) if day or len(wanted) == DAY else timedelta(seconds=1)
    return abs(one - other) <= slack


def _surely_equal(value: JSON, wanted: JSON, leaf: RowLeaf) -> bool:
    """Whether nobody can take them for different: where others are asked for, doubts speak for the row."""
    if value == wanted or (value is not None and str(value) == str(wanted)):
        return True
    return leaf.kind is ValueKind.NUMBER and _same_number(value, wanted)


def _same_number(value: JSON, wanted: JSON) -> bool:
    number = measure(value, ValueKind.NUMBER)
    return number is not None and number == measure(wanted, ValueKind.NUMBER)


def _matches(value: str, part: str, operator: Operator) -> bool:
    if operator is Operator.STARTS:
        return value.startswith(part)
    return value.endswith(part) if operator is Operator.ENDS else part in value


def _is_within(value: JSON, one: FilteredList, *, lenient: bool) -> bool:
    """Whether a value lies within the bound.

    Lenient: the bound itself does too, and what rounding may have brought near it; but not where the operator says that
    it does not, and nothing is rounded.
    """
    operator = one.condition.operator
    kind = ValueKind.NUMBER if measure(value, ValueKind.MOMENT) is None else ValueKind.MOMENT
    here, bound = measure(value, kind), measure(one.value, kind)
    if here is None or bound is None:
        return lenient
    if operator in {Operator.MOST, Operator.BELOW}:
        here, bound = bound, here
    if isinstance(here, datetime) and isinstance(bound, datetime):
        slack = timedelta(days=1) if DAY in {len(str(one.value)), len(str(value))} else timedelta(seconds=1)
        apart = here - bound  # moments moved by the slack may lie before the year 1, or after 9999
        return apart >= -slack if lenient else apart > slack
    if here != bound:
        return here > bound  # type: ignore[operator]  # both are numbers
    if one.condition.open or isinstance(value, float) or isinstance(one.value, float):
        return lenient
    return operator in {Operator.LEAST, Operator.MOST}


def _finds_rows(one: FilteredList, others: Sequence[FilteredList], leaves: Sequence[RowLeaf]) -> bool:
    """Whether the condition was seen to find rows by these leaves: else it may want other names of the objects."""
    for other in others:
        if other.condition.path == one.condition.path:
            for row in other.listed.rows:
                if any(_must_come(row, other, leaf) for leaf in leaves):
                    return True
    return False


def _mismatch(one: FilteredList, does: str, leaf: RowLeaf, rows: list[Row], plain: ListAnswer | None) -> Mismatch:
    name = ".".join(leaf.path)
    wanted = f'{one.condition.operator} "{one.value}"'
    first = rows[0].read(leaf.path)
    message = f'the filter {one.condition.name} {does} whose {name} is "{first}" where {wanted} was asked for'
    lines = [_line(one, plain)]
    for row in rows[:_SHOWN]:
        lines.append(f"{row.key[:60]}: {name} {row.read(leaf.path)!r}")
    sure = one.condition.exact and len(rows) >= _SURE and len(one.condition.leaves) == 1
    severity = Severity.FAULT if sure else Severity.SUSPICION
    listed = one.listed
    return Mismatch(listed.field.coordinate, message, listed.path, "\n".join(lines), severity, listed.step)


def _line(one: FilteredList, plain: ListAnswer | None) -> str:
    without_it = "" if plain is None else f", {len(plain.rows)} without the filter"
    return f"{canonical(list(one.listed.arguments.items()))} → {len(one.listed.rows)} rows{without_it}"
