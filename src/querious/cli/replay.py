"""``querious replay``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious.cli import COULD_NOT_RUN, options
from querious.cli.offered_values import files
from querious.cli.options import option, switch
from querious.cli.output import Words
from querious.cli.recordings import replay_store
from querious.cli.saved_runs import load_saved, target_of
from querious.errors import ConfigError
from querious.pipeline.recorded import is_store
from querious.pipeline.run import use_case
from querious.report import phrases
from querious.text.display import plural, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.finding import Finding
    from querious.pipeline.run.recheck import Rechecked

_WORDS = {
    True: ("reproduced", "bold red"),
    False: ("gone", "bold green"),
    None: ("could not tell", "bold yellow"),
}


@click.command(
    epilog="Examples:\n\n\b\n  querious replay\n  querious replay run.json --target https://staging.example/graphql"
)
@click.argument("file", required=False, shell_complete=files)
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
    The exit status is 1 if any finding is reproduced, and 2 if none is but of some nobody can tell, because the API
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
    return COULD_NOT_RUN if not results or any(one.shown is None for one in results) else 0


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


def _told(results: Sequence[Rechecked]) -> Iterator[Text]:
    for one in results:
        word, style = _WORDS[one.shown]
        yield Text().append(f"{word:<16}", style).append(f"{one.finding.fingerprint}  {phrases.title(one.finding)}")
        if one.reason:
            yield Text(f"{'':<16}{visible(one.reason)}", "dim")
    yield Text()
    if not results:
        yield Text("Nothing to replay: the saved run has no findings.", "bold yellow")
        return
    still = sum(one.shown is True for one in results)
    untold = sum(one.shown is None for one in results)
    verdict = f"{still:,} of {plural(len(results), 'finding')} reproduced."
    if untold:
        verdict += f" Could not tell of {untold:,}."
    yield Text(verdict, "bold red" if still else "bold yellow" if untold else "bold green")
