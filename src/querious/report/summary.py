"""A finished run → what closes it on a screen: it fits one, whatever was found. The rest is a command away.

The most severe findings come first and whole, as far as there is room; the next ones in two lines each; then how many
more there are, and which command shows them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from querious.model.severity import Severity
from querious.report import phrases
from querious.report.advice import advice, seed_values_line
from querious.report.audit_text import HEADING, audit_lines, audit_table
from querious.report.console import accepted_lines, coverage_table, finding_block, verdict_lines, with_plain_signs
from querious.report.curl import remark
from querious.report.finding_order import ordered
from querious.report.layout import STYLE_OF, bullets, cut_line, section, unbroken
from querious.report.state_text import collection_lines, sequence_remarks, untested_lines
from querious.text.display import counted, plural, visible

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from rich.console import Console

    from querious.model.finding import Finding
    from querious.model.run import Run
    from querious.report.context import Context

_SCREEN: Final = 40
"""Lines, all in all."""
_LEAST: Final = 24
"""Lines that findings have, however much else there is to tell."""
_LONGEST_BLOCK: Final = 18
"""Lines of one finding; of a longer one the middle is left out."""
_HEAD: Final = 12
"""Of these, lines before what is left out."""
_TAIL: Final = 3
"""And after it: what runs it again, and its id."""
_QUESTION: Final = 6
"""Lines of what was asked; half as many of what was answered."""
_LEFT_OUT: Final = " lines ...]"
"""The end of a line that stands for others."""
_NOTES: Final = 3
_MANY: Final = 3
"""Findings above which there is less of everything else."""
_ROWS_OF_COVERAGE: Final = 8
_STATE: Final = 8
"""Lines about collections."""
_ACCEPTED: Final = 4
"""Lines about what is accepted."""
_AUDIT: Final = 8
"""Lines about how the server keeps to GraphQL over HTTP, where that is not all there is to tell."""
_UNTESTED: Final = 4
"""Lines about collections that were left out."""
_ROWS: Final = 4
"""Rows of the screen that a line to be pasted may take before the command that replays takes its place."""
_INDENT: Final = 4


def summary(run: Run, context: Context, console: Console, said: Collection[str] = ()) -> Iterator[Text]:
    """What closes a run, the verdict last, where the eye is. ``said`` are notes that the user has read already."""
    yield from with_plain_signs(_summary(run, context, console, said), console)


def _summary(run: Run, context: Context, console: Console, said: Collection[str]) -> Iterator[Text]:
    shown = [finding for finding in ordered(run.findings) if run.acceptance(finding) is None]
    rest = list(_beside_findings(run, shown, context, console, said))
    last = list(verdict_lines(run, context, console))
    room = max(_SCREEN - rows(rest, console) - rows(last, console), _LEAST)
    yield from _findings(shown, run, context, console, room)
    yield from rest
    yield from last


def rows(lines: Sequence[Text], console: Console) -> int:
    """Rows of the screen that lines take, with those that are too long to fit one."""
    return sum(max(1, -(-line.cell_len // max(console.width, 1))) for line in lines)


def _findings(shown: Sequence[Finding], run: Run, context: Context, console: Console, room: int) -> Iterator[Text]:
    """Whole ones while there is room, then two lines each, then how many more."""
    kept = 3 if len(shown) > 1 else 0
    whole = 0
    is_cut = False
    for number, finding in enumerate(shown, 1):
        block = _block(number, finding, run, context, console)
        waiting = 2 * min(len(shown) - number, 2)
        if whole and rows(block, console) + waiting + kept > room:
            break
        yield from block
        is_cut = is_cut or any(line.plain.endswith(_LEFT_OUT) for line in block)
        room -= rows(block, console)
        whole = number
    further = list(shown[whole:])
    briefly = further[: max((room - kept) // 2, 0)]
    for place, finding in enumerate(briefly, whole + 1):
        yield from _brief(place, finding, console)
    if further or is_cut:
        yield from _more(further[len(briefly) :], context, console)
        yield Text()


def _block(number: int, finding: Finding, run: Run, context: Context, console: Console) -> list[Text]:
    """One finding whole, without its middle where it is long."""
    lines = [
        unbroken(f"{context.replay} --finding {finding.fingerprint}") if _is_too_long(line, console) else line
        for line in finding_block(number, finding, run, context, console, most=_QUESTION)
    ]
    lines = [line for place, line in enumerate(lines) if not place or line.plain != lines[place - 1].plain]
    if rows(lines, console) <= _LONGEST_BLOCK or len(lines) <= _HEAD + _TAIL:
        return lines
    tail = lines[-_TAIL:]
    left_out = len(lines) - _HEAD - len(tail)
    more = f"[... {left_out:,}{_LEFT_OUT}"
    return [*lines[:_HEAD], cut_line(Text(f"{'':<{_INDENT}}{more}", "dim"), console), *tail]


def _is_too_long(line: Text, console: Console) -> bool:
    return line.no_wrap is True and line.cell_len > _ROWS * console.width


def _brief(number: int, finding: Finding, console: Console) -> Iterator[Text]:
    head = Text(f"{number:>2}. ").append(str(finding.severity), STYLE_OF[finding.severity])
    head.append(f"  {finding.fingerprint}", "dim")
    head.append(f"  {visible(finding.oracle)}  ").append(phrases.place(finding), "bold")
    head.append(f"  {phrases.often(finding)}", "dim")
    yield cut_line(head, console)
    yield cut_line(Text(f"{'':<{_INDENT}}{phrases.message(finding)}"), console)


def _more(findings: Sequence[Finding], context: Context, console: Console) -> Iterator[Text]:
    """How many are not told of, and which command shows them."""
    if findings:
        faults = sum(finding.severity is Severity.FAULT for finding in findings)
        told = counted((faults, "more fault"), (len(findings) - faults, "more suspicion"))
        yield cut_line(Text(f"  … and {told}", "bold"), console)
    if context.shows:
        yield cut_line(Text(f"  One whole: {context.shows} ID. All of them: {context.shows_all}", "dim"), console)
    else:
        yield cut_line(Text("  All of them, whole: with --html FILE or --json FILE", "dim"), console)


def _beside_findings(
    run: Run, shown: Sequence[Finding], context: Context, console: Console, said: Collection[str]
) -> Iterator[Text]:
    """Less of it where there are many findings: then the verdict alone tells how many collections were tested."""
    are_many = len(shown) > _MANY
    part = 2 if are_many else 1

    def cut(lines: Iterator[Text], most: int) -> Iterator[Text]:
        return _cut(list(lines), most // part, context, console)

    yield from section("Accepted", cut(accepted_lines(run, console), _ACCEPTED))
    if run.state is not None and not (are_many and run.coverage.tuples):
        yield from section("Collections", cut(collection_lines(run.state, console), _STATE))
        yield from section("Not tested", cut(untested_lines(run.state, console), _UNTESTED))
    if run.audit is not None:
        whole = not run.cases  # nothing but an audit: its table is what was asked for
        lines = audit_table(run.audit, console) if whole else cut(audit_lines(run.audit, console), _AUDIT)
        yield from section(HEADING, lines)
    if run.coverage.tuples:
        yield from section("Coverage", cut(coverage_table(run.coverage, protocol=run.protocol), _ROWS_OF_COVERAGE))
    yield from section("What would help", _help(run, console))
    notes = [
        phrases.not_shown(run),
        *(visible(note) for note in (*run.notes, *run.coverage.notes) if note not in said),
        *_remarks(run, shown[:1], context),
    ]
    kept = list(dict.fromkeys(filter(None, notes)))
    more = [f"… and {plural(len(kept) - _NOTES, 'more note')}: {context.shows_all}"] if len(kept) > _NOTES else []
    yield from section("Notes", bullets([*kept[:_NOTES], *(more if context.shows else [])], console))


def _remarks(run: Run, whole: Sequence[Finding], context: Context) -> Iterator[str]:
    """What must be known of the curl lines of findings that are shown whole."""
    if context.url and any(finding.sequence is None for finding in whole):
        yield remark(context.url, context.headers, context.others_in(whole), context.connection)
    yield from sequence_remarks(run, context, whole)


def _help(run: Run, console: Console) -> Iterator[Text]:
    for sentence in advice(run):
        yield from bullets([sentence], console)
        if sentence.endswith(":"):
            yield unbroken(seed_values_line(run))


def _cut(lines: list[Text], most: int, context: Context, console: Console) -> Iterator[Text]:
    yield from lines[:most]
    if len(lines) > most:
        how = f": {context.shows_all}" if context.shows else ""
        yield cut_line(Text(f"  … {plural(len(lines) - most, 'more line')}{how}", "dim"), console)
