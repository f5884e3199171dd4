"""Aggregates: what the query type tells of a list as a whole is what the rows of this list say, under the same filter.

``patientCount(city:)`` and ``patients(city:)``; ``artistStatistics(filter:) { count averageFee }`` and
``artists(filter:)``. The two are asked with the same arguments, the list to its last page, first without any and then
with values that its rows show. Numbers that are told by nobody else are judged here: counts, sums, means, the least and
the largest of the rows, and counts by the members of an enum.

An aggregate may be worked out of other rows than those that whoever asks may see. So it is certain only where the
service itself shows that the rows are the same: where the number agrees with all rows, and not with some of them, or
where the count beside it agrees.
"""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLEnumType, get_named_type

from querious.answers.measures import ValueKind
from querious.answers.numbers.amounts import Amount, Column, Numbers, is_key
from querious.answers.numbers.number_names import extreme_of, is_mean, is_sum_of, is_total_count
from querious.answers.numbers.rules import Extreme, Length, Mean, Precision, Sum, agrees, dotted, expectation, plainly
from querious.model import Field
from querious.model.arguments import canonical
from querious.relations.answer_objects import answered_fields, shape_of
from querious.relations.counts import JoinedList, is_whole_number, join_pages, parts_of_group, read_pages
from querious.relations.filters import leaves_to_judge, values_for
from querious.relations.lists.list_types import list_type_of
from querious.relations.lists.pages import without
from querious.relations.lists.row_leaves import row_leaves
from querious.relations.lists.rows import list_field
from querious.relations.lists.sources import ListSource, arguments, ask_for_all_rows, longest_of
from querious.relations.lists.value_kinds import kind_of
from querious.relations.numbers.told_numbers import number_of, terms_of
from querious.relations.objects.given_objects import chooses_by_default
from querious.relations.relation import Mismatch, Relation, severity_of
from querious.relations.routes import query_at
from querious.relations.schema_types import is_leaf, is_list, nullable, once, type_name
from querious.text.display import plural
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.answers.numbers.amounts import TermPath
    from querious.answers.numbers.rules import ExpectedNumber, NumberRule
    from querious.model import JSON, Operation, Selection
    from querious.relations.answer_objects import AnsweredField
    from querious.relations.lists.list_types import NamePath
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_CONDITIONS: Final = 6
"""Arguments that are tried, each with two values at most."""
_LEAVES: Final = 12
_OFTEN: Final = 3
"""Choices of rows by which an extreme that is always wrong is no extreme of some of them only."""
_SHARE: Final = Decimal("0.1")
"""By how much a mean must be off that services may round or weigh as they like."""
_LARGEST_INT: Final = 2**31 - 1
"""Where an ``Int`` ends: a service that tells this for a larger sum has said all that it can."""
_COUNTING: Final = frozenset(("count", "total", "number", "num", "of"))
_HOLDING: Final = frozenset(("statistic", "stat", "summary", "aggregate", "all", "get", "overview"))
"""Words in the name of an aggregate that do not say what it is about."""


class AggregatedList(NamedTuple):
    """A field of the query type that tells of a list of the query type, and its arguments, which the list has too."""

    told: str
    listed: str
    shared: tuple[str, ...]


class _Told(NamedTuple):
    """What a field tells under some arguments, beside the rows under the same arguments."""

    field: AnsweredField
    pair: AggregatedList
    whole: JoinedList
    numbers: Numbers
    """Those that are told, with the columns of the rows."""
    count_agrees: bool
    """Whether the number of rows is among them, and is that of the rows, of which there are several."""


class _Comparison(NamedTuple):
    """A number that is told, and what the rows say that it must be."""

    told: _Told
    rule: NumberRule
    amount: Amount
    expected: ExpectedNumber


@once
def aggregated_lists(types: SchemaTypes, root: str) -> list[AggregatedList]:
    """The fields of the query type that tell of one list, by their names and their arguments."""
    found = []
    lists = [name for name in types.fields(root) if types.identifier(list_type_of(types, f"{root}.{name}").row)]
    for name, field in types.fields(root).items():
        about = set(words(name)) - _COUNTING - _HOLDING
        if name in lists or is_list(field.type) or chooses_by_default(field) or _selection(types, root, name) is None:
            continue
        fitting = []
        for listed in lists:
            other, row = types.fields(root)[listed], list_type_of(types, f"{root}.{listed}").row
            takes_all = all(one in other.args and other.args[one].type == kind.type for one, kind in field.args.items())
            if takes_all and about in (set(words(listed)), set(words(row))) and not chooses_by_default(other):
                fitting.append(listed)
        if len(fitting) == 1:
            found.append(AggregatedList(f"{root}.{name}", f"{root}.{fitting[0]}", tuple(field.args)))
    return found


