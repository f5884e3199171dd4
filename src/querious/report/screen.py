"""The screen while a run goes on: a live block on a terminal, quiet lines everywhere else."""

from __future__ import annotations

from collections import deque
from typing import IO, TYPE_CHECKING, Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from querious.model.finding import Severity
from querious.report import wording
from querious.report.escaping import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import TracebackType

    from querious.model.finding import Finding
    from querious.model.run import Progress

_QUIET_SECONDS = 10.0
"""Between two lines where there is no terminal."""
_RATE_SECONDS = 2.0
"""Over which requests per second are measured."""
_BAR = 40


class _Console(Console):
    """A closed pipe is the caller's to handle; rich would end the process."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def open_console(stream: IO[str], *, plain: bool, width: int | None = None) -> Console:
    """A console that reads no markup. A plain one writes no control codes, whatever the environment says."""
    if plain:
        return _Console(
            file=stream,
            width=width,
            force_terminal=False,
            color_system=None,
            force_interactive=False,
            markup=False,
            highlight=False,
            emoji=False,
            legacy_windows=False,
        )
    return _Console(file=stream, width=width, markup=False, highlight=False, emoji=False)


def is_plain(stream: IO[str], environ: Mapping[str, str], *, quiet: bool = False) -> bool:
    """Whether to write quiet lines: asked to, no terminal, in CI, or no colours wanted."""
    if quiet or environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return True
    if environ.get("CI", "").lower() not in {"", "0", "false"}:
        return True
    return not stream.isatty()


def show(console: Console, lines: Iterable[Text]) -> None:
    """Write lines that are already folded."""
    for line in lines:
        console.print(line, soft_wrap=True)


class QuietScreen:
    """Lines for a log: notes at once, progress at most every ten seconds of the run."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._next = _QUIET_SECONDS

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def note(self, text: str) -> None:
        """Said at once."""
        show(self._console, [Text(f"note: {visible(text)}")])

    def progress(self, progress: Progress) -> None:
        """A line, if the last one is old enough. The run's own clock decides, so a log is the same for the same run."""
        if progress.elapsed < self._next:
            return
        self._next = progress.elapsed + _QUIET_SECONDS
        rate = progress.requests / progress.elapsed
        parts = [
            f"{progress.elapsed:.0f} s",
            visible(progress.phase),
            f"{wording.plural(progress.requests, 'request')} ({rate:,.0f}/s)",
            wording.plural(progress.findings, "finding"),
        ]
        if progress.tuples:
            parts.append(_coverage(progress))
        if progress.paths:
            parts.append(_paths(progress))
        show(self._console, [Text(", ".join(part for part in parts if part))])

    def found(self, finding: Finding) -> None:
        """Said at the end, with everything that belongs to it; the progress lines count it."""


class LiveScreen:
    """One block that is redrawn in place, findings scrolling by above it.

    Redrawn only when told of progress: no thread of its own that could print between a report's lines.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live = Live(
            console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
        )
        self._marks: deque[tuple[float, int]] = deque()

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def note(self, text: str) -> None:
        """Said at once."""
        self._console.print(Text(f"note: {visible(text)}", "yellow"))

    def found(self, finding: Finding) -> None:
        """One line above the block, cut at the screen's edge; the whole comes at the end."""
        style = "bold red" if finding.severity is Severity.FAULT else "bold yellow"
        line = Text().append(str(finding.severity), style)
        line.append(wording.title(finding).removeprefix(str(finding.severity)))
        line.truncate(max(self._console.width - 1, 20), overflow="ellipsis")
        self._console.print(line, no_wrap=True)

    def progress(self, progress: Progress) -> None:
        """Redraw the block."""
        self._live.update(self._block(progress), refresh=True)

    def _block(self, progress: Progress) -> Group:
        head = Table.grid(padding=(0, 2))
        for _ in range(4):
            head.add_column(no_wrap=True, overflow="ellipsis")
        width = min(_BAR, self._console.width // 3)
        bar = ProgressBar(1.0, progress.done or 0.0, width, complete_style="cyan", finished_style="cyan")
        done = "" if progress.done is None else f"{min(max(progress.done, 0.0), 1.0):.0%}"
        head.add_row(Text(visible(progress.phase), "bold"), bar, Text(done), Text(visible(progress.stop), "dim"))
        requests = wording.plural(progress.requests, "request")
        counts = Text(f"{requests}  {self._rate(progress):,.0f}/s  {_clock(progress.elapsed)}  ")
        counts.append(wording.plural(progress.findings, "finding"), "bold red" if progress.findings else "")
        lines: list[Table | Text] = [Text(), head, counts]
        if progress.tuples:
            lines.append(Text(f"{progress.tuples:,} fields: {_coverage(progress)}"))
        if progress.paths:
            lines.append(Text(_paths(progress)))
        return Group(*lines)

    def _rate(self, progress: Progress) -> float:
        """Requests per second of late."""
        self._marks.append((progress.elapsed, progress.requests))
        while len(self._marks) > 2 and progress.elapsed - self._marks[1][0] >= _RATE_SECONDS:  # noqa: PLR2004 - a rate needs two marks
            self._marks.popleft()
        seconds = progress.elapsed - self._marks[0][0]
        return (progress.requests - self._marks[0][1]) / seconds if seconds > 0 else 0.0


def _coverage(progress: Progress) -> str:
    levels = (("requested", progress.requested), ("reached", progress.reached), ("witnessed", progress.witnessed))
    return ", ".join(f"{wording.percent(seen, progress.tuples)} {name}" for name, seen in levels)


def _paths(progress: Progress) -> str:
    return f"{progress.perfect:,} of {wording.plural(progress.paths, 'path')} gone to the end"


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
