"""Two versions held against each other → lines for a screen or a log.

Every line is a ``rich.text.Text``: markup in it is never read, and all text of the APIs comes through ``diff_wording``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from rich.text import Text

from querious.model.diff import Weight
from querious.model.severity import Severity
from querious.report import diff_phrases as phrases
from querious.report.console import section, unbroken
from querious.report.curl import curl, remark
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
_NARROWEST: Final = 20
_STYLE: Final = {Severity.FAULT: "bold red", Severity.SUSPICION: "bold yellow"}
_WEIGHTS: Final = {Weight.BREAKING: "red", Weight.DANGEROUS: "yellow", Weight.ADDED: "green"}


@dataclass(frozen=True, slots=True)
class Side:
    """Where one version is."""

    url: str = ""
    """Empty for one in process, which curl cannot reach."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Those that the user gave; only the names are used."""
    insecure: bool = False


def report(found: Diff, a: Side, b: Side, console: Console) -> Iterator[Text]:
    """The whole report: differences, schema, noise, notes and the verdict last, where the eye is."""
    for number, difference in enumerate(found.differences[:_IN_FULL], 1):
        yield from _block(number, difference, found, (a, b), console)
    for number, difference in enumerate(found.differences[_IN_FULL:], _IN_FULL + 1):
        yield _short(number, difference, console)
    if found.differences[_IN_FULL:]:
        yield Text()
    if found.changes:
        yield from section("Schema, from A to B", _changes(found, console))
    if found.broken:
        yield from section("Operations that B no longer allows", _broken(found, console))
    if found.noise:
        yield from section("Set aside as noise", _folded(Text(phrases.noise(found), "dim"), 2, console))
    notes = [*found.notes, *(_remarks(a, b) if found.differences else ())]
    texts = [Text(f"- {visible(note)}") for note in dict.fromkeys(notes) if note]
    if texts:
        yield from section("Notes", (line for text in texts for line in _folded(text, 2, console, hanging=2)))
    yield from _verdict(found, console)


def _block(
    number: int, difference: Difference, found: Diff, sides: tuple[Side, Side], console: Console
) -> Iterator[Text]:
    head = Text(f"{number:>2}. ")
    head.append(phrases.title(difference), _STYLE[difference.severity])
    head.append("  ").append(phrases.place(difference), "bold")
    head.append(f"  {phrases.manner(difference)}  ")
    head.append(phrases.frequency(difference), "dim")
    yield from _folded(head, 0, console, hanging=_INDENT)
    for name, words, style in (("A", difference.said_a, "green"), ("B", difference.said_b, "red")):
        told = Text(f"{name}  ", "bold").append(phrases.said(words), f"not bold {style}")
        yield from _folded(told, _INDENT, console, hanging=3)
    if difference.path != "data":
        yield from _folded(Text(f"at {visible(difference.path)}", "dim"), _INDENT, console, hanging=3)
    if difference.also:
        yield from _folded(Text(phrases.also(difference), "dim"), _INDENT, console, hanging=3)
    yield Text()
    for line in phrases.operation_lines(difference, console.width - _INDENT):
        yield from _folded(Text(line, "cyan"), _INDENT, console, hanging=4)
    yield Text()
    urls = [side for side in sides if side.url]
    for side in urls:
        yield unbroken(curl(difference.a.case, side.url, side.headers, insecure=side.insecure))
    if urls:
        yield Text()
    yield from _folded(Text(phrases.origin(difference, found.seed), "dim"), _INDENT, console)
    yield Text()


def _short(number: int, difference: Difference, console: Console) -> Text:
    line = Text(f"{number:>2}. {difference.count:>5,}x  {phrases.place(difference)}  {phrases.manner(difference)}")
    line.append(f"  {phrases.said(difference.said_a)} | {phrases.said(difference.said_b)}")
    line.truncate(console.width, overflow="ellipsis" if console.encoding.startswith("utf") else "crop")
    return line


def _changes(found: Diff, console: Console) -> Iterator[Text]:
    for weight, style in _WEIGHTS.items():
        changes = [change for change in found.changes if change.weight is weight]
        for change in changes[:_MOST]:
            line = Text(f"{weight:<10}", style).append(f" {visible(change.about)}", "not bold default")
            yield from _folded(line, 2, console, hanging=11)
        if changes[_MOST:]:
            yield Text(f"  … and {len(changes) - _MOST:,} more {weight}", "dim")


def _broken(found: Diff, console: Console) -> Iterator[Text]:
    for one in found.broken[:_MOST]:
        yield from _folded(Text(phrases.broken(one)), 2, console, hanging=2)
        names = ", ".join(visible(name) for name in one.examples)
        line = Text(f"    {names}", "dim")
        line.truncate(console.width, overflow="ellipsis" if console.encoding.startswith("utf") else "crop")
        yield line
    if found.broken[_MOST:]:
        yield Text(f"  … and {len(found.broken) - _MOST:,} more causes", "dim")


def _remarks(a: Side, b: Side) -> list[str]:
    """What must be set before the curl lines work."""
    return [remark(side.url, side.headers) for side in (a, b) if side.url]


def _verdict(found: Diff, console: Console) -> Iterator[Text]:
    yield from _folded(Text(phrases.effort(found), "dim"), 0, console)
    doubtful = found.interrupted or not found.cases
    sure = found.differs(Severity.FAULT)
    style = "bold red" if sure else "bold yellow" if found.differences or doubtful else "bold green"
    yield Text(phrases.verdict(found), style, no_wrap=True, overflow="ignore")


def _folded(text: Text, indent: int, console: Console, hanging: int = 0) -> Iterator[Text]:
    """The text folded to the screen, lines after the first indented by ``hanging`` more. No trailing spaces."""
    inner = len(text.plain) - len(text.plain.lstrip(" "))
    width = max(console.width - indent - inner - hanging, _NARROWEST)
    for position, line in enumerate(text[inner:].wrap(console, width, overflow="fold")):
        line.rstrip()
        yield Text(" " * (indent + inner + (hanging if position else 0))).append_text(line)
