from __future__ import annotations

import asyncio
from dataclasses import replace

from audited import AuditedServer
from querious.audit.catalogue import audit_rule
from querious.model import Exchange, Failure
from querious.model.audit import AuditOutcome
from querious.pipeline.audit.auditor import Auditor
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.tallies import VerdictTallies


def auditor() -> Auditor:
    return Auditor(OwnErrors(), VerdictTallies())


def outcome_of(name: str, send) -> AuditOutcome:
    one = auditor()
    asyncio.run(one.audit(send, audit_rule(name)))
    return one.audited[0].outcome


def test_what_is_lost_once_is_asked_again_and_what_is_lost_twice_tells_nothing():
    server = AuditedServer()
    lost: list[int] = []

    def losing(times: int):
        lost.clear()

        async def send(case) -> Exchange:
            lost.append(1)
            if len(lost) <= times:
                return Exchange(case, failure=Failure.LOST)
            return replace(server.exchange(case.request), case=case)

        return send

    assert outcome_of("body-type", losing(1)) is AuditOutcome.HOLDS
    assert outcome_of("body-type", losing(2)) is AuditOutcome.UNTOLD


def test_a_request_of_several_rules_is_sent_once():
    server, asked = AuditedServer(), []

    async def send(case) -> Exchange:
        asked.append(repr(case.request))
        return server.exchange(case.request)

    async def everything() -> None:
        one = auditor()
        for rule in one.rules:
            await one.audit(send, rule)

    asyncio.run(everything())
    assert len(asked) == len(set(asked))


def test_a_rule_that_raises_is_an_error_of_ours_and_costs_no_other(monkeypatch):
    server, errors = AuditedServer(), OwnErrors()
    one = Auditor(errors, VerdictTallies())

    def raising(trace):
        raise RuntimeError("oops")

    broken = audit_rule("variables")._replace(check=raising)

    async def send(case) -> Exchange:
        return server.exchange(case.request)

    async def both() -> None:
        await one.audit(send, broken)
        await one.audit(send, audit_rule("extensions"))

    asyncio.run(both())
    assert [row.outcome for row in one.audited] == [AuditOutcome.UNTOLD, AuditOutcome.HOLDS]
    assert [error.name for error in errors.errors] == ["variables"]
