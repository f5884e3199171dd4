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
        value: dict[str, Value] = {}
        optional = []
        for member in members:
            if member.required or (forced and member.coordinate in forced):
                value[member.name] = _filled(chance, member, deepest)
            if not member.required:
                optional.append(member)
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
        forced = [member for member in members if member.coordinate in chance.forced]
        if forced:
            member = forced[0]
        elif chance.depth <= deepest:
            member = chance.choose(members)
        else:
            member = chance.choose([min(members, key=lambda member: member.height)])
        value = {member.name: _filled(chance, member, deepest) if chance.forced else member.make(chance)}
        chance.depth -= 1
        return value

    return make


def _filled(chance: Chance, member: InputMember, deepest: int) -> Value:
    if chance.forced:
        if member.coordinate not in chance.forced:
            return member.make(chance)
        value = chance.forced[member.coordinate]
        return _with_forced_inside(chance, member, deepest) if value is INCLUDED else value
    if member.nullable and chance.rarely(_NULL):
        return None
    if not chance.literal or not chance.rarely(_AS_VARIABLE):
        return member.make(chance)
    chance.literal = False
    value = member.make(chance)
    chance.literal = True
    return declare(chance, member.name, member.type, value)


def _with_forced_inside(chance: Chance, member: InputMember, deepest: int) -> Value:
    """A member that leads to a forced input field: never left empty for its depth, and not forced again inside itself.

    An input type inside may hold the type of this member again; were it forced there as well, there would be no end.
    """
    forced, depth = chance.forced, chance.depth
    chance.forced = {coordinate: value for coordinate, value in forced.items() if coordinate != member.coordinate}
    chance.depth = min(depth, deepest)
    value = member.make(chance)
    chance.forced, chance.depth = forced, depth
    return value


def declare(chance: Chance, name: str, declared_type: str, value: Value) -> Variable:
    """A new variable of the operation, named after what it is for."""
    unique, count = name, 1
    while unique in chance.variables:
        count += 1
        unique = f"{name}_{count}"
    variable = chance.variables[unique] = Variable(unique, declared_type, value)
    return variable
