"""Credentials that were cut short, changed or made up are not taken for good ones.

Whoever is let in may be somebody new, who is shown what everybody is: what counts is what the owner of the credentials
is shown, and nobody else who has signed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Severity
from querious.model.identity import ANONYMOUS, spoilt_credential
from querious.rest.access.askers import asker, is_anonymous, is_refused
from querious.rest.access.shown_content import all_pairs
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.relations.relation import RestAnswer


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Whether the last answer shows to a spoilt token what it shows to the good one, and to nobody without any."""
    if not trace or not trace[-1].has_succeeded:
        return
    last, earlier = trace[-1], trace[:-1]
    whose, how = spoilt_credential(asker(last))
    alike = [one for one in earlier if one.call == last.call]
    good = [one for one in alike if asker(one) == whose and one.has_succeeded]
    is_closed = any(is_anonymous(one) and is_refused(one) for one in alike)
    if how and good and is_closed:
        others = [one.payload for one in alike if asker(one) not in {whose, ANONYMOUS} and one.is_good]
        own = all_pairs([good[0].payload]) - all_pairs(others)
        if own and len(own & all_pairs([last.payload])) * 2 > len(own):
            message = f"takes credentials of `{whose}` that are {how} for good ones"
            severity = Severity.FAULT if others else Severity.SUSPICION
            yield RestMismatch(last.call.coordinate, message, len(trace) - 1, severity)


TOKEN_ACCESS = RestRelation("token-access", "spoilt credentials are refused", nothing, _check)
