"""Testing an API and telling of it: what ``querious run`` and ``querious demo`` share."""

from __future__ import annotations

import os
import shlex
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from querious import __version__
from querious.cli import COULD_NOT_RUN, INTERRUPTED, OWN_ERROR
from querious.cli.look import LAST_EXCHANGES
from querious.cli.output import STANDARD_OUTPUT, Words, on_github, write
from querious.cli.own_errors import own_error_lines
from querious.errors import ConfigError
from querious.model.coverage import Level
from querious.model.run import Progress, Run
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.rest.addresses import split_address
from querious.pipeline.run import use_case
from querious.report import github, phrases
from querious.report.context import Context
from querious.report.curl import connection_options, shown_target
from querious.report.files import append_file, write_file
from querious.report.formats import FORMATS, check_formats
from querious.report.found_file import FoundFile
from querious.report.kept_file import KeptFile
from querious.report.last_run import LAST_PAGE, UNFINISHED_RUN, hide_from_git, last_run_on, save_run
from querious.report.summary import summary
from querious.text.display import plural, visible
from querious.text.urls import is_http

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.config import Configuration, Output
    from querious.model.finding import Finding
    from querious.pipeline.observer import Observer

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
    check_formats(output.files)
    words = Words(output.files.values(), quiet=output.quiet)
    with words.unobeyed():
        words.say(_opening(target, configuration))
        which = output.keep if test is None else "none"
        _make_folder(needed=which != "none", wanted=output.save)
        with (
            KeptFile(LAST_EXCHANGES, which, url=url_of(target)) as kept,
            _found_file(target, configuration) as found,
            words.grouped("progress"),
            words.observe() as screen,
        ):
            watch = _Watch(screen, found)
            if test is None:
                keep = kept.keep if which != "none" else None
                run = use_case.run(target, settings, watch, keep, started=configuration.started)
            else:
                run = test(watch)
            run = replace(run, notes=(*run.notes, *_told(kept)))
            screen.progress(_done(run))
            context = Context(
                url=url_of(settings.state.url or service_of(run, target)),
                headers=configuration.header_names,
                connection=connection_options(settings),
                identities=configuration.identity_headers,
                target_url=url_of(target),
                schema=settings.schema or (target if run.protocol == "REST" and "://" not in target else ""),
            )
            context = replace(context, earlier=last_run_on(context.target_url or run.target, run.protocol))
            files = _ReportFiles(run, configuration.output, OwnErrors(screen.note))
            replay = files.save(context)
            if replay:
                found.remove()
            further = next_step or _next_step(run, target, replay, command)
            context = _kept(replace(context, next_step=further), replay)
            files.write(context)
        with files.errors.guard("report", "terminal"):
            words.say(summary(run, context, words.console, screen.said))
        run = replace(run, errors=(*run.errors, *files.errors.errors))
        words.say(own_error_lines(run.errors))
    with files.errors.guard("report", "GitHub"):
        _tell_github(run, context, configuration, words)
    if files.trouble:
        raise ConfigError(files.trouble[0])
    return run


def _kept(context: Context, replay: str) -> Context:
    """With the commands that show findings and run them again, where the run is kept; ``replay`` is empty if not."""
    if not replay:
        return context
    file = replay.removeprefix("querious replay").strip()
    return replace(context, replay=replay, shows="querious show", shows_all=f"querious show {file}".strip())


def _done(run: Run) -> Progress:
    failing = sum(map(run.fails, run.findings))
    return Progress("writing reports", run.requests, run.elapsed, failing, len(run.findings) - failing)


def exit_status(run: Run) -> int:
    """An error of ours comes first, as nobody knows what it hid; what was not judged is no success."""
    if run.errors:
        return OWN_ERROR
    if run.failed:
        return 1
    if run.interrupted and not run.lost_login:
        return INTERRUPTED
    return COULD_NOT_RUN if run.lost_login or run.unjudged or phrases.is_untested(run) else 0


