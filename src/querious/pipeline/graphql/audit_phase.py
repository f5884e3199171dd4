"""The audit of the server as a phase of a run: the same transport, budget, findings and report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.response import is_limit
from querious.pipeline.audit.auditor import AUDIT

if TYPE_CHECKING:
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.run.batch_sender import BatchSender

_SHARE: Final = 0.3
"""The part of the budget that it takes at most."""


async def audit_server(api: GraphqlApi, sender: BatchSender) -> None:
    """Hold the server to GraphQL over HTTP, as far as its part of the budget goes."""
    auditor, send = api.auditor, sender.session.send
    if auditor is None:
        return
    if not api.target.url:
        sender.note("The server was not audited: a schema is executed without HTTP.")
        return
    sender.enter(AUDIT)
    part = sender.budget.part(_SHARE)
    instead = await auditor.answers_graphql(send)
    if instead is not None:
        pace = "requests came too fast" if is_limit(instead) else "it does not answer { __typename }"
        sender.note(f"The server was not audited: {pace}.")
        return
    for rule in auditor.rules:
        if part.spent():
            sender.note("The audit of the server ended early: the budget is too small for all of its rules.")
            return
        finding = await auditor.audit(send, rule)
        sender.count([finding] if finding is not None else [])
