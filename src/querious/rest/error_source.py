"""The error that a REST response reports, for the oracles that know no protocol."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from querious.answers.complaints import text_of
from querious.answers.fault.triage import ErrorKind, classify
from querious.answers.response import SERVER_ERROR, sent_strings
from querious.oracles import ResponseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import JSON, Exchange


class RestErrorSource:
    """A body under a status of 400 or above is one error: problem details, or whatever the framework writes."""

    def errors(self, exchange: Exchange) -> Sequence[ResponseError]:
        """See ``ErrorSource``."""
        if exchange.status < HTTPStatus.BAD_REQUEST or not isinstance(exchange.payload, dict):
            return ()
        complaint = _complaint(exchange.payload)
        message = text_of(complaint)
        others = {name: value for name, value in complaint.items() if value != message}
        error = {**others, "message": message}
        kind = classify(error, exchange.status, sent_strings(exchange))
        if kind is ErrorKind.SERVER_FAULT and exchange.status < SERVER_ERROR:
            kind = ErrorKind.USER_ERROR  # the status says so, and no other oracle reports what the words give away
        return [ResponseError(error, kind, "body")]

    def coordinate(self, error: dict[str, Any], exchange: Exchange) -> str:  # noqa: ARG002 - see ``ErrorSource``
        """The request line tells what was asked; the body adds nothing."""
        return ""


def reason_of(exchange: Exchange) -> str:
    """What a refusal says, without the address that was asked: that names all parameters, whichever is at fault."""
    said = text_of(exchange.payload) if isinstance(exchange.payload, dict) else ""
    asked = exchange.case.request.path
    query = asked.partition("?")[2]
    for told in (asked, unquote(asked), query, unquote(query)):
        said = said.replace(told, "") if "=" in told else said
    return said


def _complaint(body: dict[str, JSON]) -> dict[str, JSON]:
    """What holds the words: the body itself, or the first of its ``errors``, as JSON:API writes them."""
    held = body.get("errors") or body.get("error")
    first = held[0] if isinstance(held, list) and held else held
    if isinstance(first, str):
        first = {"message": first}
    return first if isinstance(first, dict) and not text_of(body) and text_of(first) else body
