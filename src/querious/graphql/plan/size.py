"""How large an operation is, in the units of ``PlanLimits``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.graphql.plan.facts import PlanFacts
from querious.model import Field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphql import GraphQLSchema

    from querious.model import Operation, Selection


class Measures(NamedTuple):
    """See ``PlanLimits`` for what each counts."""

    fields: int
    depth: int
    cost: int


def measure(schema: GraphQLSchema, operation: Operation) -> Measures:
    """Measure any operation that is valid by the schema, planned or not."""
    facts = PlanFacts(schema)
    count = deepest = cost = 0
    stack: list[tuple[Sequence[Selection], int, int]] = [(operation.selections, 1, 1)]
    while stack:
        selections, level, factor = stack.pop()
        for node in selections:
            if not isinstance(node, Field):
                stack.append((node.children, level, factor))
                continue
            count += 1
            cost += factor
            deepest = max(deepest, level)
            if node.children:
                stack.append((node.children, level + 1, factor * _size(facts, node)))
    return Measures(count, deepest, cost)


def _size(facts: PlanFacts, node: Field) -> int:
    """How long a list the field asks for; 1 where it does not say."""
    if not node.arguments or node.name.startswith("__"):
        return 1
    argument = facts.of(node.parent, node.name).size
    value = next((value for name, value in node.arguments if name == argument), 1)
    return value if type(value) is int and value > 0 else 1
