"""All variants, in the order in which they take turns: those that most servers offer first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.variants import (
    batches,
    get_requests,
    graphql_bodies,
    incremental,
    operation_names,
    persisted_operations,
)

if TYPE_CHECKING:
    from querious.variants.variant import FormVariant

VARIANTS: Final[tuple[FormVariant, ...]] = (
    operation_names.VARIANT,
    get_requests.VARIANT,
    persisted_operations.VARIANT,
    batches.VARIANT,
    graphql_bodies.VARIANT,
    incremental.VARIANT,
)
