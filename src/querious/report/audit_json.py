"""The audit of a server ↔ JSON, as it stands in the file of a run: ``rules``, in their order."""

from __future__ import annotations

from typing import Final

from querious.model.audit import AuditedRule, AuditOutcome, AuditSection, Clause, Requirement
from querious.report.records import TEXT, many, member_of, record

_RULE: Final = record(
    AuditedRule,
    rule=TEXT,
    requirement=member_of(Requirement),
    outcome=member_of(AuditOutcome),
    reason=TEXT,
    finding=TEXT,
    about=TEXT,
    clause=record(Clause, title=TEXT, url=TEXT),
)
AUDIT: Final = record(AuditSection, rules=many(_RULE))
