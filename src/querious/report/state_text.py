"""What a report says of collections and sequences → lines for a screen or a log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from querious.report.curl import bare, needed
from querious.report.state_phrases import missed
from querious.report.state_sequence import MARK, curl_lines, key_line, last_answer_line, sequence_lines
from querious.report.state_table import Line, collection_lines, left_out_lines, missed_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from querious.model.finding import Finding
    from querious.model.run import Run
    from querious.model.state import StateSection
    from querious.report.context import Context

_NARROWEST: Final = 20
PLAIN_SIGNS: Final = str.maketrans("→…│┌└", ">~|++")
"""For terminals that have no such signs: equally wide, so that columns stay columns."""


def sequence_block(finding: Finding, context: Context, width: int, indent: int) -> Iterator[Line]:
    """The steps that show a finding, which keys its entries had, and the lines for a shell if they are short."""
    width = max(width - indent, _NARROWEST)
    for line in sequence_lines(finding, width):
        yield Line(Text(line, "bold" if line.startswith(MARK) else "cyan"), indent, fold=False)
    for line, style in ((key_line(finding), "dim"), (last_answer_line(finding, width), "")):
        if line:
            yield Line(Text(line, style), indent)
    lines = curl_lines(finding, context)
    if lines:
        yield Line(Text(), fold=False)
    for line in lines:
        yield Line(Text(line), indent, fold=False)


def state_sections(section: StateSection, width: int) -> Iterator[tuple[str, Iterable[Line]]]:
    """Heading and lines of each section that is not empty."""
    tested = [one for one in section.collections if not one.left_out]
    if tested:
        yield "Collections", collection_lines(tested, width)
    if any(missed(one) for one in tested):
        yield "Transitions that were not covered", missed_lines(tested)
    left_out = [one for one in section.collections if one.left_out]
    if left_out:
        yield "Left out", left_out_lines(left_out)


def sequence_remarks(run: Run, context: Context, findings: Sequence[Finding]) -> Iterator[str]:
    """What must be known of the lines for a shell."""
    shown = [finding for finding in findings if curl_lines(finding, context)]
    if shown:
        address = f" (URL={bare(run.target).rstrip('/')})" if run.target.startswith(("http://", "https://")) else ""
        taken = ", ".join((f"$URL{address}", *needed(context.url, context.headers)))
        yield (
            f"The curl lines of sequences take {taken} from the environment: set before pasting. Their keys are those "
            "of this run: a service that names entries itself will give other ones."
        )
    if any(finding.sequence and finding not in shown for finding in findings):
        yield "Long curl lines are left out here; querious replay sends a whole sequence again."
