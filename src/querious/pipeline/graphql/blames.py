"""The errors of an answer, each with its place and with who is to blame."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.answers.fault.triage import ErrorKind
from querious.answers.response import errors_of, message_of, path_of
from querious.graphql.oracles import outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.answers.fault.triage import Triage
    from querious.model import Exchange

_WITHOUT_ERRORS = {
    "server fault": ErrorKind.SERVER_FAULT,
    "lost": ErrorKind.SERVER_FAULT,
    "limit": ErrorKind.LIMIT,
    "authorisation": ErrorKind.AUTHORISATION,
}
"""Who is to blame for an answer that has neither data nor errors."""


class Blame(NamedTuple):
    """One error of an answer."""

    keys: tuple[str, ...]
    """Where in the answer it happened, by response keys; empty: it concerns the whole request."""
    kind: ErrorKind
    message: str


def blames_of(exchange: Exchange, triage: Triage) -> list[Blame]:
    """One for each error; where there are neither errors nor data, one for the whole answer."""
    blames = []
    for error, kind in zip(errors_of(exchange.payload), triage.kinds(exchange), strict=True):
        keys = tuple(step for step in path_of(error) or () if isinstance(step, str))
        blames.append(Blame(keys, kind, message_of(error)))
    has_data = isinstance(exchange.payload, dict) and isinstance(exchange.payload.get("data"), dict)
    if not blames and not has_data:
        word = outcome(exchange, triage)
        blames.append(Blame((), _WITHOUT_ERRORS.get(word, ErrorKind.UNEXPLAINED), word))
    return blames


def needs_credentials(blames: Iterable[Blame]) -> bool:
    """Whether an error says that somebody else may see what was asked for."""
    return any(blame.kind is ErrorKind.AUTHORISATION for blame in blames)
