"""Whether lists that were asked with a filter hold what they must, by what their rows themselves say."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.pages import PageMember
from querious.model import Severity
from querious.model.arguments import canonical
from querious.relations.lists.conditions import BOUNDS, TEXTS, Operator, conditions
from querious.relations.lists.filter_values import read
from querious.relations.lists.measures import DAY, Kind, folded, kind_of_values, measure
from querious.relations.lists.pages import given, paging, whole, without
from querious.relations.lists.rows import follow, lists
from querious.relations.relation import Mismatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer, Row
    from querious.relations.relation import Trace
    from querious.relations.schema_types import SchemaTypes

_SURE: Final = 2
"""Rows that break a filter whose meaning is fixed, from which on it is a fault."""
_SHOWN: Final = 4


class Filtered(NamedTuple):
    """A list that a condition was asked of."""

    listed: ListAnswer
    condition: Condition
    value: JSON
    ways: PagingArguments
    alone: bool = True
    """Whether no other condition was asked beside it."""


def check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Every list against the same list without the filter."""
    for plain, filtered in grouped(trace, types):
        for one in filtered:
            yield from _judge(one, plain, filtered)


def grouped(trace: Trace, types: SchemaTypes) -> Iterator[tuple[ListAnswer | None, list[Filtered]]]:
    """Lists that differ in conditions only, once for each of these, with the longest that was asked without any."""
    plain: dict[str, ListAnswer] = {}
    filtered: dict[str, list[Filtered]] = {}
    understood: dict[str, tuple[PagingArguments, list[Condition]]] = {}
    for listed in lists(trace, types):
        if listed.coordinate not in understood:
            parent, _, name = listed.coordinate.partition(".")
            field = types.fields(parent)[name]
            understood[listed.coordinate] = (
                paging(types, field, listed.listing),
                conditions(types, field, listed.listing),
            )
        ways, known = understood[listed.coordinate]
        asked = [condition for condition in known if given(listed.arguments, condition.path) is not None]
        if any(given(listed.arguments, path) for path in (ways.after, ways.before, ways.offset) if path):
            continue
        rest = without(listed.arguments, (*ways.paths, *(condition.path for condition in known)))
        group = f"{listed.owner} {canonical(list(rest.items()))}"
        for condition in asked:
            one = Filtered(listed, condition, given(listed.arguments, condition.path), ways, len(asked) == 1)
            filtered.setdefault(group, []).append(one)
        if not asked and (group not in plain or len(listed.rows) > len(plain[group].rows)):
            plain[group] = listed
    for group, several in filtered.items():
        yield plain.get(group), several


def _judge(one: Filtered, plain: ListAnswer | None, others: Sequence[Filtered]) -> Iterator[Mismatch]:
    leaves = meant(one, plain)
    if not leaves or (plain is not None and any(_converts(one.listed, plain, leaf) for leaf in leaves)):
        return
    if not all(_comparable(one, plain, leaf) for leaf in leaves):
        return
    broken = [row for row in one.listed.rows if all(satisfies(row, one, leaf) is False for leaf in leaves)]
    if leaves[0].tree and one.condition.operator in {Operator.EQUAL, Operator.AMONG}:
        broken = [row for row in broken if _mutual(row, one, others, leaves[0])]
    if broken:
        yield _mismatch(one, "lets a row through", leaves[0], broken, plain)
    if plain is None or not one.alone or not _complete(one, plain):
        return
    here = set(one.listed.keys)
    lost = [row for row in plain.rows if row.key not in here and any(_clearly(row, one, leaf) for leaf in leaves)]
    if lost and ((len(leaves) == 1 and not leaves[0].identifies) or _works(one, others, leaves)):
        yield _mismatch(one, "keeps back a row", leaves[0], lost, plain)
    yield from _counted(one, plain)


def _mutual(row: Row, one: Filtered, others: Sequence[Filtered], leaf: RowLeaf) -> bool:
    """Whether a row came under the name of another object, and rows of that one under the name of this row's.

    One of them may lie below the other and be found with it; not both.
    """
    own = follow(row.shape, row.value, leaf.path)[1]
    return any(
        other.condition.path == one.condition.path
        and own in _wanted(other)
        and any(read_value in _wanted(one) for read_value in read(other.listed, leaf.path))
        for other in others
        if other is not one and other.alone and one.alone
    )


