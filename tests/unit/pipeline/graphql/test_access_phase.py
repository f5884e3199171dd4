"""The phase of access on a service with users: healthy with designs of several kinds, and with each fault alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.identified_api import SETTINGS, Service

from querious.model.identity import Identity
from querious.pipeline.run.use_case import run

if TYPE_CHECKING:
    from querious.model import Finding, Settings

BRIEF = replace(
    SETTINGS,
    requests=500,
    seconds=120,
    criterion="none",
    shrink=0,
    invalid=0.0,
    seed=1,
    skip_oracles=("relations", "state"),
)
FAULTS = {
    "note": ("fault", "object-access", "Query.note"),
    "node": ("fault", "object-access", "Query.node"),
    "node-anonymous": ("fault", "object-access", "Query.node"),
    "nested": ("fault", "object-access", "User.notes"),
    "batch": ("fault", "object-access", "Query.notesByIds"),
    "filter": ("fault", "object-access", "Query.notesOf"),
    "search": ("fault", "object-access", "Query.searchNotes"),
    "list": ("suspicion", "object-access", "Query.notes"),
    "email-nested": ("fault", "field-access", "User.email"),
    "count": ("fault", "count-access", "NoteConnection.totalCount"),
    "any-token": ("suspicion", "token-access", "Query.notes"),
    "cut-token": ("fault", "token-access", "Query.notes"),
    "audit": ("suspicion", "documented-access", "Query.auditLog"),
    "existence": ("suspicion", "existence-access", "Query.note"),
}
CHANGES = {
    "delete": ("fault", "write-access", "Mutation.deleteNote"),
    "update": ("fault", "write-access", "Mutation.updateNote"),
    "assigned": ("suspicion", "assigned-fields", "Mutation.createNote.ownerId"),
}


def found(service: Service, settings: Settings = BRIEF) -> list[Finding]:
    outcome = run(service, settings)
    assert outcome.errors == ()
    return list(outcome.findings)


def told(findings: list[Finding]) -> set[tuple[str, str, str]]:
    return {(one.severity.value, one.oracle, one.coordinate) for one in findings}


@pytest.mark.parametrize("mutations", [False, True])
def test_a_healthy_service_is_clean(mutations: bool) -> None:
    service = Service()
    assert told(found(service, replace(BRIEF, mutations=mutations))) == set()
    if not mutations:
        assert service.made == 0


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found_alone(fault: str) -> None:
    assert FAULTS[fault] in told(found(Service(fault)))


@pytest.mark.parametrize("fault", CHANGES)
def test_changes_by_others_are_found_with_mutations_alone(fault: str) -> None:
    assert CHANGES[fault] in told(found(Service(fault), replace(BRIEF, mutations=True, requests=1_100)))
    service = Service(fault)
    assert told(found(service)) == set()
    assert service.made == 0


def test_every_step_says_who_asked_and_no_step_with_what() -> None:
    (finding,) = [one for one in found(Service("note")) if one.oracle == "object-access"]
    assert {exchange.case.identity for exchange in finding.steps} == {"alice", "bob", "anonymous"}
    assert "s3cret" not in repr(finding)


def test_a_privileged_identity_may_see_everything() -> None:
    settings = replace(BRIEF, identities=(BRIEF.identities[0], replace(BRIEF.identities[1], privileged=True)))
    assert told(found(Service("note"), settings)) == set()


def test_nothing_is_compared_where_nobody_can_be_told_apart() -> None:
    settings = replace(BRIEF, headers={}, identity="", identities=())
    assert told(found(Service("note"), settings)) == set()


def test_main_is_who_the_run_asks_as() -> None:
    settings = replace(BRIEF, identity="", identities=(Identity("bob", BRIEF.identities[1].headers),))
    (finding,) = [one for one in found(Service("note"), settings) if one.oracle == "object-access"]
    assert {exchange.case.identity for exchange in finding.steps} == {"main", "bob", "anonymous"}


def test_rules_can_be_left_out() -> None:
    settings = replace(BRIEF, skip_oracles=("relations", "state", "access"))
    assert told(found(Service("note"), settings)) == set()
