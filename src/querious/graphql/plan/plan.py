"""Paths → a plan: operations, which paths each holds, and how far the plan is from the fewest there could be."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING, Final

from querious.errors import ConfigError
from querious.graphql.plan.cuts import cut
from querious.graphql.plan.facts import SHORT, PlanFacts
from querious.graphql.plan.pieces import build
from querious.graphql.plan.trie import Trie
from querious.graphql.plan.tuples import tuple_paths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from graphql import GraphQLSchema

    from querious.graphql.plan.limits import PlanLimits
    from querious.graphql.plan.trie import Arguments
    from querious.model import Operation, Path

CHUNK: Final = 100_000
"""Paths that are merged at once. More are planned chunk by chunk, so that memory does not grow with each node twice."""

_KINDS: Final = ("query", "mutation", "subscription")


class Leaves(StrEnum):
    """Which leaf fields the objects on a path are asked for, beside those that the paths themselves name."""

    NEEDED = "needed"
    """One, where an object would have no selection at all. The smallest plan: a path needs no more to be walked."""
    ONE = "one"
    """One for every object."""
    ALL = "all"


@dataclass(frozen=True, slots=True)
class OperationPlan:
    """Operations within the limits that hold the paths given. Nothing in it changes once it is made."""

    kind: str
    """``query``, ``mutation`` or ``subscription``."""
    limits: PlanLimits
    operations: tuple[Operation, ...]
    held: tuple[Sequence[int], ...]
    """By operation: the numbers of the paths it holds, from 0 in the order they came. Each path is named once."""
    left_out: Sequence[int]
    """Paths that no operation within the limits can hold; what of them fits is planned all the same."""
    fields: int
    """Fields that have to be asked at least once each; what is repeated to get there is not counted."""
    bound: int
    """Operations that any plan for these paths with these leaves needs at least."""
    tries: tuple[Trie, ...] = field(repr=False, compare=False)

    @property
    def size(self) -> int:
        """How many operations there are."""
        return len(self.operations)

    @property
    def paths(self) -> int:
        """How many paths were given."""
        return sum(len(trie.ends) for trie in self.tries)

    @property
    def gap(self) -> float:
        """How many more operations there are than the bound, as a share of the bound."""
        return self.size / self.bound - 1 if self.bound else 0.0

    def path(self, number: int) -> Path:
        """The path that came as this number, whole."""
        for trie in self.tries:
            if number < len(trie.ends):
                return trie.path(number)
            number -= len(trie.ends)
        raise IndexError(f"The plan has {self.paths} paths")

    def describe(self) -> str:
        """Size, lower bound and gap, and what had to be left out, in words."""
        over = "which is the fewest there can be" if self.size <= self.bound else f"{self.gap:.1%} over the bound"
        text = (
            f"{_count(self.size, 'operation')} for {_count(self.paths - len(self.left_out), 'path')}: "
            f"{_count(self.fields, 'field')} within {self.limits} need at least {self.bound:,}, {over}."
        )
        if self.left_out:
            text += f" {_count(len(self.left_out), 'path')} went beyond the limits and ended early."
        return text


def plan_paths(
    schema: GraphQLSchema,
    root: str,
    paths: Iterable[Path],
    limits: PlanLimits,
    arguments: Arguments,
    *,
    allowed: Callable[[str], bool] = lambda _: True,
    leaves: Leaves = Leaves.NEEDED,
    items: int = SHORT,
    sized: Callable[[str, str], bool] = lambda _coordinate, _argument: True,
    chunk: int = CHUNK,
) -> OperationPlan:
    """Plan a stream of paths; paths that come sorted, as a depth-first search gives them, merge fastest.

    ``root`` is a kind of operation or the name of its type. ``arguments`` gives the values of a field's required
    arguments, and is asked once for each place of such a field in the merged paths. ``allowed`` says of ``Type.field``
    whether it may be asked as a leaf; the paths themselves are not asked about.
    ``items`` is how long lists are asked to be, ``sized`` whether ``Type.field`` is asked so by this argument.
    """
    kind, name = _root(schema, root)
    facts = PlanFacts(schema, allowed, items, sized)
    stream = iter(paths)
    tries: list[Trie] = []
    while True:
        trie = Trie(facts, name, arguments)
        for path in islice(stream, chunk):
            trie.add(path)
        if tries and not trie.ends:
            break
        if leaves is not Leaves.NEEDED:
            trie.add_leaves(every=leaves is Leaves.ALL)
        trie.finish()
        tries.append(trie)
        if len(trie.ends) < chunk:
            break
    return _planned(kind, tuple(tries), limits)


def plan_tuples(
    schema: GraphQLSchema,
    root: str,
    limits: PlanLimits,
    arguments: Arguments,
    *,
    allowed: Callable[[str], bool] = lambda _: True,
    spread: bool = True,
    items: int = SHORT,
    detour: Random | None = None,
    sized: Callable[[str, str], bool] = lambda _coordinate, _argument: True,
    brought: Callable[[str], bool | None] = lambda _: None,
) -> OperationPlan:
    """Plan every allowed (object, field) tuple that the root leads to: path n of the plan ends with tuple n.

    ``spread`` lets leaves move from the nearest object of their type to others that need a leaf anyway: a tenth fewer
    operations, and tuples that are asked further away from the root. ``items`` is how long lists are asked to be;
    ``detour`` leads to types by other ways than the cheapest, for those that had nothing to show there.
    ``sized`` is as for ``plan_paths``; ``brought`` says of ``Type.field`` what is known of it, see ``tuple_paths``.
    """
    kind, name = _root(schema, root)
    facts = PlanFacts(schema, allowed, items, sized)
    trie = Trie(facts, name, arguments, own_ways=True)
    for path in tuple_paths(facts, name, spread=spread, detour=detour, brought=brought):
        trie.add(path)
    trie.finish()
    return _planned(kind, (trie,), limits)


def recut(plan: OperationPlan, limits: PlanLimits) -> OperationPlan:
    """The same paths with the same argument values under other limits; nothing is enumerated or merged again."""
    return _planned(plan.kind, plan.tries, limits)


def _planned(kind: str, tries: tuple[Trie, ...], limits: PlanLimits) -> OperationPlan:
    operations: list[Operation] = []
    held: list[array[int]] = []
    left_out = array("L")
    fields = costs = before = 0
    for trie in tries:
        found = cut(trie, limits, single=kind != "query")
        first = len(operations)
        operations += build(trie, found, kind)
        held += [array("L") for _ in range(first, len(operations))]
        for number, end in enumerate(trie.ends, before):
            home = found.homes[end]
            (left_out if home < 0 else held[first + home]).append(number)
        before += len(trie.ends)
        needed = len(trie.ends) - len(left_out) if trie.own_ways else found.fields
        fields += needed
        costs += needed if trie.own_ways else found.costs
    bound = max(ceil(fields / limits.fields), ceil(costs / limits.cost) if limits.cost else 0)
    return OperationPlan(kind, limits, tuple(operations), tuple(held), left_out, fields, bound, tries)


def _root(schema: GraphQLSchema, root: str) -> tuple[str, str]:
    """The kind of operation and the name of the root type, from either."""
    types = (schema.query_type, schema.mutation_type, schema.subscription_type)
    for kind, type_ in zip(_KINDS, types, strict=True):
        if type_ is not None and root in {kind, type_.name}:
            return kind, type_.name
    raise ConfigError(f"The schema has no root {root}: name query, mutation or subscription, whichever it has.")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
