from __future__ import annotations

from dataclasses import replace

from querious.model import Run, Severity
from querious.report.finding_order import ordered


def test_faults_come_before_suspicions_and_frequent_ones_first(run: Run):
    assert [(finding.severity, finding.count) for finding in ordered(run.findings)] == [
        (Severity.FAULT, 1204),
        (Severity.FAULT, 12),
        (Severity.FAULT, 3),
        (Severity.SUSPICION, 1),
    ]


def test_equal_counts_are_ordered_by_name(run: Run):
    one = replace(run.findings[0], oracle="b")
    two = replace(run.findings[0], oracle="a")
    assert ordered([one, two]) == ordered([two, one]) == [two, one]
