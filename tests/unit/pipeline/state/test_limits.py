"""Limits at their edge: over-booking, refusals that come too early, and counts that are wrong, in services of two kinds."""

from __future__ import annotations

import pytest

from querious.model import Settings
from querious.model.severity import Severity
from querious.pipeline.state.service import open_service
from querious.state import collection_test
from querious.state.journal import Journal
from querious.state.ledger import StateLedger
from querious.state.limits import test_limits as drive_to_limits
from unit.pipeline.state.quotas import Folders, Goods, Workspaces


def found(app: object, collection: str, seed: int = 1) -> dict[str, tuple[Severity, str]]:
    """The rules that are broken at the edge of the limits of a collection."""
    with open_service(app, Settings(seed=seed), Journal()) as service:
        collections = {one.name: one for one in service.collections}
        ledger = StateLedger(collections, Journal())
        assert collection_test.Testing(ledger, collection_test.TestPlan(seed=seed)).probe(collections[collection]) == ""
        assert drive_to_limits(collections[collection], ledger, seed)
        assert ledger.left == 0
        assert not any(one.list().entries for one in collections.values() if not one.parent)
    return {one.oracle: (one.severity, one.message) for one in ledger.findings.values()}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("service", "collection"), [(Workspaces, "workspaces/members"), (Goods, "sales"), (Folders, "folders/notes")]
)
def test_healthy_services_are_silent(service, collection: str, seed: int):
    assert found(service().app(), collection, seed) == {}


@pytest.mark.parametrize(
    ("service", "collection", "wrong", "rule", "severity", "told"),
    [
        (Workspaces, "workspaces/members", "overbooked", "limit-exceeded", "fault", "`seats.taken` is 4"),
        (Workspaces, "workspaces/members", "overbooked-and-hidden", "limit-exceeded", "fault", "4 in all"),
        (Workspaces, "workspaces/members", "one-too-few", "limit-refused-early", "fault", "with 2 taken"),
        (Workspaces, "workspaces/members", "seat-lost", "limit-refused-early", "fault", "after one was deleted"),
        (
            Workspaces,
            "workspaces/members",
            "seat-lost",
            "limit-count",
            "fault",
            "`seats.taken` of workspaces is 3 after",
        ),
        (Workspaces, "workspaces/members", "all-counted", "limit-refused-early", "fault", "is refused"),
        (
            Workspaces,
            "workspaces/members",
            "taken-never-moves",
            "limit-count",
            "fault",
            "`seats.taken` of workspaces is 0",
        ),
        (Workspaces, "workspaces/members", "last-seat-twice", "limit-exceeded", "fault", "at the same time"),
        (Goods, "sales", "oversold", "limit-exceeded", "fault", "`in_stock` is -1"),
        (Goods, "sales", "change-unchecked", "limit-exceeded", "fault", "changed to take more"),
        (Goods, "sales", "last-piece-kept", "limit-refused-early", "fault", "is refused"),
        (Goods, "sales", "never-restocked", "limit-count", "suspicion", "after an entry was deleted"),
        (Folders, "folders/notes", "one-more", "limit-exceeded", "fault", 'says "at most 4 notes", but an entry'),
    ],
)
def test_a_limit_that_does_not_hold_is_told(service, collection, wrong, rule, severity, told):
    breaches = found(service(wrong).app(), collection)
    assert breaches[rule][0] == Severity(severity)
    assert told in breaches[rule][1]


def test_what_a_race_shows_is_told_with_its_branches():
    with open_service(Workspaces("last-seat-twice").app(), Settings(), Journal()) as service:
        collections = {one.name: one for one in service.collections}
        ledger = StateLedger(collections, Journal())
        collection_test.Testing(ledger, collection_test.TestPlan()).probe(collections["workspaces/members"])
        drive_to_limits(collections["workspaces/members"], ledger, 0)
    (finding,) = ledger.findings.values()
    assert finding.sequence is not None
    assert [step.branch for step in finding.sequence.steps if step.branch] == [1, 2]
