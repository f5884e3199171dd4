"""Actions on entries, in process: what they answer and change is held to, and designs of sound services are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run
from unit.pipeline.rest.parcels import Parcels

SETTINGS = Settings(seed=1, requests=600, seconds=None, connections=4, mutations=True)
FAULTS = {
    "refused, and changed": ("action-refused", "POST /parcels/{id}/send"),
    "only shown": ("action-answer", "POST /parcels/{id}/send"),
    "a label lost": ("action-answer", "POST /parcels/{id}/send"),
    "cannot be read any more": ("action-answer", "POST /parcels/{id}/send"),
    "all are sent": ("action-others", "POST /parcels/{id}/send"),
    "another is weighed": ("action-others", "POST /parcels/{id}/weigh"),
    "all are weighed": ("action-others", "POST /parcels/{id}/weigh"),
}
SUSPICIONS = {
    "a label is dropped": ("action-effect", "POST /parcels/{id}/send"),
    "never weighed": ("action-outcome", "POST /parcels/{id}/weigh"),
}


@pytest.mark.parametrize("envelope", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_actions_of_a_sound_service_are_right(seed, envelope):
    report = run(Parcels(envelope=envelope), replace(SETTINGS, seed=seed))
    assert report.findings == ()
    assert report.oracles["action-answer"]["passed"] > 8


@pytest.mark.parametrize("envelope", [False, True])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_an_action_does_wrong_is_found(fault, envelope):
    report = run(Parcels(fault, envelope), SETTINGS)
    found = {(finding.oracle, finding.coordinate): finding for finding in report.faults}
    assert FAULTS[fault] in found
    finding = found[FAULTS[fault]]
    assert finding.reproduced
    assert [step.case.call.method for step in finding.trace] == ["GET", "GET", "GET", "POST", "GET", "GET", "GET"]


def test_an_action_in_a_state_for_which_it_is_not_described_is_found():
    (finding,) = run(Parcels("sent again"), SETTINGS).faults
    assert (finding.oracle, finding.coordinate) == ("action-state", "POST /parcels/{id}/send")
    assert finding.reproduced


@pytest.mark.parametrize("fault", SUSPICIONS)
def test_what_an_action_is_not_about_is_suspected(fault):
    findings = run(Parcels(fault), SETTINGS).findings
    assert SUSPICIONS[fault] in {(finding.oracle, finding.coordinate) for finding in findings}
    assert not any(finding.severity is Severity.FAULT for finding in findings)


def test_actions_are_left_alone_without_mutations_and_where_relations_are_skipped():
    for settings in (replace(SETTINGS, mutations=False), replace(SETTINGS, skip_oracles=("relations",))):
        report = run(Parcels("only shown"), settings)
        assert report.findings == ()
        assert "action-answer" not in report.oracles
