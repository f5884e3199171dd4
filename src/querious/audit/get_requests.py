"""Requests by GET, where a server offers them: what holds for them, and that none of them is a mutation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from querious.audit.answers import data_of, refused, succeeded, told
from querious.audit.parameters import TWO_OPERATIONS, WITH_VARIABLE
from querious.audit.requests import GET_CONTROL, MUTATION, MUTATION_CONTROL, QUERY, get
from querious.audit.rule import AuditRule, BrokenRule, Untold, clause
from querious.model.audit import Requirement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.audit.rule import Judgement
    from querious.model import Exchange

_GET: Final = clause("4.3 GET", "GET")
_METHOD_NOT_ALLOWED: Final = 405


def _answered(
    rule: str, requirement: Requirement, about: str, what: str, parameters: Mapping[str, str], names: Sequence[str] = ()
) -> AuditRule:
    def check(trace: Sequence[Exchange]) -> Judgement:
        if data_of(trace[0]) is None:
            return Untold(f"queries by GET are not offered: {told(trace[0])}")
        data = data_of(trace[1])
        if data is None or not succeeded(trace[1]):
            return BrokenRule(f"{what} by GET is not answered: {told(trace[1])}")
        if names and list(data) != list(names):
            return BrokenRule(
                f"{what} by GET is answered with other data than asked for: {', '.join(data) or 'nothing'}"
            )
        return None

    return AuditRule(rule, requirement, about, _GET, (GET_CONTROL, get(parameters)), check)


GET_VARIABLES: Final = _answered(
    "get-variables",
    Requirement.MUST,
    "By GET, variables are taken as JSON",
    "a query with variables",
    {"query": WITH_VARIABLE, "variables": json.dumps({"yes": True, "no": False})},
    ["a"],
)
GET_OPERATION_NAME: Final = _answered(
    "get-operation-name",
    Requirement.MUST,
    "By GET, the operation that operationName names is executed",
    "a document of two operations with the name of one",
    {"query": TWO_OPERATIONS, "operationName": "B"},
    ["b"],
)
GET_EXTENSIONS: Final = _answered(
    "get-extensions",
    Requirement.MUST,
    "By GET, extensions are taken as JSON",
    "a query with extensions",
    {"query": QUERY, "extensions": json.dumps({"querious": {"any": "value"}})},
)
GET_EMPTY: Final = _answered(
    # Editions before 2026 say so of operationName alone.
    "get-empty-parameters",
    Requirement.SHOULD,
    "By GET, a parameter that is empty is as one that is not there",
    "a query with empty parameters",
    {"query": QUERY, "operationName": "", "variables": "", "extensions": ""},
)


def _malformed_variables(trace: Sequence[Exchange]) -> Judgement:
    if data_of(trace[0]) is None:
        return Untold(f"queries by GET are not offered: {told(trace[0])}")
    if refused(trace[1]):
        return None
    return BrokenRule(f"variables by GET that are no JSON are not refused with 4xx: {told(trace[1])}")


GET_MALFORMED: Final = AuditRule(
    "get-malformed-variables",
    Requirement.SHOULD,
    "By GET, variables that are no JSON are refused with 4xx",
    clause("5.4 Status Codes", "Status-Codes"),
    (GET_CONTROL, get({"query": QUERY, "variables": "{not JSON"})),
    _malformed_variables,
)


def _by_get(trace: Sequence[Exchange]) -> Judgement:
    """What stands in the way of telling how a mutation by GET is answered; None where nothing does."""
    by_post, by_get, _ = trace
    if data_of(by_post) is None:
        return Untold(f"there are no mutations here, or none without leave: {told(by_post)}")
    if data_of(by_get) is None and not refused(by_get):
        return Untold(f"queries by GET are not offered, and the address has another use: {told(by_get)}")
    return None


def _not_executed(trace: Sequence[Exchange]) -> Judgement:
    hidden = _by_get(trace)
    mutation = trace[2]
    if data_of(mutation) is not None:
        return BrokenRule("a mutation by GET is executed: any page, link or picture can make a browser send one")
    if hidden is not None or refused(mutation):
        return hidden
    return BrokenRule(f"a mutation by GET is not refused with 4xx: {told(mutation)}")


GET_MUTATION: Final = AuditRule(
    "get-mutation",
    Requirement.MUST,
    "A mutation by GET is not executed, and refused with 4xx",
    _GET,
    (MUTATION_CONTROL, GET_CONTROL, get({"query": MUTATION})),
    _not_executed,
)


def _not_405(trace: Sequence[Exchange]) -> Judgement:
    hidden = _by_get(trace)
    mutation = trace[2]
    if hidden is not None or not refused(mutation):
        return hidden or Untold("it is not refused with 4xx at all")
    if mutation.status == _METHOD_NOT_ALLOWED:
        return None
    return BrokenRule(f"a mutation by GET is refused with another status than 405: {told(mutation)}")


GET_MUTATION_STATUS: Final = AuditRule(
    "get-mutation-status",
    Requirement.SHOULD,
    "A mutation by GET is refused with status 405",
    _GET,
    (MUTATION_CONTROL, GET_CONTROL, get({"query": MUTATION})),
    _not_405,
)


def _without_allow(trace: Sequence[Exchange]) -> Judgement:
    refusals = [exchange for exchange in trace if exchange.status == _METHOD_NOT_ALLOWED]
    if not refusals:
        return Untold("nothing is refused with status 405")
    for exchange in refusals:
        if "allow" not in exchange.headers:
            return BrokenRule(
                "status 405 comes without an Allow header, which says what is allowed", trace.index(exchange)
            )
    return None


ALLOW: Final = AuditRule(
    "allow-header",
    Requirement.MUST,
    "Status 405 comes with an Allow header",
    _GET,
    (GET_CONTROL, get({"query": MUTATION})),
    _without_allow,
)
