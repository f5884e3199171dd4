"""What the description keeps for some, and others get.

A reading names in ``demand`` what the description says of the field that it asks. Nobody without credentials may be
answered with data where credentials are demanded. That is certain where a directive says so, and a suspicion where
words of the description do, which may speak of something else. That somebody who is known lacks a role can be told only
where somebody is called privileged: it is a suspicion, for they may have the role.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.access.reading import Answered
from querious.access.rule import AccessBreach, AccessRule
from querious.model.identity import ANONYMOUS
from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.access.reading import Reading


def _check(readings: Sequence[Reading]) -> Iterator[AccessBreach]:
    for step, reading in enumerate(readings):
        demand = reading.demand
        if demand is None or reading.answered is not Answered.DATA:
            continue
        if reading.identity == ANONYMOUS:
            severity = Severity.FAULT if demand.certain else Severity.SUSPICION
            message = f"is answered without credentials, though its description demands them ({demand.words})"
            yield AccessBreach(reading.way, message, step, severity)
        elif demand.role and reading.lesser:
            message = (
                f'is answered to "{reading.identity}", though its description keeps it for others ({demand.words})'
            )
            yield AccessBreach(reading.way, message, step)


RULE = AccessRule("documented-access", "what the description keeps for some is refused to others", _check)
