from __future__ import annotations

import io

from rich.console import Console

from querious.model import Run
from querious.model.audit import AuditedRule, AuditOutcome, AuditSection, Clause, Requirement
from querious.report.audit_text import audit_lines, audit_table
from querious.report.console import report
from querious.report.context import Context
from querious.report.github import summary as markdown
from querious.report.summary import summary

CLAUSE = Clause("5.1 Body", "https://example.test/#body")


def row(rule: str, outcome: AuditOutcome, reason: str = "") -> AuditedRule:
    return AuditedRule(rule, Requirement.MUST, "Something holds", CLAUSE, outcome, reason)


SECTION = AuditSection(
    (
        row("first-rule", AuditOutcome.HOLDS),
        row("second-rule", AuditOutcome.FAULT, "it is \x1b[31mbroken"),
        row("third-rule", AuditOutcome.SUSPICION, "it is odd"),
        row("fourth-rule", AuditOutcome.UNTOLD, "nothing | came"),
    )
)
RUN = Run("http://x/graphql", 1, audit=SECTION, ended="all rules were asked")


def console(width: int = 100) -> Console:
    return Console(file=io.StringIO(), width=width, color_system=None)


def text(lines) -> str:
    return "\n".join(line.plain for line in lines)


def test_the_table_has_every_rule_and_the_reason_where_there_is_one():
    told = text(audit_table(SECTION, console()))
    assert "holds           first-rule" in told
    assert "could not tell  fourth-rule" in told
    assert "nothing | came" in told
    assert told.count("https://example.test/#body") == 2, "where a finding is"
    assert told.endswith("1 of 4 rules hold, 1 fault and 1 suspicion, could not tell of 1.")
    assert "\x1b" not in told


def test_no_line_of_the_table_is_wider_than_the_screen_but_links():
    for line in audit_table(SECTION, console(40)):
        assert line.cell_len <= 40 or "https://" in line.plain or "rules hold" in line.plain


def test_in_brief_only_what_does_not_hold_is_told():
    told = text(audit_lines(SECTION, console()))
    assert "second-rule" in told
    assert "third-rule" in told
    assert "first-rule" not in told


def test_a_summary_of_an_audit_alone_has_the_whole_table_and_one_of_a_run_has_not():
    alone = text(summary(RUN, Context(), console()))
    assert "first-rule" in alone
    among = text(summary(Run("x", 1, audit=SECTION, cases=3), Context(), console()))
    assert "second-rule" in among
    assert "first-rule" not in among


def test_the_whole_report_and_the_markdown_have_the_table():
    assert "first-rule" in text(report(RUN, Context(), console()))
    told = markdown(RUN, Context())
    assert "### GraphQL over HTTP" in told
    assert "[5.1 Body](https://example.test/#body)" in told
    assert "nothing \\| came" in told
    assert "\x1b" not in told
