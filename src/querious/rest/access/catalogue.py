"""All rules of access, in the order in which they are asked: those that change nothing first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.rest.access.assignment_access import ASSIGNMENT_ACCESS
from querious.rest.access.count_access import COUNT_ACCESS
from querious.rest.access.documented_access import DOCUMENTED_ACCESS
from querious.rest.access.existence_access import EXISTENCE_ACCESS
from querious.rest.access.function_access import FUNCTION_ACCESS
from querious.rest.access.object_access import OBJECT_ACCESS
from querious.rest.access.reference_access import REFERENCE_ACCESS
from querious.rest.access.token_access import TOKEN_ACCESS
from querious.rest.access.write_access import WRITE_ACCESS

if TYPE_CHECKING:
    from querious.rest.relations.relation import RestRelation

REST_ACCESS_RULES: Final[tuple[RestRelation, ...]] = (
    DOCUMENTED_ACCESS,
    FUNCTION_ACCESS,
    OBJECT_ACCESS,
    COUNT_ACCESS,
    EXISTENCE_ACCESS,
    TOKEN_ACCESS,
    REFERENCE_ACCESS,
    ASSIGNMENT_ACCESS,
    WRITE_ACCESS,
)
