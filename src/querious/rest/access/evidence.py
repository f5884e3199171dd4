"""The fewest exchanges that show a finding: what a rule does not need is left out, without asking anything again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.rest.relations.relation import RestAnswer, RestMismatch, RestRelation


def first_mismatch(rule: RestRelation, trace: Sequence[RestAnswer]) -> RestMismatch | None:
    """What a rule holds against a trace."""
    return next(iter(rule.check(trace)), None)


def fewest(rule: RestRelation, trace: Sequence[RestAnswer]) -> list[RestAnswer]:
    """The trace without what may be left out while the rule says the same, as certainly."""
    best = list(trace)
    found = first_mismatch(rule, best)
    if found is None:
        return best
    for answer in tuple(best):
        fewer = [one for one in best if one is not answer]
        again = first_mismatch(rule, fewer)
        is_same = again is not None and (again.message, again.severity) == (found.message, found.severity)
        if is_same and again is not None and fewer[again.step] is best[found.step]:
            best, found = fewer, again
    return best
