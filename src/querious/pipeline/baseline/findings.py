"""What a baseline holds against one exchange: for the phase that asks it, for replaying and for shrinking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.baseline import BASELINE, INVARIANT
from querious.model import Finding

if TYPE_CHECKING:
    from querious.baseline import BaselineCheck
    from querious.model import Exchange, SelectionShape


def findings_against(
    holding: BaselineCheck, exchange: Exchange, shape: SelectionShape | None, oracle: str
) -> list[Finding]:
    """What the baseline, or its invariants, hold against an exchange; ``shape`` is None for an invalid case."""
    if shape is None:
        document = exchange.case.document if exchange.case.is_graphql else exchange.case.call.coordinate
        return [unfit_finding(exchange, why) for answer, why in holding.invalid if answer.document == document]
    if oracle == INVARIANT:
        return holding.broken_invariants(exchange, shape)
    return holding.differences(exchange, shape) if oracle == BASELINE else []


def unfit_finding(exchange: Exchange, reason: str) -> Finding:
    """That the schema, or the description, does not allow an operation of the baseline any more."""
    if not exchange.case.is_graphql:
        coordinate = exchange.case.call.coordinate
        message = f"a call of the baseline no longer fits the description: {reason}"
        return Finding(BASELINE, coordinate, message, exchange)
    return Finding(BASELINE, "", f"an operation of the baseline no longer fits the schema: {reason}", exchange)
