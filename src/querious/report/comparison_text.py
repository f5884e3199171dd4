"""The comparison of two runs, and the trend of many, as lines for a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from querious.model.coverage import Level
from querious.report import phrases
from querious.report.finding_order import ordered
from querious.report.layout import cut_line, section
from querious.text.display import plural, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console

    from querious.model.finding import Finding
    from querious.model.run_comparison import RunComparison
    from querious.report.history import PastRun

_SHOWN: Final = 30
"""Findings of a kind that get a line each."""


def comparison_lines(comparison: RunComparison, console: Console) -> Iterator[Text]:
    """What is new first, then what is gone and what is still there, coverage, and the verdict."""
    yield from section("New", _findings(comparison.new, console, "bold red"))
    yield from section("Gone", _findings(comparison.gone, console, "bold green"))
    yield from section("Still there", _findings(comparison.still, console, "bold yellow"))
    yield from section("Coverage", _coverage(comparison))
    told = f"{len(comparison.new):,} new, {len(comparison.gone):,} gone, {len(comparison.still):,} still there."
    yield Text(told, "bold red" if comparison.worse else "bold green")
    before, after = comparison.before, comparison.after
    if after.requests < before.requests:
        yield Text(
            f"The later run sent fewer requests ({after.requests:,}, before {before.requests:,}): "
            "what is gone may only not have been met."
        )


def _findings(findings: Iterable[Finding], console: Console, style: str) -> Iterator[Text]:
    every = ordered(findings)
    for finding in every[:_SHOWN]:
        line = Text("  ").append(finding.fingerprint, style).append(f"  {phrases.title(finding)}")
        yield cut_line(line, console)
    if len(every) > _SHOWN:
        yield Text(f"  … and {len(every) - _SHOWN:,} more", "dim")


def _coverage(comparison: RunComparison) -> Iterator[Text]:
    before, after = comparison.before.coverage, comparison.after.coverage
    if not before.tuples and not after.tuples:
        return
    for level in Level:
        first, then = (phrases.percent(len(one.at(level)), len(one.tuples)) for one in (before, after))
        gained, lost = len(after.at(level) - before.at(level)), len(before.at(level) - after.at(level))
        yield Text(f"  {level.value:<12}{first:>8} before {then:>8} now, {gained:,} more, {lost:,} no longer")
    for name, seen in (
        ("described since", after.tuples - before.tuples),
        ("no longer described", before.tuples - after.tuples),
    ):
        if seen:
            yield Text(f"  {name}: {plural(len(seen), 'field or operation', 'fields or operations')}")


def trend_lines(runs: Sequence[PastRun]) -> Iterator[Text]:
    """A line for each of several runs, the latest last."""
    yield Text(
        f"{'when':<18}{'faults':>8}{'new':>6}{'gone':>6}{'suspicions':>12}{'witnessed':>11}{'requests':>10}  target",
        "dim",
    )
    for before, run in zip((None, *runs), runs, strict=False):
        known = set(before.identifiers) if before is not None and before.target == run.target else None
        new = "" if known is None else f"{len(set(run.identifiers) - known):,}"
        gone = "" if known is None else f"{len(known - set(run.identifiers)):,}"
        when = run.when.strftime("%Y-%m-%d %H:%M")
        line = Text(f"{when:<18}").append(f"{run.faults:>8,}", "bold red" if run.faults else "bold green")
        line.append(f"{new:>6}{gone:>6}{run.suspicions:>12,}{run.witnessed:>11.1%}{run.requests:>10,}")
        yield line.append(f"  {visible(run.target)}")
