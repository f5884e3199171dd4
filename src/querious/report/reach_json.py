"""How far planned paths were walked ↔ JSON."""

from __future__ import annotations

from typing import Final

from querious.model.path import Path, Step
from querious.model.reach import Class, Reach, Walked
from querious.report.records import FLAG, LIST, TEXT, WHOLE, Codec, many, mapping, member_of, record

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
