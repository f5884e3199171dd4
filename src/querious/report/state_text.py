"""A run over collections → lines for a screen or a log.

Every line is a ``rich.text.Text``: markup in it is never read, and all text of the service is made visible before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from querious.model.finding import Severity
from querious.report import state_phrases as phrases
from querious.report.console import section, unbroken
from querious.report.curl import bare, needed
from querious.report.state_sequence import MARK, answer_line, curl_lines, key_line, sequence_lines
from querious.report.state_table import Line, collection_lines, left_out_lines, missed_lines
from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from querious.model.crud import CrudRun, Violation
    from querious.report.context import Context

_IN_FULL: Final = 50
"""Violations shown as blocks; the others get a line each."""
_INDENT: Final = 4
_NARROWEST: Final = 20
_STYLE: Final = {Severity.FAULT: "bold red", Severity.SUSPICION: "bold yellow"}
_PLAINER: Final = str.maketrans("→…│┌└", ">~|++")
"""For terminals that have no such signs: equally wide, so that columns stay columns."""


def report(run: CrudRun, context: Context, console: Console, *, curl: bool = False) -> Iterator[Text]:
    """The whole report: violations, collections, notes and the verdict last, where the eye is.

    With ``curl`` every sequence has its lines for a shell; without, only short ones have.
    """
    for line in _report(run, context, console, curl=curl):
        if not console.encoding.startswith("utf"):
            line.plain = line.plain.translate(_PLAINER)
        yield line


def _report(run: CrudRun, context: Context, console: Console, *, curl: bool) -> Iterator[Text]:
    violations = phrases.ordered(run.violations)
    for number, violation in enumerate(violations[:_IN_FULL], 1):
        yield from _block(number, violation, run, context, console, curl=curl)
    yield from _rest(violations[_IN_FULL:], console)
    tested = [one for one in run.collections if not one.left_out]
    if tested:
        yield from _section("Collections", collection_lines(tested, console.width), console)
    if any(phrases.missed(one) for one in tested):
        yield from _section("Transitions that were not gone", missed_lines(tested), console)
    left_out = [one for one in run.collections if one.left_out]
    if left_out:
        yield from _section("Left out", left_out_lines(left_out), console)
    notes = dict.fromkeys((*run.notes, *_remarks(run, context, violations[:_IN_FULL], curl=curl)))
    texts = [Line(Text(f"- {visible(note)}"), hanging=2) for note in notes if note]
    if texts:
        yield from _section("Notes", texts, console)
    yield from _verdict(run, console)


def _block(
    number: int, violation: Violation, run: CrudRun, context: Context, console: Console, *, curl: bool
) -> Iterator[Text]:
    width = max(console.width - _INDENT, _NARROWEST)
    head = Text(f"{number:>2}. ")
    head.append(str(violation.severity), _STYLE[violation.severity])
    head.append(f"  {phrases.name(violation.rule)}  ")
    head.append(phrases.name(violation.collection), "bold")
    head.append(f"  {phrases.times(violation.count)}", "dim")
    yield from _folded(Line(head, 0, _INDENT), console)
    yield from _indented(phrases.message(violation), console)
    yield Text()
    if violation.steps:
        for line in sequence_lines(violation, width):
            shown = " " * _INDENT + line if line else ""
            yield Text(shown, "bold" if line.startswith(MARK) else "cyan", no_wrap=True, overflow="ignore")
        yield from _indented(key_line(violation), console, "dim")
        yield from _indented(answer_line(violation, width), console)
        yield Text()
    if lines := curl_lines(violation, context, all_of_them=curl):
        yield from map(unbroken, lines)
        yield Text()
    yield from _indented(phrases.origin(violation, run.seed), console, "dim")
    yield Text()


def _remarks(run: CrudRun, context: Context, violations: list[Violation], *, curl: bool) -> Iterator[str]:
    """What must be known of the lines for a shell."""
    shown = [bool(curl_lines(one, context, all_of_them=curl)) for one in violations]
    if any(shown):
        address = f" (URL={bare(run.target).rstrip('/')})" if run.target.startswith(("http://", "https://")) else ""
        taken = ", ".join((f"$URL{address}", *needed(context.url, context.headers)))
        yield (
            f"The curl lines take {taken} from the environment: set before pasting. Their keys are those of this run: "
            "a service that names entries itself will give other ones."
        )
    if any(curl_lines(one, context, all_of_them=True) for one, told in zip(violations, shown, strict=True) if not told):
        yield "Long curl lines are left out here; the JSON report has them."


def _rest(violations: list[Violation], console: Console) -> Iterator[Text]:
    for number, violation in enumerate(violations, _IN_FULL + 1):
        line = Text(f"{number:>2}. {violation.fingerprint}  {violation.count:>5,}x  {phrases.title(violation)}")
        line.truncate(console.width, overflow="ellipsis")
        yield line
    if violations:
        yield Text()


def _verdict(run: CrudRun, console: Console) -> Iterator[Text]:
    yield from _folded(Line(Text(phrases.effort(run), "dim"), 0), console)
    if run.left:
        yield Text(phrases.left(run), "bold yellow", no_wrap=True, overflow="ignore")
    doubtful = run.violations or run.interrupted or not any(one.tests for one in run.collections)
    style = "bold red" if run.failed else "bold yellow" if doubtful else "bold green"
    yield Text(phrases.verdict(run), style, no_wrap=True, overflow="ignore")


def _section(heading: str, lines: Iterable[Line], console: Console) -> Iterator[Text]:
    return section(heading, (text for line in lines for text in _folded(line, console)))


def _indented(text: str, console: Console, style: str = "") -> Iterator[Text]:
    return _folded(Line(Text(text, style), _INDENT), console) if text else iter(())


def _folded(line: Line, console: Console) -> Iterator[Text]:
    """The line as lines that fit the screen. No trailing spaces, so that logs stay clean."""
    inner = len(line.text.plain) - len(line.text.plain.lstrip(" "))
    width = max(console.width - line.indent - line.hanging - inner, _NARROWEST)
    for position, part in enumerate(line.text[inner:].wrap(console, width, overflow="fold")):
        part.rstrip()
        yield Text(" " * (line.indent + inner + (line.hanging if position else 0))).append_text(part)
