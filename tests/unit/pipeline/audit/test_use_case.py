"""The audit as a whole, on applications in process."""

from __future__ import annotations

import json

import pytest

from audited import SCHEMA, AuditedServer
from querious.audit.catalogue import AUDIT_RULES
from querious.errors import ConfigError, TargetError
from querious.model import Progress, Settings, Severity
from querious.model.audit import AuditOutcome
from querious.pipeline.audit.use_case import audit, audit_again
from querious.pipeline.explain.use_case import explain
from querious.pipeline.run.use_case import replay, run
from querious.report.json_report import dump, load

ONE = Settings(seed=1)


def app(*broken: str):
    return AuditedServer(*broken).application


def outcomes(found) -> dict[str, AuditOutcome]:
    return {one.rule: one.outcome for one in found.audit.rules}


def test_a_server_that_keeps_to_everything_has_no_findings():
    found = audit(app(), ONE)
    assert found.findings == ()
    assert not found.failed
    assert not found.unjudged
    assert found.ended == "all rules were asked"
    assert [one.rule for one in found.audit.rules] == [rule.name for rule in AUDIT_RULES]
    assert found.audit.count(AuditOutcome.UNTOLD) == 5
    assert found.requests < 100


def test_what_is_demanded_is_a_fault_and_what_is_recommended_a_suspicion():
    found = audit(app("get-mutation", "stated-charset"), ONE)
    severities = {finding.oracle: finding.severity for finding in found.findings}
    assert severities["get-mutation"] is Severity.FAULT
    assert severities["stated-charset"] is Severity.SUSPICION
    assert outcomes(found)["get-mutation"] is AuditOutcome.FAULT
    assert found.failed
    row = next(one for one in found.audit.rules if one.rule == "get-mutation")
    assert row.finding in {finding.fingerprint for finding in found.findings}
    assert row.reason.startswith("a mutation by GET is executed")


def test_the_same_requests_are_sent_each_time():
    assert audit(app(), ONE).requests == audit(app(), ONE).requests


def test_methods_that_might_change_data_are_only_sent_with_leave():
    asked: list[str] = []
    server = AuditedServer("unsupported-method")

    def noting(environ, start_response):
        asked.append(environ["REQUEST_METHOD"])
        return server.application(environ, start_response)

    found = audit(noting, ONE)
    assert set(asked) == {"GET", "POST"}
    assert outcomes(found)["unsupported-method"] is AuditOutcome.UNTOLD
    found = audit(noting, Settings(seed=1, mutations=True))
    assert "PUT" in asked
    assert outcomes(found)["unsupported-method"] is AuditOutcome.SUSPICION


def test_nor_are_they_sent_again_without_it():
    leave = Settings(seed=1, mutations=True)
    (found,) = audit(app("unsupported-method"), leave).findings
    assert [one.shown for one in replay([found], app("unsupported-method"), ONE)] == [None]
    assert [one.shown for one in replay([found], app("unsupported-method"), leave)] == [True]


def test_in_process_a_request_without_accept_has_none():
    seen: list[bool] = []
    server = AuditedServer()

    def noting(environ, start_response):
        seen.append("HTTP_ACCEPT" in environ)
        return server.application(environ, start_response)

    audit(noting, ONE)
    assert seen.count(False) == 1


def test_rules_can_be_left_out():
    found = audit(app("get-mutation"), Settings(seed=1, skip_oracles=("get-mutation", "data")))
    assert "get-mutation" not in outcomes(found)
    assert "get-mutation" not in {finding.oracle for finding in found.findings}
    with pytest.raises(ConfigError, match="Unknown oracle 'nonsense'"):
        audit(app(), Settings(skip_oracles=("nonsense",)))


def test_the_budget_ends_it_and_says_so():
    found = audit(app("get-mutation"), Settings(seed=1, requests=20))
    assert found.ended == "20 requests"
    last = found.audit.rules[-1]
    assert (last.outcome, last.reason) == (AuditOutcome.UNTOLD, "the budget was spent before")


def test_it_stops_after_so_many_faults():
    found = audit(app("unknown-member", "get-mutation"), Settings(seed=1, stop_after=1))
    assert [finding.oracle for finding in found.faults] == ["unknown-member"]


def test_a_schema_has_no_http_to_be_audited():
    with pytest.raises(TargetError, match="executed without HTTP"):
        audit(SCHEMA, ONE)


def test_what_is_no_graphql_is_not_audited():
    def page(environ, start_response):
        start_response("200 OK", [("content-type", "text/html")])
        return [b"<!doctype html><title>Shop</title>"]

    with pytest.raises(TargetError, match="cannot be audited"):
        audit(page, ONE)


def test_whoever_wants_credentials_is_asked_for_them():
    def closed(environ, start_response):
        start_response("401 Unauthorized", [("content-type", "application/json")])
        return [b"{}"]

    with pytest.raises(TargetError, match="pass credentials with --header"):
        audit(closed, ONE)


