"""A run → the report of the Web Fuzzing Commons (WFC), which tools of several makers write, for comparisons.

Its fault categories are those of version 0.12. What has none there, wrong answers above all, stands under a category of
our own, with the name of the rule as its context. Suspicions are no faults there, but warnings.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.exchange import Failure
from querious.model.severity import Severity
from querious.report import phrases
from querious.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.finding import Finding
    from querious.model.run import Run
    from querious.model.values import JSON
    from querious.report.context import Context

_VERSION: Final = "0.12.1"
_WHOLE_RUN: Final = "run"
"""The test case that stands for all that was asked."""
_STATUS_CODES: Final = "status codes"
_NOT_IMPLEMENTED: Final = 501
_INTERNAL: Final = 500
_SERVER_ERRORS: Final = frozenset({"server_error", "server_fault", "server-error"})


class FaultCategory(NamedTuple):
    """A kind of fault."""

    id: str
    code: int


WRONG_ANSWER: Final = FaultCategory("QUERIOUS_WRONG_ANSWER", 900)
"""Ours: codes from 900 on are free for tools."""
HTTP_500: Final = FaultCategory("HTTP_STATUS_500", 100)
OTHER_5XX: Final = FaultCategory("HTTP_OTHER_STATUS_5XX", 121)
DECLARED_501: Final = FaultCategory("SCHEMA_STATUS_NO_501_IF_IMPLEMENTED", 205)
TIMEOUT: Final = FaultCategory("SECURITY_CALL_TIMEOUT", 312)
_SCHEMA: Final = FaultCategory("SCHEMA_INVALID_RESPONSE", 200)
_BYPASS: Final = FaultCategory("SCHEMA_VALIDATION_BYPASS", 206)
_REJECTED: Final = FaultCategory("SCHEMA_VALID_INPUT_REJECTED", 207)
_DELETE: Final = FaultCategory("HTTP_NONWORKING_DELETE", 113)
_NOT_ENFORCED: Final = FaultCategory("SECURITY_DECLARED_AUTH_NOT_ENFORCED", 311)
CATEGORIES: Final[Mapping[str, FaultCategory]] = {
    **dict.fromkeys(
        (
            *("response_schema", "undocumented_status", "content_type", "missing_header"),
            *("data", "envelope", "not_json"),
        ),
        _SCHEMA,
    ),
    **dict.fromkeys(("accepted_flaw", "accepted_invalid"), _BYPASS),
    **dict.fromkeys(("refused_valid", "allowed-bounds"), _REJECTED),
    **dict.fromkeys(("security", "security-writes"), _NOT_ENFORCED),
    **dict.fromkeys(("deleted-still-found", "deleted-still-listed"), _DELETE),
    "missing_allow": FaultCategory("HTTP_STATUS_NO_405_IF_NO_ALLOW", 110),
    "unexpected_body": FaultCategory("HTTP_STATUS_NO_204_IF_CONTENT", 105),
    "methods": FaultCategory("SECURITY_HIDDEN_ACCESSIBLE_ENDPOINT", 310),
    "leak": FaultCategory("SECURITY_LEAKED_STACK_TRACES", 309),
    "response_time": TIMEOUT,
    "action-refused": FaultCategory("HTTP_SIDE_EFFECTS_FAILED_MODIFICATION", 114),
    "put-merges": FaultCategory("HTTP_PARTIAL_UPDATE_PUT", 117),
    "patch-changes-more": FaultCategory("HTTP_INVALID_MERGE_PATCH", 119),
    "created-place": FaultCategory("HTTP_INVALID_LOCATION", 120),
    "post-not-found": FaultCategory("HTTP_CREATED_RESOURCE_NOT_FOUND", 122),
}
"""By the name of the rule that found it."""


def wfc(run: Run, _: Context) -> str:
    """The JSON."""
    faults = [finding for finding in run.findings if finding.severity is Severity.FAULT]
    found = [_found(finding, run) for finding in faults]
    distinct = {(category_of(finding), _context(finding)) for finding in faults}
    content: dict[str, JSON] = {
        "schemaVersion": _VERSION,
        "toolName": "querious",
        "toolVersion": run.version or __version__,
        "creationTime": datetime.now(UTC).isoformat(timespec="seconds"),
        "faults": {"totalNumber": len(distinct), "foundFaults": found},
        "problemDetails": {"rest": _rest(run)} if run.protocol == "REST" else {},
        "totalTests": 1 + len(run.findings),
        "testFilePaths": [],
        "testCases": [
            {"id": _WHOLE_RUN, "name": f"querious run, seed {run.seed}"},
            *({"id": finding.fingerprint, "name": phrases.title(finding)} for finding in run.findings),
        ],
        "executionTimeInSeconds": round(run.elapsed),
        "extra": [_coverage(run)],
        "warnings": _warnings(run),
    }
    return json.dumps(content, indent=2) + "\n"


def category_of(finding: Finding) -> FaultCategory:
    """The category of a finding, by its rule, and where that says too little by the answer."""
    status = finding.exchange.status
    if finding.oracle in _SERVER_ERRORS and status == _NOT_IMPLEMENTED:
        return DECLARED_501
    if finding.oracle in _SERVER_ERRORS and status > _INTERNAL:
        return OTHER_5XX
    if finding.oracle in _SERVER_ERRORS:
        return HTTP_500
    if finding.oracle == "connection" and finding.exchange.failure is Failure.TIMEOUT:
        return TIMEOUT
    return CATEGORIES.get(finding.oracle, WRONG_ANSWER)


def _context(finding: Finding) -> str:
    return f"{finding.oracle} {finding.coordinate}".strip()


def _found(finding: Finding, run: Run) -> JSON:
    category = category_of(finding)
    return {
        "operationId": _operation(finding, run),
        "testCaseId": finding.fingerprint,
        "faultCategories": [{"id": category.id, "code": category.code, "context": _context(finding)}],
    }


def _operation(finding: Finding, run: Run) -> str:
    if run.protocol != "REST":
        return finding.coordinate
    return _endpoint(finding.exchange.case.call.coordinate)


def _endpoint(coordinate: str) -> str:
    """``GET:/books/{id}``, as WFC writes it."""
    method, _, path = coordinate.partition(" ")
    return f"{method}:{path}"


def _rest(run: Run) -> JSON:
    named = {_operation(finding, run) for finding in run.findings}
    operations = {_endpoint(coordinate) for coordinate in run.coverage.tuples} | named
    return {
        "outputHttpCalls": sum(len(finding.steps) for finding in run.findings),
        "evaluatedHttpCalls": run.requests,
        "endpointIds": sorted(operations),
        "coveredHttpStatus": [
            {"endpointId": operation, "testCaseId": _WHOLE_RUN, "httpStatus": sorted(statuses)}
            for operation, statuses in sorted(_statuses(run).items())
        ],
    }


def _statuses(run: Run) -> dict[str, set[int]]:
    """Which statuses an operation was seen to answer with, of those that are documented, and of findings."""
    seen: dict[str, set[int]] = {}
    places = run.coverage.places.get(_STATUS_CODES)
    for place in places.witnessed if places is not None else ():
        coordinate, _, status = place.rpartition(" ")
        if status.isdecimal() and coordinate:
            seen.setdefault(_endpoint(coordinate), set()).add(int(status))
    for finding in run.findings:
        for exchange in finding.steps:
            if exchange.status:
                seen.setdefault(_endpoint(exchange.case.call.coordinate), set()).add(exchange.status)
    return seen


def _coverage(run: Run) -> JSON:
    coverage = run.coverage
    levels = (("requested", coverage.requested), ("reached", coverage.reached), ("witnessed", coverage.witnessed))
    things = "operations" if run.protocol == "REST" else "fields"
    criteria = [
        {"name": f"{things} {word}", "covered": len(some), "total": len(coverage.tuples)} for word, some in levels
    ]
    return {"toolName": "querious", "criteria": criteria}


def _warnings(run: Run) -> JSON:
    told = [(f"not judged: {run.unjudged}", "misconfiguration", 1)] if run.unjudged else []
    told += [
        (f"suspicion: {phrases.message(finding)}", "suspicion", 2)
        for finding in run.findings
        if finding.severity is not Severity.FAULT
    ]
    told += [(note, "note", 3) for note in run.notes]
    return [{"message": message, "category": kind, "displayPriority": order} for message, kind, order in told]
