from __future__ import annotations

import io
import re
import time
from typing import Any

import pytest
from rich.text import Text

from querious.model import Progress, Run
from querious.report.screen import LiveScreen, QuietScreen, is_plain, open_console, quiet_seconds, show


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("environ", "quiet", "plain"),
    [
        ({}, False, False),
        ({}, True, True),
        ({"NO_COLOR": "1"}, False, True),
        ({"NO_COLOR": ""}, False, False),
        ({"CI": "true"}, False, True),
        ({"CI": "false"}, False, False),
        ({"TERM": "dumb"}, False, True),
    ],
)
def test_a_terminal_is_live_unless_told_otherwise(environ: Any, quiet: bool, plain: bool):
    assert is_plain(Terminal(), environ, quiet=quiet) is plain


def test_a_file_is_plain():
    assert is_plain(io.StringIO(), {})


def test_a_plain_console_writes_no_control_codes_whatever_the_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    stream = Terminal()
    show(open_console(stream, plain=True, width=80), [Text("[b]x[/b] :smile:", "bold red")])
    assert stream.getvalue() == "[b]x[/b] :smile:\n"


def progress(elapsed: float, **more: Any):
    return Progress(
        "random", 100, elapsed, 1, tuples=4, requested=4, reached=2, witnessed=1, stop="60 s", done=0.5, **more
    )


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("environ", "quiet", "seconds"), [({}, False, 2.0), ({"CI": "1"}, False, 30), ({}, True, 30)])
def test_lines_are_rare_where_nobody_watches(environ: Any, quiet: bool, seconds: float):
    assert quiet_seconds(environ, quiet=quiet) == seconds


def test_quiet_lines_come_every_so_many_seconds(run: Run):
    stream, clock = io.StringIO(), Clock()
    with QuietScreen(open_console(stream, plain=True, width=80), 10, clock) as screen:
        screen.note("mind \x1b")
        for tenth in range(350):
            clock.now = tenth / 10
            screen.progress(progress(tenth / 10, suspicions=2))
        screen.found(run.findings[0])
    seen = "1 finding and 2 suspicions, 100% requested, 50.0% reached, 25.0% witnessed"
    assert stream.getvalue().splitlines() == [
        r"note: mind \x1b",
        f"10 s, random, 100 requests (10/s), {seen}",
        f"20 s, random, 100 requests (5/s), {seen}",
        f"30 s, random, 100 requests (3/s), {seen}",
    ]


def test_a_screen_shows_life_while_the_run_says_nothing():
    stream, clock = io.StringIO(), Clock()
    screen = QuietScreen(open_console(stream, plain=True, width=80), 2.5, clock)
    screen.progress(Progress("reading the schema", elapsed=0.5))
    for tenth in range(60):
        clock.now = tenth / 10
        screen._beat()
    assert stream.getvalue().splitlines() == ["3 s, reading the schema", "6 s, reading the schema"]


def test_the_live_block_goes_on_while_the_run_says_nothing():
    def play(screen: Any):
        screen.progress(Progress("reading the schema", elapsed=61.0))
        clock.now = 2.0
        screen._beat()

    clock = Clock()
    text = words(live(80, play, clock))
    assert "1:01" in text
    assert "1:03" in text


def live(width: int, play: Any, clock: Any = time.monotonic):
    stream = Terminal()
    console = open_console(stream, plain=False, width=width)
    console._force_terminal = True
    with LiveScreen(console, clock) as screen:
        play(screen)
    return stream.getvalue()


def words(text: str):
    """The text without control codes; where the cursor moves, a new line begins."""
    return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", re.sub(r"\r|\x1b\[\d*[AK]", "\n", text))


def test_the_live_block_tells_phase_budget_rate_findings_and_coverage():
    def play(screen: Any):
        screen.progress(Progress("random", 0, 0.0))
        screen.progress(Progress("random", 1000, 1.0, 3, 1, 4, 4, 2, 1, "60 s or 10,000 requests", 0.25))

    text = words(live(80, play))
    for part in (
        "random",
        "25%",
        "60 s or 10,000 requests",
        "1,000 requests  1,000/s  0:01  3 findings and 1 suspicion",
    ):
        assert part in text
    assert "4 fields: 100% requested, 50.0% reached, 25.0% witnessed" in text


def test_the_rate_is_that_of_late():
    def play(screen: Any):
        for second in range(10):
            screen.progress(Progress("random", 10 * second if second < 5 else 40 + 100 * (second - 4), float(second)))

    assert "540 requests  100/s" in words(live(80, play))


def test_the_latest_finding_is_the_last_line_of_the_block(run: Run):
    def play(screen: Any):
        screen.progress(progress(1.0))
        for finding in run.findings:
            screen.found(finding)
            screen.progress(progress(2.0))
        screen.note("mind \x07")
        assert screen.said == {"mind \x07"}

    text = words(live(60, play))
    lines = [line for line in text.splitlines() if line.startswith(("fault  ", "suspicion  "))]
    assert len(lines) >= len(run.findings)
    assert all(len(line) <= 60 for line in lines)
    assert r"note: mind \x07" in text


def test_the_block_is_gone_at_the_end_and_the_cursor_back():
    text = live(80, lambda screen: screen.progress(progress(1.0)))
    assert text[text.rindex("witnessed") :].count("\x1b[1A\x1b[2K") == 4
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")


class Closed(io.StringIO):
    def write(self, _: Any):
        raise BrokenPipeError


def test_a_closed_pipe_is_told_to_the_caller():
    with pytest.raises(BrokenPipeError):
        show(open_console(Closed(), plain=True, width=80), [Text("x")])
