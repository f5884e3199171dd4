"""Shrinking of the cases that show a finding: fewest cases, then what all of them can do without, then each alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from querious.graphql.shrink.joint_cuts import fewer_arguments, fewer_fields, only_about
from querious.graphql.shrink.operations import STEPS
from querious.model.document_text import write, write_case
from querious.model.graphql_forms import is_usual, reform
from querious.shrink import shrink

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from querious.model import Case, Operation

    Cases: TypeAlias = tuple[Case, ...]


def shrink_cases(cases: Cases, acceptable: Callable[[Case], bool], about: str = "") -> Generator[Cases, bool, Cases]:
    """Yields candidates, receives whether each shows the finding, returns the smallest that did.

    ``acceptable`` tells whether a case is as valid, or as invalid, as it is meant to be. Cases that ask the same are
    made smaller together, so that what was asked twice stays asked twice. ``about`` is the coordinate at fault.
    """
    checked = {_question(case): True for case in cases}

    def are_acceptable(candidate: Cases) -> bool:
        for case in candidate:
            question = _question(case)
            if question not in checked:
                checked[question] = acceptable(case)
            if not checked[question]:
                return False
        return True

    steps: list[Callable[[Cases], Iterator[Cases]]] = [_fewer_cases]
    if about:
        steps.append(lambda candidate: only_about(candidate, about))
    steps += [fewer_fields, fewer_arguments]
    steps += [partial(_smaller_operations, step) for step in STEPS]
    return shrink(cases, steps, _key, are_acceptable)


def _fewer_cases(cases: Cases) -> Iterator[Cases]:
    """Without some cases that follow one another, the longest parts first."""
    size = len(cases) // 2
    while size:
        for start in range(len(cases) - size + 1):
            yield cases[:start] + cases[start + size :]
        size //= 2


def _smaller_operations(step: Callable[[Operation], Iterator[Operation]], cases: Cases) -> Iterator[Cases]:
    """With one operation made smaller by one kind of step, wherever it is asked."""
    for question, case in {_question(case): case for case in cases}.items():
        for operation in step(case.operation):
            if operation.selections:
                yield tuple(_replaced(other, operation) if _question(other) == question else other for other in cases)


def _replaced(case: Case, operation: Operation) -> Case:
    """In the form in which the case was sent; as it was where that holds more than one operation."""
    if is_usual(case):
        return write_case(case.number, operation, case.flaw, case.identity)
    return reform(case, operation) or case


def _key(cases: Cases) -> tuple[tuple[str, str], ...]:
    """The same for cases that ask the same as the same identities."""
    return tuple((case.identity, _question(case)) for case in cases)


def _question(case: Case) -> str:
    """The same text for cases that ask the same, in whatever form and whoever asks."""
    if not is_usual(case):
        document, variables = write(case.operation)
        return f"{document}\0{variables!r}"
    return f"{case.document}\0{case.variables!r}"
