"""All relations of REST, in the order in which they take turns: those that need the fewest calls first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.rest.relations.list_filters import FILTER
from querious.rest.relations.list_order import SORT_ORDER
from querious.rest.relations.list_pages import PAGE_SIZE, PAGINATION
from querious.rest.relations.nested_rows import OWNERSHIP
from querious.rest.relations.repeated_reads import REPETITION
from querious.rest.relations.row_look_ups import ECHO, EXISTENCE, SAME_FACTS

if TYPE_CHECKING:
    from querious.rest.relations.relation import RestRelation

REST_RELATIONS: Final[tuple[RestRelation, ...]] = (
    REPETITION,
    OWNERSHIP,
    PAGE_SIZE,
    SORT_ORDER,
    EXISTENCE,
    ECHO,
    SAME_FACTS,
    FILTER,
    PAGINATION,
)
