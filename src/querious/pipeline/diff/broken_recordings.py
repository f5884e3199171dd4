"""Which recorded operations the schema of another version no longer allows, by cause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model.diff import Broken
from querious.pipeline.diff.questions import cause_of
from querious.pipeline.recorded import Asked, Unused, usable
from querious.versions import fit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphql import GraphQLSchema

    from querious.model.recording import Recording

_EXAMPLES = 3
_REASON = "it does not fit the schema: "


def broken_recordings(
    recordings: Iterable[Recording], old: GraphQLSchema, new: GraphQLSchema
) -> tuple[list[Broken], int]:
    """Those that fit the old schema and not the new one, mutations too; and how many fit the old one.

    Nothing is sent.
    """
    causes: dict[str, list[Asked]] = {}
    fitting = 0
    for asked in usable(old, recordings, mutations=True):
        if isinstance(asked, Unused):
            continue
        fitting += 1
        for cause in _causes(asked, new):
            causes.setdefault(cause, []).append(asked)
    return [_broken(cause, broken) for cause, broken in causes.items()], fitting


def _causes(asked: Asked, schema: GraphQLSchema) -> tuple[str, ...]:
    """Why the schema does not allow an operation; told by field and argument where that is the reason."""
    known = fit(asked.operation, schema).causes
    if known:
        return known
    found = next(usable(schema, [asked.recording], mutations=True))
    return (cause_of(found.reason.removeprefix(_REASON)),) if isinstance(found, Unused) else ()


def _broken(cause: str, broken: list[Asked]) -> Broken:
    names = dict.fromkeys(one.recording.operation_name or one.recording.document[:60] for one in broken)
    calls = sum(one.recording.times_called for one in broken)
    return Broken(cause, "recorded", len(broken), calls, tuple(names)[:_EXAMPLES])
