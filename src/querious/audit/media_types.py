"""Which media types a server answers with, and what it says of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.audit.answers import data_of, each, is_result, is_result_type, media_type, succeeded, told, with_control
from querious.audit.requests import CONTROL, GRAPHQL, JSON_TYPE, QUERY, ask
from querious.audit.rule import AuditRule, BrokenRule, clause
from querious.model.audit import Requirement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.audit.rule import Judgement
    from querious.model import Exchange

_BODY: Final = clause("5.1 Body", "Body")
_UTF_8: Final = re.compile(r";\s*charset\s*=\s*\"?utf-?8\"?", re.IGNORECASE)
_MALFORMED: Final = ask("{ querious_no_such_field }")


def _supports(wanted: str) -> AuditRule:
    def check(trace: Sequence[Exchange]) -> Judgement:
        exchange = trace[1]
        if data_of(exchange) is None or not succeeded(exchange):
            return BrokenRule(f"who accepts nothing but {wanted} is refused: {told(exchange)}")
        if media_type(exchange) != wanted:
            return BrokenRule(
                f"who accepts nothing but {wanted} is answered with {media_type(exchange) or 'no media type'}"
            )
        return None

    # The newest edition asks for the first and recommends the second, for clients that know no other.
    must = wanted == GRAPHQL
    return AuditRule(
        "graphql-response-type" if must else "json-response-type",
        Requirement.MUST if must else Requirement.SHOULD,
        f"Who accepts {wanted} is answered with it",
        _BODY,
        (CONTROL, ask(QUERY, wanted)),
        with_control(check),
    )


GRAPHQL_RESPONSE_TYPE: Final = _supports(GRAPHQL)
JSON_RESPONSE_TYPE: Final = _supports(JSON_TYPE)


def _without_type(exchange: Exchange) -> str:
    return "" if media_type(exchange) else f"the answer has no Content-Type header: {told(exchange)}"


STATED_TYPE: Final = AuditRule(
    "stated-media-type",
    Requirement.MUST,
    "Every answer says in its Content-Type header what it is",
    _BODY,
    (CONTROL, _MALFORMED),
    each(_without_type, first=0),
)


def _without_charset(exchange: Exchange) -> str:
    if not is_result_type(exchange) or _UTF_8.search(exchange.headers["content-type"]):
        return ""
    return f"the answer does not say how it is encoded: its type is {media_type(exchange)} without charset=utf-8"


STATED_CHARSET: Final = AuditRule(
    "stated-charset",
    Requirement.SHOULD,
    "The media type of an answer has charset=utf-8",
    _BODY,
    (CONTROL,),
    each(_without_charset, first=0),
)


def _not_utf_8(exchange: Exchange) -> str:
    try:
        exchange.body.decode()
    except UnicodeDecodeError:
        return "the answer is not encoded in UTF-8"
    return ""


UTF_8_ANSWER: Final = AuditRule(
    "utf8-answer",
    Requirement.MUST,
    "Answers are encoded in UTF-8",
    clause("3.1 Media Types", "Media-Types"),
    (CONTROL, ask('{ __typename @include(if: "é🏊") }')),
    each(_not_utf_8, first=0),
)


def _malformed(exchange: Exchange) -> str:
    if exchange.status not in {200, 294} and media_type(exchange) != GRAPHQL:
        return ""  # somebody else on the way may have answered
    if not is_result(exchange):
        return f"the answer is no GraphQL result, which has data or errors: {told(exchange)}"
    errors = exchange.payload.get("errors", [{"message": ""}])
    if not isinstance(errors, list) or not errors:
        return "the answer has errors that are no list, or an empty one"
    if not all(isinstance(error, dict) and isinstance(error.get("message"), str) for error in errors):
        return "the answer has an error without a message"
    others = sorted(set(exchange.payload) - {"data", "errors", "extensions"})
    return f"the answer has members that a GraphQL result does not have: {', '.join(others)}" if others else ""


RESULT: Final = AuditRule(
    "graphql-result",
    Requirement.MUST,
    "The body is a GraphQL result: data, errors with messages, extensions, and nothing else",
    _BODY,
    (CONTROL, _MALFORMED, ask("{")),
    each(_malformed, first=0),
)
