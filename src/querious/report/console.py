"""A finished run → lines for a screen or a log.

Every line is a ``rich.text.Text``: markup in it is never read, and all text of the API comes through ``wording``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from querious.model.coverage import Level
from querious.model.severity import Severity
from querious.report import phrases
from querious.report.curl import remark
from querious.report.finding_order import ordered
from querious.report.reach_text import reach_lines
from querious.report.state_phrases import left
from querious.report.state_text import PLAIN_SIGNS, sequence_block, sequence_remarks, state_sections
from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rich.console import Console

    from querious.model.coverage import Coverage
    from querious.model.finding import Finding
    from querious.model.run import Run
    from querious.report.context import Context
    from querious.report.state_table import Line

_IN_FULL = 50
"""Findings shown as blocks; the others get a line each."""
_ADVICE = 10
"""Arguments without a value that are told of; the JSON has more."""
_INDENT = 4
_STYLE = {Severity.FAULT: "bold red", Severity.SUSPICION: "bold yellow"}


def report(run: Run, context: Context, console: Console) -> Iterator[Text]:
    """The whole report: findings, coverage, paths, answers, notes and the verdict last, where the eye is."""
    for line in _report(run, context, console):
        if not console.encoding.startswith("utf"):
            line.plain = line.plain.translate(PLAIN_SIGNS)
        yield line


def _report(run: Run, context: Context, console: Console) -> Iterator[Text]:
    findings = ordered(run.findings)
    for number, finding in enumerate(findings[:_IN_FULL], 1):
        yield from _block(number, finding, run, context, console)
    yield from _rest(findings[_IN_FULL:], _IN_FULL + 1, console)
    for heading, lines in state_sections(run.state, console.width) if run.state else ():
        yield from section(heading, (text for line in lines for text in _line(line, console)))
    if run.coverage.tuples:
        yield from section("Coverage", coverage_table(run.coverage))
    if any(reach.paths for reach in run.reach):
        yield from section("Paths", reach_lines(run.reach, console.width))
    if run.unanswered:
        yield from section("Arguments that found no value", _unanswered(run.unanswered, console))
    if run.outcomes:
        yield from section("Answers", _outcomes(run.outcomes))
    notes = [*run.notes, *run.coverage.notes]
    if context.url and any(finding.sequence is None for finding in findings):
        notes.append(remark(context.url, context.headers))
    notes += sequence_remarks(run, context, findings[:_IN_FULL])
    texts = [Text(f"- {visible(note)}") for note in dict.fromkeys(notes) if note]
    if texts:
        yield from section("Notes", (line for text in texts for line in _wrapped(text, 2, console, hanging=2)))
    yield from _verdict(run, context, console)


def section(heading: str, lines: Iterable[Text]) -> Iterator[Text]:
    """A heading, its lines and an empty line after them."""
    yield Text(heading, "bold")
    yield from lines
    yield Text()


def coverage_table(coverage: Coverage, levels: tuple[Level, ...] = tuple(Level)) -> Iterator[Text]:
    """One line for everything that is counted."""
    rows = phrases.coverage_rows(coverage, levels)
    for name, seen, whole in rows:
        line = Text(f"  {name:<18}{seen:>9,} of {whole:>7,}")
        line.append(f"{phrases.percent(seen, whole):>8}", "green" if seen == whole else "")
        yield line


def _block(number: int, finding: Finding, run: Run, context: Context, console: Console) -> Iterator[Text]:
    head = Text(f"{number:>2}. ")
    head.append(str(finding.severity), _STYLE[finding.severity])
    head.append(f"  {visible(finding.oracle)}  ")
    head.append(phrases.place(finding), "bold")
    head.append("  once" if finding.count == 1 else f"  {finding.count:,} times", "dim")
    yield from _wrapped(head, 0, console)
    yield from _wrapped(Text(phrases.message(finding)), _INDENT, console)
    yield Text()
    yield from _evidence(finding, context, console)
    yield Text()
    yield unbroken(context.again(finding))
    yield from _wrapped(Text(phrases.origin(finding, run.seed), "dim"), _INDENT, console)
    yield Text()


def _evidence(finding: Finding, context: Context, console: Console) -> Iterator[Text]:
    """What was asked and what came: a sequence of commands, or an operation with the telling part of its answer."""
    if finding.sequence is not None:
        for block in sequence_block(finding, context, console.width, _INDENT):
            yield from _line(block, console)
        return
    for line in phrases.question_lines(finding, console.width - _INDENT):
        yield from _wrapped(Text(line, "cyan"), _INDENT, console, hanging=4)
    yield Text()
    yield from _wrapped(Text(phrases.answer_line(finding), "dim"), _INDENT, console)
    for line in phrases.excerpt_lines(finding):
        yield from _wrapped(Text(line), _INDENT, console)


def _line(line: Line, console: Console) -> Iterator[Text]:
    if line.fold:
        yield from _wrapped(line.text, line.indent, console, hanging=line.hanging)
    elif line.text.plain.strip():
        yield Text(" " * line.indent + line.text.plain, line.text.style, no_wrap=True, overflow="ignore")
    else:
        yield Text()


def unbroken(text: str) -> Text:
    """A line to be pasted: never shortened and never broken, the terminal may fold it."""
    return Text(" " * _INDENT + text, no_wrap=True, overflow="ignore")


def _rest(findings: list[Finding], first: int, console: Console) -> Iterator[Text]:
    for number, finding in enumerate(findings, first):
        line = Text(f"{number:>2}. {finding.fingerprint}  {finding.count:>5,}x  {phrases.title(finding)}")
        line.truncate(console.width, overflow="ellipsis" if console.encoding.startswith("utf") else "crop")
        yield line
    if findings:
        yield Text()


def _unanswered(advice: tuple[str, ...], console: Console) -> Iterator[Text]:
    for line in advice[:_ADVICE]:
        yield from _wrapped(Text(f"- {visible(line)}"), 2, console, hanging=2)
    if len(advice) > _ADVICE:
        yield Text(f"  … and {len(advice) - _ADVICE:,} more", "dim")


def _outcomes(outcomes: Mapping[str, int]) -> Iterator[Text]:
    whole = sum(outcomes.values())
    for kind, count in sorted(outcomes.items(), key=lambda item: (-item[1], item[0])):
        yield Text(f"  {visible(kind):<18}{count:>9,}{'':>11}{phrases.percent(count, whole):>8}")


def _verdict(run: Run, context: Context, console: Console) -> Iterator[Text]:
    yield from _wrapped(Text(phrases.effort(run), "dim"), 0, console)
    if run.state is not None and run.state.left:
        yield Text(left(run.state), "bold yellow", no_wrap=True, overflow="ignore")
    untested = run.state is not None and not run.state.tested and not run.cases
    doubtful = run.findings or run.interrupted or run.unjudged or untested
    style = "bold red" if run.failed else "bold yellow" if doubtful else "bold green"
    line = Text(no_wrap=True, overflow="ignore").append(phrases.verdict(run), style)
    yield line.append(f" {visible(context.next_step)}") if context.next_step else line


def _wrapped(text: Text, indent: int, console: Console, hanging: int = 0) -> Iterator[Text]:
    """The text folded to the screen, each line indented, those after the first by ``hanging`` more.

    No trailing spaces, so that logs stay clean.
    """
    inner = len(text.plain) - len(text.plain.lstrip(" "))
    width = max(console.width - indent - inner - hanging, 20)
    for position, line in enumerate(text[inner:].wrap(console, width, overflow="fold")):
        line.rstrip()
        yield Text(" " * (indent + inner + (hanging if position else 0))).append_text(line)
