"""One seed, one sequence of cases: random ones that grow, probes of every argument, some deliberately invalid ones."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from querious.graphql.cases.flaws import spoil
from querious.graphql.cases.growth import Growth
from querious.graphql.cases.limits import CaseLimits
from querious.graphql.cases.probes import probes
from querious.graphql.cases.tables import LEAF
from querious.model import Field, Operation
from querious.model.document_text import write_case
from querious.values import Chance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema

    from querious.graphql.cases.probes import ArgumentProbe
    from querious.graphql.cases.tables import Tables
    from querious.model import Case

_MUTATIONS = 0.3
"""The share of mutations where both are asked."""
_WILD_CASES = 0.4
_WILD_VALUES = 0.35
_NAMED = 0.5
_PROBES = 2
"""Every second case is a probe, until all have been made."""
_LONGEST = 32
"""Characters of an ordinary string once the sequence has grown."""


class LateFields(NamedTuple):
    """Fields that were not asked in the first part of a sequence."""

    fields: frozenset[str]
    """By coordinate."""
    number: int
    """The case from which on they are."""


class Generator:
    """``case(n)`` depends on the seed, on n and on what the pool behind the tables has learned; on nothing else."""

    def __init__(
        self,
        schema: GraphQLSchema,
        tables: Tables,
        seed: int = 0,
        limits: CaseLimits | None = None,
        *,
        mutations: bool = False,
        invalid: float = 0.0,
        random: Random | None = None,
        late: LateFields | None = None,
    ) -> None:
        self._schema = schema
        self._types = tables.types
        self._roots = [(kind, root) for kind, root in tables.roots.items() if kind == "query" or mutations]
        self._seed = seed
        self._limits = limits or CaseLimits()
        self._invalid = invalid
        self._random = random or Random(seed)
        self._chance = Chance(self._random)
        self._growth = Growth(tables.types, self._limits, self._chance)
        found = probes(tables, self._limits, mutations=mutations)
        self._to_probe: Iterator[ArgumentProbe | None] = found if late is None else _put_off(found, late, tables)
        self._probes: list[ArgumentProbe | None] = []
        """Those that were made so far."""
        self._makers = tables.makers

    @property
    def askable(self) -> bool:
        """Whether there is anything to ask."""
        return bool(self._roots)

    def cases(self) -> Iterator[Case]:
        """The sequence, without end unless there is nothing to ask."""
        number = 0
        while self._roots:
            yield self.case(number)
            number += 1

    def case(self, number: int, before: int = 0) -> Case:
        """The case of this number, told as that many further on in a run that has sent others ``before``."""
        self._random.seed((self._seed << 40) + number)
        turn, place = divmod(number, _PROBES)
        probe = self._probe(turn)
        if probe is not None and place == _PROBES - 1 and not self._is_refused(probe):
            return write_case(before + number, self._probing(probe))
        chance = self._chance
        nodes = 2 + chance.below(min(self._limits.nodes - 1, 3 + number // 8))
        # Where probes take turns, the other cases make up for them.
        flawed = chance.rarely(min(1.0, self._invalid * (_PROBES / (_PROBES - 1) if probe is not None else 1.0)))
        operation = self.operation(nodes, min(_LONGEST, 2 + number // 32))
        spoilt = spoil(self._schema, operation, chance) if flawed else None
        return write_case(before + number, *spoilt) if spoilt else write_case(before + number, operation)

    def _is_refused(self, probe: ArgumentProbe) -> bool:
        """Whether its scalar is known to refuse values of this kind: then the turn is better spent on another case."""
        return self._makers.is_refused(probe.forced)

    def _probe(self, turn: int) -> ArgumentProbe | None:
        """The probe of this turn, made if it was not yet; None once there are no more."""
        if turn >= len(self._probes):
            self._probes += islice(self._to_probe, turn + 1 - len(self._probes))
        return self._probes[turn] if turn < len(self._probes) else None

    def _probing(self, probe: ArgumentProbe) -> Operation:
        self._chance.variables = {}
        self._chance.wild = 0.0
        self._chance.size = 1
        return Operation(probe.kind, "", self._types[probe.root].name, self._growth.probe(probe))

    def operation(self, nodes: int, size: int) -> Operation:
        """A valid operation of at most so many selections, with values of about this size, from the next draws."""
        chance = self._chance
        chance.size = size
        chance.variables = {}
        chance.wild = _WILD_VALUES if chance.rarely(_WILD_CASES) else 0.0
        kind, root = self._roots[-1 if chance.rarely(_MUTATIONS) else 0]
        selections = self._growth.grow(root, nodes)
        first = next((node.name for node in selections if isinstance(node, Field)), "")
        name = first[:1].upper() + first[1:] if chance.rarely(_NAMED) else ""
        return Operation(kind, name, self._types[root].name, selections)


def _put_off(found: Iterator[ArgumentProbe], late: LateFields, tables: Tables) -> Iterator[ArgumentProbe | None]:
    """Probes of late fields after all others, and not before their time: those of the others keep their places."""
    last: list[ArgumentProbe] = []
    first = 0
    for probe in found:
        if late.fields.isdisjoint(_asked(probe, tables)):
            first += 1
            yield probe
        else:
            last.append(probe)
    for _ in range(late.number // _PROBES + 1 - first):
        yield None
    yield from last


def _asked(probe: ArgumentProbe, tables: Tables) -> Iterator[str]:
    """The coordinates of the fields that a probe asks on its way down."""
    parent = probe.root
    for step in probe.route:
        yield f"{tables.types[parent].name}.{step.field.name}"
        parent = step.field.target if step.member == LEAF else step.member
    yield f"{tables.types[probe.type].name}.{probe.field.name}"
