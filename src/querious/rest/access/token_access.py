"""Credentials that were cut short, changed or made up are not taken for good ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model.identity import spoilt_credential
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
        wanted, shown = all_pairs([good[0].payload]), all_pairs([last.payload])
        if len(wanted & shown) * 2 > len(wanted) or not wanted:
            message = f"takes credentials of `{whose}` that are {how} for good ones"
            yield RestMismatch(last.call.coordinate, message, len(trace) - 1)


TOKEN_ACCESS = RestRelation("token-access", "spoilt credentials are refused", nothing, _check)
