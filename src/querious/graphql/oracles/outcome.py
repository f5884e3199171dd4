"""One word for a whole answer, for the statistics of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.answers.fault.triage import ErrorKind, Triage
from querious.answers.response import SERVER_ERROR, graphql_map, is_limit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import Exchange

_BY_WEIGHT: Final = (
    ErrorKind.SERVER_FAULT,
    ErrorKind.UNEXPLAINED,
    ErrorKind.AUTHORISATION,
    ErrorKind.LIMIT,
    ErrorKind.INVALID,
    ErrorKind.USER_ERROR,
)
_GATEWAY: Final[dict[int, str]] = {
    401: "authorisation",
    403: "authorisation",
    407: "authorisation",
    413: "limit",
    414: "limit",
}


def outcome(exchange: Exchange, triage: Triage | None = None) -> str:
    """``data``, ``partial data``, ``lost``, ``not GraphQL``, or the kind of the errors: the word of a ``ErrorKind``.

    Hand over the run's ``Memory.triage``: what the oracles have weighed is not weighed again.
    """
    if exchange.failure is not None:
        return "lost"
    if is_limit(exchange):
        return ErrorKind.LIMIT.value
    if exchange.status >= SERVER_ERROR:
        return ErrorKind.SERVER_FAULT.value
    payload = graphql_map(exchange)
    if payload is None or ("data" not in payload and not payload.get("errors")):
        return _GATEWAY.get(exchange.status, "not GraphQL")
    return _of_map(payload.get("data"), (triage or Triage()).kinds(exchange))


def _of_map(data: Any, kinds: Sequence[ErrorKind]) -> str:
    if not kinds:
        return "data" if isinstance(data, dict) else "not GraphQL"
    answered = isinstance(data, dict) and any(value is not None for value in data.values())
    if answered and ErrorKind.SERVER_FAULT not in kinds:
        return "partial data"
    gravest: ErrorKind = next(kind for kind in _BY_WEIGHT if kind in kinds)
    return gravest.value
