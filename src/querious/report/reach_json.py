"""What can be walked, and how far planned paths were, ↔ JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.model.path import Path, Step
from querious.model.reach import Class, Reach, Walked
from querious.report.records import FLAG, LIST, TEXT, WHOLE, Codec, many, mapping, member_of, record

if TYPE_CHECKING:
    from querious.model.values import JSON

_STEPS: Final = many(Codec(list, lambda data: Step(*map(str, LIST.read(data)))))
_WALKED: Final = record(
    Walked,
    called={"result": "class"},
    also={"expected": lambda walked: walked.expected},
    path=Codec(lambda path: _STEPS.write(path.steps), lambda data: Path(_STEPS.read(data))),
    actual=WHOLE,
    result=member_of(Class),
    unauthorised=FLAG,
)
REACH: Final = record(
    Reach,
    also={"ratio": lambda reach: round(reach.ratio, 4)},
    plan=TEXT,
    known=TEXT,
    paths=WHOLE,
    asked=WHOLE,
    operations=WHOLE,
    bound=WHOLE,
    classes=Codec(lambda counts: {kind.value: counts.get(kind, 0) for kind in Class}, mapping(WHOLE).read),
    expected=WHOLE,
    actual=WHOLE,
    unauthorised=WHOLE,
    missed=many(_WALKED),
)
"""One plan; each class under its name."""


def _graph_to_json(steps: tuple[Step, ...]) -> dict[str, JSON]:
    """The targets of each field, by field, by parent: a large schema has ten thousands of steps."""
    parents: dict[str, Any] = {}
    for step in steps:
        parents.setdefault(step.parent, {}).setdefault(step.field, []).append(step.target)
    return parents


def _graph_from_json(data: JSON) -> tuple[Step, ...]:
    steps = []
    for parent, fields in mapping(mapping(many(TEXT))).read(data).items():
        for field, targets in fields.items():
            steps += [Step(parent, field, target) for target in targets]
    return tuple(steps)


GRAPH: Final = Codec(_graph_to_json, _graph_from_json)
