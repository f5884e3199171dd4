from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from querious.model.accepted import AcceptedFinding
from querious.report.badge import badge
from querious.report.context import Context

if TYPE_CHECKING:
    from querious.model import Run


def label(run: Run) -> str | None:
    return ET.fromstring(badge(run, Context())).get("aria-label")  # noqa: S314 - our own


def test_findings_are_counted(run: Run):
    faults, suspicions = len(run.faults), len(run.findings) - len(run.faults)
    assert (faults, suspicions) == (3, 1)
    assert label(run) == "querious: 3 faults and 1 suspicion"


def test_what_is_accepted_is_not_counted(run: Run):
    names = tuple(one.fingerprint for one in run.findings)
    entry = AcceptedFinding(names, date(2999, 1, 31), "", "")
    assert label(replace(run, accepted=(entry,))) == "querious: no faults"


@pytest.mark.parametrize("change", [{"unjudged": "all was refused"}, {"interrupted": True}])
def test_what_was_not_judged_is_not_green(run: Run, change):
    assert label(replace(run, findings=(), **change)) == "querious: not judged"