def test_credentials_are_sent_and_never_written():
    seen: set[str] = set()
    server = AuditedServer("get-mutation", "stated-charset")

    def noting(environ, start_response):
        seen.add(environ.get("HTTP_AUTHORIZATION", ""))
        return server.application(environ, start_response)

    found = audit(noting, Settings(seed=1, headers={"authorization": "Bearer open-sesame-42"}))
    assert seen == {"Bearer open-sesame-42", ""}  # no foreign page can send it, so simple requests go without
    assert "open-sesame" not in dump(found)


def test_a_server_that_insists_on_authorization_has_nothing_to_fear_of_foreign_pages():
    server = AuditedServer("simple-form", "simple-upload")

    def insisting(environ, start_response):
        is_simple = environ["CONTENT_TYPE"].startswith(("application/x-www-form", "multipart/"))
        if is_simple and not environ.get("HTTP_AUTHORIZATION"):
            start_response("400 Bad Request", [("content-type", "text/plain")])
            return [b"no"]
        return server.application(environ, start_response)

    headers = {"authorization": "Bearer open-sesame-42"}
    assert {"simple-form", "simple-upload"} <= {
        one.oracle for one in audit(server.application, Settings(headers=headers)).findings
    }
    assert not [one for one in audit(insisting, Settings(headers=headers)).findings if one.oracle.startswith("simple-")]


def test_it_tells_how_far_it_is():
    class Watching:
        def __init__(self) -> None:
            self.done: list[float | None] = []
            self.found_rules: list[str] = []

        def note(self, text: str) -> None:
            pass

        def progress(self, progress: Progress) -> None:
            self.done.append(progress.done)

        def found(self, finding) -> None:
            self.found_rules.append(finding.oracle)

    watching = Watching()
    audit(app("get-mutation"), ONE, watching)
    assert watching.done[0] == 0.0
    assert watching.done[-1] == 1.0
    assert watching.found_rules == ["get-mutation"]


def test_a_saved_audit_is_read_back_whole():
    found = audit(app("get-mutation", "malformed-json", "oversized-body"), ONE)
    saved = load(dump(found)).run
    assert saved.audit == found.audit
    assert [finding.fingerprint for finding in saved.findings] == [
        finding.fingerprint for finding in sorted(found.findings, key=lambda one: one.severity.value)
    ]
    assert "audit" not in json.loads(dump(run(SCHEMA, Settings(requests=5))))


@pytest.mark.parametrize(
    "name", ["get-mutation", "malformed-json", "accept-missing", "content-type-missing", "simple-text"]
)
def test_a_finding_can_be_sent_again(name: str):
    """Also what is no JSON, and headers that are missing, come back from a file as they were."""
    found = [one for one in load(dump(audit(app(name), ONE))).run.findings if one.oracle == name]
    assert [one.shown for one in replay(found, app(name), ONE)] == [True]
    assert [one.shown for one in replay(found, app(), ONE)] == [False]


def test_more_can_be_asked_about_a_finding():
    (found,) = audit(app("malformed-json"), ONE).findings
    told = explain(found, app("malformed-json"), ONE)
    assert (told.asked, told.shown, told.reason) == (3, 3, "")


def test_of_a_finding_nobody_can_tell_where_nothing_answers():
    found = audit(app("get-mutation"), ONE).findings

    def closed(environ, start_response):
        start_response("200 OK", [("content-type", "application/json")])
        return [b'{"errors": [{"message": "not now"}]}']

    again = audit_again(found, closed, ONE)
    assert [one.shown for one in again] == [None]
    assert again[0].reason


def test_a_run_can_audit_too():
    found = run(app("get-mutation", "unknown-member"), Settings(seed=1, requests=300, audit=True))
    assert {"get-mutation", "unknown-member"} <= {finding.oracle for finding in found.findings}
    assert found.audit is not None
    assert found.audit.count(AuditOutcome.FAULT) == 2
    assert found.coverage.tuples
    assert all(finding.reproduced for finding in found.findings if finding.oracle == "get-mutation")


def test_a_run_does_so_only_if_it_is_asked_to():
    found = run(app("get-mutation"), Settings(seed=1, requests=50))
    assert found.audit is None
    found = run(app("get-mutation"), Settings(seed=1, requests=50, audit=True, skip_oracles=("audit",)))
    assert found.audit is None


def test_a_run_audits_within_its_part_of_the_budget():
    found = run(app("get-mutation"), Settings(seed=1, requests=60, audit=True))
    assert any("ended early" in note for note in found.notes)
    assert found.coverage.requested


def test_a_run_of_a_schema_says_that_there_is_nothing_to_audit():
    found = run(SCHEMA, Settings(seed=1, requests=30, audit=True))
    assert found.audit is None
    assert any("executed without HTTP" in note for note in found.notes)
