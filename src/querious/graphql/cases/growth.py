"""Growing one operation, after Karlsson et al.: iterative, sized, and never over its limits.

An operation grows from a list of open objects. Each open object has one node of the limit put aside for it, so that
whatever happens it can be closed with a leaf: the limit on nodes is hard. Response keys are kept unique in each
selection set, fragments included, so no two selections can ever conflict and nothing needs validating.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.graphql.cases.probes import LEAVES
from querious.graphql.cases.tables import LEAF
from querious.graphql.values.input_objects import declare
from querious.model import ABSENT, Directive, Field, Fragment, Variable
from querious.values.chance import INCLUDED

if TYPE_CHECKING:
    from querious.graphql.cases.limits import CaseLimits
    from querious.graphql.cases.probes import ArgumentProbe, RouteStep
    from querious.graphql.cases.tables import FieldEntry, TypeEntry
    from querious.model import Selection, Value
    from querious.values import Chance

_NOTHING: tuple[()] = ()

_OPTIONAL = 0.4
"""How often an optional argument is sent."""
_NULL = 0.08
_VARIABLE = 0.5
_DIRECTIVE = 0.03
_LEFT_OUT = 0.4
"""How often ``@include`` or ``@skip`` leaves its selection out."""
_ALIAS = 0.04
_TWICE = 0.06
"""How often a field with arguments is asked for twice, under an alias."""
_SEVERAL_ROOTS = 0.3
_DEPTH_FIRST = 0.5


class _Open(NamedTuple):
    """An object that still needs its selections."""

    type: int
    depth: int
    out: list[Selection]
    keys: set[str]
    """The response keys taken in its selection set; shared with the fragments in it."""


class Growth:
    """Grows operations over the tables of one schema; ``left`` and ``opened`` are those of the operation in hand."""

    __slots__ = ("_chance", "_left", "_limits", "_opened", "_types")

    def __init__(self, types: list[TypeEntry], limits: CaseLimits, chance: Chance) -> None:
        self._types = types
        self._limits = limits
        self._chance = chance
        self._left = 0
        """Nodes that may still be added, what is put aside not counted."""
        self._opened: list[_Open] = []

    def grow(self, root: int, nodes: int) -> list[Selection]:
        """Selections on the root type, at most ``nodes`` of them in all."""
        chance = self._chance
        top: list[Selection] = []
        self._left = nodes - 1
        self._opened = opened = [_Open(root, 1, top, set())]
        roots = self._limits.fields if chance.rarely(_SEVERAL_ROOTS) else 1
        self._fill(opened.pop(), roots)
        depth_first = chance.rarely(_DEPTH_FIRST)
        done = 0
        while done < len(opened):
            if depth_first:
                self._fill(opened.pop(), self._limits.fields)
            else:
                self._fill(opened[done], self._limits.fields)
                done += 1
        return top

    def probe(self, probe: ArgumentProbe) -> list[Selection]:
        """The selections that ask the probe's field by its route, with what it forces."""
        self._chance.forced = probe.forced
        try:
            field = probe.field
            sent = self._arguments(field) if field.arguments else _NOTHING
            leaves = self._leaves(field.target) if field.target != LEAF else _NOTHING
            selections: list[Selection] = [Field(self._types[probe.type].name, field.name, "", sent, _NOTHING, leaves)]
            parents = [probe.root, *(step.member if step.member != LEAF else step.field.target for step in probe.route)]
            for step, parent in reversed(list(zip(probe.route, parents, strict=False))):
                selections = [self._step(step, parent, selections)]
            return selections
        finally:
            self._chance.forced = {}

    def _step(self, step: RouteStep, parent: int, below: list[Selection]) -> Field:
        """One field on the route of a probe, around what is below it."""
        field = step.field
        if step.member != LEAF:
            typename = Field(self._types[field.target].name, "__typename", "", _NOTHING, _NOTHING, _NOTHING)
            below = [typename, Fragment(self._types[step.member].name, _NOTHING, below)]
        sent = self._arguments(field) if field.arguments else _NOTHING
        return Field(self._types[parent].name, field.name, "", sent, _NOTHING, below)

    def _leaves(self, target: int) -> list[Selection]:
        """A leaf or two of the type that a probed field gives."""
        entry = self._types[target]
        out: list[Selection] = []
        if entry.members or not entry.leaves:
            out.append(Field(entry.name, "__typename", "", _NOTHING, _NOTHING, _NOTHING))
        else:
            self._left = LEAVES
            self._pick(_Open(target, 1, out, set()), entry, entry.leaves, min(LEAVES, self._limits.fields))
        return out

    def _fill(self, place: _Open, most: int) -> None:
        """Give an open object its selections, at least one."""
        self._left += 1  # the node put aside for it
        entry = self._types[place.type]
        if entry.members:
            place.out.append(Field(entry.name, "__typename", "", _NOTHING, _NOTHING, _NOTHING))
            self._left -= 1
            self._narrow(place, entry.members)
        fields = entry.fields if place.depth < self._limits.depth else entry.leaves
        if fields:
            self._pick(place, entry, fields, min(most, len(fields), self._left))
        if not place.out:
            place.out.append(Field(entry.name, "__typename", "", _NOTHING, _NOTHING, _NOTHING))
            self._left -= 1

    def _pick(self, place: _Open, entry: TypeEntry, fields: tuple[FieldEntry, ...], most: int) -> None:
        """Add up to ``most`` of the fields."""
        chance = self._chance
        chosen: set[str] = set()
        for _ in range(1 + chance.below(most) if most > 0 else 0):
            if self._left <= 0:
                break
            field = fields[int(chance.draw() * len(fields))]
            if field.target != LEAF and self._left == 1:
                if not entry.leaves:
                    break
                field = entry.leaves[int(chance.draw() * len(entry.leaves))]
            if field.name in chosen and not (field.arguments and chance.rarely(_TWICE)):
                continue
            chosen.add(field.name)
            place.out.append(self._select(place, entry.name, field))

    def _narrow(self, place: _Open, members: tuple[int, ...]) -> None:
        """Add fragments on some of the types that may stand here."""
        chance = self._chance
        most = min(len(members), self._limits.fields, self._left // 2)
        if most <= 0:
            return
        start = chance.below(len(members))
        for step in range(1 + chance.below(most)):
            member = members[(start + step) % len(members)]
            inner: list[Selection] = []
            directives = self._directives() if chance.rarely(_DIRECTIVE) else _NOTHING
            place.out.append(Fragment(self._types[member].name, directives, inner))
            self._opened.append(_Open(member, place.depth, inner, place.keys))
            self._left -= 2

    def _select(self, place: _Open, parent: str, field: FieldEntry) -> Field:
        chance = self._chance
        name, target, arguments = field
        key, alias, count = name, "", 1
        if key in place.keys or chance.rarely(_ALIAS):
            while not alias or key in place.keys:
                count += 1
                key = alias = f"{name}_{count}"
        place.keys.add(key)
        sent = self._arguments(field) if arguments else _NOTHING
        directives = self._directives() if chance.rarely(_DIRECTIVE) else _NOTHING
        self._left -= 1
        if target == LEAF:
            return Field(parent, name, alias, sent, directives, _NOTHING)
        children: list[Selection] = []
        self._opened.append(_Open(target, place.depth + 1, children, set()))
        self._left -= 1
        return Field(parent, name, alias, sent, directives, children)

    def _arguments(self, field: FieldEntry) -> list[tuple[str, Value]]:
        chance = self._chance
        sent: list[tuple[str, Value]] = []
        forced = chance.forced
        for name, coordinate, kind, make, required, nullable, _ in field.arguments:
            probed = bool(forced) and coordinate in forced
            if not required and not probed and (forced or not chance.rarely(_OPTIONAL)):
                continue
            as_variable = chance.rarely(_VARIABLE)
            chance.literal = not as_variable
            chance.depth = 0
            value: Value
            if probed and forced[coordinate] is not INCLUDED:
                value = forced[coordinate]
            elif nullable and not forced and chance.rarely(_NULL):
                value = ABSENT if as_variable and chance.rarely(0.5) else None
            else:
                value = make(chance)
            sent.append((name, declare(chance, name, kind, value) if as_variable else value))
        return sent

    def _directives(self) -> tuple[Directive, ...]:
        """``@include`` or ``@skip``."""
        chance = self._chance
        kept = not chance.rarely(_LEFT_OUT)
        name, condition = ("skip", not kept) if chance.rarely(0.5) else ("include", kept)
        value: bool | Variable = condition
        if chance.rarely(_VARIABLE):
            value = declare(chance, "condition", "Boolean!", condition)
        return (Directive(name, (("if", value),)),)
