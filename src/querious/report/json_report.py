"""A run ↔ the JSON file that machines read and ``querious replay`` runs again.

The format is versioned by its first member, ``"querious": 1``, and described in docs/commands.md. It holds no request
headers; of the response headers only the content type, for others may hold cookies.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from querious.errors import ConfigError
from querious.model.coverage import Coverage, Level
from querious.model.finding import Finding, Severity
from querious.model.own_error import OwnError
from querious.model.run import Run
from querious.report.curl import bare, secret_parts
from querious.report.exchange_json import case_from_json, case_to_json, exchange_from_json, response_to_json
from querious.report.ordering import ordered
from querious.report.reach_json import reach_from_json, reach_to_json

if TYPE_CHECKING:
    from querious.model.values import JSON

FORMAT = 1
_KINDS = ("arguments", "inputs", "enums")


class Saved(NamedTuple):
    """What a saved file holds."""

    run: Run
    url: str
    """Where the API was, without user and query, which may be secrets; empty for one tested in process."""
    whole: bool
    """Whether ``url`` is all of the URL."""
    schema: str
    """The file or glob that the schema was read from; empty if the API was asked."""


def dump(run: Run, url: str = "", schema: str = "") -> str:
    """The file's text, in ASCII, so that every string comes back as it was."""
    content = {
        "querious": FORMAT,
        "version": run.version,
        "target": bare(url) if url else run.target,
        "url": bare(url),
        "whole": not any(secret_parts(url)),
        "schema": schema,
        "seed": run.seed,
        "requests": run.requests,
        "cases": run.cases,
        "elapsed": run.elapsed,
        "ended": run.ended,
        "interrupted": run.interrupted,
        "fail_on": run.fail_on,
        "baseline": run.baseline,
        "unjudged": run.unjudged,
        "findings": [finding_to_json(finding) for finding in ordered(run.findings)],
        "coverage": coverage_to_json(run.coverage),
        "reach": [reach_to_json(reach) for reach in run.reach],
        "outcomes": run.outcomes,
        "oracles": run.oracles,
        "unanswered": list(run.unanswered),
        "notes": list(run.notes),
        "errors": [
            {"part": error.part, "name": error.name, "message": error.message, "traceback": error.traceback}
            for error in run.errors
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def load(text: str, name: str = "the file") -> Saved:
    """The inverse of ``dump``; ``name`` is for the message if it is no saved run."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise ConfigError(f"{name} is not JSON; give a file that querious run wrote") from None
    if not isinstance(content, dict) or "querious" not in content:
        raise ConfigError(f"{name} is no saved run; give a file that querious run wrote")
    if content["querious"] != FORMAT:
        raise ConfigError(f"{name} has format {content['querious']!r:.40}, this querious reads {FORMAT}; run again")
    try:
        return Saved(
            _run(content), str(content.get("url", "")), bool(content.get("whole", True)), str(content.get("schema", ""))
        )
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ConfigError(f"{name} is damaged ({type(error).__name__}: {error!s:.80}); run again") from None


def load_unfinished(text: str, name: str = "the file") -> Saved:
    """The findings of a run that was killed; a last line that was not written whole is left out."""
    head, *lines = text.splitlines() or [""]
    findings = []
    for line in lines:
        try:
            findings.append(json.loads(line))
        except ValueError:
            break
    try:
        content = {**json.loads(head), "findings": findings}
    except (ValueError, TypeError):
        raise ConfigError(f"{name} holds no findings; run again") from None
    return load(json.dumps(content), name)


def _run(content: dict[str, Any]) -> Run:
    return Run(
        target=content["target"],
        seed=int(content["seed"]),
        findings=tuple(_finding(item) for item in content["findings"]),
        coverage=_coverage(content.get("coverage", {})),
        reach=tuple(reach_from_json(item) for item in content.get("reach", ())),
        requests=int(content.get("requests", 0)),
        cases=int(content.get("cases", 0)),
        elapsed=float(content.get("elapsed", 0.0)),
        outcomes=dict(content.get("outcomes", {})),
        oracles=dict(content.get("oracles", {})),
        unanswered=tuple(content.get("unanswered", ())),
        notes=tuple(content.get("notes", ())),
        ended=content.get("ended", ""),
        interrupted=bool(content.get("interrupted", False)),
        version=content.get("version", ""),
        fail_on=content.get("fail_on", "fault"),
        baseline=content.get("baseline", ""),
        errors=tuple(
            OwnError(str(item["part"]), str(item["name"]), str(item["message"]), str(item["traceback"]))
            for item in content.get("errors", ())
        ),
        unjudged=content.get("unjudged", ""),
    )


def finding_to_json(finding: Finding) -> JSON:
    """A finding, as it stands in the file."""
    return {
        "id": finding.fingerprint,
        "severity": finding.severity.value,
        "oracle": finding.oracle,
        "coordinate": finding.coordinate,
        "message": finding.message,
        "path": finding.path,
        "excerpt": finding.excerpt,
        "count": finding.count,
        "shrunk": finding.shrunk,
        "reproduced": finding.reproduced,
        "case": case_to_json(finding.exchange.case),
        "response": response_to_json(finding.exchange),
        "trace": [{"case": case_to_json(step.case), "response": response_to_json(step)} for step in finding.trace],
    }


def _finding(data: dict[str, Any]) -> Finding:
    return Finding(
        oracle=data["oracle"],
        coordinate=data["coordinate"],
        message=data["message"],
        exchange=exchange_from_json(case_from_json(data["case"]), data["response"]),
        severity=Severity(data["severity"]),
        path=data.get("path", ""),
        excerpt=data.get("excerpt", ""),
        count=int(data.get("count", 1)),
        shrunk=bool(data.get("shrunk", False)),
        reproduced=data.get("reproduced"),
        trace=tuple(
            exchange_from_json(case_from_json(step["case"]), step["response"]) for step in data.get("trace", ())
        ),
    )


def coverage_to_json(coverage: Coverage) -> JSON:
    """Every field with the highest level it came to, everything else with whether it was seen."""
    levels = dict.fromkeys(sorted(coverage.tuples), "unseen")
    for level in Level:
        levels.update(dict.fromkeys(sorted(coverage.at(level)), level.value))
    return {
        "fields": levels,
        "arguments": {name: name in coverage.arguments_used for name in sorted(coverage.arguments)},
        "inputs": {name: name in coverage.inputs_used for name in sorted(coverage.inputs)},
        "enums": {name: name in coverage.enums_used for name in sorted(coverage.enums)},
        "shares": {level.value: round(coverage.share(level), 4) for level in Level},
        "notes": list(coverage.notes),
    }


def _coverage(data: dict[str, Any]) -> Coverage:
    fields: dict[str, str] = data.get("fields", {})
    order = ["unseen", *(level.value for level in Level)]
    rank = {name: order.index(level) for name, level in fields.items()}
    used = {kind: frozenset(name for name, seen in data.get(kind, {}).items() if seen) for kind in _KINDS}
    return Coverage(
        tuples=frozenset(fields),
        requested=frozenset(name for name in fields if rank[name] >= order.index(Level.REQUESTED)),
        reached=frozenset(name for name in fields if rank[name] >= order.index(Level.REACHED)),
        witnessed=frozenset(name for name in fields if rank[name] >= order.index(Level.WITNESSED)),
        arguments=frozenset(data.get("arguments", ())),
        arguments_used=used["arguments"],
        inputs=frozenset(data.get("inputs", ())),
        inputs_used=used["inputs"],
        enums=frozenset(data.get("enums", ())),
        enums_used=used["enums"],
        notes=tuple(data.get("notes", ())),
    )
