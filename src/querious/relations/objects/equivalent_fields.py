"""Fields that mean the same by their names: ``userProjects(id:)`` and ``User.projects``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model import Field
from querious.model.arguments import is_plain, sent
from querious.model.shape import path_text
from querious.relations.answer_objects import identity, instances, shown
from querious.relations.objects.connections import element_of, gives_all, is_many, listed, members
from querious.relations.objects.lookups import as_scalar, entry_points, single_arguments
from querious.relations.objects.names import joins, type_words
from querious.relations.relation import Mismatch
from querious.relations.routes import query_at
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLField

    from querious.relations.observations import Observations
    from querious.relations.query_answer import QueryAnswer
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_OBJECTS: Final = 4
"""Owners that are asked for on one route."""
_ROUTES: Final = 2


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

    step: int
    coordinate: str
    objects: list[str]
    path: str


def equivalents_of(types: SchemaTypes, coordinate: str) -> Iterator[EquivalentFields]:
    """The fields of other types that mean the same as this one."""
    parent, _, name = coordinate.partition(".")
    declared = types.field(coordinate)
    spoken = words(name)
    if declared is None or len(spoken) < 2 or not declared.args:  # noqa: PLR2004 (the owner's and the field's)
        return
    owners = types.types_within(spoken)
    if not owners:
        return
    for argument, scalar in single_arguments(declared).items():
        if not gives_all(declared, argument):
            continue
        for owner in owners:
            if not _is_identifier_of(types, argument, owner, many=is_many(types, declared)):
                continue
            for field, other in types.fields(owner).items():
                if joins(name, owner, field) and _gives_the_same(types, declared, other):
                    yield EquivalentFields(parent, name, argument, scalar, owner, field)


def _is_identifier_of(types: SchemaTypes, argument: str, owner: str, *, many: bool) -> bool:
    """Whether an argument is the owner's identifier. A mere ``id`` may be that of the one object which is given."""
    identifier = types.identifier(owner)
    if not identifier:
        return False
    if many and words(argument) == words(identifier):
        return True
    return words(argument) == (*type_words(owner), *words(identifier))


def _gives_the_same(types: SchemaTypes, one: GraphQLField, other: GraphQLField) -> bool:
    """Whether both can be asked for the same kind of objects, and for all of them."""
    if element_of(types, one) != element_of(types, other) or is_many(types, one) is not is_many(types, other):
        return False
    return is_plain(other) and gives_all(other)


def propose_equivalents(observed: Observations) -> Iterator[Conversation]:
    """Ask each pair for the same owners."""
    for route, parent in entry_points(observed):
        for name in observed.types.fields(parent):
            for pair in equivalents_of(observed.types, f"{parent}.{name}"):
                yield _ask_both(observed, route, pair)


def _ask_both(observed: Observations, route: Route, pair: EquivalentFields) -> Conversation:
    """The owners with what they have; then the other field for some of them; then the owners again."""
    types = observed.types
    identifier = types.identifier(pair.owner)
    inner = members(types, types.fields(pair.owner)[pair.field])
    below = members(types, types.fields(pair.parent)[pair.name])
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
        if any(check_equivalents(trace, types)):
            yield owners


def check_equivalents(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Where two fields that mean the same gave different objects."""
    given = _GivenByFields(types)
    for step, answer in enumerate(trace):
        given.note(step, answer)
    told: set[str] = set()
    for (pair, identifier), direct in given.by_argument.items():
        below = given.by_owner.get((f"{pair.owner}.{pair.field}", identifier), [])
        if not below or not _agree(direct) or not _agree(below) or pair.name in told:
            continue
        if set(direct[0].objects) != set(below[0].objects):
            told.add(pair.name)
            yield _mismatch(pair, identifier, direct[-1], below[-1])


class _GivenByFields:
    """Which objects were given in a trace: by the field of an owner, and by the field that was asked for this owner."""

    def __init__(self, types: SchemaTypes) -> None:
        self._types = types
        self._pairs: dict[str, list[EquivalentFields]] = {}
        self.by_owner: dict[tuple[str, str], list[GivenObjects]] = {}
        """By coordinate and the owner's identifier."""
        self.by_argument: dict[tuple[EquivalentFields, str], list[GivenObjects]] = {}

    def note(self, step: int, answer: QueryAnswer) -> None:
        """Take in what the fields of each object give; a null beside errors says nothing."""
        for instance in instances(answer):
            identifier = identity(self._types, instance.shape, instance.value)
            for field in instance.shape.fields.values():
                if field.child is None or field.key not in instance.value:
                    continue
                value = instance.value[field.key]
                objects = listed(self._types, field, value)
                if objects is None or (value is None and not answer.clean):
                    continue
                given = GivenObjects(step, field.coordinate, objects, path_text((*instance.path, field.key)))
                if not field.arguments and identifier is not None:
                    self.by_owner.setdefault((field.coordinate, str(identifier)), []).append(given)
                for pair, asked in self._asked(field.coordinate, sent(field.arguments)):
                    self.by_argument.setdefault((pair, asked), []).append(given)

    def _asked(self, coordinate: str, arguments: dict[str, object]) -> Iterator[tuple[EquivalentFields, str]]:
        """The pairs that a field belongs to, with the owner that it was asked for."""
        if len(arguments) != 1:
            return
        if coordinate not in self._pairs:
            self._pairs[coordinate] = list(equivalents_of(self._types, coordinate))
        for pair in self._pairs[coordinate]:
            if arguments.get(pair.argument) is not None:
                yield pair, str(arguments[pair.argument])


def _agree(given: list[GivenObjects]) -> bool:
    return all(sorted(one.objects) == sorted(given[0].objects) for one in given)


def _mismatch(pair: EquivalentFields, identifier: str, direct: GivenObjects, below: GivenObjects) -> Mismatch:
    """The one that gives less is blamed: it is more often that something is lost than that something is made up."""
    blamed, other = below, direct
    if set(direct.objects) < set(below.objects):
        blamed, other = direct, below
    message = (
        f'for the {pair.owner} "{identifier[:80]}" it gives other objects than {other.coordinate}, '
        "which by its name means the same"
    )
    excerpt = "\n".join(
        f"{one.coordinate}: {json.dumps(one.objects, ensure_ascii=False)[:200]}" for one in (direct, below)
    )
    return Mismatch(blamed.coordinate, message, blamed.path, excerpt, step=max(direct.step, below.step))
