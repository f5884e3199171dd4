"""Bodies that no server can read, or that are larger than it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.audit.answers import data_of, each, refused, refuses, succeeded, told
from querious.audit.requests import CONTROL, EITHER, GRAPHQL, JSON_TYPE, QUERY, ask, post
from querious.audit.rule import AuditRule, clause
from querious.model.audit import Requirement

if TYPE_CHECKING:
    from querious.model import Exchange

_STATUS: Final = clause("5.4 Status Codes", "Status-Codes")
_NO_JSON: Final = '{ "not JSON'
_LARGE: Final = 1_300_000
"""Characters: more than the limit of most servers that have one, and little enough to be sent to any."""


def _not_400(exchange: Exchange) -> str:
    if exchange.status == 400 and data_of(exchange) is None:  # noqa: PLR2004 - the number is the name
        return ""
    return f"a body that is no JSON is not refused with status 400: {told(exchange)}"


MALFORMED_JSON: Final = AuditRule(
    "malformed-json",
    Requirement.SHOULD,
    "A body that is no JSON is refused with status 400",
    _STATUS,
    (CONTROL, *(post(_NO_JSON, accept, verbatim=True) for accept in (GRAPHQL, JSON_TYPE))),
    each(_not_400),
)
EMPTY_BODY: Final = AuditRule(
    "empty-body",
    Requirement.SHOULD,
    "A POST with an empty body is refused with 4xx",
    _STATUS,
    (CONTROL, post("", EITHER, verbatim=True)),
    refuses("a POST with an empty body"),
)
NO_OBJECT: Final = AuditRule(
    "body-type",
    Requirement.SHOULD,
    "A body that is JSON and no object is refused with 4xx",
    clause("4.4.1 JSON Encoding", "JSON-Encoding"),
    (CONTROL, *(post(body, EITHER) for body in ("{ __typename }", 7, True, None))),
    refuses("a body that is JSON and no object"),
)


def _oversized(exchange: Exchange) -> str:
    if refused(exchange) or (data_of(exchange) is not None and succeeded(exchange)):
        return ""
    return f"a body of {_LARGE:,} characters is neither answered nor refused with 4xx: {told(exchange)}"


OVERSIZED: Final = AuditRule(
    "oversized-body",
    Requirement.SHOULD,
    "A body that is larger than the server takes is refused with 4xx",
    _STATUS,
    (CONTROL, ask(QUERY, extensions={"querious": "x" * _LARGE})),
    each(_oversized),
)
