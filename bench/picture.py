"""The picture in the README: what a real run on the demo API prints, as SVG. ``make picture`` makes it again.

    python -m bench.picture [FILE]

The run has a fixed seed and a number of requests in place of a time, so that the picture changes only where the
output does. Fonts are the reader's own: rich would have them loaded from another server.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

import querious
from querious import demo
from querious.report.context import Context
from querious.report.summary import summary

_WIDTH = 104
_REQUESTS = 1_500
_SEED = 1
_PORT = 4000
_FAULTS = ("members-logic", "int-overflow", "page-repeats-last")
"""A crash, a value that breaks the schema and a wrong answer: few enough for one picture."""
_FONTS = "ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace"
_LOADED_FONT = re.compile(r"@font-face\s*\{.*?\}\s*", re.DOTALL)
_FONT_NAME = re.compile(r"font-family: (?:Fira Code, monospace|\"Fira Code\"[^;]*)")


def main() -> None:
    place = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/demo.svg")
    with demo.start(_FAULTS, _PORT) as server:
        run = querious.run(server.url, seed=_SEED, requests=_REQUESTS, seconds=None, mutations=True)
    opening = [Text(f"querious {querious.__version__}  {server.url}  seed {_SEED}"), Text()]
    served = f"querious demo --serve --port {_PORT} --faults {','.join(_FAULTS)}"
    context = Context(
        url=server.url,
        shows="querious show",
        shows_all="querious show",
        next_step=f"To try the commands above: {served}",
    )
    console = Console(record=True, width=_WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for line in (*opening, *summary(run, context, console)):
        console.print(line)  # long lines are folded, as a terminal does
    place.write_text(picture(console), encoding="utf-8")
    print(f"{place}: {len(run.faults)} faults, {run.requests:,} requests")


def picture(console: Console) -> str:
    """What was printed on a recording console, as SVG that loads nothing."""
    drawn = console.export_svg(title="querious", theme=SVG_EXPORT_THEME, unique_id="terminal-querious")
    return _FONT_NAME.sub(f"font-family: {_FONTS}", _LOADED_FONT.sub("", drawn))


if __name__ == "__main__":
    main()
