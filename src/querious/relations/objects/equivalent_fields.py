"""Fields that mean the same by their names: ``userProjects(id:)`` and ``User.projects``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model import Field
from querious.model.arguments import is_plain, sent
from querious.model.shape import path_text
from querious.relations.answer_objects import identity, instances
from querious.relations.objects.connections import element_of, is_many, listed, members, whole
from querious.relations.objects.known_routes import routes_to, shown
from querious.relations.objects.lookups import entry_points, query_at, single_openings, taken
from querious.relations.objects.names import joins, type_words
from querious.relations.objects.selections import plain_field
from querious.relations.relation import Mismatch
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLField

    from querious.relations.answer_objects import Instance
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, QueryAnswer, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_OBJECTS: Final = 4
"""Owners that are asked for on one way."""
_WAYS: Final = 2


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


def equivalents_of(types: SchemaTypes, parent: str, name: str) -> Iterator[EquivalentFields]:
    """The fields of other types that mean the same as this one."""
    declared = types.fields(parent).get(name)
    spoken = words(name)
    if declared is None or len(spoken) < 2 or not declared.args:  # noqa: PLR2004 (the owner's and the field's)
        return
    owners = types.types_within(spoken)
    for argument, scalar in single_openings(declared).items() if owners else ():
        if not whole(declared, argument):
            continue
        for owner in owners:
            if _names(types, argument, owner, is_many(types, declared)):
                for field, other in types.fields(owner).items():
                    if joins(name, owner, field) and _alike(types, declared, other):
                        yield EquivalentFields(parent, name, argument, scalar, owner, field)


def _names(types: SchemaTypes, argument: str, owner: str, many: bool) -> bool:  # noqa: FBT001
    """Whether an argument is the owner's identifier. A mere ``id`` may be that of the one object which is given."""
    identifier, spoken = types.identifier(owner), words(argument)
    if not identifier:
        return False
    return spoken == (*type_words(owner), *words(identifier)) or (many and spoken == words(identifier))


def _alike(types: SchemaTypes, one: GraphQLField, other: GraphQLField) -> bool:
    """Whether both can be asked for the same kind of objects, and for all of them."""
    same = element_of(types, one) == element_of(types, other) and is_many(types, one) is is_many(types, other)
    return same and is_plain(other) and whole(other)


def propose_equivalents(observed: Observations) -> Iterator[Conversation]:
    """Ask each pair for the same owners."""
    for route, parent in entry_points(observed):
        for name in observed.types.fields(parent):
            for twin in equivalents_of(observed.types, parent, name):
                yield _ask_both(observed, route, twin)


def _ask_both(observed: Observations, route: Route, twin: EquivalentFields) -> Conversation:
    """The owners with what they have; then the other field for some of them; then the owners again."""
    types = observed.types
    identifier = types.identifier(twin.owner)
    inner = members(types, types.fields(twin.owner)[twin.field])
    below = members(types, types.fields(twin.parent)[twin.name])
    if not inner or not below:
        return
    for way in routes_to(observed, twin.owner, most=_WAYS):
        chosen = [plain_field(twin.owner, identifier), plain_field(twin.owner, twin.field, inner)]
        owners = query_at(types, way, twin.owner, chosen)
        trace = [(yield owners)]
        for value in shown(trace[0], twin.owner, identifier)[:_OBJECTS]:
            field = Field(twin.parent, twin.name, "", ((twin.argument, taken(twin.scalar, value)),), (), below)
            trace.append((yield query_at(types, route, twin.parent, [field])))
        if any(True for _ in check_equivalents(trace, types)):
            yield owners


class GivenByField:
    """Which objects were given in a trace: by the field of an owner, and by the field that was asked for this owner."""

    def __init__(self, types: SchemaTypes) -> None:
        self._types = types
        self._twins: dict[str, list[EquivalentFields]] = {}
        self.owned: dict[tuple[str, str], list[GivenObjects]] = {}
        """By coordinate and the owner's identifier."""
        self.asked: dict[tuple[EquivalentFields, str], list[GivenObjects]] = {}

    def note(self, step: int, asked: QueryAnswer, instance: Instance) -> None:
        """Take in what the fields of one object give; a null beside errors says nothing."""
        identifier = identity(self._types, instance.typename, instance.shape, instance.value)
        for field in instance.shape.fields.values():
            if (
                field.child is None
                or field.key not in instance.value
                or (instance.value[field.key] is None and not asked.clean)
            ):
                continue
            objects = listed(self._types, field, instance.value[field.key])
            if objects is None:
                continue
            given = GivenObjects(step, field.coordinate, objects, path_text((*instance.path, field.key)))
            if not field.arguments and identifier is not None:
                self.owned.setdefault((field.coordinate, str(identifier)), []).append(given)
            arguments = sent(field.arguments)
            for twin in self._known(field.coordinate) if len(arguments) == 1 else ():
                if arguments.get(twin.argument) is not None:
                    self.asked.setdefault((twin, str(arguments[twin.argument])), []).append(given)

    def _known(self, coordinate: str) -> list[EquivalentFields]:
        if coordinate not in self._twins:
            self._twins[coordinate] = list(equivalents_of(self._types, *coordinate.split(".", 1)))
        return self._twins[coordinate]


def check_equivalents(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Where two fields that mean the same gave different objects."""
    book = GivenByField(types)
    for step, asked in enumerate(trace):
        for instance in instances(asked):
            book.note(step, asked, instance)
    told: set[str] = set()
    for (twin, identifier), direct in book.asked.items():
        below = book.owned.get((f"{twin.owner}.{twin.field}", identifier), [])
        if not below or not _steady(direct) or not _steady(below) or twin.name in told:
            continue
        if set(direct[0].objects) != set(below[0].objects):
            told.add(twin.name)
            yield _disagreement(twin, identifier, direct[-1], below[-1])


def _steady(given: list[GivenObjects]) -> bool:
    return all(sorted(one.objects) == sorted(given[0].objects) for one in given)


def _disagreement(twin: EquivalentFields, identifier: str, direct: GivenObjects, below: GivenObjects) -> Mismatch:
    """The one that gives less is blamed: it is more often that something is lost than that something is made up."""
    blamed, other = (direct, below) if set(direct.objects) < set(below.objects) else (below, direct)
    message = (
        f'for the {twin.owner} "{identifier[:80]}" it gives other objects than {other.coordinate}, '
        "which by its name means the same"
    )
    excerpt = "\n".join(
        f"{one.coordinate}: {json.dumps(one.objects, ensure_ascii=False)[:200]}" for one in (direct, below)
    )
    return Mismatch(blamed.coordinate, message, blamed.path, excerpt, step=max(direct.step, below.step))
