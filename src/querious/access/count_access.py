"""A number of rows that counts those of others too.

Two identities read the same list to its end and are shown different rows, yet both are told the same total, which is
larger than what either is shown and no larger than what both are: it counts rows that are kept from them. A list that
shows each one's own rows must count these alone; whoever brings no credentials is not taken for one of the two.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from querious.access.reading import Answered
from querious.access.rule import AccessBreach, AccessRule
from querious.model.identity import ANONYMOUS
from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.access.reading import Reading


def _check(readings: Sequence[Reading]) -> Iterator[AccessBreach]:
    told: set[str] = set()
    lists = [
        (step, one)
        for step, one in enumerate(readings)
        if one.lists() and one.complete and one.answered is not Answered.FAILED and one.identity != ANONYMOUS
    ]
    for (_, first), (step, second) in combinations(lists, 2):
        if first.identity == second.identity or first.question != second.question:
            continue
        for coordinate, total in second.totals.items():
            counts = _counts(first, second)
            if coordinate not in told and first.totals.get(coordinate) == total and _tells_more(total, *counts):
                told.add(coordinate)
                message = (
                    f'tells {total} to "{first.identity}" and to "{second.identity}" alike, who are shown {counts[0]} '
                    f"and {counts[1]} rows: it counts what is kept from them"
                )
                yield AccessBreach(coordinate, message, step, Severity.FAULT)


def _counts(first: Reading, second: Reading) -> tuple[int, int, int]:
    """Rows of the one, of the other, and of both together."""
    one, other = _rows(first), _rows(second)
    return len(one), len(other), len(one | other)


def _rows(reading: Reading) -> set[tuple[str, str]]:
    return {(shown.type, shown.key) for shown in reading.objects if shown.is_row and shown.way == reading.way}


def _tells_more(total: int, first: int, second: int, both: int) -> bool:
    return max(first, second) < total and both > max(first, second) and total >= both


RULE = AccessRule("count-access", "a number of rows counts none that are kept from who asks", _check)
