"""One exchange as the rules of federation read it, and what such a rule holds against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from querious.model import Severity

if TYPE_CHECKING:
    from querious.model import JSON, Operation, SelectionShape


class FederationStep(NamedTuple):
    """An operation, and what came of it."""

    operation: Operation
    shape: SelectionShape
    data: dict[str, Any] | None
    """None where there is none, for whatever reason."""
    errors: tuple[tuple[tuple[str | int, ...], str], ...] = ()
    """Of each error its path, empty where it tells none, and its message."""
    crashed: bool = False
    """Whether the words of an error are those of a crash."""
    broken: str = ""
    """What came instead of an answer: the connection was lost, or a status of 500 and above without GraphQL."""

    def error_at(self, path: tuple[str | int, ...]) -> str:
        """The message of the first error at a place or below it; empty if there is none."""
        return next((message for where, message in self.errors if where[: len(path)] == path), "")


class FederationBreach(NamedTuple):
    """Where a trace breaks a rule."""

    coordinate: str
    message: str
    """One line. Particulars are quoted or numbers, so that one cause is one finding."""
    severity: Severity = Severity.SUSPICION
    step: int = -1
    """The place in the trace of the answer that shows it."""
    path: str = ""
    excerpt: JSON = ""
