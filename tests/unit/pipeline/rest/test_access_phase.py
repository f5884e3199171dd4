"""Several identities ask a service with users: each fault is found, and no legal design is a fault."""

from __future__ import annotations

import pytest

from querious.model import Settings, Severity
from querious.model.identity import Identity
from querious.pipeline.run.use_case import run
from querious.rest.access import REST_ACCESS_RULES
from querious.rest.actions import ACTION_RULES
from querious.rest.relations import REST_RELATIONS
from services.order_desk import DESIGNS, FAULTS, USERS, OrderDesk, token_of

OTHERS = (*tuple(rule.name for rule in (*REST_RELATIONS, *ACTION_RULES)), "state")
ACCESS = {rule.name for rule in REST_ACCESS_RULES}


@pytest.fixture(autouse=True)
def nothing_else(monkeypatch):
    """What other phases ask is of no interest here."""

    async def nothing(*_: object) -> None:
        pass

    for phase in ("path_phase.RestPathPhase.walk", "edge_phase.RestEdgePhase.probe", "flaw_phase.RestFlawPhase.probe"):
        monkeypatch.setattr(f"querious.pipeline.rest.{phase}", nothing)
    monkeypatch.setattr("querious.pipeline.rest.plan_phase.RestPlanPhase.try_parameters", nothing)
    monkeypatch.setattr("querious.pipeline.run.random_phase.RandomPhase.explore_to_the_end", nothing)


def identity(name, **given):
    return Identity(name, {"Authorization": f"Bearer {token_of(name)}"}, **given)


EVERYBODY = (identity("ann"), identity("bob"), identity("root", privileged=True))


def asked(desk, identities=EVERYBODY, *, mutations=True, requests=3000, seed=1):
    settings = Settings(
        seed=seed,
        requests=requests,
        seconds=None,
        mutations=mutations,
        invalid=0.0,
        criterion="none",
        connections=1,
        skip_oracles=OTHERS,
        identities=identities,
        headers=(identities or EVERYBODY)[0].headers,
        identity=identities[0].name if identities else "",
    )
    report = run(desk, settings)
    assert report.errors == ()
    return [one for one in report.findings if one.oracle in ACCESS]


EXPECTED = {
    "read": "object-access",
    "update": "write-access",
    "delete": "write-access",
    "action": "write-access",
    "nested": "object-access",
    "parent": "object-access",
    "filter": "object-access",
    "batch": "object-access",
    "search": "object-access",
    "list": "object-access",
    "count": "count-access",
    "reference": "reference-access",
    "function": "function-access",
    "role": "assignment-access",
    "owner": "assignment-access",
    "read-only": "assignment-access",
    "unsigned": "token-access",
    "cut": "token-access",
    "any token": "token-access",
}
SUSPICIONS = {"read-only", "read", "nested"}
"""What a design may explain: that colleagues may look up what a list shows to its owner alone."""


@pytest.mark.parametrize("fault", EXPECTED)
def test_each_fault_is_found_where_it_is(fault):
    where, _ = FAULTS[fault]
    (found,) = [one for one in asked(OrderDesk(fault)) if not where or one.coordinate == where]
    severity = Severity.SUSPICION if fault in SUSPICIONS else Severity.FAULT
    assert (found.oracle, found.severity) == (EXPECTED[fault], severity)
    assert len({exchange.case.identity for exchange in found.steps}) > 1 or fault in {"role", "read-only"}
    assert len(found.steps) > 1


@pytest.mark.parametrize("fault", ["open", "open look-up"])
def test_what_the_run_does_not_ask_without_credentials_is_asked_for_identities(fault):
    where, _ = FAULTS[fault]
    settings = Settings(
        seed=1, requests=3000, seconds=None, invalid=0.0, criterion="none", skip_oracles=OTHERS, identities=EVERYBODY
    )
    found = [one for one in run(OrderDesk(fault), settings).findings if one.oracle in ACCESS]
    assert [(one.oracle, one.coordinate, one.severity) for one in found] == [
        ("documented-access", where, Severity.FAULT)
    ]


@pytest.mark.parametrize("design", ["", *DESIGNS])
def test_no_legal_design_is_a_fault(design):
    suspicions = {"forbidden": {"existence-access"}, "teasers": {"object-access"}}
    found = asked(OrderDesk(*filter(None, [design])))
    assert [one for one in found if one.severity is Severity.FAULT] == []
    assert {one.oracle for one in found} <= suspicions.get(design, set())


@pytest.mark.parametrize("design", ["forbidden", "forbidden for all", "unguessable", "pages"])
def test_a_fault_is_found_in_other_designs_too(design):
    found = asked(OrderDesk("update", design))
    assert ("write-access", "PATCH /orders/{order_id}") in {(one.oracle, one.coordinate) for one in found}


def test_without_leave_nothing_is_changed():
    desk = OrderDesk("read", "update", "delete")
    found = asked(desk, mutations=False)
    assert [one for one in desk.asked if one[1] != "GET" and one[2].startswith(("/orders", "/users"))] == []
    assert {one.oracle for one in found} == {"object-access"}


def test_only_what_the_run_has_made_is_changed_by_others():
    desk = OrderDesk("update", "delete", "action")
    before = {key: dict(order) for key, order in desk.orders.items()}
    settings = Settings(
        seed=1, requests=3000, seconds=None, mutations=True, skip_oracles=OTHERS, identities=EVERYBODY, criterion="none"
    )
    found = {one.coordinate for one in run(desk, settings).findings if one.oracle == "write-access"}
    assert len(found) > 2
    assert desk.orders == before


def test_what_was_made_is_removed_and_what_was_given_is_given_back():
    desk = OrderDesk("role")
    asked(desk)
    assert len(desk.orders) == 6
    assert desk.roles == {number: role for number, (_, role, _) in USERS.items()}


def test_who_has_more_rights_by_the_look_of_it_is_a_suspicion():
    """An administrator whom nobody has called privileged reads what a customer does not."""
    found = asked(Asymmetric(), (identity("ann"), identity("root")))
    assert "object-access" in {one.oracle for one in found}
    assert {one.severity for one in found} == {Severity.SUSPICION}


def test_no_credentials_stand_in_a_finding():
    for one in asked(OrderDesk("read", "update")):
        told = repr(one)
        assert all(token_of(name)[:40] not in told for name, _, _ in USERS.values())


def test_without_identities_nothing_is_asked():
    desk = OrderDesk("read")
    assert asked(desk, ()) == []
    assert "bob" not in {who for who, _, _ in desk.asked}


class Asymmetric(OrderDesk):
    """Staff reads every order, although their list is that of their own."""

    def __init__(self):
        super().__init__()
        self.add_order(100, "desk")

    def _order(self, method, rest, who, sent):
        order = self.orders.get(rest[0])
        if who == 100 and method == "GET" and order is not None and len(rest) == 1:
            return 200, order
        return super()._order(method, rest, who, sent)
