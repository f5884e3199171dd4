"""A run → GitHub's annotations and job summary.

A log that GitHub reads obeys lines such as ``::add-mask::x`` wherever they come from, so everything that may hold text
of the API is printed between ``pause`` and ``resume``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model.reach import Class
from querious.report import phrases
from querious.report.audit_text import HEADING, counts
from querious.report.finding_order import ordered
from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.audit import AuditSection
    from querious.model.finding import Finding
    from querious.model.run import Run
    from querious.report.context import Context

_MOST_ANNOTATIONS = 50
_MOST_DETAILS = 20
_LONGEST_SUMMARY = 900_000
"""Characters; GitHub takes 1 MiB."""


def pause(token: str) -> str:
    """From this line on GitHub obeys nothing; the token must be one that nobody can guess."""
    return f"::stop-commands::{token}"


def resume(token: str) -> str:
    """From this line on GitHub obeys again."""
    return f"::{token}::"


def annotate(run: Run) -> Iterator[str]:
    """One line a finding; the most important first, for GitHub shows few."""
    findings = [finding for finding in ordered(run.findings) if run.acceptance(finding) is None]
    for finding in findings[:_MOST_ANNOTATIONS]:
        command = "error" if run.fails(finding) else "warning"
        title = _property(f"{finding.oracle}: {phrases.place(finding)}")
        said = ". ".join(filter(None, (phrases.message(finding), phrases.others(finding))))
        text = f"{said} ({phrases.origin(finding, run.seed)})"
        yield f"::{command} title={title}::{_data(text)}"
    if len(findings) > _MOST_ANNOTATIONS:
        yield f"::warning::{len(findings) - _MOST_ANNOTATIONS} more findings are in the report"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def summary(run: Run, context: Context) -> str:
    """The job summary in Markdown. Text of the API stands only in code, fenced so that it cannot get out."""
    lines = ["## querious", "", f"{phrases.verdict(run)} {phrases.effort(run)}.", ""]
    findings = ordered(run.findings)
    if findings:
        lines += ["| | oracle | where | what | times | also at |", "|---|---|---|---|---:|---:|"]
        lines += [
            f"| {finding.severity} | {_cell(finding.oracle)} | {_cell(phrases.place(finding))} "
            f"| {_cell(_said(finding, run))} | {finding.count:,} | {len(finding.others) or ''} |"
            for finding in findings
        ]
        lines.append("")
    if run.audit is not None:
        lines += _audit(run.audit)
    lines += ["| coverage | seen | of | |", "|---|---:|---:|---:|"]
    for name, seen, whole in phrases.coverage_rows(run.coverage, protocol=run.protocol):
        lines.append(f"| {name} | {seen:,} | {whole:,} | {phrases.percent(seen, whole)} |")
    for reach in run.reach:
        perfect = reach.classes.get(Class.PERFECT, 0)
        share = phrases.percent(perfect, reach.paths)
        lines.append(f"| paths to the end: {reach.plan} | {perfect:,} | {reach.paths:,} | {share} |")
    lines.append("")
    for finding in findings[:_MOST_DETAILS]:
        content = "\n".join(phrases.details(finding, run, context))
        fence = _fence(content)
        heading = f"<summary>{_html(finding.oracle)} {_html(phrases.place(finding))}</summary>"
        lines += ["<details>" + heading, "", f"{fence}text", content, fence, "", "</details>", ""]
    return "\n".join(lines)[:_LONGEST_SUMMARY] + "\n"


def _audit(section: AuditSection) -> Iterator[str]:
    yield f"### {HEADING}"
    yield ""
    yield counts(section)
    yield ""
    yield "| | rule | | what it holds | where it stands | why |"
    yield "|---|---|---|---|---|---|"
    for one in section.rules:
        why = _cell(visible(one.reason)) if one.reason else ""
        held = f"{_cell(visible(one.about))} | [{one.clause.title}]({one.clause.url})"
        yield f"| {one.outcome.value} | {_cell(visible(one.rule))} | {one.requirement.value} | {held} | {why} |"
    yield ""


def _said(finding: Finding, run: Run) -> str:
    return ". ".join(filter(None, (phrases.accepted(finding, run), phrases.message(finding))))


def _cell(text: str) -> str:
    """A code span in a table; a longer run of backticks outside than any inside."""
    ticks = _fence(text, least=1)
    return f"{ticks} {text.replace('|', chr(92) + '|')} {ticks}"


def _fence(text: str, least: int = 3) -> str:
    length = least
    while "`" * length in text:
        length += 1
    return "`" * length


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
