"""Shrinking as a conversation without I/O: it yields the case to try next and is told whether the finding shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model.document_text import write_case
from querious.shrink.steps import STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from querious.model import Case


def shrink(case: Case, acceptable: Callable[[Case], bool]) -> Generator[Case, bool, Case]:
    """Yields candidates, receives whether each shows the finding, returns the smallest that did.

    ``acceptable`` tells whether a candidate is as valid, or as invalid, as the case is meant to be. Greedy: a step is
    taken as soon as it works and the same kind of step is tried again, until no kind works any more. Whoever drives it
    may stop at any time: every accepted candidate has been yielded.
    """
    best = case
    tried = {identity(case)}
    progress = True
    while progress:
        progress = False
        for step in STEPS:
            again = True
            while again:
                again = False
                for operation in step(best.operation):
                    candidate = write_case(case.number, operation, case.flaw)
                    mark = identity(candidate)
                    if mark in tried or not operation.selections:
                        continue
                    tried.add(mark)
                    if acceptable(candidate) and (yield candidate):
                        best, again, progress = candidate, True, True
                        break
    return best


def identity(case: Case) -> str:
    """The same text for cases that ask the same."""
    return f"{case.document}\0{case.variables!r}"
