from __future__ import annotations

import pytest

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import replay, run
from unit.pipeline.rest.archive import HEADERS, Archive

SETTINGS = Settings(seed=1, requests=80, seconds=None, connections=1, shrink=10, invalid=0.0, headers=HEADERS)
FAULT, SUSPICION = Severity.FAULT, Severity.SUSPICION
FAULTS = {
    "no Allow": ("missing_allow", FAULT),
    "any key": ("security", FAULT),
    "no key": ("security", FAULT),
    "guests": ("security", SUSPICION),
    "HEAD not found": ("head", FAULT),
    "CSV refused": ("negotiation", FAULT),
    "never CSV": ("negotiation", SUSPICION),
    "tag always new": ("conditional", SUSPICION),
    "tag ignored": ("conditional", FAULT),
    "never modified": ("conditional", FAULT),
    "304 with a body": ("unexpected_body", FAULT),
    "a byte short": ("ranges", FAULT),
    "wrong length": ("ranges", FAULT),
}


@pytest.mark.parametrize("design", ["", "no tags", "weak tags", "ranges ignored"])
def test_healthy_designs_break_no_rule(design):
    assert [one.message for one in run(Archive(design=design), SETTINGS).findings] == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_rule_is_found_and_shows_again(fault):
    report = run(Archive(fault), SETTINGS)
    found = {(finding.oracle, finding.severity): finding for finding in report.findings}
    assert FAULTS[fault] in found
    (again,) = replay([found[FAULTS[fault]]], Archive(fault), SETTINGS)
    (mended,) = replay([found[FAULTS[fault]]], Archive(), SETTINGS)
    assert (again.shown, mended.shown) == (True, False)


def test_where_nobody_has_given_credentials_it_is_a_suspicion_that_none_are_wanted():
    report = run(Archive("any key"), Settings(seed=1, requests=40, seconds=None, shrink=0, invalid=0.0))
    told = [(one.coordinate, one.severity) for one in report.findings if one.oracle == "security"]
    assert told == [("GET /document", Severity.SUSPICION)]
