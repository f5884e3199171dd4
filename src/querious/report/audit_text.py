"""The audit of a server → lines for a screen: a table of all rules, or what is not as it should be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from querious.model.audit import AuditOutcome
from querious.report.layout import cut_line, folded
from querious.text.display import counted, plural, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from querious.model.audit import AuditedRule, AuditSection

HEADING: Final = "GraphQL over HTTP"
_STYLES: Final = {
    AuditOutcome.HOLDS: "green",
    AuditOutcome.FAULT: "bold red",
    AuditOutcome.SUSPICION: "bold yellow",
    AuditOutcome.UNTOLD: "dim",
}
_OUTCOME: Final = 16
_RULE: Final = 30
_REQUIREMENT: Final = 8
_INDENT: Final = 2 + _OUTCOME


def counts(section: AuditSection) -> str:
    """How many rules came to what, in a sentence."""
    faults, suspicions = section.count(AuditOutcome.FAULT), section.count(AuditOutcome.SUSPICION)
    told = [
        f"{section.count(AuditOutcome.HOLDS):,} of {plural(len(section.rules), 'rule')} hold",
        counted((faults, "fault"), (suspicions, "suspicion")),
    ]
    untold = section.count(AuditOutcome.UNTOLD)
    told.append(f"could not tell of {untold:,}" if untold else "")
    return ", ".join(filter(None, told)) + "."


def audit_table(section: AuditSection, console: Console) -> Iterator[Text]:
    """Every rule with what it came to, how binding it is and where it stands; what does not hold with its reason."""
    for one in section.rules:
        yield cut_line(_row(one), console)
        if one.reason:
            yield from folded(Text(visible(one.reason), "dim"), console, _INDENT)
        if one.outcome in {AuditOutcome.FAULT, AuditOutcome.SUSPICION}:
            yield Text(" " * _INDENT + one.clause.url, "dim", no_wrap=True, overflow="ignore")
    yield Text(f"  {counts(section)}")


def audit_lines(section: AuditSection, console: Console) -> Iterator[Text]:
    """What is not as it should be, a line each."""
    yield Text(f"  {counts(section)}")
    for outcome in (AuditOutcome.FAULT, AuditOutcome.SUSPICION):
        for one in section.rules:
            if one.outcome is outcome:
                yield cut_line(_row(one), console)


def _row(one: AuditedRule) -> Text:
    line = Text("  ").append(f"{one.outcome.value:<{_OUTCOME}}", _STYLES[one.outcome])
    line.append(f"{visible(one.rule):<{_RULE}}", "bold")
    return line.append(f"{one.requirement.value:<{_REQUIREMENT}}").append(visible(one.clause.title), "dim")
