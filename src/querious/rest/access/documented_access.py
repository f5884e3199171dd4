"""An operation whose description asks for credentials refuses whoever brings none.

``security`` and ``security-writes`` ask it with the credentials of the run; this is for those of other identities.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Severity
from querious.rest.access.askers import READS, asker, is_anonymous, of_same_call
from querious.rest.access.shown_content import all_pairs
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.openapi import RestOperation
    from querious.rest.relations.relation import RestAnswer


def requires_credentials(operation: RestOperation | None) -> bool:
    """Whether the description says so, and leaves no way without."""
    return operation is not None and bool(operation.security) and all(operation.security)


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Whether the last answer gives to nobody in particular what somebody gets who has signed in."""
    if not trace:
        return
    last = trace[-1]
    if not is_anonymous(last) or not last.has_succeeded or not requires_credentials(last.operation):
        return
    known = [one for one in of_same_call(last, trace[:-1]) if one.has_succeeded]
    if not known:
        return
    owner = known[-1]
    wanted, shown = all_pairs([owner.payload]), all_pairs([last.payload])
    is_same = last.call.method not in READS or (bool(wanted) and len(wanted & shown) * 2 > len(wanted))
    told = f"answers {last.status} without credentials, as it does `{asker(owner)}`"
    message = f"{told}, although the description requires them"
    severity = Severity.FAULT if is_same else Severity.SUSPICION
    yield RestMismatch(last.call.coordinate, message, len(trace) - 1, severity)


DOCUMENTED_ACCESS = RestRelation(
    "documented-access", "what requires credentials refuses who brings none", nothing, _check
)
