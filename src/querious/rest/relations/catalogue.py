"""All relations of REST, in the order in which they take turns: those that need the fewest calls first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.rest.relations.allowed_bounds import ALLOWED_BOUNDS
from querious.rest.relations.byte_ranges import RANGES
from querious.rest.relations.conditional_reads import CONDITIONAL
from querious.rest.relations.head_requests import HEAD, METHODS
from querious.rest.relations.list_filters import FILTER
from querious.rest.relations.list_order import SORT
from querious.rest.relations.list_pages import PAGE_SIZE, PAGINATION
from querious.rest.relations.list_partition import PARTITION
from querious.rest.relations.media_choice import MEDIA_CHOICE
from querious.rest.relations.nested_rows import BELONGING
from querious.rest.relations.repeated_reads import REPETITION
from querious.rest.relations.required_credentials import SECURITY
from querious.rest.relations.row_arithmetic import ARITHMETIC
from querious.rest.relations.row_look_ups import ECHO, EXISTENCE, SAME_FACTS
from querious.rest.relations.sparse_fields import FIELDS
from querious.rest.relations.text_search import SEARCH
from querious.rest.relations.told_counts import COUNTS
from querious.rest.relations.two_lists import TWO_ROUTES

if TYPE_CHECKING:
    from querious.rest.relations.relation import RestRelation

REST_RELATIONS: Final[tuple[RestRelation, ...]] = (
    REPETITION,
    BELONGING,
    TWO_ROUTES,
    COUNTS,
    ARITHMETIC,
    PAGE_SIZE,
    EXISTENCE,
    ECHO,
    SAME_FACTS,
    SECURITY,
    METHODS,
    HEAD,
    FIELDS,
    CONDITIONAL,
    FILTER,
    SORT,
    PAGINATION,
    SEARCH,
    PARTITION,
    RANGES,
    MEDIA_CHOICE,
    ALLOWED_BOUNDS,
)
