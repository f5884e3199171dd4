"""Makers of input objects: ordinary ones and ``@oneOf``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.model import Variable
from querious.values.chance import INCLUDED

if TYPE_CHECKING:
    from querious.model import Value
    from querious.values.chance import Chance
    from querious.values.scalars import Make

_OPTIONAL = 5
"""Optional fields filled at most, so that wide inputs stay readable."""
_NULL = 0.1
_AS_VARIABLE = 0.08


class InputMember(NamedTuple):
    """One field of an input object."""

    name: str
    coordinate: str
    make: Make
    required: bool
    nullable: bool
    type: str
    height: float
    """How deep its smallest value is; only asked of ``@oneOf`` types."""


def record_maker(members: list[InputMember], deepest: int) -> Make:
    """All required fields and some optional ones. ``members`` may be filled after this call."""

    def make(chance: Chance) -> Value:
        chance.depth += 1
        forced = chance.forced
        value = {
            member.name: _filled(chance, member, deepest)
            for member in members
            if member.required or (forced and member.coordinate in forced)
        }
        optional = [member for member in members if not member.required]
        if optional and chance.depth <= deepest:
            for _ in range(chance.below(1 + min(len(optional), _OPTIONAL))):
                member = chance.choose(optional)
                if member.name not in value:
                    value[member.name] = _filled(chance, member, deepest)
        chance.depth -= 1
        return value

    return make


def one_of_maker(members: list[InputMember], deepest: int) -> Make:
    """Exactly one field, never null."""

    def make(chance: Chance) -> Value:
        chance.depth += 1
        options = members if chance.depth <= deepest else [min(members, key=lambda member: member.height)]
        member = next((member for member in members if member.coordinate in chance.forced), None) or chance.choose(
            options
        )
        value = {member.name: _filled(chance, member, deepest) if chance.forced else member.make(chance)}
        chance.depth -= 1
        return value

    return make


def _filled(chance: Chance, member: InputMember, deepest: int) -> Value:
    if chance.forced:
        if member.coordinate not in chance.forced:
            return member.make(chance)
        value = chance.forced[member.coordinate]
        return _on_the_way(chance, member, deepest) if value is INCLUDED else value
    if member.nullable and chance.rarely(_NULL):
        return None
    if not chance.literal or not chance.rarely(_AS_VARIABLE):
        return member.make(chance)
    chance.literal = False
    value = member.make(chance)
    chance.literal = True
    return declare(chance, member.name, member.type, value)


def _on_the_way(chance: Chance, member: InputMember, deepest: int) -> Value:
    """A member that leads to a forced place: never left empty for its depth, and not forced again inside itself.

    An input type inside may hold the type of this member again; were it forced there as well, there would be no end.
    """
    forced, depth = chance.forced, chance.depth
    chance.forced = {place: value for place, value in forced.items() if place != member.coordinate}
    chance.depth = min(depth, deepest)
    value = member.make(chance)
    chance.forced, chance.depth = forced, depth
    return value


def declare(chance: Chance, name: str, kind: str, value: Value) -> Variable:
    """A new variable of the operation, named after what it is for."""
    declared, count = name, 1
    while declared in chance.variables:
        count += 1
        declared = f"{name}_{count}"
    variable = chance.variables[declared] = Variable(declared, kind, value)
    return variable
