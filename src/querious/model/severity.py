"""How certain a finding is."""

from __future__ import annotations

from enum import StrEnum


class Severity(StrEnum):
    """How sure we are. Only faults fail a run."""

    FAULT = "fault"
    SUSPICION = "suspicion"
