"""Requests by GET, where a server offers them: what holds for them, and that none of them is a mutation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from querious.audit.answers import data_of, refused, succeeded, told
from querious.audit.parameters import TWO_OPERATIONS, WITH_VARIABLE
from querious.audit.requests import GET_CONTROLS, MUTATION, MUTATION_CONTROL, QUERY, both_ways
from querious.audit.rule import AuditRule, BrokenRule, Untold, clause
from querious.model.audit import Requirement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.audit.rule import Judgement
    from querious.model import Exchange

_GET: Final = clause("4.3 GET", "GET")
_METHOD_NOT_ALLOWED: Final = 405


def _way(trace: Sequence[Exchange]) -> int | None:
    """Which of the first two exchanges, the ways to ask by GET, is answered; None: neither."""
    return next((place for place, exchange in enumerate(trace[:2]) if data_of(exchange) is not None), None)


def _answered(
    rule: str, requirement: Requirement, about: str, what: str, parameters: Mapping[str, str], names: Sequence[str] = ()
) -> AuditRule:
    def check(trace: Sequence[Exchange]) -> Judgement:
        way = _way(trace)
        if way is None:
            return Untold(f"queries by GET are not offered: {told(trace[0])}")
        exchange = trace[2 + way]
        data = data_of(exchange)
        if data is None or not succeeded(exchange):
            return BrokenRule(f"{what} by GET is not answered: {told(exchange)}", 2 + way)
        if names and list(data) != list(names):
            instead = ", ".join(data) or "nothing"
            return BrokenRule(f"{what} by GET is answered with other data than asked for: {instead}", 2 + way)
        return None

    return AuditRule(rule, requirement, about, _GET, (*GET_CONTROLS, *both_ways(parameters)), check)


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
    way = _way(trace)
    if way is None:
        return Untold(f"queries by GET are not offered: {told(trace[0])}")
    exchange = trace[2 + way]
    if refused(exchange):
        return None
    return BrokenRule(f"variables by GET that are no JSON are not refused with 4xx: {told(exchange)}", 2 + way)


GET_MALFORMED: Final = AuditRule(
    "get-malformed-variables",
    Requirement.SHOULD,
    "By GET, variables that are no JSON are refused with 4xx",
    clause("5.4 Status Codes", "Status-Codes"),
    (*GET_CONTROLS, *both_ways({"query": QUERY, "variables": "{not JSON"})),
    _malformed_variables,
)


def _asked(trace: Sequence[Exchange]) -> tuple[int, Judgement]:
    """Which exchange shows how a mutation by GET is answered, and what stands in the way of judging it by that."""
    way = _way(trace)
    step = 2 + (way or 0)
    by_post = trace[4]
    if data_of(by_post) is None:
        return step, Untold(f"there are no mutations here, or none without leave: {told(by_post)}")
    if way is None and not refused(trace[0]):
        return step, Untold(f"queries by GET are not offered, and the address has another use: {told(trace[0])}")
    return step, None


def _not_executed(trace: Sequence[Exchange]) -> Judgement:
    for step in (2, 3):
        if data_of(trace[step]) is not None:
            return BrokenRule(
                "a mutation by GET is executed: any page, link or picture can make a browser send one", step
            )
    step, hidden = _asked(trace)
    if hidden is not None or refused(trace[step]):
        return hidden
    return BrokenRule(f"a mutation by GET is not refused with 4xx: {told(trace[step])}", step)


_MUTATIONS: Final = (*GET_CONTROLS, *both_ways({"query": MUTATION}), MUTATION_CONTROL)
GET_MUTATION: Final = AuditRule(
    "get-mutation",
    Requirement.MUST,
    "A mutation by GET is not executed, and refused with 4xx",
    _GET,
    _MUTATIONS,
    _not_executed,
)


def _not_405(trace: Sequence[Exchange]) -> Judgement:
    step, hidden = _asked(trace)
    mutation = trace[step]
    if hidden is not None or not refused(mutation):
        return hidden or Untold("it is not refused with 4xx at all")
    if mutation.status == _METHOD_NOT_ALLOWED:
        return None
    return BrokenRule(f"a mutation by GET is refused with another status than 405: {told(mutation)}", step)


GET_MUTATION_STATUS: Final = AuditRule(
    "get-mutation-status",
    Requirement.SHOULD,
    "A mutation by GET is refused with status 405",
    _GET,
    _MUTATIONS,
    _not_405,
)


def _without_allow(trace: Sequence[Exchange]) -> Judgement:
    refusals = [step for step, exchange in enumerate(trace) if exchange.status == _METHOD_NOT_ALLOWED]
    if not refusals:
        return Untold("nothing is refused with status 405")
    for step in refusals:
        if "allow" not in trace[step].headers:
            return BrokenRule("status 405 comes without an Allow header, which says what is allowed", step)
    return None


ALLOW: Final = AuditRule(
    "allow-header",
    Requirement.MUST,
    "Status 405 comes with an Allow header",
    _GET,
    (*GET_CONTROLS, *both_ways({"query": MUTATION})),
    _without_allow,
)
