"""Requests by POST: their media type, their encoding, what stands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.response import errors_of, message_of
from querious.audit.answers import answers, data_of, each, refused, succeeded, told, with_control
from querious.audit.requests import CONTROL, EITHER, GET_CONTROLS, JSON_TYPE, QUERY, as_text, post
from querious.audit.rule import AuditRule, BrokenRule, Untold, clause
from querious.model.audit import Requirement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.audit.rule import Judgement
    from querious.model import Exchange

_POST: Final = clause("4.4 POST", "POST")
_ECHO: Final = "é🏊"
_ECHOED: Final = f'{{ __typename @include(if: "{_ECHO}") }}'
"""A server that says what is wrong with it repeats the text as it has read it."""


def _post_is_answered(trace: Sequence[Exchange]) -> Judgement:
    by_post, *by_get = trace
    if data_of(by_post) is not None:
        return None
    if all(data_of(one) is None for one in by_get):
        return Untold(f"neither POST nor GET is answered: {told(by_post)}")
    return BrokenRule(f"a query by POST as {JSON_TYPE} is not answered, and by GET it is: {told(by_post)}", 0)


POST_JSON: Final = AuditRule(
    "post-json",
    Requirement.MUST,
    f"A query is answered when it comes by POST as {JSON_TYPE}",
    clause("4 Request", "Request"),
    (CONTROL, *GET_CONTROLS),
    _post_is_answered,
)

UTF_8_REQUEST: Final = AuditRule(
    "utf8-request",
    Requirement.MUST,
    "A request that says it is in UTF-8, and has characters beyond ASCII, is answered",
    _POST,
    (CONTROL, as_text(f"{QUERY} # {_ECHO}", f"{JSON_TYPE}; charset=utf-8")),
    answers("a request in UTF-8 that says so"),
)


def _read_as_utf_8(trace: Sequence[Exchange]) -> Judgement:
    plain, echoing = trace[1:]
    if data_of(plain) is None or not succeeded(plain):
        return BrokenRule(f"a request with characters beyond ASCII is not answered: {told(plain)}", 1)
    messages = " ".join(map(message_of, errors_of(echoing.payload)))
    if _ECHO in messages:
        return None
    misread = _ECHO[0].encode().decode("latin-1")  # of the other character servers may escape some bytes
    if misread in messages or "\N{REPLACEMENT CHARACTER}" in messages:
        return BrokenRule("a request without a charset is not read as UTF-8: an error repeats its text otherwise", 2)
    return None


UTF_8_ASSUMED: Final = AuditRule(
    "utf8-assumed",
    Requirement.MUST,
    "A request that does not say how it is encoded is read as UTF-8",
    _POST,
    (CONTROL, as_text(f"{QUERY} # {_ECHO}"), as_text(_ECHOED)),
    with_control(_read_as_utf_8),
)


def _not_refused(exchange: Exchange) -> str:
    if refused(exchange):
        return ""
    return f"a POST without a Content-Type header is not refused with 4xx: {told(exchange)}"


CONTENT_TYPE_MISSING: Final = AuditRule(
    "content-type-missing",
    Requirement.SHOULD,
    "A POST without a Content-Type header is refused with 4xx",
    _POST,
    (CONTROL, post({"query": QUERY}, EITHER, None)),
    each(_not_refused),
)


def _unclear(exchange: Exchange) -> str:
    if refused(exchange) or (data_of(exchange) is not None and succeeded(exchange)):  # it may take other types
        return ""
    return f"a POST of a type that no server knows is neither answered nor refused with 4xx: {told(exchange)}"


CONTENT_TYPE_UNKNOWN: Final = AuditRule(
    "content-type-unknown",
    Requirement.SHOULD,
    "A POST of a media type that the server does not take is refused with 4xx",
    clause("5.4 Status Codes", "Status-Codes"),
    (CONTROL, post({"query": QUERY}, EITHER, "application/x-querious-unknown+json")),
    each(_unclear),
)
UNKNOWN_MEMBER: Final = AuditRule(
    "unknown-member",
    Requirement.MUST,
    "Members of a request that the server does not understand are ignored",
    clause("4.4.1 JSON Encoding", "JSON-Encoding"),
    (CONTROL, post({"query": QUERY, "querious": 1})),
    answers("a request with a member that the specification does not have"),
)


def _method_refused(exchange: Exchange) -> str:
    if data_of(exchange) is not None or exchange.status in {405, 501}:
        return ""
    return f"a method that the server does not take is not refused with 405: {told(exchange)}"


METHOD: Final = AuditRule(
    "unsupported-method",
    Requirement.SHOULD,
    "A method that the server does not take is refused with 405",
    clause("5.4 Status Codes", "Status-Codes"),
    (CONTROL, post({"query": QUERY})._replace(method="PUT")),
    each(_method_refused),
    writes=True,
)
