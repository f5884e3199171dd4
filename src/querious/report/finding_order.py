"""Which findings come first, in every report alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model.finding import Finding


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """Faults before suspicions, often seen before rarely seen, then by name, so that equal runs read alike."""
    return sorted(
        findings,
        key=lambda finding: (
            finding.severity is not Severity.FAULT,
            -finding.count,
            finding.oracle,
            finding.coordinate,
            finding.message,
        ),
    )
