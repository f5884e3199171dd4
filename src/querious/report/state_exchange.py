"""An exchange of a sequence, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from querious.model.case import Case
    from querious.model.exchange import Exchange
    from querious.model.values import JSON

_LONGEST_TEXT: Final = 500


def request_line(case: Case) -> str:
    """``POST /books`` or ``mutation createBook``."""
    if case.is_graphql:
        return f"{case.operation.kind} {case.operation.name}"
    return f"{case.request.method} {case.request.path}"


def sent(case: Case) -> JSON:
    """The variables of a GraphQL operation, or the body; None if there is none."""
    return case.variables if case.is_graphql else case.body


def answered(exchange: Exchange) -> JSON:
    """The JSON that came back, or the beginning of the text where it is not JSON."""
    if exchange.is_json or not exchange.body:
        return exchange.payload
    text = exchange.body[: 4 * _LONGEST_TEXT].decode("utf-8", "replace").strip()
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]} …"
