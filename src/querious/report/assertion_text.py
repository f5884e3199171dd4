"""Findings as the text of an assertion: what a failing test prints, beneath pytest's own lines."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from querious.model.severity import Severity
from querious.report.certainty import what_would_settle
from querious.report.curl import curl, needed, request_curl
from querious.report.phrases import accepted, answer_line, excerpt_lines, message, origin, others, place, question_lines
from querious.report.state_sequence import curl_lines, key_line, last_answer_line, sequence_lines
from querious.text.display import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model.case import Case
    from querious.model.finding import Finding
    from querious.model.run import Run
    from querious.report.context import Context

_INDENT: Final = "  "
_MOST_SHELL_LINES: Final = 6
_LONGEST_SHELL_LINE: Final = 8_000
"""Characters. Nobody reads or copies a longer line."""


def assertion_text(name: str, findings: Sequence[Finding], run: Run, context: Context, width: int = 76) -> str:
    """All that fails one test. ``context.url`` may be the path of an application that is tested in process."""
    faults = sum(finding.severity is Severity.FAULT for finding in findings)
    lines = [f"{name}: {counted((faults, 'fault'), (len(findings) - faults, 'suspicion'))}"]
    for number, finding in enumerate(findings, 1):
        head = f"{number}. " if len(findings) > 1 else ""
        lines += ["", *_finding_lines(head, finding, run, context, width)]
    return "\n".join([*lines, *_closing(findings, run, context)])


def headline(findings: Sequence[Finding]) -> str:
    """All that fails one test, in one line."""
    more = f" (and {len(findings) - 1:,} more)" if len(findings) > 1 else ""
    return f"{message(findings[0])}{more}"


def remark_line(finding: Finding, run: Run) -> str:
    """One that fails nothing, in one line: what it is, and why it fails nothing."""
    why = accepted(finding, run) or ("known from the run before" if run.fail_on == "new" else "")
    kind = f"{finding.severity}, {why}" if why else str(finding.severity)
    return f"{place(finding)}: {finding.oracle}: {message(finding)} ({kind}, id {finding.fingerprint})"


def _finding_lines(head: str, finding: Finding, run: Run, context: Context, width: int) -> list[str]:
    within = width - len(_INDENT)
    first = f"{head}{finding.severity} {finding.oracle}, {place(finding)}"
    settled = what_would_settle(finding)
    words = [message(finding), others(finding), f"Certain with {settled}" if settled else ""]
    if finding.sequence is not None:
        evidence = [*sequence_lines(finding, within), key_line(finding), last_answer_line(finding, within)]
    else:
        evidence = [*question_lines(finding, within), "", answer_line(finding), *excerpt_lines(finding)]
    shell = shell_lines(finding, context)
    made = finding.sequence is not None or finding.exchange.case.number > 0
    known = origin(finding, run.seed) if made else f"id {finding.fingerprint}"
    lines = [line for text in words if text for line in wrap(text, within, break_on_hyphens=False)]
    lines += ["", *evidence, "", *shell, *([""] if shell else []), known]
    return [first, *(f"{_INDENT}{line}" if line else "" for line in lines)]


def shell_lines(finding: Finding, context: Context) -> list[str]:
    """A line for each request that shows a finding; none where they are too many or too long to be copied."""
    if finding.sequence is not None:
        return curl_lines(finding, context)
    lines = list(dict.fromkeys(_shell_line(exchange.case, context) for exchange in finding.steps))
    fits = len(lines) <= _MOST_SHELL_LINES and all(len(line) <= _LONGEST_SHELL_LINE for line in lines)
    return lines if fits else []


def _shell_line(case: Case, context: Context) -> str:
    if "://" in context.url:
        return curl(case, context.url, context.sent_by(case.identity), context.connection)
    request = case.request._replace(path=context.url) if case.is_graphql else case.request
    return request_curl(request, "", context.sent_by(case.identity), identity=case.identity)


def _closing(findings: Sequence[Finding], run: Run, context: Context) -> list[str]:
    """What curl needs, and how to see the same again."""
    shown = [line for finding in findings for line in shell_lines(finding, context)]
    address = context.url if "://" in context.url else ""
    wanted = needed(address, context.headers, context.others_in(findings), context.connection)
    if any('"$URL"' in line for line in shown):
        wanted.insert(0, "$URL (where the application runs)")
    lines = [f"curl reads {', '.join(wanted)} from the environment."] if shown and wanted else []
    if run.requests:
        lines.append(f"The same requests again: pytest --querious-seed {run.seed}")
    return ["", *lines] if lines else []
