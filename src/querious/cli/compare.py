"""``querious compare``."""

from __future__ import annotations

from pathlib import Path

import click

from querious.cli.output import Words
from querious.cli.saved_runs import load_saved
from querious.errors import ConfigError
from querious.model.run_comparison import compare_runs
from querious.report.comparison_text import comparison_lines, trend_lines
from querious.report.history import past_runs
from querious.report.last_run import PREVIOUS_RUN

_RUNS = 20


@click.command(
    epilog="Examples:\n\n\b\n  querious compare\n  querious compare main.json branch.json\n  querious compare --trend"
)
@click.argument("before", metavar="[OLD]", required=False)
@click.argument("after", metavar="[NEW]", required=False)
@click.option("--trend", is_flag=True, help=f"The last {_RUNS} runs of this folder, a line each.")
def command(before: str | None, after: str | None, *, trend: bool) -> int:
    """Compare two saved runs: what is new, gone and still there.

    OLD and NEW are what querious run --json wrote. Without NEW the last run is taken, without both the last one and
    the one before. The exit status is 1 if a fault is new that is not accepted.
    """
    words = Words()
    if trend:
        words.say(trend_lines(past_runs()[-_RUNS:]))
        return 0
    if before is None and not Path(PREVIOUS_RUN).is_file():
        raise ConfigError(f"there is no run before the last at {PREVIOUS_RUN}; name the files of two runs")
    comparison = compare_runs(load_saved(before or PREVIOUS_RUN).run, load_saved(after).run)
    words.say(comparison_lines(comparison, words.console))
    return int(comparison.worse)
