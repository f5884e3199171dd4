"""Lines for a screen or a log: folded, indented, cut to the width, or left whole to be pasted.

Every line is a ``rich.text.Text``: markup in it is never read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

STYLE_OF: Final = {Severity.FAULT: "bold red", Severity.SUSPICION: "bold yellow"}
"""How the severity of a finding is set off, on every screen."""
_NARROWEST: Final = 20
"""Cells of a folded line, however narrow the screen is."""


def section(heading: str, lines: Iterable[Text]) -> Iterator[Text]:
    """A heading, its lines and an empty line after them; nothing at all where there are no lines."""
    rest = iter(lines)
    for first in rest:
        yield Text(heading, "bold")
        yield first
        yield from rest
        yield Text()


def folded(text: Text, console: Console, indent: int = 0, hanging: int = 0) -> Iterator[Text]:
    """The text folded to the screen, each line indented, those after the first by ``hanging`` more; none if empty.

    No trailing spaces, so that logs stay clean.
    """
    if not text.plain:
        return
    inner = len(text.plain) - len(text.plain.lstrip(" "))
    width = max(console.width - indent - inner - hanging, _NARROWEST)
    margin = " " * (indent + inner)
    for line in text[inner:].wrap(console, width, overflow="fold"):
        line.rstrip()
        yield Text(margin).append_text(line)
        margin = " " * (indent + inner + hanging)


def bullets(notes: Iterable[str], console: Console) -> Iterator[Text]:
    """A list, each note once."""
    for note in dict.fromkeys(filter(None, notes)):
        yield from folded(Text(f"- {note}"), console, 2, hanging=2)


def unbroken(text: str, indent: int = 4, style: str = "") -> Text:
    """A line to be pasted, or laid out already: never shortened and never broken, the terminal may fold it."""
    return Text(" " * indent + text if text else "", style, no_wrap=True, overflow="ignore")


def cut_line(line: Text, console: Console) -> Text:
    """The line cut at the edge of the screen."""
    line.truncate(console.width, overflow="ellipsis" if console.encoding.startswith("utf") else "crop")
    return line
