"""Collections and how they were tested → lines for a screen or a log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from querious.report import state_phrases as phrases
from querious.report.state_values import cut
from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.state import CollectionResult

_COLUMNS: Final = 45
"""Cells of all columns but the first."""
_NARROWEST: Final = 12


class Line(NamedTuple):
    """Text to be folded: how far it is indented, and how far its later lines are besides."""

    text: Text
    indent: int = 2
    hanging: int = 0
    fold: bool = True
    """Whether it may be broken over several lines."""


def collection_lines(collections: Sequence[CollectionResult], width: int) -> Iterator[Line]:
    """A table of those that were tested, each with what it offers below it."""
    first = min(max(cell_len(phrases.name(one.name)) for one in collections), max(width - 2 - _COLUMNS, _NARROWEST))
    yield Line(Text(f"{'':<{first}}  {'deleting':<14}{'tests':>8}{'steps':>8}{'transitions':>13}", "dim"))
    for one in collections:
        name = cut(phrases.name(one.name), first)
        line = Text(name + " " * (first - cell_len(name)))
        line.append(f"  {phrases.deleting(one):<14}{one.tests:>8,}{one.steps:>8,}")
        line.append(f"{phrases.covered(one):>13}", "" if phrases.missed(one) or not one.transitions else "green")
        yield Line(line)
        if told := phrases.offered(one):
            yield Line(Text(told, "dim"), indent=4, hanging=2)


def missed_lines(collections: Sequence[CollectionResult]) -> Iterator[Line]:
    """Transitions that were not covered, by name, and what the names of the states mean."""
    for one in collections:
        if missed := phrases.missed(one):
            told = missed if any(count for *_, count in one.transitions) else "none was covered"
            yield Line(Text(f"{phrases.name(one.name)}  {told}"), hanging=2)
    yield Line(Text(f"({phrases.STATES})", "dim"))


def left_out_lines(collections: Sequence[CollectionResult]) -> Iterator[Line]:
    """Collections that were not tested, and why."""
    for one in collections:
        yield Line(Text(f"- {phrases.name(one.name)}: {visible(one.left_out)}"), hanging=2)
