"""Entity tags and writes: ``If-Match`` with a made-up tag keeps from writing, and what was written changes the tag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.relations.readable_lists import entry_within
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.openapi import RestOperation
    from querious.rest.relations.relation import RestAnswer

NO_SUCH_TAG: Final = '"querious-no-such-tag"'
_WRITES: Final = frozenset({"PATCH", "PUT"})
_PRECONDITION_FAILED: Final = "412"
_IF_MATCH: Final = "if-match"


def condition_header(operation: RestOperation) -> str:
    """The name of the header ``If-Match`` as the description of a write spells it; empty if it has none."""
    headers = [each.name for each in operation.parameters if each.where == "header"]
    return next((name for name in headers if name.lower() == _IF_MATCH), "")


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, write in enumerate(trace):
        if write.call.method not in _WRITES or not write.has_succeeded:
            continue
        before = [one for one in trace[:step] if _reads(one, write)]
        after = [one for one in trace[step + 1 :] if _reads(one, write)]
        if before and write.sent("header").get(_IF_MATCH) == NO_SUCH_TAG:
            yield _written_anyway(write, step)
        if before and after:
            yield from _same_tag(before[-1], write, after[0], step)


def _reads(one: RestAnswer, write: RestAnswer) -> bool:
    """Whether this is a plain read of what is written, and shows a tag."""
    is_same = one.call.method == "GET" and one.is_good and one.is_like(write, "header", "query")
    return is_same and not one.sent("header") and not one.sent("query") and bool(one.exchange.headers.get("etag"))


def _written_anyway(write: RestAnswer, step: int) -> RestMismatch:
    """Certain where the description promises the refusal; else the header may be for other purposes."""
    documented = write.operation is not None and _PRECONDITION_FAILED in write.operation.responses
    message = f"answers {write.status} for If-Match with a tag that was never shown"
    severity = Severity.FAULT if documented else Severity.SUSPICION
    return RestMismatch(write.call.coordinate, message, step, severity)


def _same_tag(before: RestAnswer, write: RestAnswer, after: RestAnswer, step: int) -> Iterator[RestMismatch]:
    """A member that was written shows its new value, and the tag is the old one; a weak tag may overlook it."""
    tag = before.exchange.headers["etag"]
    written = _written(_entry(before), write.call.body, _entry(after))
    if written and tag == after.exchange.headers["etag"]:
        message = f'"{written[0]}" was changed, and the ETag of the entry stays the same'
        severity = Severity.SUSPICION if tag.startswith("W/") else Severity.FAULT
        yield RestMismatch(write.call.coordinate, message, step, severity)


def _entry(read: RestAnswer) -> dict[str, JSON]:
    return entry_within(read.payload, read.key)


def _written(before: dict[str, JSON], sent: JSON, after: dict[str, JSON]) -> list[str]:
    """The members that show what was sent, and showed something else before."""
    if not isinstance(sent, dict):
        return []
    common = before.keys() & after.keys() & sent.keys()
    return sorted(name for name in common if after[name] == sent[name] and before[name] != sent[name])


CONDITIONAL_WRITES = RestRelation(
    "conditional-writes", "what is written changes the entity tag, and If-Match is obeyed", nothing, _check
)
