"""A refusal that tells that something exists, where what does not exist is answered otherwise.

Whoever may not see an object learns which keys are in use. Many services accept that (403 beside 404), and say so by
design: a suspicion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.access.reading import Answered
from querious.access.rule import AccessBreach, AccessRule
from querious.model.identity import ANONYMOUS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.access.reading import Reading


def _check(readings: Sequence[Reading]) -> Iterator[AccessBreach]:
    told: set[str] = set()
    known = {key for one in readings if one.answered is Answered.DATA for key in (shown.key for shown in one.objects)}
    for step, refused in enumerate(readings):
        is_refused = refused.answered is Answered.REFUSED and refused.identity != ANONYMOUS and not refused.changes
        if not is_refused or refused.given.isdisjoint(known) or refused.way in told:
            continue
        for other in readings:
            same_way = (other.identity, other.way) == (refused.identity, refused.way)
            if same_way and other.answered is Answered.NOTHING and other.given and other.given.isdisjoint(known):
                told.add(refused.way)
                message = (
                    f'refuses "{refused.identity}" what exists, and has nothing under a key that does not: '
                    "who may not see it learns that it is there"
                )
                yield AccessBreach(refused.way, message, step)
                break


RULE = AccessRule("existence-access", "a refusal does not tell whether something exists", _check)
