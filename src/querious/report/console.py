"""A finished run → lines for a screen or a log. All text of the API comes through ``phrases``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from querious.model.coverage import CoveredPlaces, Level
from querious.model.severity import Severity
from querious.report import phrases
from querious.report.advice import credentials
from querious.report.audit_text import HEADING, audit_table
from querious.report.certainty import what_would_settle
from querious.report.curl import remark
from querious.report.finding_order import ordered
from querious.report.layout import STYLE_OF, bullets, cut_line, folded, section, unbroken
from querious.report.reach_text import reach_lines
from querious.report.state_phrases import left
from querious.report.state_text import PLAIN_SIGNS, sequence_block, sequence_remarks, state_sections
from querious.text.display import plural, shorten_lines, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import Console

    from querious.model.coverage import Coverage
    from querious.model.finding import Finding
    from querious.model.missing_value import MissingValue
    from querious.model.run import Run
    from querious.report.context import Context

_IN_FULL: Final = 50
"""Findings shown as blocks; the others get a line each."""
_NAMES = 18
"""Columns for what is counted, at least."""
_LEVEL: Final = 16
"""Columns for one level of coverage."""
_FEW_SUSPICIONS: Final = 2
"""Suspicions that are shown as blocks; of more, each gets three lines."""
_WHOLE: Final = 1_000
"""Lines that nothing has."""
_BRIEF: Final = 10
"""Suspicions on a screen."""
_ADVICE: Final = 10
"""Arguments without a value that are told of; the JSON has more."""
_INDENT: Final = 4


def report(run: Run, context: Context, console: Console) -> Iterator[Text]:
    """The whole report: findings, coverage, paths, answers, notes and the verdict last, where the eye is."""
    yield from with_plain_signs(_report(run, context, console), console)


def with_plain_signs(lines: Iterable[Text], console: Console) -> Iterator[Text]:
    """The lines, with signs that the screen has."""
    has_signs = console.encoding.startswith("utf")
    for line in lines:
        if not has_signs:
            line.plain = line.plain.translate(PLAIN_SIGNS)
        yield line


def _report(run: Run, context: Context, console: Console) -> Iterator[Text]:
    findings = ordered(run.findings)
    whole, brief = _parted([finding for finding in findings if run.acceptance(finding) is None])
    for number, finding in enumerate(whole[:_IN_FULL], 1):
        yield from finding_block(number, finding, run, context, console)
    yield from _rest(whole[_IN_FULL:], console)
    yield from section("Suspicions", _brief(brief, console))
    yield from section("Accepted", accepted_lines(run, console))
    if run.state is not None:
        yield from state_sections(run.state, console)
    if run.audit is not None:
        yield from section(HEADING, audit_table(run.audit, console))
    if run.coverage.tuples:
        yield from section("Coverage", coverage_table(run.coverage, protocol=run.protocol))
        yield from section("Operations that were not reached", bullets(phrases.missing_lines(run.coverage), console))
    yield from section("Paths", reach_lines(run.reach, console.width))
    yield from section("Arguments for which no value was found", _missing_values(run.missing_values, console))
    yield from section("Responses", _outcomes(run.outcomes))
    notes = [
        phrases.not_shown(run),
        *map(visible, run.notes),
        *map(visible, run.coverage.notes),
        credentials(run),
        *_remarks(run, context, whole[:_IN_FULL]),
    ]
    yield from section("Notes", bullets(notes, console))
    yield from verdict_lines(run, context, console)


def _parted(findings: list[Finding]) -> tuple[list[Finding], list[Finding]]:
    """Those that are shown as blocks, and suspicions that get a few lines each, as they are more than a few."""
    suspicions = [finding for finding in findings if finding.severity is Severity.SUSPICION]
    if len(suspicions) <= _FEW_SUSPICIONS:
        return findings, []
    return [finding for finding in findings if finding.severity is Severity.FAULT], suspicions


def _brief(suspicions: list[Finding], console: Console) -> Iterator[Text]:
    """What it is, and what would make it certain; a screenful of all, whatever there is."""
    for finding in suspicions[:_BRIEF]:
        head = Text("  ").append(finding.fingerprint, STYLE_OF[Severity.SUSPICION])
        head.append(f"  {visible(finding.oracle)}  ").append(phrases.place(finding), "bold")
        if finding.others:
            head.append(f"  also at {plural(len(finding.others), 'other')}", "dim")
        yield cut_line(head, console)
        yield cut_line(Text(f"{'':<{_INDENT}}{phrases.message(finding)}"), console)
        yield cut_line(Text(f"{'':<{_INDENT}}certain with {what_would_settle(finding)}", "dim"), console)
    more = len(suspicions) - _BRIEF
    if more > 0:
        yield Text(f"  … and {more:,} more: all are in the JSON (--json FILE)", "dim")
    if suspicions:
        yield Text("  querious show ID shows one whole; with --explain it asks more about it", "dim")


def accepted_lines(run: Run, console: Console) -> Iterator[Text]:
    """What is known and fails nothing, two lines each."""
    for finding in ordered(run.findings):
        told = phrases.accepted(finding, run)
        if told:
            yield cut_line(Text(f"  {finding.fingerprint}  {phrases.title(finding)}"), console)
            yield cut_line(Text(f"{'':<{_INDENT}}{told}", "dim"), console)


def _remarks(run: Run, context: Context, findings: Sequence[Finding]) -> Iterator[str]:
    """What must be known of the curl lines."""
    if context.url and any(finding.sequence is None for finding in findings):
        yield remark(context.url, context.headers, context.others_in(findings), context.connection)
    yield from sequence_remarks(run, context, findings)


def coverage_table(
    coverage: Coverage, levels: tuple[Level, ...] = tuple(Level), protocol: str = "GraphQL"
) -> Iterator[Text]:
    """One line for everything that is counted."""
    if coverage.places:
        yield from _levels_table(coverage, levels)
        return
    rows = phrases.coverage_rows(coverage, levels, protocol)
    width = max([_NAMES, *(len(name) + 1 for name, _, _ in rows)])
    for name, seen, whole in rows:
        line = Text(f"  {name:<{width}}{seen:>9,} of {whole:>7,}")
        yield line.append(f"{phrases.percent(seen, whole):>8}", "green" if seen == whole else "")


def _levels_table(coverage: Coverage, levels: tuple[Level, ...]) -> Iterator[Text]:
    """One line for everything that is counted, with a column for each level."""
    operations = CoveredPlaces(coverage.tuples, coverage.requested, coverage.reached, coverage.witnessed)
    kinds = {"operations": operations, **coverage.places}
    width = max([_NAMES, *(len(name) + 1 for name in kinds)])
    head = "".join(f"{level.value:>{_LEVEL}}" for level in levels)
    yield Text(f"  {'':<{width}}{'all':>9}{head}", "dim")
    for name, places in kinds.items():
        line = Text(f"  {name:<{width}}{len(places.every):>9,}")
        for level in levels:
            seen, whole = len(places.at(level)), len(places.every)
            told = f"{seen:,} {phrases.percent(seen, whole):>6}"
            line.append(f"{told:>{_LEVEL}}", "green" if seen == whole else "")
        yield line


def finding_block(
    number: int, finding: Finding, run: Run, context: Context, console: Console, most: int = _WHOLE
) -> Iterator[Text]:
    """One finding whole: what, where, how it was asked and answered, how to run it again.

    ``most`` lines of the question are shown, and half as many of the answer.
    """
    head = Text(f"{number:>2}. ")
    head.append(str(finding.severity), STYLE_OF[finding.severity])
    head.append(f"  {visible(finding.oracle)}  ")
    head.append(phrases.place(finding), "bold")
    head.append(f"  {phrases.often(finding)}", "dim")
    yield from folded(head, console)
    yield from folded(Text(phrases.message(finding)), console, _INDENT)
    if finding.others:
        yield from folded(Text(phrases.others(finding), "dim"), console, _INDENT)
    yield Text()
    if finding.sequence is not None:
        yield from sequence_block(finding, context, console, _INDENT)
    else:
        yield from _evidence(finding, console, most)
    yield Text()
    settled = what_would_settle(finding)
    if settled:
        yield from folded(Text(f"Certain with {settled}", "dim"), console, _INDENT)
    yield unbroken(context.again(finding))
    yield from folded(Text(phrases.origin(finding, run.seed), "dim"), console, _INDENT)
    yield Text()


def _evidence(finding: Finding, console: Console, most: int) -> Iterator[Text]:
    """What was asked, and the telling part of the answer."""
    for line in shorten_lines(phrases.question_lines(finding, console.width - _INDENT), most):
        yield from folded(Text(line, "cyan"), console, _INDENT, hanging=4)
    yield Text()
    yield from folded(Text(phrases.answer_line(finding), "dim"), console, _INDENT)
    for line in shorten_lines(phrases.excerpt_lines(finding), most // 2):
        yield from folded(Text(line), console, _INDENT)


def _rest(findings: list[Finding], console: Console) -> Iterator[Text]:
    for number, finding in enumerate(findings, _IN_FULL + 1):
        also = f"  (also at {plural(len(finding.others), 'other')})" if finding.others else ""
        line = f"{number:>2}. {finding.fingerprint}  {finding.count:>5,}x  {phrases.title(finding)}{also}"
        yield cut_line(Text(line), console)
    if findings:
        yield Text()


def _missing_values(missing: Sequence[MissingValue], console: Console) -> Iterator[Text]:
    yield from bullets((visible(one.advice) for one in missing[:_ADVICE]), console)
    if len(missing) > _ADVICE:
        yield Text(f"  … and {len(missing) - _ADVICE:,} more", "dim")


def _outcomes(outcomes: Mapping[str, int]) -> Iterator[Text]:
    whole = sum(outcomes.values())
    for kind, count in sorted(outcomes.items(), key=lambda item: (-item[1], item[0])):
        yield Text(f"  {visible(kind):<18}{count:>9,}{'':>11}{phrases.percent(count, whole):>8}")


def verdict_lines(run: Run, context: Context, console: Console) -> Iterator[Text]:
    """What the run took, and what came of it."""
    yield from folded(Text(phrases.effort(run), "dim"), console)
    if run.state is not None and run.state.left:
        yield unbroken(left(run.state), 0, "bold yellow")
    style = "bold green"
    shown = any(run.acceptance(finding) is None for finding in run.findings)
    if shown or run.interrupted or run.unjudged or phrases.is_untested(run):
        style = "bold red" if run.failed else "bold yellow"
    line = Text(no_wrap=True, overflow="ignore").append(phrases.verdict(run), style)
    yield line.append(f" {visible(context.next_step)}") if context.next_step else line
