"""``querious replay``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious.cli import COULD_NOT_RUN, options
from querious.cli.options import option, switch
from querious.cli.output import STANDARD_OUTPUT, Words
from querious.cli.recordings import replay_store
from querious.cli.run_and_report import LAST_RUN, UNFINISHED_RUN
from querious.errors import ConfigError
from querious.pipeline.recorded import is_store
from querious.pipeline.run import use_case
from querious.report import json_report, phrases
from querious.text.display import plural, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.finding import Finding
    from querious.pipeline.run.recheck import Rechecked
    from querious.report.json_report import Saved

_WORDS = {
    True: ("reproduced", "bold red"),
    False: ("gone", "bold green"),
    None: ("inconclusive", "bold yellow"),
}


@click.command(
    epilog="Examples:\n\n\b\n  querious replay\n  querious replay run.json --target https://staging.example/graphql"
)
@click.argument("file", required=False)
@option("--target", "Send them here. [where the run was]", metavar="TARGET")
@option("--schema", "Read the schema here. [as in the run]", metavar="FILE")
@option("--baseline", "Baseline to compare with. [as in the run]", metavar="FILE")
@option("--finding", "Only findings with this id; repeatable.", metavar="ID", many=True)
@switch("--mutations/--no-mutations", "Send recorded mutations too. [no]")
@switch("--write/--no-write", "Replay sequences on other machines. [no]", key="state-write")
@option("--requests", "Recordings at most. [all]")
@options.sending
@options.configuring
@options.quiet
def command(file: str | None, target: str | None, finding: tuple[str, ...], config: str | None, **flags: Any) -> int:
    """Reproduce the findings of a saved run, or replay recordings.

    FILE is what querious run --json wrote; without it the last run is taken. Headers are never saved: pass them again.
    The exit status is 1 if any finding is reproduced, and 2 if none is but some are inconclusive, because the API
    refused or could not be reached. FILE may also be a store of recordings: all are sent.
    """
    if file and is_store(file):
        return replay_store(file, target, config, flags)
    saved = load_saved(file)
    flags["schema"] = flags["schema"] or saved.schema or None
    flags["baseline"] = flags["baseline"] or saved.run.baseline or None
    configuration = options.configure({**flags, "seed": saved.run.seed}, config)
    chosen = choose(saved.run.findings, finding)
    words = Words(quiet=configuration.output.quiet)
    with words.unobeyed():
        with words.observe() as observer:
            results = use_case.replay(chosen, target_of(saved, target, file), configuration.settings, observer)
        words.say(_told(results))
    return _status(results)


def _status(results: Sequence[Rechecked]) -> int:
    if any(one.shown for one in results):
        return 1
    return COULD_NOT_RUN if any(one.shown is None for one in results) else 0


def load_saved(file: str | None) -> Saved:
    """The run of a file; the last one where none is named."""
    return _saved(file) if file else _last_run()


def _last_run() -> Saved:
    """The run before, also where it was killed: then what it had found by that time."""
    try:
        found = Path(UNFINISHED_RUN).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return _saved(LAST_RUN)
    return json_report.load_unfinished(found, UNFINISHED_RUN)


def _saved(name: str) -> Saved:
    if name == STANDARD_OUTPUT:
        return json_report.load(sys.stdin.read(), "standard input")
    try:
        return json_report.load(Path(name).read_text(encoding="utf-8"), name)
    except FileNotFoundError:
        raise ConfigError(f"no saved run at {name}; run querious run TARGET first, or name a FILE") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{name} is not a saved run. Name a file that querious run --json wrote.") from None
    except OSError as error:
        raise ConfigError(f"cannot read {name}: {error.strerror or error}") from None


def choose(findings: Sequence[Finding], wanted: Sequence[str]) -> list[Finding]:
    """The findings whose id begins with one of these; all if none is named."""
    for start in wanted:
        if not any(_is_called(finding, start) for finding in findings):
            raise ConfigError(f"--finding: the saved run has no finding {start!r:.40}")
    return [one for one in findings if not wanted or any(_is_called(one, start) for start in wanted)]


def _is_called(finding: Finding, start: str) -> bool:
    """Whether its id, or that of one folded beneath it, begins so."""
    names = [finding.fingerprint, *(one.fingerprint for one in finding.others)]
    return any(name.startswith(start) for name in names)


def target_of(saved: Saved, target: str | None, file: str | None) -> str:
    """Where the API is: where the user says, or where the run was."""
    if target:
        return target
    if not saved.whole:
        raise ConfigError(
            f"{file or LAST_RUN} does not hold the user or query of the URL, because they may be secret; pass --target"
        )
    return saved.url or saved.run.target


def _told(results: Sequence[Rechecked]) -> Iterator[Text]:
    for one in results:
        word, style = _WORDS[one.shown]
        yield Text().append(f"{word:<16}", style).append(f"{one.finding.fingerprint}  {phrases.title(one.finding)}")
        if one.reason:
            yield Text(f"{'':<16}{visible(one.reason)}", "dim")
    yield Text()
    if not results:
        yield Text("The saved run has no findings.", "bold green")
        return
    still = sum(one.shown is True for one in results)
    untold = sum(one.shown is None for one in results)
    verdict = f"{still:,} of {plural(len(results), 'finding')} reproduced."
    if untold:
        verdict += f" {untold:,} inconclusive."
    yield Text(verdict, "bold red" if still else "bold yellow" if untold else "bold green")
