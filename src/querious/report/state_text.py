"""What a report says of collections and sequences → lines for a screen or a log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.text import Text

from querious.report import state_phrases as phrases
from querious.report.curl import bare, needed
from querious.report.layout import folded, section, unbroken
from querious.report.state_sequence import MARK, curl_lines, key_line, last_answer_line, sequence_lines
from querious.report.state_values import cut
from querious.text.display import visible
from querious.text.urls import is_http

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from querious.model.finding import Finding
    from querious.model.run import Run
    from querious.model.state import CollectionResult, StateSection
    from querious.report.context import Context

_NARROWEST: Final = 20
_COLUMNS: Final = 45
"""Cells of all columns of the table but the first."""
_NARROWEST_NAME: Final = 12
PLAIN_SIGNS: Final = str.maketrans("→…│┌└", ">~|++")
"""For terminals that have no such signs: equally wide, so that columns stay columns."""


def sequence_block(finding: Finding, context: Context, console: Console, indent: int) -> Iterator[Text]:
    """The steps that show a finding, which keys its entries had, and the lines for a shell if they are short."""
    width = max(console.width - indent, _NARROWEST)
    for line in sequence_lines(finding, width):
        yield unbroken(line, indent, "bold" if line.startswith(MARK) else "cyan")
    yield from folded(Text(key_line(finding), "dim"), console, indent)
    yield from folded(Text(last_answer_line(finding, width)), console, indent)
    lines = curl_lines(finding, context)
    if lines:
        yield Text()
    for line in lines:
        yield unbroken(line, indent)


def state_sections(state: StateSection, console: Console) -> Iterator[Text]:
    """The collections that were tested, what of them was not covered, and those that were left out."""
    tested = [one for one in state.collections if not one.left_out]
    yield from section("Collections", collection_lines(state, console))
    yield from section("Transitions not covered", _missed(tested, console))
    yield from section("Not tested", untested_lines(state, console))


def collection_lines(state: StateSection, console: Console) -> Iterator[Text]:
    """The collections that were tested."""
    yield from _collections([one for one in state.collections if not one.left_out], console)


def untested_lines(state: StateSection, console: Console) -> Iterator[Text]:
    """Those that were left out, and why."""
    yield from _left_out([one for one in state.collections if one.left_out], console)


def _collections(collections: Sequence[CollectionResult], console: Console) -> Iterator[Text]:
    """A table, each collection with what it offers below it."""
    if not collections:
        return
    longest = max(cell_len(phrases.name(one.name)) for one in collections)
    first = min(longest, max(console.width - 2 - _COLUMNS, _NARROWEST_NAME))
    heading = f"{'':<{first}}  {'deleting':<14}{'tests':>8}{'steps':>8}{'transitions':>13}"
    yield from folded(Text(heading, "dim"), console, 2)
    for one in collections:
        name = cut(phrases.name(one.name), first)
        line = Text(name + " " * (first - cell_len(name)))
        line.append(f"  {phrases.deleting(one):<14}{one.tests:>8,}{one.steps:>8,}")
        all_covered = one.transitions and not phrases.missed(one)
        line.append(f"{phrases.covered(one):>13}", "green" if all_covered else "")
        yield from folded(line, console, 2)
        yield from folded(Text(phrases.offered(one), "dim"), console, 4, hanging=2)


def _missed(collections: Sequence[CollectionResult], console: Console) -> Iterator[Text]:
    """Transitions that were not covered, by name, and what the names of the states mean."""
    missed = {one: phrases.missed(one) for one in collections}
    for one, told in missed.items():
        if told:
            some = any(count for *_, count in one.transitions)
            yield from folded(
                Text(f"{phrases.name(one.name)}  {told if some else 'all of them'}"), console, 2, hanging=2
            )
    if any(missed.values()):
        yield from folded(Text(f"({phrases.STATES})", "dim"), console, 2)


def _left_out(collections: Sequence[CollectionResult], console: Console) -> Iterator[Text]:
    for one in collections:
        yield from folded(Text(f"- {phrases.name(one.name)}: {visible(one.left_out)}"), console, 2, hanging=2)


def sequence_remarks(run: Run, context: Context, findings: Sequence[Finding]) -> Iterator[str]:
    """What must be known of the lines for a shell."""
    sequences = [finding for finding in findings if finding.sequence]
    shown = [finding for finding in sequences if curl_lines(finding, context)]
    if shown:
        address = f" (URL={bare(run.target).rstrip('/')})" if is_http(run.target) else ""
        taken = ", ".join((f"$URL{address}", *needed(context.url, context.headers, connection=context.connection)))
        yield (
            f"The curl commands of sequences read {taken} from the environment: set them first. The keys are those of "
            "this run; a service that assigns keys itself will assign different ones."
        )
    if len(shown) < len(sequences):
        yield "Long curl commands are not shown; querious replay sends a whole sequence again."
