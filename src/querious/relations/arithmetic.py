"""Arithmetic: a total is the sum of its lines, a subtotal is quantity times price, a mean lies where its values do.

What is a rule is learned from the answers of the trace itself. Where names say that a number is the sum, the product,
the least, the largest or the mean of others, a few objects that bear it out are enough, and the others are wrong. Where
none does, that is a suspicion, unless other numbers contradict: lines whose subtotals are no products, while the total
is the sum of the products. Where no name says so, nearly all objects must bear a rule out: nine of ten, at least
``_OBJECTS`` of them with ``_VALUES`` different results, none of which would come about by chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLEnumType, GraphQLInt, get_named_type, is_leaf_type

from querious.answers.measures import ValueKind
from querious.answers.numbers.amounts import UNITS, is_key
from querious.answers.numbers.evidence import (
    BORNE_OUT,
    accounted_for,
    evidence_for,
    is_borne_out,
    is_broken_by_most,
    is_explained,
    is_modified,
    is_settled,
    lacks_one_row,
    may_be_rounded,
    may_hold_more,
)
from querious.answers.numbers.number_names import is_sum_of_lines, is_total
from querious.answers.numbers.rules import (
    Precision,
    Product,
    Sum,
    SumOfProducts,
    dotted,
    named_rules,
    plainly,
    unnamed_rules,
)
from querious.answers.pages import is_size
from querious.model import EnumValue, Field, Severity
from querious.model.shape import path_text
from querious.relations.answer_objects import instances
from querious.relations.lists.list_types import container_of, list_type_of, nested
from querious.relations.lists.value_kinds import kind_of
from querious.relations.numbers.told_numbers import numbers_of
from querious.relations.objects.covering_routes import covering_routes
from querious.relations.objects.given_objects import gives_all
from querious.relations.relation import Mismatch, Relation, ask_twice_if_broken, notice_alone
from querious.relations.routes import query_at
from querious.relations.schema_types import is_list, nullable, once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graphql import GraphQLInputType

    from querious.answers.numbers.amounts import Numbers, TermPath
    from querious.answers.numbers.evidence import ComparedNumber, RuleEvidence
    from querious.answers.numbers.rules import NumberRule
    from querious.model import Selection, Value
    from querious.relations.answer_objects import Instance, QueryAnswer
    from querious.relations.observations import Observations
    from querious.relations.relation import Arguments, Contradiction, Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 3
"""To the objects of one type."""
_LEAVES: Final = 20
"""Numbers that are asked of one object."""
_LISTS: Final = 4
_SIZES: Final = (3, 7)
"""Lengths with which a field is asked that takes one."""
_MEMBERS: Final = 3
"""Of an enum with which a field is asked."""
_LEVELS: Final = 2
_MOST_OBJECTS: Final = 300
"""Objects of one type that are looked at."""
_OBJECTS: Final = 8
"""Objects that must bear out a rule of which no name speaks."""
_VALUES: Final = 5
"""Different results among them."""
_SHARE: Final = 0.9
"""Of the objects that must bear it out."""


class _Case(NamedTuple):
    """An object with its numbers."""

    instance: Instance
    numbers: Numbers
    step: int


def _propose(observed: Observations) -> Iterator[Conversation]:
    """Types with lists of numbers first, then all others that have several numbers, on their best routes."""
    types = observed.types
    worth = [typename for typename in types.object_types if _all_numbers(types, typename)]
    for typename in sorted(worth, key=lambda typename: not _has_lists(types, _all_numbers(types, typename))):
        routes = covering_routes(observed, typename, _ROUTES)
        selections = _all_numbers(types, typename)
        operations = [query_at(types, route, typename, selections) for route in _with_variants(types, routes)]
        if operations:
            yield ask_twice_if_broken(operations, lambda trace: _check(trace, types))


@once
def _all_numbers(types: SchemaTypes, typename: str) -> list[Selection]:
    """What asks for all numbers of a type and of its lists; empty where there are not several."""
    found = _selection(types, typename, _LEVELS)
    return found if _numbers_in(types, found) > 1 else []


def _with_variants(types: SchemaTypes, routes: Sequence[Route]) -> Iterator[Route]:
    """The routes, and those whose last field is asked for another length or with other members: other numbers come."""
    for route in routes:
        yield route
        field = types.field(route[-1].coordinate) if route else None
        for name, argument in field.args.items() if field else ():
            for value in _other_values(name, nullable(argument.type)):
                given = tuple({**dict(route[-1].arguments), name: value}.items())
                yield (*route[:-1], route[-1]._replace(arguments=given))


def _other_values(argument: str, kind: GraphQLInputType) -> Sequence[Value]:
    if isinstance(kind, GraphQLEnumType):
        return [EnumValue(member) for member in list(kind.values)[:_MEMBERS]]
    return _SIZES if is_size(argument) and kind is GraphQLInt else ()


def _selection(types: SchemaTypes, typename: str, levels: int, *, lists: bool = True) -> list[Selection]:
    """The identifier and the numbers of an object, with those of its parts and of the rows of its lists."""
    identifier = types.identifier(typename)
    chosen: list[Selection] = [Field(typename, identifier)] if identifier else []
    found = 0
    for name, field in types.plain(typename).items():
        inner: list[Selection] = []
        kind = get_named_type(field.type)
        if name == identifier or is_key(name) or len(chosen) > _LEAVES:
            continue
        if is_leaf_type(kind):
            is_unit = not UNITS.isdisjoint(words(name)[-1:])
            if is_list(field.type) or not (is_unit or kind_of(kind) is ValueKind.NUMBER):
                continue
        else:
            inner = _below(types, f"{typename}.{name}", levels, lists=lists and found < _LISTS)
            found += bool(inner) and bool(list_type_of(types, f"{typename}.{name}").row)
            if not inner:
                continue
        chosen.append(Field(typename, name, children=inner))
    return chosen + _about_page(types, typename, {one.name for one in chosen if isinstance(one, Field)})


def _about_page(types: SchemaTypes, typename: str, known: set[str]) -> list[Selection]:
    """What a page tells of itself: whether its rows are all there are."""
    paths = [path for _, path in container_of(types, typename).page_info]
    return nested(types, typename, [path for path in paths if path[0] not in known])


def _below(types: SchemaTypes, coordinate: str, levels: int, *, lists: bool) -> list[Selection]:
    """The numbers of an object without identity, or of the rows of a list that shows all of them; else nothing."""
    list_type, kind = list_type_of(types, coordinate), type_name(types.field(coordinate))
    if list_type.row:
        if not lists or types.possible(list_type.row) != [list_type.row] or not gives_all(types, coordinate):
            return []
        rows = _selection(types, list_type.row, levels, lists=False)
        return list_type.select(types, rows) if _numbers_in(types, rows) else []
    if not levels or types.identifier(kind) or types.possible(kind) != [kind]:
        return []
    inner = _selection(types, kind, levels - 1, lists=False)
    return inner if _numbers_in(types, inner) else []


def _numbers_in(types: SchemaTypes, selections: Iterable[Selection]) -> int:
    """How many numbers a selection asks for."""
    count = 0
    for one in selections:
        if isinstance(one, Field):
            field = types.field(one.coordinate)
            is_number = field is not None and kind_of(get_named_type(field.type)) is ValueKind.NUMBER
            count += _numbers_in(types, one.children) if one.children else is_number
    return count


def _has_lists(types: SchemaTypes, selections: Iterable[Selection]) -> bool:
    return any(isinstance(one, Field) and list_type_of(types, one.coordinate).row for one in selections)


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Rules that names speak of, then those that nearly all objects keep."""
    known = _numbers_by_type(trace, types)
    told: dict[str, set[TermPath]] = {}
    yield from _judge_named(types, known, told)
    for typename, of_type in known.items():
        if len(of_type.cases) >= _OBJECTS:
            yield from _judge_unnamed(types, typename, of_type, told.get(typename, set()))


