"""The status of answers to requests that cannot be executed, and of those that can."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.response import SERVER_ERROR
from querious.audit.answers import data_of, each, is_result, media_type, succeeded, told, with_control
from querious.audit.parameters import TWO_OPERATIONS
from querious.audit.requests import CONTROL, GRAPHQL, JSON_TYPE, QUERY, ask
from querious.audit.rule import AuditRule, BrokenRule, Untold, clause
from querious.model.audit import Requirement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.audit.rule import Judgement
    from querious.model import Exchange

_STATUS: Final = clause("5.4 Status Codes", "Status-Codes")
_EXAMPLES: Final = clause("5.4.1 Examples", "Examples")
_NO_PARSE: Final = "{"
_INVALID: Final = "{ querious_no_such_field }"
_ERRONEOUS: Final = {
    "a document that cannot be parsed": _NO_PARSE,
    "a document that is not valid": _INVALID,
    "a document of two operations without the name of one": TWO_OPERATIONS,
    "a query without the value of its variable": "query ($yes: Boolean!) { __typename @include(if: $yes) }",
}
"""Requests that are well-formed, and of which nothing can be executed."""
_ACCEPTABLE: Final = (400, 422)
"""The one is what editions before 2026 recommend for all of them, the other what the newest does for most."""


def _without_data(trace: Sequence[Exchange]) -> Judgement:
    """Only answers of the new media type are bound by this; those of application/json may always have 200."""
    seen = False
    for step, (what, exchange) in enumerate(zip(_ERRONEOUS, trace[1:], strict=True), 1):
        if media_type(exchange) != GRAPHQL or not is_result(exchange) or "data" in exchange.payload:
            continue
        seen = True
        if exchange.status < 400:  # noqa: PLR2004 - the class of HTTP
            return BrokenRule(
                f"the answer to {what} has no data, and a status that says all is well: {told(exchange)}", step
            )
    return None if seen else Untold(f"no such request is answered with {GRAPHQL}")


NO_DATA_STATUS: Final = AuditRule(
    "status-without-data",
    Requirement.MUST,
    f"An answer without data has a status of 4xx or 5xx, where it is of type {GRAPHQL}",
    _STATUS,
    (CONTROL, *(ask(query, GRAPHQL) for query in _ERRONEOUS.values())),
    with_control(_without_data),
)


def _with_data(exchange: Exchange) -> str:
    if data_of(exchange) is None or succeeded(exchange):
        return ""
    return f"an answer with data has a status other than 2xx: {told(exchange)}"


DATA_STATUS: Final = AuditRule(
    "status-with-data",
    Requirement.MUST,
    "An answer with data has a status of 2xx",
    _STATUS,
    (CONTROL, ask(QUERY, GRAPHQL), ask(QUERY, JSON_TYPE)),
    each(_with_data, first=0),
)


def _executed(trace: Sequence[Exchange]) -> Judgement:
    for step, (what, exchange) in enumerate(zip(_ERRONEOUS, trace[1:], strict=True), 1):
        if data_of(exchange) is not None:
            return BrokenRule(f"{what} is answered with data, although nothing of it can be executed", step)
    return None


NOT_EXECUTED: Final = AuditRule(
    "request-error",
    Requirement.MUST,
    "What cannot be parsed, is not valid, not named or lacks a variable is not executed",
    clause("5.3 Execution", "Execution"),
    (CONTROL, *(ask(query, GRAPHQL) for query in _ERRONEOUS.values())),
    with_control(_executed),
)


def _data_entry(exchange: Exchange) -> str:
    if isinstance(exchange.payload, dict) and exchange.payload.get("data", "") is None:
        return "the answer to a request that was never executed has a data entry"
    return ""


NO_DATA_ENTRY: Final = AuditRule(
    "data-entry",
    Requirement.SHOULD,
    "The answer to a document that cannot be parsed, or is not valid, has no data entry",
    clause("5.1 Body", "Body"),
    (CONTROL, ask(_NO_PARSE, GRAPHQL), ask(_INVALID, GRAPHQL)),
    each(_data_entry),
)


def _recommended(rule: str, what: str) -> AuditRule:
    """400 or 422 where the answer has the new media type; whoever executes it all the same is told of elsewhere."""

    def check(trace: Sequence[Exchange]) -> Judgement:
        exchange = trace[1]
        if data_of(exchange) is not None or not (exchange.status >= SERVER_ERROR or media_type(exchange) == GRAPHQL):
            return Untold(f"it is not refused with {GRAPHQL}")
        if exchange.status in _ACCEPTABLE:
            return None
        return BrokenRule(f"{what} is refused with another status than 400 or 422: {told(exchange)}", 1)

    query = _ERRONEOUS[what]
    about = f"{what[0].upper()}{what[1:]} is refused with status 400 or 422, where the answer is of type {GRAPHQL}"
    return AuditRule(rule, Requirement.SHOULD, about, _EXAMPLES, (CONTROL, ask(query, GRAPHQL)), with_control(check))


_PARSING, _VALIDATION, _OPERATION, _VARIABLE = _ERRONEOUS
PARSING_STATUS: Final = _recommended("parsing-status", _PARSING)
VALIDATION_STATUS: Final = _recommended("validation-status", _VALIDATION)
OPERATION_STATUS: Final = _recommended("operation-status", _OPERATION)
VARIABLE_STATUS: Final = _recommended("variable-status", _VARIABLE)


def _status_of_json(exchange: Exchange) -> str:
    if data_of(exchange) is not None or exchange.status == 200 or 400 <= exchange.status < SERVER_ERROR:  # noqa: PLR2004 - HTTP
        return ""
    return f"a request that cannot be executed is refused with neither 200 nor 4xx: {told(exchange)}"


JSON_STATUS: Final = AuditRule(
    # Editions before 2026 recommend 200 here, the newest the same status as for the other media type.
    "request-error-status-of-json",
    Requirement.SHOULD,
    f"What cannot be executed is refused with 200 or 4xx, where only {JSON_TYPE} is accepted",
    clause("5.1 Body", "Body"),
    (CONTROL, *(ask(query, JSON_TYPE) for query in _ERRONEOUS.values())),
    each(_status_of_json),
)
