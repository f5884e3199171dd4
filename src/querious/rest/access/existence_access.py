"""A refusal does not tell that there is something: what is another's and what is not there are refused alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.access.askers import asker, of_same_call
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.relations.relation import RestAnswer

_FORBIDDEN: Final = 403
_ABSENT: Final = frozenset({404, 410})


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """A suspicion: many services hold that a key which nobody can guess, or which anybody may know, tells nothing."""
    if not trace or trace[-1].status != _FORBIDDEN or trace[-1].exchange.failure is not None:
        return
    last = trace[-1]
    owners = [one for one in of_same_call(last, trace[:-1]) if one.has_succeeded]
    for missing in trace[:-1]:
        is_like = asker(missing) == asker(last) and missing.call.coordinate == last.call.coordinate
        if is_like and missing.call != last.call and missing.status in _ABSENT and owners:
            message = (
                f"answers {last.status} where something belongs to `{asker(owners[0])}`, and {missing.status} where "
                "there is nothing: a refusal tells what exists"
            )
            yield RestMismatch(last.call.coordinate, message, len(trace) - 1, Severity.SUSPICION)
            return


EXISTENCE_ACCESS = RestRelation("existence-access", "a refusal does not tell what exists", nothing, _check)
