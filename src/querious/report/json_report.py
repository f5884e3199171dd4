"""A run ↔ the JSON file that machines read and ``querious replay`` runs again.

The format is versioned by its first member, ``"querious": 1``, and described in docs/commands.md. It holds no request
headers; of the response headers only the content type, for others may hold cookies.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from querious.errors import ConfigError
from querious.model.coverage import Coverage, Level
from querious.model.finding import Finding
from querious.model.json_text import read_json
from querious.model.own_error import OwnError
from querious.model.run import Run
from querious.model.severity import Severity
from querious.model.state import CommandSequence
from querious.report import members
from querious.report.curl import bare, secret_parts, shown_target
from querious.report.exchange_json import case_from_json, case_to_json, exchange_from_json, response_to_json
from querious.report.finding_order import ordered
from querious.report.reach_json import reach_from_json, reach_to_json
from querious.report.state_json import (
    is_whole,
    sequence_from_json,
    sequence_to_json,
    state_from_json,
    state_to_json,
)

if TYPE_CHECKING:
    from querious.model.values import JSON

FORMAT = 1
_KINDS = ("arguments", "inputs", "enums")
_INDENTED = 4
"""Levels that are written line by line: the run, its findings, one finding, its case."""
_LISTED = 5_000
"""Arguments, input fields and enum values that are named, of each: a large API has a hundred thousand of them, and
nobody reads so many. Those that were not used come first, and ``counts`` tells of all."""


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
        "target": shown_target(url or run.target),
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
        **({"state": state_to_json(run.state)} if run.state else {}),
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
    return _written(content) + "\n"


def _written(value: JSON, level: int = 0) -> str:
    """JSON with a line for each member down to those of a case.

    What is below, such as the tree of an operation, stands in one line: with a line for each of its parts a report of
    many findings would be several times as large.
    """
    before = "  " * (level + 1)
    if level < _INDENTED and isinstance(value, dict) and value:
        lines = [f"{before}{_compact(name)}: {_written(item, level + 1)}" for name, item in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{before[2:]}}}"
    if level < _INDENTED and isinstance(value, list) and value:
        lines = [f"{before}{_written(item, level + 1)}" for item in value]
        return "[\n" + ",\n".join(lines) + f"\n{before[2:]}]"
    return _compact(value)


def _compact(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=True, allow_nan=False)


def load(text: str, name: str = "the file") -> Saved:
    """The inverse of ``dump``; ``name`` is for the message if it is no saved run."""
    try:
        content = read_json(text)
    except ValueError:
        raise ConfigError(f"{name} is not JSON; give a file that querious run wrote") from None
    if not isinstance(content, dict) or "querious" not in content:
        raise ConfigError(f"{name} is no saved run; give a file that querious run wrote")
    if content["querious"] != FORMAT:
        raise ConfigError(f"{name} has format {content['querious']!r:.40}, this querious reads {FORMAT}; run again")
    try:
        return Saved(
            _run(content),
            members.text(content, "url", ""),
            members.flag(content, "whole", default=True),
            members.text(content, "schema", ""),
        )
    except KeyError as error:
        raise ConfigError(f"{name} is damaged: it has no {error.args[0]!s:.40}; run again") from None
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ConfigError(f"{name} is damaged: {error!s:.80}; run again") from None


def load_unfinished(text: str, name: str = "the file") -> Saved:
    """The findings of a run that was killed; a last line that was not written whole is left out."""
    head, *lines = text.splitlines() or [""]
    findings = []
    for line in lines:
        try:
            findings.append(read_json(line))
        except ValueError:
            break
    try:
        content = {**read_json(head), "findings": findings}
    except (ValueError, TypeError):
        raise ConfigError(f"{name} holds no findings; run again") from None
    return load(json.dumps(content), name)


def _own_error(data: dict[str, Any]) -> OwnError:
    return OwnError(
        members.text(data, "part"),
        members.text(data, "name"),
        members.text(data, "message"),
        members.text(data, "traceback"),
    )


def _run(content: dict[str, Any]) -> Run:
    oracles = members.mapping(content, "oracles", {})
    return Run(
        target=members.text(content, "target"),
        seed=members.whole(content, "seed"),
        findings=tuple(_finding(item) for item in members.listing(content, "findings")),
        coverage=_coverage(members.mapping(content, "coverage", {})),
        reach=tuple(reach_from_json(item) for item in members.listing(content, "reach", ())),
        requests=members.whole(content, "requests", 0),
        cases=members.whole(content, "cases", 0),
        elapsed=members.seconds(content, "elapsed", 0.0),
        outcomes=members.counts(content, "outcomes", {}),
        oracles={oracle: members.counts(oracles, oracle) for oracle in oracles},
        unanswered=members.texts(content, "unanswered", ()),
        notes=members.texts(content, "notes", ()),
        ended=members.text(content, "ended", ""),
        interrupted=members.flag(content, "interrupted", default=False),
        version=members.text(content, "version", ""),
        fail_on=members.text(content, "fail_on", "fault"),
        baseline=members.text(content, "baseline", ""),
        errors=tuple(_own_error(item) for item in members.listing(content, "errors", ())),
        unjudged=members.text(content, "unjudged", ""),
        state=state_from_json(members.mapping(content, "state")) if "state" in content else None,
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
        **({"sequence": sequence_to_json(finding.sequence)} if finding.sequence else {}),
    }


def _finding(data: dict[str, Any]) -> Finding:
    reproduced = None if data.get("reproduced") is None else members.flag(data, "reproduced")
    return Finding(
        oracle=members.text(data, "oracle"),
        coordinate=members.text(data, "coordinate"),
        message=members.text(data, "message"),
        exchange=exchange_from_json(case_from_json(data["case"]), data["response"]),
        severity=Severity(data["severity"]),
        path=members.text(data, "path", ""),
        excerpt=members.text(data, "excerpt", ""),
        count=members.whole(data, "count", 1),
        shrunk=members.flag(data, "shrunk", default=False),
        reproduced=reproduced,
        trace=tuple(
            exchange_from_json(case_from_json(step["case"]), step["response"])
            for step in members.listing(data, "trace", ())
        ),
        sequence=_sequence(data),
    )


def _sequence(data: dict[str, Any]) -> CommandSequence | None:
    """None where there is none; one without steps where something was too long to be written."""
    written = members.mapping(data, "sequence", {})
    if not written:
        return None
    return sequence_from_json(written) if is_whole(written) else CommandSequence(())


def coverage_to_json(coverage: Coverage) -> JSON:
    """Every field with the highest level it came to, everything else with whether it was seen."""
    levels = dict.fromkeys(sorted(coverage.tuples), "unseen")
    for level in Level:
        levels.update(dict.fromkeys(sorted(coverage.at(level)), level.value))
    return {
        "fields": levels,
        "arguments": _used(coverage.arguments, coverage.arguments_used),
        "inputs": _used(coverage.inputs, coverage.inputs_used),
        "enums": _used(coverage.enums, coverage.enums_used),
        "counts": {
            "arguments": {"all": len(coverage.arguments), "used": len(coverage.arguments_used)},
            "inputs": {"all": len(coverage.inputs), "used": len(coverage.inputs_used)},
            "enums": {"all": len(coverage.enums), "used": len(coverage.enums_used)},
        },
        "shares": {level.value: round(coverage.share(level), 4) for level in Level},
        "notes": list(coverage.notes),
    }


def _used(every: frozenset[str], used: frozenset[str]) -> dict[str, bool]:
    """Each with whether it was used, by name; of very many the unused ones, then the first of the others."""
    named = every if len(every) <= _LISTED else [*sorted(every - used), *sorted(used)][:_LISTED]
    return {name: name in used for name in sorted(named)}


def _coverage(data: dict[str, Any]) -> Coverage:
    fields = members.mapping(data, "fields", {})
    order = ["unseen", *(level.value for level in Level)]
    rank = {name: order.index(level) for name, level in fields.items()}
    used = {kind: frozenset(name for name, seen in members.mapping(data, kind, {}).items() if seen) for kind in _KINDS}
    return Coverage(
        tuples=frozenset(fields),
        requested=frozenset(name for name in fields if rank[name] >= order.index(Level.REQUESTED)),
        reached=frozenset(name for name in fields if rank[name] >= order.index(Level.REACHED)),
        witnessed=frozenset(name for name in fields if rank[name] >= order.index(Level.WITNESSED)),
        arguments=frozenset(members.mapping(data, "arguments", {})),
        arguments_used=used["arguments"],
        inputs=frozenset(members.mapping(data, "inputs", {})),
        inputs_used=used["inputs"],
        enums=frozenset(members.mapping(data, "enums", {})),
        enums_used=used["enums"],
        notes=members.texts(data, "notes", ()),
    )
