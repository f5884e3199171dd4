"""Two versions held against each other → the JSON file that machines read, described in docs/diff.md."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from querious.report.exchange_json import case_to_json, response_to_json

if TYPE_CHECKING:
    from querious.model.diff import Diff, Difference
    from querious.model.values import JSON

FORMAT: Final = 1
_RUN: Final = (
    "version",
    "a",
    "b",
    "seed",
    "requests",
    "cases",
    "coordinates",
    "elapsed",
    "ended",
    "interrupted",
    "notes",
    "unjudged",
)
_DIFFERENCE: Final = (
    "severity",
    "coordinate",
    "kind",
    "steadiness",
    "count",
    "cases",
    "noise",
    "path",
    "also",
    "shrunk",
)


def dump(found: Diff) -> str:
    """The file's text, in ASCII, so that every string comes back as it was."""
    content = {
        "querious-diff": FORMAT,
        **_members(found, _RUN),
        "differences": [_difference(one) for one in found.differences],
        "noise": [asdict(one) for one in found.noise],
        "schema": [change._asdict() for change in found.changes],
        "broken": [one._asdict() for one in found.broken],
    }
    return json.dumps(content, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _members(value: Any, names: tuple[str, ...]) -> dict[str, JSON]:
    return {name: getattr(value, name) for name in names}


def _difference(one: Difference) -> dict[str, JSON]:
    return {
        "id": one.fingerprint,
        **_members(one, _DIFFERENCE),
        "a": one.said_a,
        "b": one.said_b,
        "case": case_to_json(one.a.case),
        **({"case_b": case_to_json(one.b.case)} if one.b.case.is_graphql is not one.a.case.is_graphql else {}),
        "response_a": response_to_json(one.a),
        "response_b": response_to_json(one.b),
    }
