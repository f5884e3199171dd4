"""Operations for one field of the subscription type: one root field each, as the specification wants it.

An event is asked for with all its leaves, and those of the objects right inside it: what is further away belongs to
queries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.graphql.plan.facts import PlanFacts
from querious.graphql.plan.plan import plan_paths
from querious.model import Path, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graphql import GraphQLSchema

    from querious.graphql.plan.limits import PlanLimits
    from querious.graphql.plan.trie import Arguments
    from querious.model import Operation


def plan_subscription(
    schema: GraphQLSchema,
    field: str,
    limits: PlanLimits,
    arguments: Arguments,
    allowed: Callable[[str], bool] = lambda _: True,
    levels: int = 2,
) -> Sequence[Operation]:
    """Operations that ask for a field of the subscription type, ``levels`` of objects deep."""
    root = schema.subscription_type
    if root is None:
        return ()
    facts = PlanFacts(schema, allowed)
    paths = _paths(facts, root.name, field, (), levels)
    return plan_paths(schema, "subscription", paths, limits, arguments, allowed=allowed).operations


def _paths(facts: PlanFacts, parent: str, field: str, before: tuple[Step, ...], levels: int) -> Iterator[Path]:
    """The field itself, then the leaves of what it gives, then what lies below that."""
    fact = facts.of(parent, field)
    if fact.leaf:
        yield Path((*before, Step(parent, field, fact.target)))
        return
    for target in facts.members(fact.target):
        way = (*before, Step(parent, field, target))
        yield Path(way)
        for leaf in facts.plain(target):
            yield Path((*way, Step(target, leaf.name, leaf.target)))
    if levels <= 1:
        return
    for target in facts.members(fact.target):
        way = (*before, Step(parent, field, target))
        for inner in facts.fields(target):
            if not inner.leaf and not inner.required:
                yield from _paths(facts, target, inner.name, way, levels - 1)
