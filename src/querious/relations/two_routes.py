"""Two routes: two fields that mean the same objects give the same objects.

``userProjects(id:)`` and ``User.projects``, the nodes and the edges of a page, an old name and the new one, a list and
its count. Relations that are merely likely, such as that members and projects are each other's inverse, are left out.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model import Field
from querious.relations.answer_objects import answered_fields, fields_of, instances, shown
from querious.relations.answers.comparison import quoted
from querious.relations.lists.list_types import given_type, list_type_of
from querious.relations.objects.field_pairs import compare_pairs, pairs_of, selections_for
from querious.relations.objects.given_objects import given_objects, gives_all, members
from querious.relations.objects.lookups import as_scalar, entry_points, single_arguments
from querious.relations.objects.names import joins, type_words
from querious.relations.relation import Mismatch, Relation, ask_twice_if_broken, notice_alone, severity_of
from querious.relations.routes import query_at
from querious.relations.schema_types import once
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.relations.answer_objects import AnsweredField, QueryAnswer
    from querious.relations.objects.field_pairs import FieldPair, PairComparison
    from querious.relations.observations import Observations
    from querious.relations.relation import Arguments, Contradiction, Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 2
"""On which two fields are compared."""
_OBJECTS: Final = 4
"""Owners that are asked for on one route."""
_EVIDENCE: Final = 2
"""Objects on which a pair must agree, where names alone do not say that they do."""


def _propose(observed: Observations) -> Iterator[Conversation]:
    yield from _propose_equivalents(observed)
    types = observed.types
    for typename in types.object_types:
        for pair in pairs_of(types, typename):
            selections = selections_for(types, typename, pair)
            for route in observed.routes_to(typename, most=_ROUTES) if selections else ():
                operation = query_at(types, route, typename, selections)
                yield ask_twice_if_broken([operation], lambda trace: _check(trace, types))


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    yield from _check_equivalents(trace, types)
    yield from _check_pairs(trace, types)


def _check_pairs(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    found: dict[tuple[str, FieldPair], list[PairComparison]] = {}
    for step, answer in enumerate(trace):
        for instance in instances(answer) if answer.clean else ():
            for comparison in compare_pairs(types, fields_of(instance, step, clean=True)):
                found.setdefault((instance.typename, comparison.pair), []).append(comparison)
    for (_, pair), comparisons in found.items():
        wrong = [comparison for comparison in comparisons if not comparison.agrees]
        if wrong and (pair.sure or _usually_agrees(comparisons)):
            yield _mismatch(wrong[-1])


def _notice(answer: QueryAnswer, observed: Observations) -> Iterator[Contradiction]:
    return notice_alone(_check_pairs, answer, observed.types)


def _is_paired(types: SchemaTypes, coordinate: str, _: Arguments) -> bool:
    """Whether a field is held against another of its object."""
    parent, name = coordinate.split(".")
    return any(name == pair.one for typename in types.possible(parent) for pair in pairs_of(types, typename))


def _usually_agrees(comparisons: list[PairComparison]) -> bool:
    right = {comparison.shown for comparison in comparisons if comparison.agrees and comparison.telling}
    wrong = {comparison.shown for comparison in comparisons if not comparison.agrees}
    return len(right) >= _EVIDENCE and len(right) > len(wrong)


def _mismatch(comparison: PairComparison) -> Mismatch:
    """Nodes and edges are two forms of one page: where they differ, it is a fault.

    The others stay a suspicion: a new name may have been given for the sake of another format, and a count may know of
    objects that whoever asks may not see.
    """
    pair, field = comparison.pair, comparison.field
    messages = {
        "page": f"{pair.one} and {pair.other} of one page hold different objects",
        "name": f"differs from {pair.other}, which its deprecation names as the same",
        "count": f"is not the number of {pair.other}",
    }
    severity = severity_of(certain=pair.kind == "page")
    return Mismatch(field.coordinate, messages[pair.kind], field.path, comparison.shown, severity, field.step)


class EquivalentFields(NamedTuple):
    """A field that is given the identifier of an object, and the field of this object that means the same."""

    parent: str
    name: str
    argument: str
    scalar: str
    """The type of the argument."""
    owner: str
    field: str


class GivenObjects(NamedTuple):
    """Which objects a field gave for one owner."""

    field: AnsweredField
    objects: list[str]


@once
def equivalents_of(types: SchemaTypes, coordinate: str) -> list[EquivalentFields]:
    """The fields of other types that mean the same as this one."""
    parent, _, name = coordinate.partition(".")
    spoken = words(name)
    owners = types.types_within(spoken) if len(spoken) > 1 else []  # the words of the owner and of the field
    arguments = single_arguments(types, coordinate) if owners else {}
    found = []
    for argument, scalar in arguments.items():
        for owner in owners if gives_all(types, coordinate, argument) else ():
            if not _is_identifier_of(types, argument, owner, many=bool(list_type_of(types, coordinate).row)):
                continue
            for field in types.plain(owner):
                if joins(name, owner, field) and _gives_the_same(types, coordinate, f"{owner}.{field}"):
                    found.append(EquivalentFields(parent, name, argument, scalar, owner, field))
    return found


def _is_identifier_of(types: SchemaTypes, argument: str, owner: str, *, many: bool) -> bool:
    """Whether an argument is the owner's identifier. A mere ``id`` may be that of the one object which is given."""
    identifier = types.identifier(owner)
    if not identifier:
        return False
    if many and words(argument) == words(identifier):
        return True
    return words(argument) == (*type_words(owner), *words(identifier))


