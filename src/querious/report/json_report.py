"""A run ↔ the JSON file that machines read and ``querious replay`` runs again.

The format is versioned by its first member, ``"querious": 1``, and described in docs/commands.md. It holds no request
headers; of the response headers only the content type, for others may hold cookies.
"""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from querious.errors import ConfigError
from querious.model.case import Case
from querious.model.coverage import Coverage, Level
from querious.model.exchange import Exchange, Failure
from querious.model.finding import Finding, Severity
from querious.model.run import Run
from querious.report.curl import bare, secret_parts
from querious.report.operation_json import operation_from_json, operation_to_json, value_from_json, value_to_json
from querious.report.ordering import ordered

if TYPE_CHECKING:
    from querious.model.values import JSON

FORMAT = 1
_LONGEST_BODY = 64 * 1024
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
        "findings": [_finding_to_json(finding) for finding in ordered(run.findings)],
        "coverage": coverage_to_json(run.coverage),
        "outcomes": run.outcomes,
        "oracles": run.oracles,
        "notes": list(run.notes),
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


def _run(content: dict[str, Any]) -> Run:
    return Run(
        target=content["target"],
        seed=int(content["seed"]),
        findings=tuple(_finding(item) for item in content["findings"]),
        coverage=_coverage(content.get("coverage", {})),
        requests=int(content.get("requests", 0)),
        cases=int(content.get("cases", 0)),
        elapsed=float(content.get("elapsed", 0.0)),
        outcomes=dict(content.get("outcomes", {})),
        oracles=dict(content.get("oracles", {})),
        notes=tuple(content.get("notes", ())),
        ended=content.get("ended", ""),
        interrupted=bool(content.get("interrupted", False)),
        version=content.get("version", ""),
    )


def _finding_to_json(finding: Finding) -> JSON:
    case = finding.exchange.case
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
        "case": {
            "number": case.number,
            "flaw": case.flaw,
            "document": case.document,
            "variables": value_to_json(case.variables),
            "operation": operation_to_json(case.operation),
        },
        "response": _response_to_json(finding.exchange),
    }


def _finding(data: dict[str, Any]) -> Finding:
    case = data["case"]
    sent = Case(
        number=int(case["number"]),
        operation=operation_from_json(case["operation"]),
        document=case["document"],
        variables=value_from_json(case["variables"]),
        flaw=case.get("flaw", ""),
    )
    return Finding(
        oracle=data["oracle"],
        coordinate=data["coordinate"],
        message=data["message"],
        exchange=_exchange(sent, data["response"]),
        severity=Severity(data["severity"]),
        path=data.get("path", ""),
        excerpt=data.get("excerpt", ""),
        count=int(data.get("count", 1)),
        shrunk=bool(data.get("shrunk", False)),
        reproduced=data.get("reproduced"),
    )


def _response_to_json(exchange: Exchange) -> JSON:
    body = exchange.body[:_LONGEST_BODY]
    content_type = exchange.headers.get("content-type")
    told: dict[str, Any] = {
        "status": exchange.status,
        "elapsed": exchange.elapsed,
        "failure": exchange.failure.name.lower() if exchange.failure else None,
        "detail": exchange.detail[:_LONGEST_BODY],
        "headers": {"content-type": content_type} if content_type else {},
        "json": exchange.is_json,
        "bytes": len(exchange.body),
    }
    try:
        told["body"] = body.decode()
    except UnicodeDecodeError as error:
        if len(body) == _LONGEST_BODY and error.end == len(body):  # cut in the middle of a character
            told["body"] = body[: error.start].decode()
        else:
            told["base64"] = base64.b64encode(body).decode("ascii")
    return told


def _exchange(case: Case, data: dict[str, Any]) -> Exchange:
    body = base64.b64decode(data["base64"]) if "base64" in data else data["body"].encode("utf-8")
    is_json = bool(data.get("json", False))
    failure = data.get("failure")
    return Exchange(
        case=case,
        status=int(data["status"]),
        headers=dict(data.get("headers", {})),
        body=body,
        payload=_payload(body) if is_json else None,
        is_json=is_json,
        elapsed=float(data.get("elapsed", 0.0)),
        failure=Failure[failure.upper()] if failure else None,
        detail=data.get("detail", ""),
    )


def _payload(body: bytes) -> JSON:
    """None for a body that was cut."""
    try:
        return json.loads(body)
    except ValueError:
        return None


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