def _counted(one: Filtered, plain: ListAnswer) -> Iterator[Mismatch]:
    """A total beside filtered rows is theirs, not that of all rows."""
    total, length = one.listed.told.get(PageMember.TOTAL), len(one.listed.rows)
    ended = one.listed.told.get(PageMember.NEXT) is False or total == plain.told.get(PageMember.TOTAL)
    if isinstance(total, int) and total != length < len(plain.rows) and ended:
        name = ".".join(dict(one.listed.listing.told)[PageMember.TOTAL])
        unfiltered = plain.told.get(PageMember.TOTAL)
        message = f"{name} is {total} with a filter by which {length} rows come, and {unfiltered} without it"
        yield Mismatch(one.listed.coordinate, message, one.listed.path, _line(one, plain), step=one.listed.step)


def meant(one: Filtered, plain: ListAnswer | None) -> list[RowLeaf]:
    """The leaf that the condition is about; where that had to be learned, those that show a value that was asked."""
    leaves = list(one.condition.leaves)
    if len(leaves) == 1:
        return leaves
    wanted = {str(value) for value in _wanted(one)}
    return [leaf for leaf in leaves if plain is not None and wanted <= {str(value) for value in read(plain, leaf.path)}]


def _converts(listed: ListAnswer, plain: ListAnswer, leaf: RowLeaf) -> bool:
    """Whether rows change what they say with the argument: then it is no filter, or somebody writes."""
    before = dict(zip(plain.keys, read(plain, leaf.path), strict=True))
    now = zip(listed.keys, read(listed, leaf.path), strict=True)
    return any(before.get(key, value) != value for key, value in now)


def _comparable(one: Filtered, plain: ListAnswer | None, leaf: RowLeaf) -> bool:
    """Whether all values are of one kind, and counted in the same unit."""
    several = [one.listed] if plain is None else [one.listed, plain]
    if leaf.beside and len({str(unit) for listed in several for unit in read(listed, leaf.beside)}) > 1:
        return False
    if one.condition.operator not in BOUNDS:
        return True
    values = [value for listed in several for value in read(listed, leaf.path)]
    return kind_of_values([*values, _known(one.value, leaf)], leaf.kind) in {Kind.NUMBER, Kind.MOMENT}


def _known(value: JSON, leaf: RowLeaf) -> JSON:
    """A number may have been sent as such where rows write it as text."""
    return str(value) if leaf.kind is Kind.NUMBER and not isinstance(value, bool) else value


def satisfies(row: Row, one: Filtered, leaf: RowLeaf) -> bool | None:
    """Whether a row may come; None if that cannot be told."""
    reached, value = follow(row.shape, row.value, leaf.path)
    if not reached:
        return None
    operator = one.condition.operator
    if operator in BOUNDS:
        return None if value is None else _within(value, one, lenient=True)
    if operator in TEXTS:
        return None if not isinstance(value, str) else _holds(folded(value), folded(str(one.value)), operator)
    if operator is Operator.UNEQUAL:
        return not any(_surely_equal(value, item, leaf) for item in _wanted(one))
    same = any(_equal(value, item, day=not one.condition.symbol) for item in _wanted(one))
    loose = isinstance(value, str) and not one.condition.symbol and leaf.kind is Kind.TEXT and not leaf.identifies
    return same or (loose and any(folded(str(item)) in folded(value) for item in _wanted(one)))


def _wanted(one: Filtered) -> list[JSON]:
    return one.value if isinstance(one.value, list) else [one.value]


def _clearly(row: Row, one: Filtered, leaf: RowLeaf) -> bool:
    """Whether a row must come, however one reads the filter."""
    reached, value = follow(row.shape, row.value, leaf.path)
    if not reached or value is None:
        return False
    operator = one.condition.operator
    if operator in BOUNDS:
        return _within(value, one, lenient=False)
    if operator in TEXTS:
        return isinstance(value, str) and _holds(value, str(one.value), operator)
    if operator is Operator.UNEQUAL:
        return not _equal(value, one.value)
    return any(value == item or str(value) == str(item) for item in _wanted(one))


