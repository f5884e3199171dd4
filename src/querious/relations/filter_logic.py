"""Filters put together by ``not``, ``and`` and ``or``: they give what the filters that they are made of give.

What a filter means need not be known for that. The rows that ``not`` gives are those that the filter itself does not
give, ``and`` gives those that all of its parts give, and ``or`` those that at least one of them gives. A filter with
two members is asked by itself, and so is its negation: who negates each member alone loses rows.

A row that neither a filter nor its negation gives is a suspicion where it has no value to compare: that is neither true
nor false in SQL. A row that is not there without any filter says nothing: it may be hidden unless it is asked for.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLInputObjectType, get_named_type

from querious.answers.demands import Standing
from querious.model.arguments import canonical
from querious.relations.filters import leaves_to_judge, values_for
from querious.relations.lists.filtered_list import FilteredList
from querious.relations.lists.pages import given, without
from querious.relations.lists.rows import list_field, lists
from querious.relations.lists.sources import ask, ask_for_all_rows, lists_in_turn, longest_of
from querious.relations.relation import Mismatch, Relation, severity_of
from querious.relations.schema_types import is_list, once
from querious.text.display import plural
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from querious.model import JSON
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.rows import ListAnswer, ListField, Row
    from querious.relations.lists.sources import ListSource, Questions
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 1
_DEPTH: Final = 3
"""Input objects inside each other."""
_TRIED: Final = 12
"""Conditions of one filter of which two are chosen."""
_SHOWN: Final = 4
_NOT, _AND, _OR = "not", "and", "or"
_WORDS: Final[dict[tuple[str, ...], str]] = {("not",): _NOT, ("and",): _AND, ("or",): _OR}


class LogicalFilter(NamedTuple):
    """An input object that can hold others of its kind, put together."""

    path: NamePath
    """To the input object."""
    operators: tuple[tuple[str, str], ...]
    """The names of its members, with what they do."""
    lists: frozenset[str]
    """The members that take a list."""

    def named(self, operator: str) -> str:
        """The member that puts filters together in this way; empty if there is none."""
        return next((name for name, does in self.operators if does == operator), "")


class _Split(NamedTuple):
    """A condition with a value by which some rows come and others do not."""

    condition: Condition
    value: JSON
    standings: list[Standing]


@once
def logical_filters(types: SchemaTypes, coordinate: str) -> list[LogicalFilter]:
    """The filters of a field that gives rows in which others can be put together."""
    field = types.field(coordinate)
    return list(_logical_filters(field.args)) if field and list_field(types, coordinate).list_type.row else []


def _logical_filters(declared: Mapping[str, Any], above: NamePath = ()) -> Iterator[LogicalFilter]:
    for name, argument in declared.items():
        kind = get_named_type(argument.type)
        if not isinstance(kind, GraphQLInputObjectType) or words(name) in _WORDS:
            continue
        path = (*above, name)
        operators, taking_lists = [], set()
        for inner, field in kind.fields.items():
            does = _WORDS.get(words(inner), "")
            many = is_list(field.type)
            if get_named_type(field.type) is kind and (does == _NOT or (does and many)):
                operators.append((inner, does))
                taking_lists |= {inner} if many else set()
        if operators:
            yield LogicalFilter(path, tuple(operators), frozenset(taking_lists))
        if len(path) < _DEPTH:
            yield from _logical_filters(kind.fields, path)


def propose(observed: Observations) -> Iterator[Conversation]:
    """Every filter with two of its conditions, then with two others."""

    def parts(field: ListField) -> list[tuple[LogicalFilter, int]]:
        found = logical_filters(observed.types, field.coordinate)
        return [(one, turn) for turn in range(2) for one in found]

    return lists_in_turn(observed, _ROUTES, parts, _ask)


def _ask(types: SchemaTypes, source: ListSource, part: tuple[LogicalFilter, int]) -> Questions:
    """Rows without a filter, by two conditions alone, by both, and by what can be put together of them."""
    logical, turn = part
    known = [one for one in source.field.conditions if _is_inside(one, logical)]
    begin = turn * len(known) // 2
    conditions = (known[begin:] + known[:begin])[:_TRIED]
    leaves = leaves_to_judge(condition.leaves[0] for condition in conditions)
    size, found = yield from ask_for_all_rows(types, source, leaves)
    longest = longest_of(found)
    if longest is None:
        return False
    for inside in _put_together(logical, _chosen(conditions, longest)):
        yield ask(types, source, {**source.paging.of_size(size), logical.path: inside}, leaves)
    return True


def _is_inside(condition: Condition, logical: LogicalFilter) -> bool:
    depth = len(logical.path)
    return condition.path[:depth] == logical.path and len(condition.path) > depth and len(condition.leaves) == 1


def _chosen(conditions: Sequence[Condition], longest: ListAnswer) -> list[_Split]:
    """Two conditions that part the rows, each in its own way; one if no other does; none if none does."""
    splits = []
    for condition in conditions:
        for value in values_for(condition, longest, condition.leaves[0]):
            filtered = FilteredList(longest, condition, value)
            standings = [filtered.standing(row, condition.leaves[0]) for row in longest.rows]
            if {Standing.MUST, Standing.NOT} <= set(standings):
                splits.append(_Split(condition, value, standings))
    for one, other in combinations(splits, 2):
        ways = set(zip(one.standings, other.standings, strict=True))
        is_other_leaf = one.condition.leaves[0].path != other.condition.leaves[0].path
        if is_other_leaf and {(Standing.MUST, Standing.NOT), (Standing.NOT, Standing.MUST)} <= ways:
            return [one, other]
    return splits[:1]


def _put_together(logical: LogicalFilter, chosen: Sequence[_Split]) -> Iterator[dict[str, JSON]]:
    """Filters as the input object takes them, each after those that it is made of."""
    alone = [_object(logical, [one]) for one in chosen]
    both = [_object(logical, chosen)] if len(chosen) > 1 else []
    yield from (*alone, *both)
    negation = logical.named(_NOT)
    if negation:
        for inside in (*alone[:1], *both):
            yield {negation: [inside] if negation in logical.lists else inside}
    for operator in (_AND, _OR):
        name = logical.named(operator)
        if name and both:
            yield {name: alone}


def _object(logical: LogicalFilter, chosen: Iterable[_Split]) -> dict[str, JSON]:
    whole: dict[str, Any] = {}
    for one in chosen:
        *through, last = one.condition.path[len(logical.path) :]
        inside = whole
        for name in through:
            inside = inside.setdefault(name, {})
        inside[last] = one.value
    return whole


class _Answers(NamedTuple):
    """The lists that differ in one filter only, by what was asked for."""

    logical: LogicalFilter
    plain: ListAnswer
    by_filter: dict[str, ListAnswer]


def check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Every list by a filter that is put together, against those by its parts."""
    for answers in _grouped(trace, types):
        for listed in answers.by_filter.values():
            asked = given(listed.arguments, answers.logical.path)
            if not isinstance(asked, dict) or len(asked) != 1:
                continue
            name, inside = next(iter(asked.items()))
            operator = dict(answers.logical.operators).get(name, "")
            parts = _answers_to(inside if isinstance(inside, list) else [inside], answers)
            if operator == _NOT and len(parts) == 1:
                yield from _judge_negation(listed, parts[0], answers, name)
            elif operator == _AND and len(parts) > 1:
                yield from _judge_conjunction(listed, parts, answers, name)
            elif operator == _OR and len(parts) > 1:
                yield from _judge_disjunction(listed, parts, answers, name)


