"""How far planned paths were gone ↔ JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from querious.model.path import Path, Step
from querious.model.reach import Class, Reach, Walked
from querious.report import members

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
        "unauthorised": reach.unauthorised,
        "missed": [
            {
                "path": [list(step) for step in walked.path.steps],
                "expected": walked.expected,
                "actual": walked.actual,
                "class": walked.result.value,
                "unauthorised": walked.unauthorised,
            }
            for walked in reach.missed
        ],
    }


def reach_from_json(data: dict[str, Any]) -> Reach:
    """The inverse."""
    classes = members.counts(data, "classes")
    return Reach(
        members.text(data, "plan"),
        paths=members.whole(data, "paths"),
        known=members.text(data, "known"),
        operations=members.whole(data, "operations"),
        bound=members.whole(data, "bound"),
        asked=members.whole(data, "asked"),
        classes={kind: classes.get(kind.value, 0) for kind in Class},
        expected=members.whole(data, "expected"),
        actual=members.whole(data, "actual"),
        unauthorised=members.whole(data, "unauthorised", 0),
        missed=tuple(_walked(missed) for missed in members.listing(data, "missed")),
    )


def _walked(data: dict[str, Any]) -> Walked:
    steps = tuple(Step(*map(str, step)) for step in members.listing(data, "path"))
    unauthorised = members.flag(data, "unauthorised", default=False)
    return Walked(Path(steps), members.whole(data, "actual"), Class(data["class"]), unauthorised)