def _equal(value: JSON, wanted: JSON, *, day: bool = False) -> bool:
    """Whether they may be taken for the same; ``day``: the same day may be meant."""
    if isinstance(value, bool) or isinstance(wanted, bool) or value is None:
        return value is wanted
    if folded(str(value)) == folded(str(wanted)):
        return True
    one, other = (measure(item, Kind.NUMBER) for item in (value, wanted))
    return (one is not None and one == other) or _same_moment(value, wanted, day=day)


def _surely_equal(value: JSON, wanted: JSON, leaf: RowLeaf) -> bool:
    """Whether nobody can take them for different: where others are asked for, doubts speak for the row."""
    if value == wanted or (value is not None and str(value) == str(wanted)):
        return True
    one, other = (measure(item, Kind.NUMBER) for item in (value, wanted))
    return leaf.kind is Kind.NUMBER and one is not None and one == other


def _same_moment(value: JSON, wanted: JSON, *, day: bool) -> bool:
    one, other = measure(value, Kind.MOMENT), measure(wanted, Kind.MOMENT)
    if not isinstance(one, datetime) or not isinstance(other, datetime):
        return False
    return abs(one - other) <= (timedelta(days=1) if day or len(wanted) == DAY else timedelta(seconds=1))


def _holds(value: str, part: str, operator: Operator) -> bool:
    if operator is Operator.STARTS:
        return value.startswith(part)
    return value.endswith(part) if operator is Operator.ENDS else part in value


def _within(value: JSON, one: Filtered, *, lenient: bool) -> bool:
    """Whether a value lies within the bound.

    Lenient: the bound itself does too, and what rounding may have brought near it; but not where the operator says that
    it does not, and nothing is rounded.
    """
    operator = one.condition.operator
    kind = Kind.MOMENT if measure(value, Kind.MOMENT) is not None else Kind.NUMBER
    here, bound = measure(value, kind), measure(one.value, kind)
    if here is None or bound is None:
        return lenient
    if operator in {Operator.MOST, Operator.BELOW}:
        here, bound = bound, here
    if isinstance(here, datetime) and isinstance(bound, datetime):
        slack = timedelta(days=1) if DAY in {len(str(one.value)), len(str(value))} else timedelta(seconds=1)
        apart = here - bound  # moments moved by the slack may lie before the year 1, or after 9999
        return apart >= -slack if lenient else apart > slack
    if here == bound:
        rounded = one.condition.open or isinstance(value, float) or isinstance(one.value, float)
        return lenient if rounded else operator in {Operator.LEAST, Operator.MOST}
    return here > bound  # type: ignore[operator]  # both are numbers


def _complete(one: Filtered, plain: ListAnswer) -> bool:
    """Whether the filtered list is all there is: shorter than one that came, it was not cut off."""
    return len(one.listed.rows) < len(plain.rows) or whole(one.listed, one.ways)


def _works(one: Filtered, others: Sequence[Filtered], leaves: Sequence[RowLeaf]) -> bool:
    """Whether the condition was seen to find rows by these leaves: else it may want other names of the objects."""
    return any(
        other.condition.path == one.condition.path
        and any(_clearly(row, other, leaf) for row in other.listed.rows for leaf in leaves)
        for other in others
    )


def _mismatch(one: Filtered, does: str, leaf: RowLeaf, rows: list[Row], plain: ListAnswer | None) -> Mismatch:
    name = ".".join(leaf.path)
    values = [follow(row.shape, row.value, leaf.path)[1] for row in rows]
    wanted = f'{one.condition.operator} "{one.value}"'
    message = f'the filter {one.condition.name} {does} whose {name} is "{values[0]}" where {wanted} was asked for'
    lines = [_line(one, plain)]
    lines += [f"{row.key[:60]}: {name} {value!r}" for row, value in zip(rows[:_SHOWN], values, strict=False)]
    sure = one.condition.symbol and len(rows) >= _SURE and len(one.condition.leaves) == 1
    severity = Severity.FAULT if sure else Severity.SUSPICION
    return Mismatch(one.listed.coordinate, message, one.listed.path, "\n".join(lines), severity, one.listed.step)


def _line(one: Filtered, plain: ListAnswer | None) -> str:
    without_it = "" if plain is None else f", {len(plain.rows)} without the filter"
    return f"{canonical(list(one.listed.arguments.items()))} → {len(one.listed.rows)} rows{without_it}"