class _ReportFiles:
    """The files that were asked for. One that fails costs no other."""

    def __init__(self, run: Run, output: Output, errors: OwnErrors) -> None:
        self._run = run
        self._output = output
        self.errors = errors
        self.trouble: list[str] = []
        """What went wrong in writing, in words."""

    def save(self, context: Context) -> str:
        """Write the JSON, which findings can be run again from; the command that does, empty if it is kept nowhere.

        The copy for ``querious replay`` is a courtesy: where it cannot be written, the run is none the worse.
        """
        text = self._made("json", context)
        file = self._output.files.get("json", "")
        written = bool(file) and self._put(file, text)
        if self._output.save and text:
            with suppress(ConfigError):
                save_run(self._run, text)
                return "querious replay"
        return f"querious replay {shlex.quote(file)}" if written and file != STANDARD_OUTPUT else ""

    def write(self, context: Context) -> None:
        """Write all others, and the page for ``querious open``, which is a courtesy like the copy for ``replay``."""
        wanted = {name: file for name, file in self._output.files.items() if name != "json"}
        texts = {name: self._made(name, context) for name in (*wanted, *(["html"] if self._output.save else []))}
        for name, file in wanted.items():
            self._put(file, texts[name])
        if self._output.save and texts["html"]:
            with suppress(ConfigError):
                write_file(LAST_PAGE, texts["html"])

    def _made(self, name: str, context: Context) -> str:
        return self.errors.result_of("report", name, lambda: FORMATS[name](self._run, context), "")

    def _put(self, file: str, text: str) -> bool:
        try:
            if text:
                write(file, text)
        except ConfigError as error:
            self.trouble.append(str(error))
            return False
        return bool(text)


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
    told = f"{plural(kept.written, 'exchange')} kept: querious look shows them." if kept.written else ""
    return list(filter(None, (told, kept.note)))


def url_of(target: str) -> str:
    """The target if it is a URL; empty for Python code."""
    return target if is_http(target) else ""


def service_of(run: Run, target: str) -> str:
    """Where requests went: to what the user named, or for REST to the service that it describes."""
    if run.protocol != "REST":
        return target
    if "://" not in target:
        return run.target
    return split_address(target)[0]


def _opening(target: str, configuration: Configuration) -> list[Text]:
    name = visible(shown_target(target))
    lines = [Text(f"querious {__version__}  {name}  seed {configuration.settings.seed}")]
    if configuration.source:
        lines.append(Text(f"settings from {visible(configuration.source)}", "dim"))
    lines += [Text(f"note: {visible(note)}") for note in configuration.notes]
    return [*lines, Text()]


def _make_folder(*, needed: bool, wanted: bool) -> None:
    """Our own folder, before anything is asked: where it cannot be made, that matters only if it is needed."""
    try:
        if needed or wanted:
            hide_from_git()
    except ConfigError:
        if needed:
            raise


def _next_step(run: Run, target: str, replay: str, command: str) -> str:
    """What to do next, in words; empty where the verdict says it already."""
    again = f"querious {command} {shlex.quote(shown_target(target))} --seed {run.seed}"
    if run.findings:
        return f"To run them again: {replay or again}"
    if run.interrupted:
        return f"To start over: {again}"
    if run.unjudged or (run.state is not None and not run.state.tested):
        return ""
    if run.audit is not None and not run.cases:
        return ""
    if run.state is None and run.coverage.share(Level.WITNESSED) < _FEW:
        return "Most fields never had a value: pass credentials with --header, or values with --seed-values or --hooks."
    return "To test longer: --time 5m"


def _tell_github(run: Run, context: Context, configuration: Configuration, words: Words) -> None:
    wanted = configuration.output.github
    if not (on_github() if wanted is None else wanted):
        return
    for line in github.annotate(run):
        words.command(line)
    place = os.environ.get("GITHUB_STEP_SUMMARY")
    if place:
        append_file(place, github.summary(run, context))
