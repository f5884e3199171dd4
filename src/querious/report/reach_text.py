"""How far planned paths were gone → lines for a screen or a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from querious.model.reach import Class
from querious.report import phrases
from querious.text.display import plural, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.model.path import Path
    from querious.model.reach import Reach, Walked

_SHOWN = 8
"""Paths that were missed, of each plan; the JSON has more."""
_NARROWEST = 40
_HEADINGS = ("planned", "perfect", "good", "malformed", "failure", "length")
_WIDTH = 10


def reach_lines(reaches: Iterable[Reach], width: int) -> Iterator[Text]:
    """A table with a line for each plan, and below it some paths that were not gone to their end."""
    told = [reach for reach in reaches if reach.paths]
    if not told:
        return
    yield Text(f"  {'':<18}" + "".join(f"{heading:>{_WIDTH}}" for heading in _HEADINGS), "dim")
    for reach in told:
        perfect = reach.classes.get(Class.PERFECT, 0)
        numbers = [f"{reach.paths:,}", *(f"{reach.classes.get(kind, 0):,}" for kind in Class)]
        line = Text(f"  {visible(reach.plan):<18}")
        line.append("".join(f"{number:>{_WIDTH}}" for number in numbers))
        line.append(
            f"{phrases.percent(reach.actual, reach.expected):>{_WIDTH}}", "green" if perfect == reach.paths else ""
        )
        yield line
    for reach in told:
        yield from _missed(reach, width)


def _missed(reach: Reach, width: int) -> Iterator[Text]:
    """What the plan is, and where its paths ended."""
    operations = plural(reach.operations, "operation")
    least = f" (at least {reach.bound:,})" if reach.bound else ""
    unasked = reach.paths - reach.asked
    yield Text(f"  {visible(reach.plan)}: {visible(reach.known)}, in {operations}{least}", "dim")
    if unasked:
        yield Text(f"    {unasked:,} of them not requested: the budget ran out, or a limit rules them out", "dim")
    if reach.unauthorised:
        refused = f"{reach.unauthorised:,} of them refused for lack of credentials"
        yield Text(f"    {refused}: pass --header, --bearer or --cookie", "yellow")
    for walked in reach.missed[:_SHOWN]:
        line = f"    {walked.actual} of {walked.expected}  "
        yield Text(line + _told(walked, max(width - len(line), _NARROWEST)))
    more = reach.asked - reach.classes.get(Class.PERFECT, 0) - len(reach.missed[:_SHOWN])
    if more > 0:
        yield Text(f"    … and {more:,} more", "dim")


def _told(walked: Walked, width: int) -> str:
    note = "" if walked.result is Class.GOOD else f" ({'no access' if walked.unauthorised else walked.result})"
    return f"{_cut(visible(path_text(walked.path)), width - len(note))}{note}"


def _cut(text: str, width: int) -> str:
    """Without its middle if it is too long: where a path begins and where it ends tells most."""
    half = (width - 3) // 2
    return text if len(text) <= width else f"{text[:half]} … {text[-half:]}"


def path_text(path: Path) -> str:
    """``Query.node<Kit>.lines<KitLine>``: the fields, each with the type it leads to; or operations in a row."""
    if path.is_of_operations:
        return str(path)
    root = path.steps[0].parent if path.steps else ""
    return ".".join((root, *(f"{step.field}<{step.target}>" for step in path.steps)))
