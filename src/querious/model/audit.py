"""What an audit of a server came to, rule by rule."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Requirement(StrEnum):
    """How binding a clause of a specification is, see RFC 2119. What a server may do is no rule."""

    MUST = "MUST"
    SHOULD = "SHOULD"


class AuditOutcome(StrEnum):
    """What a rule came to on one server."""

    HOLDS = "holds"
    FAULT = "fault"
    SUSPICION = "suspicion"
    UNTOLD = "could not tell"


class Clause(NamedTuple):
    """Where a rule stands."""

    title: str
    """Of the section, with its number."""
    url: str


@dataclass(frozen=True, slots=True)
class AuditedRule:
    """One rule, and what it came to."""

    rule: str
    requirement: Requirement
    about: str
    """What holds, in one line."""
    clause: Clause
    outcome: AuditOutcome
    reason: str = ""
    """What was found, or why nobody can tell."""
    finding: str = ""
    """The fingerprint of what was found."""


@dataclass(frozen=True, slots=True)
class AuditSection:
    """All rules of an audit, in their order."""

    rules: tuple[AuditedRule, ...] = ()

    def count(self, outcome: AuditOutcome) -> int:
        """How many rules came to this."""
        return sum(one.outcome is outcome for one in self.rules)
