"""Two versions compared → lines for a screen or a log. All text of the APIs comes through ``diff_phrases``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from rich.text import Text

from querious.model.diff import Weight
from querious.model.severity import Severity
from querious.report import diff_phrases as phrases
from querious.report.curl import curl, remark
from querious.report.layout import STYLE_OF, bullets, cut_line, folded, section, unbroken
from querious.report.operation_text import shown_operation
from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import Console

    from querious.model.diff import Diff, Difference

_IN_FULL: Final = 50
"""Differences shown as blocks; the others get a line each."""
_INDENT: Final = 4
_MOST: Final = 20
"""Changes of the schema of one weight that are listed; the JSON has all."""
_WEIGHTS: Final = {Weight.BREAKING: "red", Weight.DANGEROUS: "yellow", Weight.ADDED: "green"}


@dataclass(frozen=True, slots=True)
class Side:
    """Where one version is."""

    url: str = ""
    """Empty for one in process, which curl cannot reach."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Those that the user gave; only the names are used."""
    connection: tuple[str, ...] = ()


def report(found: Diff, a: Side, b: Side, console: Console) -> Iterator[Text]:
    """The whole report: differences, schema, noise, notes and the verdict last, where the eye is."""
    for number, difference in enumerate(found.differences[:_IN_FULL], 1):
        yield from _block(number, difference, found, (a, b), console)
    for number, difference in enumerate(found.differences[_IN_FULL:], _IN_FULL + 1):
        yield _short(number, difference, console)
    if found.differences[_IN_FULL:]:
        yield Text()
    described = "Schema" if found.protocol == "GraphQL" else "Description"
    yield from section(f"{described} changes from A to B", _changes(found, console))
    yield from section("Operations that B no longer allows", _broken(found, console))
    yield from section("Ignored as noise", folded(Text(phrases.noise(found), "dim"), console, 2))
    remarks = [
        remark(side.url, side.headers, connection=side.connection) for side in (a, b) if side.url and found.differences
    ]
    yield from section("Notes", bullets([*map(visible, found.notes), *remarks], console))
    yield from _verdict(found, console)


def _block(
    number: int, difference: Difference, found: Diff, sides: tuple[Side, Side], console: Console
) -> Iterator[Text]:
    head = Text(f"{number:>2}. ")
    head.append(phrases.title(difference), STYLE_OF[difference.severity])
    head.append("  ").append(phrases.place(difference), "bold")
    head.append(f"  {phrases.manner(difference)}  ")
    head.append(phrases.frequency(difference), "dim")
    yield from folded(head, console, 0, hanging=_INDENT)
    for name, words, style in (("A", difference.said_a, "green"), ("B", difference.said_b, "red")):
        told = Text(f"{name}  ", "bold").append(phrases.said(words), f"not bold {style}")
        yield from folded(told, console, _INDENT, hanging=3)
    if difference.path not in {"data", "body"}:
        yield from folded(Text(f"at {visible(difference.path)}", "dim"), console, _INDENT, hanging=3)
    if difference.also:
        yield from folded(Text(phrases.also(difference), "dim"), console, _INDENT, hanging=3)
    yield Text()
    cases = [difference.a.case, difference.b.case]
    are_two = cases[0].is_graphql is not cases[1].is_graphql
    for case in cases if are_two else cases[:1]:
        for line in shown_operation(case, console.width - _INDENT):
            yield from folded(Text(line, "cyan"), console, _INDENT, hanging=4)
        yield Text()
    asked = [(side, cases[place if are_two else 0]) for place, side in enumerate(sides) if side.url]
    for side, case in asked:
        yield unbroken(curl(case, side.url, side.headers, side.connection))
    if asked:
        yield Text()
    yield from folded(Text(phrases.origin(difference, found.seed), "dim"), console, _INDENT)
    yield Text()


def _short(number: int, difference: Difference, console: Console) -> Text:
    line = Text(f"{number:>2}. {difference.count:>5,}x  {phrases.place(difference)}  {phrases.manner(difference)}")
    line.append(f"  {phrases.said(difference.said_a)} | {phrases.said(difference.said_b)}")
    return cut_line(line, console)


def _changes(found: Diff, console: Console) -> Iterator[Text]:
    for weight, style in _WEIGHTS.items():
        changes = [change for change in found.changes if change.weight is weight]
        for change in changes[:_MOST]:
            line = Text(f"{weight:<10}", style).append(f" {visible(change.about)}", "not bold default")
            yield from folded(line, console, 2, hanging=11)
        if changes[_MOST:]:
            yield Text(f"  … and {len(changes) - _MOST:,} more {weight}", "dim")


def _broken(found: Diff, console: Console) -> Iterator[Text]:
    for one in found.broken[:_MOST]:
        yield from folded(Text(phrases.broken(one)), console, 2, hanging=2)
        names = ", ".join(visible(name) for name in one.examples)
        yield cut_line(Text(f"    {names}", "dim"), console)
    if found.broken[_MOST:]:
        yield Text(f"  … and {len(found.broken) - _MOST:,} more causes", "dim")


def _verdict(found: Diff, console: Console) -> Iterator[Text]:
    yield from folded(Text(phrases.effort(found), "dim"), console, 0)
    style = "bold green"
    if found.differences or found.interrupted or found.unjudged or not found.cases:
        style = "bold yellow"
    if found.differs(Severity.FAULT):
        style = "bold red"
    yield unbroken(phrases.verdict(found), 0, style)
