"""Who asked what: the answers of a trace by whoever asked for them, and what counts as refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.identity import ANONYMOUS, MAIN
from querious.rest.relations.readable_lists import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.relations.relation import RestAnswer

REFUSED: Final = frozenset({401, 403, 404, 410})
"""Who may not see something is told that it is not there, or that they may not."""
READS: Final = frozenset({"GET", "HEAD", "QUERY"})


def asker(answer: RestAnswer) -> str:
    """The name of whoever asked."""
    return answer.exchange.case.identity or MAIN


def is_anonymous(answer: RestAnswer) -> bool:
    """Whether nobody in particular asked."""
    return asker(answer) == ANONYMOUS


def is_refused(answer: RestAnswer) -> bool:
    """Whether the service says no to whoever asked."""
    return answer.exchange.failure is None and answer.status in REFUSED


def is_list(answer: RestAnswer) -> bool:
    """Whether rows came."""
    return answer.is_good and rows_of(answer.payload) is not None


def of_same_call(answer: RestAnswer, trace: Sequence[RestAnswer]) -> Iterator[RestAnswer]:
    """The answers of others to the very same call."""
    for other in trace:
        if asker(other) != asker(answer) and other.call == answer.call:
            yield other


def of_asker(answer: RestAnswer, trace: Sequence[RestAnswer]) -> list[RestAnswer]:
    """Other answers to whoever asked."""
    return [other for other in trace if other is not answer and asker(other) == asker(answer)]
