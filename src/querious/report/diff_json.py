"""Two versions held against each other → the JSON file that machines read, described in docs/diff.md."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from querious.report.exchange_json import case_to_json, response_to_json

if TYPE_CHECKING:
    from querious.model.diff import Diff, Difference
    from querious.model.values import JSON

FORMAT = 1


def dump(found: Diff) -> str:
    """The file's text, in ASCII, so that every string comes back as it was."""
    content = {
        "querious-diff": FORMAT,
        "version": found.version,
        "a": found.a,
        "b": found.b,
        "seed": found.seed,
        "requests": found.requests,
        "cases": found.cases,
        "coordinates": found.coordinates,
        "elapsed": found.elapsed,
        "ended": found.ended,
        "interrupted": found.interrupted,
        "differences": [_difference(one) for one in found.differences],
        "noise": [
            {
                "coordinate": one.coordinate,
                "kind": one.kind.value,
                "count": one.count,
                "cases": one.cases,
                "reason": one.reason,
            }
            for one in found.noise
        ],
        "schema": [{"weight": change.weight.value, "about": change.about} for change in found.changes],
        "broken": [
            {
                "cause": one.cause,
                "origin": one.origin,
                "operations": one.operations,
                "calls": one.calls,
                "examples": list(one.examples),
            }
            for one in found.broken
        ],
        "notes": list(found.notes),
    }
    return json.dumps(content, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _difference(one: Difference) -> JSON:
    return {
        "id": one.fingerprint,
        "severity": one.severity.value,
        "coordinate": one.coordinate,
        "kind": one.kind.value,
        "steadiness": one.steadiness.value,
        "count": one.count,
        "cases": one.cases,
        "noise": one.noise,
        "path": one.path,
        "a": one.said_a,
        "b": one.said_b,
        "also": list(one.also),
        "shrunk": one.shrunk,
        "case": case_to_json(one.a.case),
        "response_a": response_to_json(one.a),
        "response_b": response_to_json(one.b),
    }
