"""Fields that mean the same by their names: ``userProjects(id:)`` and ``User.projects``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model import Field
from querious.model.arguments import sent
from querious.model.identity import is_plain
from querious.relations.answer_objects import identity, meet, path_text
from querious.relations.objects.holdings import element_of, is_many, listed, members, whole
from querious.relations.objects.lookups import gates, single_openings, taken, through
from querious.relations.objects.names import joins, type_words
from querious.relations.objects.portrait import plain_field
from querious.relations.objects.ways import shown, ways_to
from querious.relations.relation import Mismatch
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLField

    from querious.relations.answer_objects import Met
    from querious.relations.relation import Asked, Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.terms import Terms
    from querious.relations.world import World

_OBJECTS: Final = 4
"""Owners that are asked for on one way."""
_WAYS: Final = 2


class Twin(NamedTuple):
    """A field that is given the identifier of an object, and the field of this object that means the same."""

    parent: str
    name: str
    argument: str
    scalar: str
    """The type of the argument."""
    owner: str
    field: str


class Given(NamedTuple):
    """Which objects a field gave for one owner."""

    step: int
    coordinate: str
    objects: list[str]
    path: str


def twins_of(terms: Terms, parent: str, name: str) -> Iterator[Twin]:
    """The fields of other types that mean the same as this one."""
    declared = terms.fields(parent).get(name)
    spoken = words(name)
    if declared is None or len(spoken) < 2 or not declared.args:  # noqa: PLR2004 (the owner's and the field's)
        return
    owners = terms.types_within(spoken)
    for argument, scalar in single_openings(declared).items() if owners else ():
        if not whole(declared, argument):
            continue
        for owner in owners:
            if _names(terms, argument, owner, is_many(terms, declared)):
                for field, other in terms.fields(owner).items():
                    if joins(name, owner, field) and _alike(terms, declared, other):
                        yield Twin(parent, name, argument, scalar, owner, field)


def _names(terms: Terms, argument: str, owner: str, many: bool) -> bool:  # noqa: FBT001
    """Whether an argument is the owner's identifier. A mere ``id`` may be that of the one object which is given."""
    identifier, spoken = terms.identifier(owner), words(argument)
    if not identifier:
        return False
    return spoken == (*type_words(owner), *words(identifier)) or (many and spoken == words(identifier))


def _alike(terms: Terms, one: GraphQLField, other: GraphQLField) -> bool:
    """Whether both can be asked for the same kind of objects, and for all of them."""
    same = element_of(terms, one) == element_of(terms, other) and is_many(terms, one) is is_many(terms, other)
    return same and is_plain(other) and whole(other)


def propose_twins(world: World) -> Iterator[Conversation]:
    """Ask each pair for the same owners."""
    for route, parent in gates(world):
        for name in world.terms.fields(parent):
            for twin in twins_of(world.terms, parent, name):
                yield _ask_twins(world, route, twin)


def _ask_twins(world: World, route: Route, twin: Twin) -> Conversation:
    """The owners with what they have; then the other field for some of them; then the owners again."""
    terms = world.terms
    identifier = terms.identifier(twin.owner)
    inner = members(terms, terms.fields(twin.owner)[twin.field])
    below = members(terms, terms.fields(twin.parent)[twin.name])
    if not inner or not below:
        return
    for way in ways_to(world, twin.owner, most=_WAYS):
        chosen = [plain_field(twin.owner, identifier), plain_field(twin.owner, twin.field, inner)]
        owners = through(terms, way, twin.owner, chosen)
        trace = [(yield owners)]
        for value in shown(trace[0], twin.owner, identifier)[:_OBJECTS]:
            field = Field(twin.parent, twin.name, "", ((twin.argument, taken(twin.scalar, value)),), (), below)
            trace.append((yield through(terms, route, twin.parent, [field])))
        if any(True for _ in check_twins(trace, terms)):
            yield owners


class Book:
    """Which objects were given in a trace: by the field of an owner, and by the field that was asked for this owner."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._twins: dict[str, list[Twin]] = {}
        self.owned: dict[tuple[str, str], list[Given]] = {}
        """By coordinate and the owner's identifier."""
        self.asked: dict[tuple[Twin, str], list[Given]] = {}

    def note(self, step: int, asked: Asked, met: Met) -> None:
        """Take in what the fields of one object give; a null beside errors says nothing."""
        identifier = identity(self._terms, met.typename, met.shape, met.value)
        for field in met.shape.fields.values():
            if field.child is None or field.key not in met.value or (met.value[field.key] is None and not asked.clean):
                continue
            objects = listed(self._terms, field, met.value[field.key])
            if objects is None:
                continue
            given = Given(step, field.coordinate, objects, path_text((*met.path, field.key)))
            if not field.arguments and identifier is not None:
                self.owned.setdefault((field.coordinate, str(identifier)), []).append(given)
            arguments = sent(field.arguments)
            for twin in self._known(field.coordinate) if len(arguments) == 1 else ():
                if arguments.get(twin.argument) is not None:
                    self.asked.setdefault((twin, str(arguments[twin.argument])), []).append(given)

    def _known(self, coordinate: str) -> list[Twin]:
        if coordinate not in self._twins:
            self._twins[coordinate] = list(twins_of(self._terms, *coordinate.split(".", 1)))
        return self._twins[coordinate]


def check_twins(trace: Trace, terms: Terms) -> Iterator[Mismatch]:
    """Where two fields that mean the same gave different objects."""
    book = Book(terms)
    for step, asked in enumerate(trace):
        for met in meet(asked):
            book.note(step, asked, met)
    told: set[str] = set()
    for (twin, identifier), direct in book.asked.items():
        below = book.owned.get((f"{twin.owner}.{twin.field}", identifier), [])
        if not below or not _steady(direct) or not _steady(below) or twin.name in told:
            continue
        if set(direct[0].objects) != set(below[0].objects):
            told.add(twin.name)
            yield _disagreement(twin, identifier, direct[-1], below[-1])


def _steady(given: list[Given]) -> bool:
    return all(sorted(one.objects) == sorted(given[0].objects) for one in given)


def _disagreement(twin: Twin, identifier: str, direct: Given, below: Given) -> Mismatch:
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
