"""An answer to a planned operation → how far each of its paths was gone, and which ones an error hides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.answers.fault.triage import ErrorKind
from querious.coverage import lengths
from querious.graphql.plan import follow
from querious.model import Class, Walked

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from querious.model import JSON, Operation, Path, SelectionShape
    from querious.pipeline.graphql.blames import Blame

Held: TypeAlias = "Sequence[tuple[Hashable, Path]]"
"""Paths that an operation holds, each with its key."""
_AT_FAULT = frozenset({ErrorKind.SERVER_FAULT, ErrorKind.UNEXPLAINED})


class Followed(NamedTuple):
    """What became of the paths of one operation."""

    walked: list[tuple[Hashable, Walked]]
    hidden: list[tuple[Hashable, Path]]
    """Paths on which nothing went wrong, but an error beside them took the objects on their way with it."""

    @property
    def expected(self) -> int:
        """The length of all its paths."""
        return sum(walked.expected for _, walked in self.walked)

    @property
    def actual(self) -> int:
        """How much of it had data."""
        return sum(walked.actual for _, walked in self.walked)

    @property
    def classes(self) -> dict[str, int]:
        """How many of its paths are of which class."""
        counts: dict[str, int] = {}
        for _, walked in self.walked:
            counts[walked.result.value] = counts.get(walked.result.value, 0) + 1
        return counts


def follow_answer(
    operation: Operation, held: Held, shape: SelectionShape, data: JSON, blames: Sequence[Blame]
) -> Followed:
    """Follow each path through the data; where it ends early, see whether an error is the reason."""
    found = Followed([], [])
    whole = isinstance(data, dict)
    for (key, path), actual in zip(held, lengths((path for _, path in held), shape, data), strict=True):
        if actual == len(path.steps):
            found.walked.append((key, Walked(path, actual, Class.PERFECT)))
            continue
        keys = tuple(field.key for field in follow(operation, path) or ())
        # The first place on the way that has no data; an error there or below it is the reason.
        ended = keys[: actual + 1] if whole else ()
        reasons = [blame for blame in blames if not blame.keys or blame.keys[: len(ended)] == ended]
        own = [blame for blame in reasons if blame.keys == keys[: len(blame.keys)]]
        hidden = bool(reasons) and len(held) > 1 and not any(blame.keys for blame in own)
        if hidden:
            found.hidden.append((key, path))
        result = _class_of(reasons, own, hidden=hidden)
        unauthorised = result is Class.MALFORMED and _is_unauthorised(own or reasons)
        found.walked.append((key, Walked(path, actual, result, unauthorised)))
    return found


def _class_of(reasons: Sequence[Blame], own: Sequence[Blame], *, hidden: bool) -> Class:
    """What became of a path that ended early; ``own`` are the reasons that lie on the path itself."""
    if not reasons:
        return Class.GOOD
    if not hidden and any(blame.kind in _AT_FAULT for blame in own):
        return Class.FAILED
    return Class.MALFORMED


def _is_unauthorised(blames: Sequence[Blame]) -> bool:
    return all(blame.kind is ErrorKind.AUTHORISATION for blame in blames)
