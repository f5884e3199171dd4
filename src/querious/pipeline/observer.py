"""What a run tells while it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from querious.model import Finding, Progress


class Observer(Protocol):
    """Told of a run's events, always from the thread that runs it."""

    def note(self, text: str) -> None:
        """Something the user should know now."""

    def progress(self, progress: Progress) -> None:
        """How far the run is; at most some twenty times a second."""

    def found(self, finding: Finding) -> None:
        """A new distinct finding, not yet shrunk."""


class Silent:
    """An observer that ignores everything."""

    def note(self, text: str) -> None:
        """Ignore it."""

    def progress(self, progress: Progress) -> None:
        """Ignore it."""

    def found(self, finding: Finding) -> None:
        """Ignore it."""
