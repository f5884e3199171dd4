"""A bound that the description states is allowed: a call that works otherwise is not refused for it.

A suspicion: the description may promise more than is meant, and a rule of the moment may be stricter than the schema:
how many are left, the highest bid so far, what somebody has done before. Where the words of the answer say that
something is not there, or is there already, the value is no matter of its bounds.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from querious.answers.complaints import ending_of_complaint
from querious.model import Severity
from querious.model.state import Ending
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.relation import RestAnswer

_REFUSED: Final = frozenset({400, 422})
_OTHER_REASONS: Final = frozenset({Ending.NOT_FOUND, Ending.GONE, Ending.CONFLICT})
_LONGEST: Final = 40


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, (works, refused) in enumerate(pairwise(trace), 1):
        if not works.has_succeeded or refused.status not in _REFUSED:
            continue
        if ending_of_complaint(refused.payload) in _OTHER_REASONS:
            continue
        before, after = _values(works), _values(refused)
        others = [name for name in {**before, **after} if before.get(name) != after.get(name)]
        if works.call.coordinate == refused.call.coordinate and len(others) == 1 and others[0] in after:
            where, name = others[0]
            shown = str(after[others[0]])
            shown = shown if len(shown) <= _LONGEST else f"a text of {len(shown)} characters"
            message = f'{where} {name} "{shown}" is refused with {refused.status}, although the description allows it'
            yield RestMismatch(refused.call.coordinate, message, step, Severity.SUSPICION)
            return


def _values(answer: RestAnswer) -> dict[tuple[str, str], JSON]:
    """Everything that was sent, by place and name; without keys in the path, which may differ from call to call."""
    sent = {(each.where, each.name): each.value for each in answer.call.arguments if each.where != "path"}
    body = answer.call.body
    return {**sent, **{("body", name): value for name, value in body.items()}} if isinstance(body, dict) else sent


ALLOWED_BOUNDS = RestRelation("allowed-bounds", "a bound that the description states is not refused", nothing, _check)