def _gives_the_same(types: SchemaTypes, one: str, other: str) -> bool:
    """Whether both can be asked for the same kind of objects, and for all of them."""
    both_many = bool(list_type_of(types, one).row) is bool(list_type_of(types, other).row)
    return both_many and given_type(types, one) == given_type(types, other) and gives_all(types, other)


def _propose_equivalents(observed: Observations) -> Iterator[Conversation]:
    """Ask each pair for the same owners."""
    for route, parent in entry_points(observed):
        for name in observed.types.fields(parent):
            for pair in equivalents_of(observed.types, f"{parent}.{name}"):
                yield _ask_both(observed, route, pair)


def _ask_both(observed: Observations, route: Route, pair: EquivalentFields) -> Conversation:
    """The owners with what they have; then the other field for some of them; then the owners again."""
    types = observed.types
    identifier = types.identifier(pair.owner)
    inner = members(types, f"{pair.owner}.{pair.field}")
    below = members(types, f"{pair.parent}.{pair.name}")
    if not inner or not below:
        return
    for way in observed.routes_to(pair.owner, most=_ROUTES):
        chosen = [Field(pair.owner, identifier), Field(pair.owner, pair.field, children=inner)]
        owners = query_at(types, way, pair.owner, chosen)
        trace = [(yield owners)]
        for value in shown(trace[0], pair.owner, identifier)[:_OBJECTS]:
            arguments = ((pair.argument, as_scalar(pair.scalar, value)),)
            field = Field(pair.parent, pair.name, arguments=arguments, children=below)
            trace.append((yield query_at(types, route, pair.parent, [field])))
        if any(_check_equivalents(trace, types)):
            yield owners


def _check_equivalents(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Where two fields that mean the same gave different objects."""
    by_owner: dict[tuple[str, str], list[GivenObjects]] = {}
    by_argument: dict[tuple[EquivalentFields, str], list[GivenObjects]] = {}
    for given in _given_in(trace, types):
        field = given.field
        identifier, arguments = field.owner.identifier(types), field.arguments
        if not field.shape.arguments and identifier is not None:
            by_owner.setdefault((field.coordinate, str(identifier)), []).append(given)
        for pair in equivalents_of(types, field.coordinate):
            if arguments.keys() == {pair.argument}:
                by_argument.setdefault((pair, str(arguments[pair.argument])), []).append(given)
    told: set[str] = set()
    for (pair, identifier), direct in by_argument.items():
        below = by_owner.get((f"{pair.owner}.{pair.field}", identifier), [])
        if not below or not _agree(direct) or not _agree(below) or pair.name in told:
            continue
        if set(direct[0].objects) != set(below[0].objects):
            told.add(pair.name)
            yield _other_objects(pair, identifier, direct[-1], below[-1])


def _given_in(trace: Trace, types: SchemaTypes) -> Iterator[GivenObjects]:
    """What fields gave; a null beside errors says nothing."""
    for field in answered_fields(trace):
        if field.shape.child is not None and (field.clean or field.value is not None):
            objects = given_objects(types, field)
            if objects is not None:
                yield GivenObjects(field, objects)


def _agree(given: list[GivenObjects]) -> bool:
    return all(sorted(one.objects) == sorted(given[0].objects) for one in given)


def _other_objects(pair: EquivalentFields, identifier: str, direct: GivenObjects, below: GivenObjects) -> Mismatch:
    """The one that gives less is blamed: it is more often that something is lost than that something is made up.

    A suspicion: two fields may each have a filter of its own that no argument shows, such as for what is archived.
    """
    blamed, other = below, direct
    if set(direct.objects) < set(below.objects):
        blamed, other = direct, below
    message = (
        f"for the {pair.owner} {quoted(identifier)} it gives other objects than {other.field.coordinate}, "
        "which by its name means the same"
    )
    lines = []
    for one in (direct, below):
        lines.append(f"{one.field.coordinate}: {json.dumps(one.objects, ensure_ascii=False)[:200]}")
    step = max(direct.field.step, below.field.step)
    return Mismatch(blamed.field.coordinate, message, blamed.field.path, "\n".join(lines), step=step)


RELATION: Final[Relation] = Relation(
    "two-routes",
    "two fields that mean the same objects give the same objects",
    _propose,
    _check,
    notice=_notice,
    concerns=_is_paired,
)