def _selection(types: SchemaTypes, root: str, name: str) -> list[Selection] | None:
    """What asks for the numbers of an aggregate, nothing for one that is a number; None where it is no aggregate."""
    field = types.fields(root)[name]
    kind = type_name(field)
    if is_leaf(field):
        counts = kind == "Int" and not _COUNTING.isdisjoint(words(name))
        return [] if counts else None
    if types.identifier(kind) or types.possible(kind) != [kind]:
        return None
    numbers: list[Selection] = [Field(kind, leaf) for leaf in _number_leaves(types, kind)]
    groups = [one for one, field in types.plain(kind).items() if is_list(field.type) and not is_leaf(field)]
    for group in groups:
        held = type_name(types.plain(kind)[group])
        parts = parts_of_group(types, held)
        if parts is not None:
            numbers.append(Field(kind, group, children=[Field(held, parts[0]), Field(held, parts[1])]))
    return numbers or None


@once
def _number_leaves(types: SchemaTypes, typename: str) -> list[str]:
    """The leaves of a type that hold one number, and are no key."""
    identifier, found = types.identifier(typename), []
    for name, field in types.plain(typename).items():
        is_number = is_leaf(field) and kind_of(get_named_type(field.type)) is ValueKind.NUMBER
        if is_number and not is_list(field.type) and name != identifier and not is_key(name):
            found.append(name)
    return found[:_LEAVES]


def _propose(observed: Observations) -> Iterator[Conversation]:
    for pair in aggregated_lists(observed.types, observed.types.root):
        yield _compare(observed.types, pair)


def _compare(types: SchemaTypes, pair: AggregatedList) -> Conversation:
    """Under each choice of rows: the aggregate, all rows, and the aggregate again, so that what was written shows."""
    listed = list_field(types, pair.listed)
    known = [one for one in listed.conditions if one.path[0] in pair.shared]
    leaves = _leaves_of(types, listed.list_type.row)
    leaves += [path for path in leaves_to_judge(one.leaves[0] for one in known) if path not in leaves]
    _, found = yield from ask_for_all_rows(types, ListSource((), listed, ()), leaves)
    longest = longest_of(found)
    if longest is None:
        return
    choices: list[dict[NamePath, JSON]] = [{}]
    for condition in known[:_CONDITIONS]:
        choices += [{condition.path: value} for value in values_for(condition, longest, condition.leaves[0])]
    for choice in choices:
        told = _question(types, pair, choice)
        yield told
        given = tuple(arguments(listed.declared_arguments, (), choice))
        yield from read_pages(types, ListSource((), listed, given), leaves)
        yield told


def _leaves_of(types: SchemaTypes, row: str) -> list[NamePath]:
    """The numbers of a row, and the enums by which rows may be counted."""
    fields = types.plain(row)
    enums = [name for name, field in fields.items() if isinstance(nullable(field.type), GraphQLEnumType)]
    return [(name,) for name in (*_number_leaves(types, row), *enums)]


def _question(types: SchemaTypes, pair: AggregatedList, choice: dict[NamePath, JSON]) -> Operation:
    root, _, name = pair.told.partition(".")
    given = arguments(types.fields(root)[name].args, (), choice)
    field = Field(root, name, arguments=given, children=_selection(types, root, name) or [])
    return query_at(types, (), root, [field])


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    told = list(_told(trace, types))
    yield from _judge_order(told)
    yield from _judge_sums(told)
    compared: dict[str, list[_Comparison]] = {}
    for one in told:
        yield from _judge_groups(types, one)
        precision = Precision([other.numbers for other in told])
        for rule in _rules(types, one):
            expected = expectation(rule, one.numbers, precision)
            is_cut_off = (
                expected is not None and one.numbers.terms[rule.result].number == _LARGEST_INT < expected.number
            )
            if expected is not None and not is_cut_off:
                comparison = _Comparison(one, rule, one.numbers.terms[rule.result], expected)
                compared.setdefault(f"{one.pair.told} {dotted(rule.result)} {rule.meaning}", []).append(comparison)
    for several in compared.values():
        yield from _judge(several)