def _check_named(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Rules that names speak of: all that can be noticed in an answer that was asked for something else."""
    return _judge_named(types, _numbers_by_type(trace, types), {})


def _numbers_by_type(trace: Trace, types: SchemaTypes) -> dict[str, _TypeNumbers]:
    """The objects of a trace that have several numbers, each with other numbers."""
    by_type: dict[str, dict[str, _Case]] = {}
    for step, answer in enumerate(trace):
        for instance in instances(answer) if answer.clean else ():
            cases = by_type.setdefault(instance.typename, {})
            numbers = numbers_of(types, instance) if len(cases) < _MOST_OBJECTS else None
            if numbers is not None and len(numbers.terms) + len(numbers.columns) > 1:
                cases.setdefault(repr(numbers), _Case(instance, numbers, step))
    return {typename: _TypeNumbers(list(cases.values())) for typename, cases in by_type.items() if cases}


def _judge_named(
    types: SchemaTypes, known: dict[str, _TypeNumbers], told: dict[str, set[TermPath]]
) -> Iterator[Mismatch]:
    """``told`` takes up which numbers of a type have a rule by their names."""
    certain = {pair for of_type in known.values() for pair in of_type.multiplied()}
    for typename, of_type in known.items():
        yield from _judge_type(types, typename, of_type, certain, told.setdefault(typename, set()))


class _TypeNumbers:
    """All objects of a type, with what they say of the rules that names speak of."""

    def __init__(self, cases: list[_Case]) -> None:
        self.cases = cases
        objects = [case.numbers for case in cases]
        self.precision = Precision(objects)
        self.objects = objects
        self.named = [evidence_for(rule, objects, self.precision) for rule in named_rules(objects)]

    def multiplied(self) -> Iterator[tuple[TermPath, TermPath]]:
        """Quantities and prices whose products make up every total: what each row says of its own product must too."""
        for evidence in self.named:
            rule = evidence.rule
            totals = {one.amount.number for one in evidence.right}
            if isinstance(rule, SumOfProducts) and not evidence.wrong and len(totals) >= BORNE_OUT:
                yield rule.quantity.path, rule.price.path


def _judge_type(
    types: SchemaTypes,
    typename: str,
    numbers: _TypeNumbers,
    multiplied: set[tuple[TermPath, TermPath]],
    told: set[TermPath],
) -> Iterator[Mismatch]:
    """Every number is held against one rule at most: the one that is borne out best."""
    named = numbers.named
    for evidence in sorted(named, key=lambda one: (len(one.right) < BORNE_OUT, len(one.wrong))):
        place = evidence.rule.result
        if is_settled(evidence) and place not in told:
            told.add(place)
            accounted = accounted_for(evidence.rule, named)
            yield from _judge_borne_out(types, typename, evidence, numbers.cases, accounted)
    for evidence in named:
        place = evidence.rule.result
        if place not in told and _is_broken_always(types, typename, evidence, accounted_for(evidence.rule, named)):
            told.add(place)
            rule = evidence.rule
            certain = isinstance(rule, Product) and (rule.quantity, rule.price) in multiplied
            severity = Severity.FAULT if certain or lacks_one_row(evidence) else Severity.SUSPICION
            yield _mismatch(typename, evidence, numbers.cases, severity, "by its name it should be")


def _judge_borne_out(
    types: SchemaTypes,
    typename: str,
    evidence: RuleEvidence,
    cases: Sequence[_Case],
    accounted: frozenset[str],
) -> Iterator[Mismatch]:
    """Names say so and most objects bear it out: the others are wrong.

    It stays a suspicion where the type has discounts, taxes and the like, which may be why a total is not its sum, and
    where the numbers differ by little, which may be rounding by law or by custom.
    """
    wrong = [one for one in _without_own(types, typename, evidence) if not is_explained(one, accounted)]
    evidence = evidence._replace(wrong=wrong)
    if not is_borne_out(evidence):
        return
    certain = not is_modified(types.fields(typename), evidence.rule, accounted) and not all(map(may_be_rounded, wrong))
    severity = Severity.FAULT if certain else Severity.SUSPICION
    yield _mismatch(typename, evidence, cases, severity, "for most objects it is")


def _is_broken_always(types: SchemaTypes, typename: str, evidence: RuleEvidence, accounted: frozenset[str]) -> bool:
    """Whether names say so, hardly any object bears it out, and nothing that the type shows can be why."""
    return (
        is_broken_by_most(evidence)
        and not is_modified(types.fields(typename), evidence.rule, accounted)
        and not _is_of_tree(types, typename, evidence.rule)
        and not may_hold_more(evidence)
    )


def _is_of_tree(types: SchemaTypes, typename: str, rule: NumberRule) -> bool:
    """Whether the rows are objects of the same type: what a category counts may leave out what its children count."""
    if not isinstance(rule, Sum):
        return False
    listed = rule.column.list.partition("(")[0]
    return list_type_of(types, f"{typename}.{listed}").row == typename


def _without_own(types: SchemaTypes, typename: str, evidence: RuleEvidence) -> list[ComparedNumber]:
    """What breaks a rule, but for a category that counts what it has itself beside what its children have."""
    if not _is_of_tree(types, typename, evidence.rule):
        return evidence.wrong
    return [one for one in evidence.wrong if one.amount.number < one.expected.number]


def _judge_unnamed(types: SchemaTypes, typename: str, numbers: _TypeNumbers, told: set[TermPath]) -> Iterator[Mismatch]:
    """What nearly all objects have in common is a rule, whatever it is called; why not all of them has to be asked."""
    for rule in unnamed_rules(numbers.objects):
        if rule.result in told:
            continue
        evidence = evidence_for(rule, numbers.objects, numbers.precision, 1 - _SHARE)
        evidence = evidence._replace(wrong=_without_own(types, typename, evidence))
        results = {one.amount.number for one in evidence.right}
        enough = len(evidence.right) >= _OBJECTS and len(results) >= _VALUES
        share = len(evidence.right) / max(1, len(evidence.right) + len(evidence.wrong))
        if enough and evidence.wrong and share >= _SHARE:
            told.add(rule.result)
            yield _mismatch(typename, evidence, numbers.cases, Severity.SUSPICION, "for nearly all objects it is")


def _mismatch(typename: str, evidence: RuleEvidence, cases: Sequence[_Case], severity: Severity, why: str) -> Mismatch:
    """The exception that differs most, with its sum worked out."""
    rule = evidence.rule
    worst = evidence.worst
    amount, expected, case = worst.amount, worst.expected, cases[worst.place]
    message = f'{dotted(rule.result)} is "{amount}", but {why} {rule.meaning}: "{expected.working}"'
    names = [part.partition("(")[0] for part in rule.result]
    lines = [f"{dotted(rule.result)}: {plainly(amount.number)}, {rule.meaning}: {expected.working}"]
    agreeing = len(evidence.right)
    lines.append(f"{agreeing} objects agree, {len(evidence.wrong)} do not")
    path = path_text((*case.instance.path, *names))
    return Mismatch(f"{typename}.{names[0]}", message, path, "\n".join(lines), severity, case.step)


def _notice(answer: QueryAnswer, observed: Observations) -> Iterator[Contradiction]:
    return notice_alone(_check_named, answer, observed.types)


def _may_be_made_of_others(types: SchemaTypes, coordinate: str, _: Arguments) -> bool:
    """Whether a field is named as a number that is made of others."""
    field, path = types.field(coordinate), (coordinate.partition(".")[2],)
    return field is not None and not is_list(field.type) and (is_total(path) or is_sum_of_lines(path))


RELATION: Final[Relation] = Relation(
    "arithmetic",
    "totals, products, means and extremes are those of the numbers beside them",
    _propose,
    _check,
    notice=_notice,
    concerns=_may_be_made_of_others,
)
