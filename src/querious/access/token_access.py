"""A credential that was made up, cut short or changed, and is accepted all the same.

The question must be one that tells who asks: it is answered with data, and whoever brings no credentials is refused it
or shown nothing. An answer to a spoilt credential with the same objects as to the whole one is a fault where they are
not those that others who are known are shown. Else, and where nobody else is known, it is a suspicion: a service may
take any password for that of somebody new, who is shown what everybody is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.access.reading import Answered
from querious.access.rule import AccessBreach, AccessRule
from querious.model.identity import ANONYMOUS, spoilt_credential
from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.access.reading import Reading, ShownObject


def _check(readings: Sequence[Reading]) -> Iterator[AccessBreach]:
    for step, reading in enumerate(readings):
        whose, how = spoilt_credential(reading.identity)
        if not how or reading.answered is not Answered.DATA:
            continue
        whole = _asked(readings, reading.question, whose)
        nobody = _asked(readings, reading.question, ANONYMOUS)
        if whole is None or nobody is None:
            continue
        others = [one for one in readings[:step] if one.question == reading.question and _is_other(one, whose)]
        closed = _objects(whole) - _objects(nobody)
        if closed and closed <= _objects(reading):
            is_certain = bool(others) and bool(closed.difference(*map(_objects, others)))
            message = f'is answered as to "{whose}" though the credential was {how}'
            yield AccessBreach(reading.way, message, step, Severity.FAULT if is_certain else Severity.SUSPICION)


def _is_other(reading: Reading, whose: str) -> bool:
    return reading.identity not in (whose, ANONYMOUS) and not spoilt_credential(reading.identity)[1]


def _asked(readings: Sequence[Reading], question: str, identity: str) -> Reading | None:
    return next((one for one in readings if (one.question, one.identity) == (question, identity)), None)


def _objects(reading: Reading) -> set[tuple[str, str]]:
    return {_key(shown) for shown in reading.objects if shown.facts}


def _key(shown: ShownObject) -> tuple[str, str]:
    return shown.type, shown.key


RULE = AccessRule("token-access", "a credential that was made up, cut short or changed is refused", _check)
