"""A finding that people know of and have decided to live with for a while."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from querious.model.finding import Finding


@dataclass(frozen=True, slots=True)
class AcceptedFinding:
    """What was accepted, until when, and why."""

    identifiers: tuple[str, ...]
    """Fingerprints: of the finding, and of those with the same cause, any of which another run may tell first."""
    until: date
    """The last day on which it is accepted."""
    reason: str
    title: str
    """The finding in one line, for people who read the file."""

    def covers(self, finding: Finding) -> bool:
        """Whether this is the finding, or one with the same cause."""
        return not identifiers(finding).isdisjoint(self.identifiers)


def identifiers(finding: Finding) -> set[str]:
    """The fingerprints of a finding and of all that are folded beneath it."""
    return {finding.fingerprint, *(one.fingerprint for one in finding.others)}


def excused(accepted: Iterable[AcceptedFinding], known: Iterable[str] = ()) -> frozenset[str]:
    """The fingerprints of all that fails nothing: what is accepted, and what was known before."""
    return frozenset((*(name for entry in accepted for name in entry.identifiers), *known))
