"""One harness for all rules: a server that keeps to everything, and each of its habits broken alone."""

from __future__ import annotations

import pytest

from audited import HIDES_ITS_SCHEMA, OFFERS_BATCHES, AuditedServer
from querious.audit.catalogue import AUDIT_RULES, audit_rule
from querious.audit.requests import CONTROL, GET_CONTROLS, MUTATION_CONTROL
from querious.audit.rule import BrokenRule, Untold, finding_of, judge
from querious.graphql.oracles.catalogue import CATALOGUE
from querious.model import Exchange, Failure, Severity, rest_case
from querious.model.audit import Requirement
from querious.relations.catalogue import RELATIONS
from querious.rest.oracles.catalogue import CATALOGUE as OF_REST

NAMES = [rule.name for rule in AUDIT_RULES]
SPREADS = {"post-json", "status-with-data"}
"""Habits without which hardly anything is right."""


def judged(server: AuditedServer) -> dict[str, object]:
    return {rule.name: judge(rule, [server.exchange(one) for one in rule.requests]) for rule in AUDIT_RULES}


def broken(server: AuditedServer) -> set[str]:
    return {name for name, judgement in judged(server).items() if isinstance(judgement, BrokenRule)}


@pytest.mark.parametrize("switches", [(), ("batching",), ("closed",), ("closed", "batching")])
def test_a_server_that_keeps_to_everything_breaks_nothing(switches):
    found = judged(AuditedServer(*switches))
    assert {name for name, one in found.items() if isinstance(one, BrokenRule)} == set()
    untold = {name for name, one in found.items() if isinstance(one, Untold)}
    expected = {"batch-refused"} if "batching" in switches else {"batch-answers", "batch-limit"}
    if "closed" not in switches:
        expected |= {"field-suggestions", "introspection-elsewhere"}
    assert untold == expected


@pytest.mark.parametrize("name", NAMES)
def test_each_rule_finds_what_breaks_it(name: str):
    server = AuditedServer(name)
    rule = audit_rule(name)
    trace = [server.exchange(one) for one in rule.requests]
    judgement = judge(rule, trace)
    assert isinstance(judgement, BrokenRule), judgement
    finding = finding_of(rule, judgement, trace)
    certain = rule.requirement is Requirement.MUST
    assert finding.severity is (Severity.FAULT if certain else Severity.SUSPICION)
    assert finding.oracle == name
    assert finding.steps == tuple(trace)


@pytest.mark.parametrize("name", sorted(set(NAMES) - SPREADS))
def test_what_breaks_one_rule_breaks_few_others(name: str):
    others = broken(AuditedServer(name)) - {name}
    assert len(others) <= 6, others


def test_every_rule_has_a_name_of_its_own():
    assert len(set(NAMES)) == len(NAMES)
    others = {one.name for one in (*CATALOGUE, *RELATIONS, *OF_REST)}
    assert others.isdisjoint(NAMES)


def test_every_rule_says_what_holds_and_where_it_stands():
    for rule in AUDIT_RULES:
        assert rule.about[0].isupper(), rule.name
        assert not rule.about.endswith("."), rule.name
        assert rule.clause.url.startswith("https://"), rule.name
        assert rule.requests, rule.name


def test_no_request_changes_anything_but_those_that_say_so():
    for rule in AUDIT_RULES:
        methods = {request.method for request in rule.requests}
        assert rule.writes is bool(methods - {"GET", "POST"}), rule.name
        for request in rule.requests:
            text = f"{request.path} {request.body}"
            assert "mutation" not in text or "__typename" in text, rule.name


@pytest.mark.parametrize("failure", [Failure.TIMEOUT, Failure.LOST, Failure.UNREACHABLE])
def test_without_an_answer_nothing_is_told(failure: Failure):
    for rule in AUDIT_RULES:
        trace = [Exchange(rest_case(one), failure=failure) for one in rule.requests]
        assert isinstance(judge(rule, trace), Untold), rule.name


@pytest.mark.parametrize("status", [401, 403, 404, 429, 502, 503])
def test_whoever_refuses_everything_has_broken_nothing(status: int):
    """A gateway, a login, a wrong address: nothing of that is the server's."""
    for rule in AUDIT_RULES:
        trace = [Exchange(rest_case(one), status, {"content-type": "text/plain"}, b"no") for one in rule.requests]
        judgement = judge(rule, trace)
        assert not isinstance(judgement, BrokenRule), (rule.name, judgement)


@pytest.mark.parametrize("status", [401, 403, 413])
@pytest.mark.parametrize("switches", [(), ("batching", "closed")])
def test_a_firewall_that_lets_plain_queries_through_and_nothing_else_is_no_fault(status: int, switches):
    server = AuditedServer(*switches)
    plain = {repr(one) for one in (CONTROL, *GET_CONTROLS, MUTATION_CONTROL)}
    for rule in AUDIT_RULES:
        trace = [
            server.exchange(one)
            if repr(one) in plain
            else Exchange(rest_case(one), status, {"content-type": "text/html"}, b"<h1>Blocked</h1>")
            for one in rule.requests
        ]
        assert not isinstance(judge(rule, trace), BrokenRule), rule.name


def test_a_trace_that_was_cut_short_tells_nothing():
    for rule in AUDIT_RULES:
        assert isinstance(judge(rule, []), Untold)


def test_the_message_of_a_rule_is_the_same_for_other_servers_of_its_kind():
    """Its fingerprint is, by which it is accepted and compared with the run before."""
    rule = audit_rule("unknown-member")
    server = AuditedServer("unknown-member")
    trace = [server.exchange(one) for one in rule.requests]
    first = finding_of(rule, judge(rule, trace), trace)
    second = finding_of(rule, judge(rule, trace), trace)
    assert first.fingerprint == second.fingerprint


def test_switches_that_offer_and_hide_are_known():
    assert {"batch-answers", "batch-limit"} < OFFERS_BATCHES
    assert {"field-suggestions", "introspection-elsewhere"} < HIDES_ITS_SCHEMA
