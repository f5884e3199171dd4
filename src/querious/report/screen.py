"""The screen while a run goes on: a live block on a terminal, quiet lines everywhere else."""

from __future__ import annotations

import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import replace
from typing import IO, TYPE_CHECKING, Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from querious.model.run import Progress
from querious.model.severity import Severity
from querious.report import phrases
from querious.report.layout import folded
from querious.text.display import counted, plural, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from querious.model.finding import Finding

_QUIET_SECONDS = 2.0
"""Between two lines where there is no terminal, but somebody may be watching."""
_CI_SECONDS = 30.0
"""The same in CI, or where quiet was asked for: nobody is watching, and logs are kept."""
_BEAT = 0.5
"""Seconds after which the screen shows that the run goes on, also while it computes and tells nothing."""
_RATE_SECONDS = 2.0
"""Over which requests per second are measured."""
_SHORTEST = 0.001
"""Seconds over which a rate is measured at least."""
_BAR = 40
_HANGING = 6
"""Columns of what is before a note."""


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
    return _in_ci(environ) or not stream.isatty()


def quiet_seconds(environ: Mapping[str, str], *, quiet: bool = False) -> float:
    """Seconds between two lines of progress where there is no live display."""
    return _CI_SECONDS if quiet or _in_ci(environ) else _QUIET_SECONDS


def _in_ci(environ: Mapping[str, str]) -> bool:
    return environ.get("CI", "").lower() not in {"", "0", "false"}


def show(console: Console, lines: Iterable[Text]) -> None:
    """Write lines that are already folded."""
    for line in lines:
        console.print(line, soft_wrap=True)


class _Screen:
    """Keeps the latest progress, and shows it every so often from a thread of its own: also while the run computes."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._clock = clock
        self._latest = Progress()
        self._told_at = clock()
        self._lock = threading.RLock()
        self._over = threading.Event()
        self.said: set[str] = set()
        """Notes that were shown."""
        self._thread = threading.Thread(target=self._run, name="querious-screen", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is written by the thread once this returns."""
        self._over.set()
        self._thread.join()

    def progress(self, progress: Progress) -> None:
        """Show how far the run is."""
        with self._lock:
            self._latest, self._told_at = progress, self._clock()
            self._show(progress)

    def _run(self) -> None:
        with suppress(OSError, ValueError):  # the reader of the output has left: the run's own lines will notice
            while not self._over.wait(_BEAT):
                self._beat()

    def _beat(self) -> None:
        """Where the run has not told anything for a while, show that the clock goes on."""
        with self._lock:
            silent = self._clock() - self._told_at
            if silent >= _BEAT:
                self._show(replace(self._latest, elapsed=self._latest.elapsed + silent))

    def _show(self, progress: Progress) -> None:
        raise NotImplementedError


class QuietScreen(_Screen):
    """Lines for a log: notes at once, progress every so many seconds, whether or not there is anything new to tell."""

    def __init__(
        self, console: Console, seconds: float = _QUIET_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(console, clock)
        self._seconds = seconds
        self._written = clock()

    def note(self, text: str) -> None:
        """Said at once."""
        self.said.add(text)
        with self._lock:
            self._written = self._clock()
            show(self._console, folded(Text(f"note: {visible(text)}"), self._console, hanging=_HANGING))

    def found(self, finding: Finding) -> None:
        """Said at the end, with everything that belongs to it; the progress lines count it."""

    def _show(self, progress: Progress) -> None:
        """A line, if the last one is old enough."""
        if self._clock() - self._written >= self._seconds:
            self._write(_line(progress))

    def _write(self, line: str) -> None:
        with self._lock:
            self._written = self._clock()
            show(self._console, [Text(line)])


def _line(progress: Progress) -> str:
    parts = [f"{progress.elapsed:.0f} s", visible(progress.phase) or "starting"]
    if progress.requests:
        rate = progress.requests / max(progress.elapsed, _SHORTEST)
        parts += [f"{plural(progress.requests, 'request')} ({rate:,.0f}/s)", _findings(progress)]
    return ", ".join(filter(None, (*parts, _coverage(progress), _paths(progress))))


class LiveScreen(_Screen):
    """One block that is redrawn in place, with the latest finding as its last line."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(console, clock)
        self._live = Live(
            console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
        )
        self._marks: deque[tuple[float, int]] = deque()
        self._newest = Text()
        """The latest finding."""

    def __enter__(self) -> Self:
        self._live.start()
        return super().__enter__()

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        self._live.stop()

    def note(self, text: str) -> None:
        """Said at once."""
        self.said.add(text)
        with self._lock:
            show(self._console, folded(Text(f"note: {visible(text)}", "yellow"), self._console, hanging=_HANGING))

    def found(self, finding: Finding) -> None:
        """The last line of the block, cut at the screen's edge: each is told once, and that is at the end."""
        style = "bold red" if finding.severity is Severity.FAULT else "bold yellow"
        line = Text().append(str(finding.severity), style)
        line.append(phrases.title(finding).removeprefix(str(finding.severity)))
        line.truncate(max(self._console.width - 1, 20), overflow="ellipsis")
        with self._lock:
            self._newest = line

    def _show(self, progress: Progress) -> None:
        self._live.update(self._block(progress), refresh=True)

    def _block(self, progress: Progress) -> Group:
        head = Table.grid(padding=(0, 2))
        for _ in range(4):
            head.add_column(no_wrap=True, overflow="ellipsis")
        width = min(_BAR, self._console.width // 3)
        bar = ProgressBar(1.0, progress.done or 0.0, width, complete_style="cyan", finished_style="cyan")
        done = "" if progress.done is None else f"{min(max(progress.done, 0.0), 1.0):.0%}"
        head.add_row(Text(visible(progress.phase), "bold"), bar, Text(done), Text(visible(progress.stop), "dim"))
        requests = plural(progress.requests, "request")
        counts = Text(f"{requests}  {self._rate(progress):,.0f}/s  {_clock(progress.elapsed)}  ")
        counts.append(_findings(progress), "bold red" if progress.findings else "yellow" if progress.suspicions else "")
        further = [f"{progress.tuples:,} fields: {_coverage(progress)}" if progress.tuples else "", _paths(progress)]
        newest = [self._newest] if self._newest.plain else []
        return Group(Text(), head, counts, *map(Text, filter(None, further)), *newest)

    def _rate(self, progress: Progress) -> float:
        """Requests per second of late."""
        self._marks.append((progress.elapsed, progress.requests))
        while len(self._marks) > 2 and progress.elapsed - self._marks[1][0] >= _RATE_SECONDS:  # noqa: PLR2004 - a rate needs two marks
            self._marks.popleft()
        began, before = self._marks[0]
        return (progress.requests - before) / max(progress.elapsed - began, _SHORTEST)


def _findings(progress: Progress) -> str:
    """``2 findings and 1 suspicion``: those that fail the run, and those that do not."""
    return counted((progress.findings, "finding"), (progress.suspicions, "suspicion")) or "0 findings"


def _coverage(progress: Progress) -> str:
    """Empty where no fields are counted."""
    if not progress.tuples:
        return ""
    levels = {"requested": progress.requested, "reached": progress.reached, "witnessed": progress.witnessed}
    return ", ".join(f"{phrases.percent(seen, progress.tuples)} {name}" for name, seen in levels.items())


def _paths(progress: Progress) -> str:
    """Empty where no paths are walked."""
    return f"{progress.perfect:,} of {plural(progress.paths, 'path')} complete" if progress.paths else ""


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
