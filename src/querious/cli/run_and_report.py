"""Testing an API and telling of it: what ``querious run`` and ``querious demo`` share."""

from __future__ import annotations

import os
import shlex
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from querious import __version__
from querious.cli.look import LAST_EXCHANGES
from querious.cli.output import Words, on_github, write
from querious.cli.own_errors import own_error_lines
from querious.errors import ConfigError
from querious.model.coverage import Level
from querious.model.run import Progress, Run
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.run import use_case
from querious.report import github, json_report
from querious.report.console import report
from querious.report.context import Context
from querious.report.curl import shown_target
from querious.report.files import append_file, write_file
from querious.report.found_file import FoundFile
from querious.report.junit import junit
from querious.report.kept_file import KeptFile
from querious.text.display import visible
from querious.text.urls import is_http

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.config import Configuration
    from querious.model.finding import Finding
    from querious.pipeline.observer import Observer

LAST_RUN = ".querious/last-run.json"
UNFINISHED_RUN = ".querious/unfinished-run.jsonl"
"""The findings of a run so far; there only while it goes on, or after it was killed."""
_FEW = 0.5
"""The share of witnessed fields below which more values or credentials would help most."""


def examine(
    target: str,
    configuration: Configuration,
    next_step: str = "",
    *,
    command: str = "run",
    test: Callable[[Observer], Run] | None = None,
) -> Run:
    """Run, write the files that were asked for, then tell. A file that cannot be written is told last, as an error.

    ``test`` is what ``command`` does; None: what ``querious run`` does, which also keeps exchanges.
    """
    output, settings = configuration.output, configuration.settings
    kept_kind = output.keep if test is None else "none"
    words = Words((output.json, output.junit), quiet=output.quiet)
    with words.unobeyed():
        words.say(_opening(target, configuration))
        if kept_kind != "none":
            _hide_from_git()
        elif output.save:
            with suppress(ConfigError):
                _hide_from_git()
        with (
            KeptFile(LAST_EXCHANGES, kept_kind, url=url_of(target)) as kept,
            _found_file(target, configuration) as found,
            words.observe() as screen,
        ):
            watch = _Watch(screen, found)
            if test is None:
                keep = kept.keep if kept_kind != "none" else None
                run = use_case.run(target, settings, watch, keep, started=configuration.started)
            else:
                run = test(watch)
            run = replace(run, notes=(*run.notes, *_told(kept)))
            screen.progress(Progress("writing reports", run.requests, run.elapsed))
            writing = OwnErrors(screen.note)
            saved, trouble = _save(run, target, configuration, writing)
            context = Context(
                url=url_of(settings.state.url or target),
                headers=configuration.header_names,
                insecure=settings.insecure,
                replay=saved or "querious replay",
                next_step=next_step or _next_step(run, target, saved, command),
            )
            if output.junit:
                trouble += _write(output.junit, writing.result_of("report", "JUnit", lambda: junit(run, context), ""))
            if saved:
                found.remove()
        with writing.guard("report", "terminal"):
            words.say(report(run, context, words.console))
        run = replace(run, errors=(*run.errors, *writing.errors))
        words.say(own_error_lines(run.errors))
    with writing.guard("report", "GitHub"):
        _tell_github(run, context, configuration, words)
    if trouble:
        raise ConfigError(trouble[0])
    return run


class _Watch:
    """Shows a run on the screen, and keeps what it finds."""

    def __init__(self, screen: Observer, found: FoundFile) -> None:
        self._screen = screen
        self._found = found

    def note(self, text: str) -> None:
        """See ``Observer``."""
        self._screen.note(text)

    def progress(self, progress: Progress) -> None:
        """See ``Observer``."""
        self._screen.progress(progress)

    def found(self, finding: Finding) -> None:
        """See ``Observer``."""
        self._found.add(finding)
        self._screen.found(finding)


def _found_file(target: str, configuration: Configuration) -> FoundFile:
    settings = configuration.settings
    run = Run(target=target, seed=settings.seed, fail_on=settings.fail_on, ended="killed", version=__version__)
    place = UNFINISHED_RUN if configuration.output.save else None
    return FoundFile(place, run, url_of(target), settings.schema)


def _told(kept: KeptFile) -> list[str]:
    """What the user should know of the exchanges that were kept."""
    told = [f"{kept.written:,} exchanges are kept: look at them with querious look."] if kept.written else []
    return [*told, kept.note] if kept.note else told


def url_of(target: str) -> str:
    """The target if it is a URL; empty for Python code."""
    return target if is_http(target) else ""


def _opening(target: str, configuration: Configuration) -> list[Text]:
    name = visible(shown_target(target))
    lines = [Text(f"querious {__version__}  {name}  seed {configuration.settings.seed}")]
    if configuration.source:
        lines.append(Text(f"settings from {visible(configuration.source)}", "dim"))
    lines += [Text(f"note: {visible(note)}") for note in configuration.notes]
    return [*lines, Text()]


def _save(run: Run, target: str, configuration: Configuration, errors: OwnErrors) -> tuple[str, list[str]]:
    """The command that runs the findings again, empty if they are kept nowhere, and what went wrong in saving.

    The copy for ``querious replay`` is a courtesy: where it cannot be written, the run is none the worse.
    """
    output, schema = configuration.output, configuration.settings.schema
    text = errors.result_of("report", "JSON", lambda: json_report.dump(run, url_of(target), schema), "")
    if not text:
        return "", []
    trouble = _write(output.json, text)
    if output.save:
        try:
            _hide_from_git()
            write_file(LAST_RUN, text)
        except ConfigError:
            pass
        else:
            return "querious replay", trouble
    named = output.json not in {"", "-"} and not trouble
    return (f"querious replay {shlex.quote(output.json)}" if named else ""), trouble


def _hide_from_git() -> None:
    """What is kept beside the project is nobody else's business."""
    write_file(Path(LAST_RUN).with_name(".gitignore"), "*\n")


def _write(name: str, text: str) -> list[str]:
    try:
        if name and text:
            write(name, text)
    except ConfigError as error:
        return [str(error)]
    return []


def _next_step(run: Run, target: str, saved: str, command: str) -> str:
    again = f"querious {command} {shlex.quote(shown_target(target))} --seed {run.seed}"
    if run.findings:
        return f"Run them again: {saved or again}"
    if run.interrupted:
        return f"Begin again: {again}"
    if run.unjudged:
        return ""  # the verdict says what to do
    if run.state is not None and not run.state.tested:
        return ""  # likewise
    if run.state is None and run.coverage.share(Level.WITNESSED) < _FEW:
        return "Most fields never had a value: give credentials by --header or values by --hooks."
    return "Ask for more: --time 5m"


def _tell_github(run: Run, context: Context, configuration: Configuration, words: Words) -> None:
    wanted = configuration.output.github
    if not (on_github() if wanted is None else wanted):
        return
    for line in github.annotate(run):
        words.command(line)
    place = os.environ.get("GITHUB_STEP_SUMMARY")
    if place:
        append_file(place, github.summary(run, context))
