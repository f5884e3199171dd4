"""Hypothesis strategies: operations of a schema, as cases that shrink.

``@given(strategies.operations(schema))`` hands a test one ``Case`` after the other; ``case.body`` is what to POST.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.errors import ConfigError
from querious.extras import explained
from querious.graphql.cases import CaseLimits, Generator, Tables
from querious.graphql.values import Makers
from querious.model import Field
from querious.model.document_text import write_case
from querious.model.patterns import Permissions
from querious.values import Pool

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    raise explained(error, "querious.strategies", "hypothesis") from error

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from graphql import GraphQLSchema

    from querious.model import JSON, Case, Selection

_PRUNED = 0.02
_NO_GENERATORS: Mapping[str, Sequence[JSON]] = {}


def operations(
    schema: GraphQLSchema,
    *,
    mutations: bool = False,
    limits: CaseLimits | None = None,
    allow: Sequence[str] = (),
    deny: Sequence[str] = (),
    generators: Mapping[str, Callable[[Random], JSON] | Sequence[JSON]] = _NO_GENERATORS,
) -> st.SearchStrategy[Case]:
    """Valid operations on the schema. A failing one shrinks to few fields, few arguments and plain values.

    Every draw comes from Hypothesis, which is what makes failures shrink and replay; it is slower by far than
    ``querious run``, which draws from a seed and shrinks the operation itself.
    """
    tables = Tables(schema, Makers(schema, Pool(), generators), Permissions(allow, deny).match)
    bounds = limits or CaseLimits()
    if not Generator(schema, tables, mutations=mutations).askable:
        raise ConfigError("No field may be asked under these patterns; loosen allow and deny.")

    def build(random: Random, nodes: int, size: int) -> Case:
        generator = Generator(schema, tables, limits=bounds, mutations=mutations, random=random)
        operation = generator.operation(nodes, size)
        kept = _pruned(operation.selections, random) or operation.selections[:1]
        return write_case(0, operation._replace(selections=kept))

    return st.builds(
        build,
        st.randoms(use_true_random=False, note_method_calls=False),
        st.integers(2, bounds.nodes),
        st.integers(1, 16),
    )


def _pruned(selections: Sequence[Selection], random: Random) -> list[Selection]:
    """Without the selections for which a draw near 0 comes: nearly never, except when Hypothesis shrinks."""
    kept: list[Selection] = []
    for node in selections:
        if random.random() < _PRUNED:
            continue
        children = _pruned(node.children, random)
        if node.children and not children:
            children = [Field("", "__typename", "", (), (), ())]
        kept.append(node._replace(children=children))
    return kept
