"""Members that only the service should set are not taken from input: seen afterwards, they prove that they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.access.askers import READS
from querious.rest.access.shown_content import objects_in
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing
from querious.text.words import folded, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model import JSON
    from querious.rest.relations.relation import RestAnswer

_RIGHTS: Final = frozenset(
    (
        *("role", "admin", "superuser", "staff", "permission", "privilege", "privileged", "scope", "verified"),
        *("balance", "credit", "owner", "approved", "paid", "plan", "tier", "quota", "moderator", "group"),
    )
)
"""Words of members by which somebody has more rights, or more money."""
_REFERENCES: Final = frozenset({"userid", "ownerid", "authorid", "accountid", "customerid", "createdby", "tenantid"})
"""Members that say whose something is."""


def is_right(name: str) -> bool:
    """Whether a member gives rights, money, or away whose something is."""
    return not _RIGHTS.isdisjoint(words(name)) or folded(name) in _REFERENCES


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Whether the last answer shows a member that was sent, and that the description keeps for the service.

    Another entry, or the same one before, shows what the service sets by itself: else that may be the very same.
    """
    last = trace[-1] if trace else None
    write = next((one for one in reversed(trace) if one.call.method not in READS), None)
    if last is None or write is None or not last.is_good or not write.has_succeeded:
        return
    sent = write.call.body if isinstance(write.call.body, dict) else {}
    sendable = write.operation.body.sendable() if write.operation is not None else {}
    for name, value in sent.items():
        if not sendable or sendable.get(name) is False or isinstance(value, dict | list) or value is None:
            continue
        is_seen = any(_holds(shown, name, value) for shown in objects_in(last.payload))
        usual = [shown[name] for shown in _set_by_service(trace, write, last, name) if name in shown]
        if not is_seen or not usual or value in usual:
            continue
        is_certain = is_right(name) and last is not write
        how = "which the description keeps read-only" if name in sendable else "which the description does not name"
        message = f"takes `{name}` from the body, {how}"
        yield RestMismatch(
            write.call.coordinate, message, trace.index(write), Severity.FAULT if is_certain else Severity.SUSPICION
        )
        return


def _set_by_service(
    trace: Sequence[RestAnswer], write: RestAnswer, last: RestAnswer, name: str
) -> Iterator[dict[str, JSON]]:
    """What was created without the member, or was read before."""
    for one in trace[: trace.index(write)]:
        body = one.call.body if isinstance(one.call.body, dict) else {}
        is_creation = one.call.coordinate == write.call.coordinate and one.has_succeeded and name not in body
        if is_creation or (one.call == last.call and one.is_good):
            yield from objects_in(one.payload)


def _holds(shown: Mapping[str, JSON], name: str, value: JSON) -> bool:
    return name in shown and shown[name] == value and type(shown[name]) is type(value)


ASSIGNMENT_ACCESS = RestRelation(
    "assignment-access", "members that the service sets are not taken from input", nothing, _check
)
