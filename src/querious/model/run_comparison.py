"""How two runs differ: what is new, what is gone, what is still there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from querious.model.accepted import identifiers
from querious.model.severity import Severity

if TYPE_CHECKING:
    from querious.model.finding import Finding
    from querious.model.run import Run


@dataclass(frozen=True, slots=True)
class RunComparison:
    """Findings of two runs, by what became of them. One cause is the same finding, whichever place is told."""

    before: Run
    after: Run
    new: tuple[Finding, ...]
    gone: tuple[Finding, ...]
    still: tuple[Finding, ...]
    """As the later run tells them."""

    @property
    def worse(self) -> bool:
        """Whether a fault is new that nobody has accepted."""
        return any(one.severity is Severity.FAULT and self.after.acceptance(one) is None for one in self.new)


def compare_runs(before: Run, after: Run) -> RunComparison:
    """Hold the later run against the earlier one."""
    known = _all_identifiers(before)
    shown = _all_identifiers(after)
    return RunComparison(
        before,
        after,
        new=tuple(one for one in after.findings if known.isdisjoint(identifiers(one))),
        gone=tuple(one for one in before.findings if shown.isdisjoint(identifiers(one))),
        still=tuple(one for one in after.findings if not known.isdisjoint(identifiers(one))),
    )


def _all_identifiers(run: Run) -> set[str]:
    return {name for finding in run.findings for name in identifiers(finding)}
