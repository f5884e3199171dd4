"""How far planned paths were gone ↔ JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from querious.model.path import Path, Step
from querious.model.reach import Class, Reach, Walked

if TYPE_CHECKING:
    from querious.model.values import JSON


def reach_to_json(reach: Reach) -> JSON:
    """One plan; each class under its name."""
    return {
        "plan": reach.plan,
        "known": reach.known,
        "paths": reach.paths,
        "asked": reach.asked,
        "operations": reach.operations,
        "bound": reach.bound,
        "classes": {kind.value: reach.classes.get(kind, 0) for kind in Class},
        "expected": reach.expected,
        "actual": reach.actual,
        "ratio": round(reach.ratio, 4),
        "missed": [
            {
                "path": [list(step) for step in walked.path.steps],
                "expected": walked.expected,
                "actual": walked.actual,
                "class": walked.result.value,
            }
            for walked in reach.missed
        ],
    }


def reach_from_json(data: dict[str, Any]) -> Reach:
    """The inverse."""
    return Reach(
        data["plan"],
        paths=int(data["paths"]),
        known=data["known"],
        operations=int(data["operations"]),
        bound=int(data["bound"]),
        asked=int(data["asked"]),
        classes={kind: int(data["classes"].get(kind.value, 0)) for kind in Class},
        expected=int(data["expected"]),
        actual=int(data["actual"]),
        missed=tuple(
            Walked(
                Path(tuple(Step(*map(str, step)) for step in missed["path"])),
                int(missed["actual"]),
                Class(missed["class"]),
            )
            for missed in data["missed"]
        ),
    )
