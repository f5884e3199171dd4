"""Shrinking of scenarios: fewest steps first, then the smallest operations. A conversation without I/O."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from querious.model.document_text import write_case
from querious.shrink.driver import identity
from querious.shrink.steps import STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from querious.model import Case, Operation

    Scenario: TypeAlias = tuple[Case, ...]


def shrink_scenario(cases: Scenario, acceptable: Callable[[Case], bool]) -> Generator[Scenario, bool, Scenario]:
    """Yields candidates, receives whether each shows the finding, returns the smallest that did.

    Steps that ask the same are made smaller together, so that what was asked twice stays asked twice. Greedy, as
    ``shrink`` is; whoever drives it may stop at any time.
    """
    best = cases
    tried = {_identity(cases)}
    progress = True
    while progress:
        progress = False
        for step in (None, *STEPS):
            again = True
            while again:
                again = False
                for candidate in _smaller(best, step, acceptable) if step else _shorter(best):
                    mark = _identity(candidate)
                    if mark in tried:
                        continue
                    tried.add(mark)
                    if (yield candidate):
                        best, again, progress = candidate, True, True
                        break
    return best


def _shorter(cases: Scenario) -> Iterator[Scenario]:
    """Without some steps that follow one another, the longest parts first."""
    size = len(cases) // 2
    while size:
        for start in range(len(cases) - size + 1):
            yield cases[:start] + cases[start + size :]
        size //= 2


def _smaller(
    cases: Scenario, step: Callable[[Operation], Iterator[Operation]], acceptable: Callable[[Case], bool]
) -> Iterator[Scenario]:
    """With one operation made smaller by one kind of step, wherever it is asked."""
    for document, case in {identity(case): case for case in cases}.items():
        for operation in step(case.operation):
            made = write_case(case.number, operation, case.flaw)
            if operation.selections and acceptable(made):
                yield tuple(_in_place(one, made) if identity(one) == document else one for one in cases)


def _in_place(case: Case, made: Case) -> Case:
    return write_case(case.number, made.operation, made.flaw)


def _identity(cases: Scenario) -> str:
    return "\0\0".join(map(identity, cases))