def _told(trace: Trace, types: SchemaTypes) -> Iterator[_Told]:
    """Every aggregate that was the same each time it was asked, with the whole list under the same arguments."""
    pairs = {pair.told: pair for pair in aggregated_lists(types, types.root)}
    wholes = {}
    for whole in join_pages(trace, types):
        chosen = without(whole.listed.arguments, whole.listed.field.paging.paths)
        wholes[f"{whole.listed.field.coordinate} {chosen}"] = whole
    answers: dict[str, list[AnsweredField]] = {}
    for field in answered_fields(trace):
        if field.clean and field.coordinate in pairs and field.owner.typename == types.root:
            answers.setdefault(f"{pairs[field.coordinate].listed} {without(field.arguments, ())}", []).append(field)
    for choice, same in answers.items():
        field = same[-1]
        if choice in wholes and all(one.value == field.value for one in same):
            yield _beside_rows(types, field, pairs[field.coordinate], wholes[choice])


def _beside_rows(types: SchemaTypes, field: AnsweredField, pair: AggregatedList, whole: JoinedList) -> _Told:
    name = pair.listed.partition(".")[2]
    terms: dict[TermPath, Amount] = {}
    if isinstance(field.value, dict):
        terms = terms_of(types, shape_of(field.shape, field.value), field.value)
    elif field.value is not None:
        number = number_of(field.shape, field.value)
        terms = {(field.shape.name,): Amount(number)} if number is not None else {}
    rows = list({row.key: row for page in whole.pages for row in page.listed.rows}.values())
    read = [terms_of(types, row.shape, row.value) for row in rows]
    paths = dict.fromkeys(path for row in read for path in row)
    columns = {Column(name, path): [row.get(path) for row in read] for path in paths}
    numbers = Numbers(terms, columns, {name: len(whole.keys)})
    things = _things(types, pair)
    counts = {amount.number for path, amount in terms.items() if is_total_count(path, things)}
    return _Told(field, pair, whole, numbers, counts == {Decimal(len(whole.keys))} and len(whole.keys) > 1)


def _things(types: SchemaTypes, pair: AggregatedList) -> frozenset[tuple[str, ...]]:
    """What the rows of the list are called."""
    return frozenset((words(pair.listed.partition(".")[2]), words(list_type_of(types, pair.listed).row)))


def _rules(types: SchemaTypes, told: _Told) -> Iterator[NumberRule]:
    """What names say of the numbers that are told."""
    name = told.pair.listed.partition(".")[2]
    things = _things(types, told.pair)
    for result in told.numbers.terms:
        if is_total_count(result, things):
            yield Length(result, name, named=True)
            continue
        for column in told.numbers.columns:
            direction = extreme_of(result, column)
            if direction:
                yield Extreme(result, column, direction, named=True)
            if is_mean(result, column):
                yield Mean(result, column, named=True)
            if is_sum_of(result, column):
                yield Sum(result, column, named=True)


def _judge(several: Sequence[_Comparison]) -> Iterator[Mismatch]:
    """One number under all arguments.

    Where it is right for all rows, it is worked out of these; then it is certainly wrong where it is not that of some
    of them. Else it may count rows that whoever asks may not see.
    """
    wrong = [one for one in several if not agrees(one.amount, one.expected)]
    if not wrong:
        return
    right = [one for one in several if one not in wrong and one.expected.telling]
    every: set[str] = set()
    for one in right:
        if not one.told.field.arguments:
            every.update(one.told.whole.keys)
    of_same_rows = [one for one in wrong if every.issuperset(one.told.whole.keys)]
    counted = [one for one in wrong if one.told.count_agrees]
    always = not right and len(counted) >= _OFTEN
    if isinstance(wrong[0].rule, Extreme):
        of_same_rows = [one for one in of_same_rows if one in counted]  # other rows may have the same extreme
    else:
        always = False  # a sum of some rows only is always another
    worst = max(of_same_rows or wrong, key=lambda one: abs(one.amount.number - one.expected.number))
    off = abs(worst.amount.number - worst.expected.number)
    weighed = isinstance(worst.rule, Mean) and off <= _SHARE * abs(worst.expected.number)
    listed, result = worst.told.pair.listed, dotted(worst.rule.result)
    message = f'{result} is {worst.amount}, but {worst.rule.meaning} is "{worst.expected.working}"'
    if isinstance(worst.rule, Length):
        rows = plural(len(worst.told.whole.keys), "row")
        message = f"{result} is {worst.amount}, but {listed} has {rows} under the same arguments"
    yield _mismatch(worst.told, message, certain=bool(of_same_rows or always) and not weighed)