def _grouped(trace: Trace, types: SchemaTypes) -> Iterator[_Answers]:
    """Lists from their beginning whose rows tell which objects they are."""
    groups: dict[tuple[str, NamePath], _Answers] = {}
    plain: dict[tuple[str, NamePath], ListAnswer] = {}
    for listed in lists(trace, types):
        pages = listed.field.paging
        from_inside = any(given(listed.arguments, path) for path in (pages.after, pages.before, pages.offset))
        if from_inside or not all(row.identified for row in listed.rows):
            continue
        for logical in logical_filters(types, listed.field.coordinate):
            group = (f"{listed.owner} {without(listed.arguments, (*pages.paths, logical.path))}", logical.path)
            asked = given(listed.arguments, logical.path)
            if asked in (None, {}):
                plain.setdefault(group, listed)
            elif group in plain:
                answers = groups.setdefault(group, _Answers(logical, plain[group], {}))
                answers.by_filter.setdefault(_text(asked), listed)
    yield from groups.values()


def _text(asked: JSON) -> str:
    return canonical([("filter", asked)])


def _answers_to(filters: Sequence[JSON], answers: _Answers) -> list[ListAnswer]:
    """The lists by each of these filters; empty if one of them was not asked."""
    found = [answers.by_filter.get(_text(one)) for one in filters]
    known = [one for one in found if one is not None]
    return known if len(known) == len(found) else []


