"""One word for a REST answer, for the statistics of a run."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from querious.answers.fault.triage import ErrorKind
from querious.answers.response import SERVER_ERROR

if TYPE_CHECKING:
    from querious.model import Exchange

_REFUSED = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})


def rest_outcome(exchange: Exchange) -> str:
    """``data``, ``lost``, ``not found``, ``redirect``, or the word of an ``ErrorKind``."""
    status = exchange.status
    if exchange.failure is not None:
        return "lost"
    if status >= SERVER_ERROR:
        return ErrorKind.SERVER_FAULT.value
    if status in _REFUSED:
        return ErrorKind.AUTHORISATION.value
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
        return "not found"
    if status >= HTTPStatus.BAD_REQUEST:
        return ErrorKind.INVALID.value
    return "redirect" if status >= HTTPStatus.MULTIPLE_CHOICES else "data"
