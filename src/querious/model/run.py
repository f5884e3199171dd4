"""A whole run, as a value: what reports are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from querious.model.accepted import excused, identifiers
from querious.model.coverage import Coverage
from querious.model.severity import Severity
from querious.model.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from querious.model.accepted import AcceptedFinding
    from querious.model.audit import AuditSection
    from querious.model.finding import Finding
    from querious.model.missing_value import MissingValue
    from querious.model.own_error import OwnError
    from querious.model.path import Step
    from querious.model.reach import Reach
    from querious.model.state import StateSection


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is; handed to observers and asked by budgets."""

    phase: str = ""
    """``reading``, ``tuples``, the name of a criterion, ``random``, ``shrinking`` …"""
    requests: int = 0
    elapsed: float = 0.0
    findings: int = 0
    """Those that make the run fail."""
    suspicions: int = 0
    """Further ones, which do not."""
    tuples: int = 0
    requested: int = 0
    reached: int = 0
    witnessed: int = 0
    stop: str = ""
    """What will end this phase, in words, such as ``60 s or 10,000 requests``."""
    done: float | None = None
    """The part of the budget that is spent, from 0 to 1."""
    paths: int = 0
    """Planned paths of this phase."""
    perfect: int = 0
    """Those of them that were gone to their end."""


@dataclass(frozen=True, slots=True)
class Run:
    """What was done to the API, and what came of it."""

    target: str
    seed: int
    findings: tuple[Finding, ...] = ()
    coverage: Coverage = field(default_factory=Coverage)
    reach: tuple[Reach, ...] = ()
    """How far the planned paths were gone, plan by plan."""
    graph: tuple[Step, ...] = ()
    """What could be walked: fields from type to type; in REST, what one operation shows and another takes."""
    requests: int = 0
    """Requests sent, shrinking included."""
    cases: int = 0
    """Generated cases sent."""
    elapsed: float = 0.0
    outcomes: dict[str, int] = field(default_factory=dict)
    """How many answers were of which kind: ``data``, ``user error``, ``server fault`` … ; the triage in numbers."""
    oracles: dict[str, dict[str, int]] = field(default_factory=dict)
    """For each oracle how often it passed, failed and did not apply."""
    missing_values: tuple[MissingValue, ...] = ()
    """Arguments for which no value ever brought data, those that most was tried for first."""
    notes: tuple[str, ...] = ()
    """What the user should know: scalars without a generator, arguments left out, limits met."""
    ended: str = ""
    """Why it ended, in words: ``10,000 requests``, ``interrupted`` …"""
    interrupted: bool = False
    version: str = ""
    protocol: str = "GraphQL"
    """What the API speaks: ``GraphQL`` or ``REST``."""
    fail_on: str = "fault"
    """What makes it fail, see ``Settings``."""
    accepted: tuple[AcceptedFinding, ...] = ()
    """Findings that fail nothing for now, whether they showed or not."""
    known: tuple[str, ...] = ()
    """Fingerprints of the run before: where only what is new fails, these do not."""
    baseline: str = ""
    """The file of the baseline that it was held against; empty if none was."""
    errors: tuple[OwnError, ...] = ()
    """Parts of querious, or hooks, that raised: each was switched off, and what it would have found is missing."""
    state: StateSection | None = None
    """How collections were tested; None where they were not."""
    audit: AuditSection | None = None
    """How the server keeps to GraphQL over HTTP; None where that was not looked at."""
    unjudged: str = ""
    """Which answers told nothing of the API, why, and what to do about it; empty where it is not worth a word."""
    lost_login: str = ""
    """Why the login stopped working, after which nothing was judged; empty where it went on working."""
    production: Mapping[str, int] = field(default_factory=dict)
    """How often users ask for each coordinate, as recordings tell; those that nothing of this API is called too."""
    begun: datetime | None = None
    """When it began; None where nobody has noted it."""
    traffic: Traffic = field(default_factory=Traffic)
    """How long answers took, and what came when."""

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that are certain."""
        return tuple(finding for finding in self.findings if finding.severity is Severity.FAULT)

    def fails(self, finding: Finding) -> bool:
        """Whether a finding makes the run fail."""
        if not identifiers(finding).isdisjoint(self.excused):
            return False
        return self.fail_on == "suspicion" or (self.fail_on != "none" and finding.severity is Severity.FAULT)

    @property
    def excused(self) -> frozenset[str]:
        """The fingerprints of all that does not make it fail."""
        return excused(self.accepted, self.known if self.fail_on == "new" else ())

    def acceptance(self, finding: Finding) -> AcceptedFinding | None:
        """Under which entry a finding is accepted; None where it is not."""
        return next((entry for entry in self.accepted if entry.covers(finding)), None)

    @property
    def failed(self) -> bool:
        """Whether any finding makes the run fail."""
        return any(map(self.fails, self.findings))
