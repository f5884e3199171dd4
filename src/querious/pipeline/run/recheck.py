"""Sending a finding again: it shows, it is gone, or nobody can tell.

A fault that is hidden behind a login, a gateway or a closed port is not fixed. So an answer that says less than the
one that showed the finding decides nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.growth import MEASURED
from querious.model.identity import is_own
from querious.pipeline.ledger import lightened
from querious.pipeline.obstacles import Obstacle, told_of
from querious.pipeline.redacted_results import has_placeholders

if TYPE_CHECKING:
    from querious.model import Exchange, Finding
    from querious.pipeline.run.session import Session

_SERVER_ERROR = 500
_QUESTIONS = 12
"""Random ones of which one has to be answered before a 404 counts as an answer."""
_MEASURED = "it was measured over many requests: measure again with querious run --resources"
_LEFT_OUT = "its arguments were secrets or personal data and are not in the file: test again with querious run"


class Rechecked(NamedTuple):
    """A finding that was sent again, and what came of it."""

    finding: Finding
    """As it shows now; as it was where it does not."""
    shown: bool | None
    """None: could not tell."""
    reason: str = ""
    """Why nobody can tell."""


async def recheck(session: Session, finding: Finding) -> Rechecked:
    """Send the cases of a finding again, one after the other, and judge the answers by the same oracle."""
    if finding.oracle in MEASURED:
        return Rechecked(finding, None, _MEASURED)
    trace = [await session.send(exchange.case) for exchange in finding.steps]
    for again in session.findings_in(trace, finding.oracle):
        shown = session.redacted.finding(lightened(again))
        if shown.fingerprint == finding.fingerprint:
            return Rechecked(shown, shown=True)
    for before, now in zip(finding.steps, trace, strict=True):
        reason = _hidden(session, before, now)
        if reason and not (_may_be_mended(session, before, now) and await _answers_others(session)):
            return Rechecked(finding, None, reason)
    if any(has_placeholders(exchange.case) for exchange in finding.steps):
        return Rechecked(finding, None, _LEFT_OUT)
    return Rechecked(finding, shown=False)


def _may_be_mended(session: Session, before: Exchange, now: Exchange) -> bool:
    """Whether a crash over what is not there may have become the answer that it is not there."""
    is_rest = not now.case.is_graphql
    return is_rest and before.status >= _SERVER_ERROR and session.api.obstacle(now) is Obstacle.NOT_FOUND


async def _answers_others(session: Session) -> bool:
    """Whether the API is at this address: somebody who is not has nothing at all."""
    for number in range(_QUESTIONS):
        case = session.api.random_case(number, 0)
        if case is None or case.request.method != "GET":
            continue
        answer = await session.send(case)
        if session.api.has_data(answer) and session.api.obstacle(answer) is None:
            return True
    return False


def _hidden(session: Session, before: Exchange, now: Exchange) -> str:
    """Why an answer tells less than the one before it; empty if it does not."""
    # Of requests without credentials, and of others than the run itself, a refusal may be what is wanted.
    is_asked_in_full = not now.case.request.without and is_own(now.case.identity)
    obstacle = session.api.obstacle(now) if is_asked_in_full else None
    if obstacle is not None and obstacle is not session.api.obstacle(before):
        return told_of(obstacle, now, session.target.url, session.settings)
    if now.failure is not None and now.failure is not before.failure:
        return now.failure.value
    if now.status >= _SERVER_ERROR > before.status:
        return f"the answer was HTTP {now.status}"
    return ""
