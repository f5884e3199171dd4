"""How a command ended: GraphQL answers nearly everything with status 200."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.complaints import ending_of_complaint, worst
from querious.model.exchange import Failure
from querious.model.state import Ending

if TYPE_CHECKING:
    from querious.graphql.collections.requests import Answer

SERVER_ERROR: Final = 500
_CLIENT_ERROR: Final = 400
_TOO_MANY: Final = 429


def ending_of(answer: Answer) -> Ending | None:
    """How the transport or the errors of GraphQL say that it ended; None if they say nothing is wrong."""
    exchange = answer.exchange
    if exchange.failure is Failure.TIMEOUT or exchange.status == _TOO_MANY:
        return Ending.UNANSWERED
    if exchange.failure is not None or exchange.status >= SERVER_ERROR:
        return Ending.BROKEN
    if not answer.readable:
        return Ending.REFUSED if exchange.status >= _CLIENT_ERROR else Ending.BROKEN
    if answer.errors:
        return worst(ending_of_complaint(error) for error in answer.errors)
    return None