def _judge_order(told: Sequence[_Told]) -> Iterator[Mismatch]:
    """The least is no more than the largest, and the mean lies between them: one answer shows it, whatever the rows."""
    for one in told:
        for column in one.numbers.columns:
            wrong = _out_of_order(one, column)
            if wrong is not None:
                yield wrong
                return


def _out_of_order(one: _Told, column: Column) -> Mismatch | None:
    terms = one.numbers.terms
    least = next((path for path in terms if extreme_of(path, column) < 0), None)
    most = next((path for path in terms if extreme_of(path, column) > 0), None)
    mean = next((path for path in terms if is_mean(path, column)), None)
    for low, high in ((least, most), (least, mean), (mean, most)):
        if low is None or high is None:
            continue
        slack = Precision([one.numbers]).half_step(low, high) if mean in {low, high} else Decimal(0)
        lower, upper = terms[low], terms[high]
        if lower.unit == upper.unit and lower.number > upper.number + 2 * slack:
            message = f"{dotted(low)} is {lower}, which is more than {dotted(high)}, {upper}"
            return _mismatch(one, message, certain=True)
    return None


def _judge_sums(told: Sequence[_Told]) -> Iterator[Mismatch]:
    """A sum is the mean times the count, of one answer too: where that count is known to be right."""
    for one in told:
        terms, rows = one.numbers.terms, Decimal(len(one.whole.keys))
        for column, amounts in one.numbers.columns.items():
            total = next((path for path in terms if is_sum_of(path, column)), None)
            mean = next((path for path in terms if is_mean(path, column)), None)
            if total is None or mean is None or None in amounts or not one.count_agrees:
                continue
            slack = Precision([one.numbers]).half_step(mean) * (rows + 1)
            expected = terms[mean].number * rows
            if terms[total].unit == terms[mean].unit and abs(terms[total].number - expected) > 2 * slack:
                message = f"{dotted(total)} is {terms[total]}, but {dotted(mean)} times {rows} is {plainly(expected)}"
                yield _mismatch(one, message, certain=True)
                return


def _judge_groups(types: SchemaTypes, told: _Told) -> Iterator[Mismatch]:
    """``byGenre { genre count }``, where one leaf of the rows holds this enum.

    A number is certainly wrong where those of other groups are right, and it does not count rows that whoever asks may
    not see; a group that is not there, where the number of
    all rows is right and a smaller group is told: not where only the largest are.
    """
    shape = shape_of(told.field.shape, told.field.value) if isinstance(told.field.value, dict) else None
    for field in shape.fields.values() if shape else ():
        groups = told.field.value.get(field.key)
        parts = parts_of_group(types, type_name(types.field(field.coordinate))) if isinstance(groups, list) else None
        leaves = row_leaves(types, list_type_of(types, told.pair.listed).row).only(parts[2]) if parts else []
        if parts is None or not leaves:
            continue
        counts: dict[str, int] = {}
        for group in groups:
            inner = shape_of(field, group)
            member, number = inner.plain_field(parts[0]), inner.plain_field(parts[1])
            if member is not None and number is not None and is_whole_number(group.get(number.key)):
                counts[str(group.get(member.key))] = group[number.key]
        rows = {row.key: row.read(leaves[0].path) for page in told.whole.pages for row in page.listed.rows}
        if None not in rows.values():
            yield from _judge_counts(told, field.name, counts, Counter(map(str, rows.values())))


def _judge_counts(told: _Told, name: str, counts: dict[str, int], rows: Counter[str]) -> Iterator[Mismatch]:
    listed = told.pair.listed
    right = [member for member, count in counts.items() if count == rows[member] and count]
    for member, count in counts.items():
        if count != rows[member]:
            message = f'{name} counts {count} for "{member}", but under the same arguments {listed} has {rows[member]}'
            yield _mismatch(told, message, certain=len(right) > 1 and (told.count_agrees or count < rows[member]))
            return
    for member, count in rows.items():
        if member not in counts:
            is_smaller_told = any(rows[other] < count for other in right)
            message = f'{name} has nothing for "{member}", but under the same arguments {listed} has {count} such rows'
            yield _mismatch(told, message, certain=told.count_agrees and is_smaller_told)
            return


def _mismatch(told: _Told, message: str, *, certain: bool) -> Mismatch:
    field = told.field
    excerpt = f"{canonical(list(field.arguments.items()))} → {told.whole.told}"
    return Mismatch(field.coordinate, message, field.path, excerpt, severity_of(certain=certain), field.step)


RELATION: Final[Relation] = Relation(
    "aggregates",
    "what is told of a list as a whole is what its rows say, under the same filter",
    _propose,
    _check,
)
