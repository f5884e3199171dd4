"""The same read twice gives the same, where nothing was changed in between. A suspicion: some lists are shuffled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Severity
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    yield _ask(readable)


def _ask(readable: ReadableList) -> RestConversation:
    yield readable.call
    yield readable.call


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step in range(1, len(trace)):
        one, other = trace[step - 1], trace[step]
        if one.call != other.call or not one.is_good or not other.is_good:
            continue
        before, after = rows_of(one.payload) or [], rows_of(other.payload) or []
        key = key_member(before)
        if not key or not key_member(after, (key,)):
            continue
        lost = {str(row[key]) for row in before} ^ {str(row[key]) for row in after}
        if lost:
            message = f"asked twice, {len(lost)} rows were in one of the two answers only"
            yield RestMismatch(other.call.coordinate, message, step, Severity.SUSPICION)


REPETITION = RestRelation("repetition", "the same read twice shows the same rows", _propose, _check)
