"""All relations, in the order in which they take turns.

``repetition`` first, as it learns what changes by nature, on which no other may rest; then those that need the fewest
questions; ``always-empty`` last, since what the others ask may still bring a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.relations import (
    aggregates,
    always_empty,
    arithmetic,
    counts,
    echo,
    existence,
    filter_logic,
    filters,
    formats,
    kept_changes,
    kinds,
    ownership,
    pagination,
    partition,
    rates,
    repetition,
    same_facts,
    search,
    selection,
    sort_order,
    superlatives,
    trees,
    two_routes,
)

if TYPE_CHECKING:
    from querious.relations.relation import Relation

RELATIONS: Final[tuple[Relation, ...]] = (
    repetition.RELATION,
    echo.RELATION,
    existence.RELATION,
    same_facts.RELATION,
    two_routes.RELATION,
    ownership.RELATION,
    trees.RELATION,
    selection.RELATION,
    pagination.RELATION,
    filters.RELATION,
    filter_logic.RELATION,
    kinds.RELATION,
    search.RELATION,
    sort_order.RELATION,
    partition.RELATION,
    counts.RELATION,
    aggregates.RELATION,
    arithmetic.RELATION,
    superlatives.RELATION,
    rates.RELATION,
    formats.RELATION,
    kept_changes.RELATION,
    always_empty.RELATION,
)