def _judge_negation(listed: ListAnswer, part: ListAnswer, answers: _Answers, name: str) -> Iterator[Mismatch]:
    """What a filter and its negation give has nothing in common, and is everything together."""
    both = [row for row in listed.rows if row.key in set(part.keys)]
    if both:
        what = f"gives {plural(len(both), 'row')} that the filter inside of it gives as well"
        yield _mismatch(listed, answers, name, what, both)
    elif listed.holds_all_rows() and part.holds_all_rows():
        here = {*listed.keys, *part.keys}
        lost = [row for row in answers.plain.rows if row.key not in here]
        if lost:
            what = f"leaves out {plural(len(lost), 'row')} that the filter inside of it does not give either"
            yield _mismatch(listed, answers, name, what, lost)


def _judge_conjunction(
    listed: ListAnswer, parts: Sequence[ListAnswer], answers: _Answers, name: str
) -> Iterator[Mismatch]:
    """It gives what each of its parts gives, and nothing else."""
    here = set(listed.keys)
    whole = [set(part.keys) for part in parts if part.holds_all_rows()]
    more = [row for row in listed.rows if not all(row.key in keys for keys in whole)]
    if more:
        yield _mismatch(
            listed, answers, name, f"gives {plural(len(more), 'row')} that one of its filters does not", more
        )
    in_all = set.intersection(*(set(part.keys) for part in parts))
    lost = [row for row in answers.plain.rows if row.key in in_all and row.key not in here]
    if lost and listed.holds_all_rows():
        what = f"leaves out {plural(len(lost), 'row')} that each of its filters gives"
        yield _mismatch(listed, answers, name, what, lost)


def _judge_disjunction(
    listed: ListAnswer, parts: Sequence[ListAnswer], answers: _Answers, name: str
) -> Iterator[Mismatch]:
    """It gives what at least one of its parts gives, and nothing else."""
    here = set(listed.keys)
    in_any = {key for part in parts for key in part.keys}
    more = [row for row in listed.rows if row.key not in in_any]
    if more and all(part.holds_all_rows() for part in parts):
        what = f"gives {plural(len(more), 'row')} that none of its filters gives"
        yield _mismatch(listed, answers, name, what, more)
    lost = [row for row in answers.plain.rows if row.key in in_any and row.key not in here]
    if lost and listed.holds_all_rows():
        what = f"leaves out {plural(len(lost), 'row')} that one of its filters gives"
        yield _mismatch(listed, answers, name, what, lost)


def _mismatch(listed: ListAnswer, answers: _Answers, name: str, what: str, rows: Sequence[Row]) -> Mismatch:
    path = answers.logical.path
    asked = given(listed.arguments, path)
    message = f"the filter {'.'.join((*path, name))} {what}"
    lines = [f"{canonical([(path[-1], asked)])} → {plural(len(listed.rows), 'row')}"]
    lines += [row.key[:60] for row in rows[:_SHOWN]]
    certain = any(_says_all(row, listed.field) for row in rows)
    coordinate, excerpt = listed.field.coordinate, "\n".join(lines)
    return Mismatch(coordinate, message, listed.path, excerpt, severity_of(certain=certain), listed.step)


def _says_all(row: Row, field: ListField) -> bool:
    """Whether a row has a value wherever a condition was asked about it."""
    paths = {leaf.path for condition in field.conditions for leaf in condition.leaves}
    said = [row.read(path) for path in paths if _was_asked(row, path)]
    return bool(said) and None not in said


def _was_asked(row: Row, path: NamePath) -> bool:
    names = {field.name for field in row.shape.fields.values()}
    return path[0] in names


RELATION: Final[Relation] = Relation(
    "filter-logic",
    "Filters put together by not, and, or give what the filters inside of them give",
    propose,
    check,
)
