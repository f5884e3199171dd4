"""A run → SARIF 2.1.0, which GitHub's code scanning, GitLab, Azure DevOps and editors read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from querious.model.severity import Severity
from querious.report import phrases
from querious.report.curl import shown_target
from querious.report.finding_order import ordered
from querious.text.display import visible

if TYPE_CHECKING:
    from querious.model.finding import Finding
    from querious.model.run import Run
    from querious.report.context import Context

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {Severity.FAULT: "error", Severity.SUSPICION: "warning"}
_MOST: Final = 5_000
"""Results; GitHub takes 25,000 and shows 5,000."""


def sarif(run: Run, context: Context) -> str:
    """The file's text: a result for each finding, a rule for each oracle that found something."""
    findings = ordered(run.findings)[:_MOST]
    oracles = list(dict.fromkeys(finding.oracle for finding in findings))
    driver = {
        "name": "querious",
        "version": run.version or "0",
        "rules": [{"id": visible(oracle), "name": visible(oracle)} for oracle in oracles],
    }
    content = {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "invocations": [{"executionSuccessful": not (run.errors or run.interrupted or run.unjudged)}],
                "results": [_result(finding, oracles.index(finding.oracle), run, context) for finding in findings],
                "columnKind": "unicodeCodePoints",
            }
        ],
    }
    return json.dumps(content, indent=1) + "\n"


def _result(finding: Finding, rule: int, run: Run, context: Context) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": visible(finding.oracle),
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "message": {"text": "\n".join(phrases.details(finding, run, context))},
        "partialFingerprints": {"querious/v1": finding.fingerprint},
        "occurrenceCount": max(finding.count, 1),
        "locations": [_location(finding, run, context)],
    }
    accepted = phrases.accepted(finding, run)
    if accepted:
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": accepted}]
    return result


def _location(finding: Finding, run: Run, context: Context) -> dict[str, Any]:
    """The coordinate at fault, in what describes the API: a file where one was named, else its address.

    No line is told: what is wrong is the service, and not the line that describes it.
    """
    described = context.schema if context.schema and "://" not in context.schema else ""
    place = shown_target(described or context.target_url or context.url or run.target)
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(visible(place), safe="/:?#[]@!$&'()*+,;=%")},
            "region": {"startLine": 1},
        },
        "logicalLocations": [{"fullyQualifiedName": phrases.place(finding), "kind": "member"}],
    }
