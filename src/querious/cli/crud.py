"""``querious crud``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious.cli import COULD_NOT_RUN, options
from querious.cli.offered_values import targets
from querious.cli.options import option, switch
from querious.cli.output import Words
from querious.cli.run_and_report import examine, exit_status
from querious.errors import ConfigError
from querious.extras import explained
from querious.model.settings import Settings
from querious.model.state_settings import StateSettings
from querious.pipeline.state.journals import FOLDER, journal_named, new_journal
from querious.report.files import write_file
from querious.text.display import plural, shorten, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType

    from querious.config import Configuration
    from querious.model.run import Run
    from querious.model.state import StateSection
    from querious.pipeline.observer import Observer
    from querious.state.journal import Left

_DEFAULT = StateSettings()
_SENDING = Settings()
_FORMS = {".svg": "svg", ".mmd": "mermaid", ".dot": "dot"}
_LONGEST = 300
_KEYS = 5
"""Keys of entries that are named in one line."""
_TIME = "5m"


@click.command(
    epilog="Examples:\n\n\b\n  querious crud openapi.json --url http://localhost:8000\n"
    "  querious crud http://localhost:8000/graphql\n"
    "  querious crud http://localhost:8000/books --template book.json --delete hard"
)
@click.argument("target", required=False, shell_complete=targets)
@option("--url", "The service, if TARGET is its description.", key="state-url", metavar="URL")
@option("--template", "Template of entries; TARGET is the collection.", key="state-template", metavar="FILE")
@option("--collection", "Only this one; repeatable.", key="state-collections", metavar="NAME", many=True)
@options.seed
@option("--tests", f"Sequences for each collection. [{_DEFAULT.tests}]", key="state-tests")
@option("--steps", f"Commands in a sequence. [{_DEFAULT.steps}]", key="state-steps")
@option("--parallel", "Programs of parallel branches for each; 0: none. [3]", key="state-parallel")
@option("--delete", "hard, readable, listed or tombstone. [learned]", key="state-delete", metavar="MEANING")
@option("--put", "What put does: replaces, merges. [replaces]", key="state-put", metavar="MEANING")
@switch("--shared/--alone", "Others may write too. [on other machines]", key="state-shared")
@option("--delay", "Pause between requests. [0.5s; this machine: none]", key="state-delay", metavar="TIME")
@option("--requests", f"Limit on requests, or none. [{_SENDING.requests:,}]")
@option("--time", f"Time limit. [{_TIME}]", metavar="TIME")
@option("--stop-after", "Stop after this many distinct faults.")
@switch("--write/--no-write", "Write to a host that is not this machine. [no]", key="state-write")
@switch("--dry-run", "Show what would be sent; send nothing.")
@option("--clean-up", "Remove what this run left behind.", metavar="RUN")
@option("--draw", "Draw the state machine: .svg, .mmd, .dot.", metavar="FILE")
@options.sending
@options.configuring
@options.report_files
@options.quiet
def command(
    target: str | None,
    config: str | None,
    dry_run: bool | None,  # noqa: FBT001 - click's
    clean_up: str | None,
    draw: str | None,
    **flags: Any,
) -> int:
    """Test the state of a service against a model.

    Sequences of commands (create, read, change, delete, list) run on its collections and on a dictionary.

    TARGET is a description in OpenAPI, the URL of a GraphQL API, the URL of a collection with a --template, or
    package.module:name of an application or of a facade of your own. Every entry that is created is removed again.

    Defaults are in brackets.
    """
    if draw and Path(draw).suffix not in _FORMS:
        raise ConfigError(f"--draw needs a file name that ends in {', '.join(_FORMS)}, not {draw!r:.40}")
    configuration = options.configure(flags, config, defaults={"time": _TIME})
    if clean_up:
        return _clean_up(clean_up, target, configuration)
    if not target:
        raise ConfigError("nothing to test; name a TARGET: openapi.json, a URL, or package.module:name")
    if dry_run:
        return _dry(target, configuration)
    run = test(target, configuration, draw)
    tested = run.state is not None and run.state.tested
    return exit_status(run) or (0 if tested else COULD_NOT_RUN)


def test(target: str, configuration: Configuration, draw: str | None) -> Run:
    """Test, write the files that were asked for, then tell."""
    crud = _pipeline().crud
    settings = configuration.settings
    journal = new_journal()

    def test_state(observer: Observer) -> Run:
        run: Run = crud(target, settings, observer, journal, started=configuration.started)
        return run

    write_file(FOLDER.parent / ".gitignore", "*\n")
    run = examine(target, configuration, command="crud", test=test_state)
    if draw and run.state:
        _draw(run.state, Path(draw))
    if not (run.state and run.state.left) and not run.interrupted:
        journal.unlink(missing_ok=True)
    return run


def _pipeline() -> ModuleType:
    """What does the work. It is loaded only where it is used, for it needs the packages of an extra."""
    try:
        from querious.pipeline.state import use_case  # noqa: PLC0415 - see above
    except ModuleNotFoundError as error:
        raise explained(error, "querious crud") from None
    return use_case


def _draw(section: StateSection, place: Path) -> None:
    """A file for each collection that was tested; where there are several, its name stands in that of the file."""
    from querious.pipeline.state.picture import draw  # noqa: PLC0415 - only where it is asked for

    drawn = [tested for tested in section.collections if tested.transitions]
    for tested in drawn:
        name = re.sub(r"\W+", "-", tested.name).strip("-")
        path = place if len(drawn) == 1 else place.with_stem(f"{place.stem}-{name}")
        write_file(path, draw(tested, _FORMS[place.suffix]))


def _dry(target: str, configuration: Configuration) -> int:
    crud_dry = _pipeline().crud_dry
    words = Words(quiet=configuration.output.quiet)
    words.say(_shown(crud_dry(target, configuration.settings)))
    words.say([Text(), Text("Nothing was written: this is a dry run.", "bold green")])
    return 0


def _shown(lines: Iterator[tuple[str, Any]]) -> Iterator[Text]:
    for line, body in lines:
        text = visible(line)
        yield Text(
            text if body is None else f"{text}  {shorten(visible(json.dumps(body, ensure_ascii=False)), _LONGEST)}"
        )


def _still_there(stays: Iterable[Left]) -> Iterator[str]:
    """One line for all entries of a collection that stay for the same reason; those that may not even be there last."""
    together: dict[tuple[bool, str, str], list[str]] = {}
    for one in stays:
        together.setdefault((not one.key, one.collection, one.reason), []).append(one.key)
    for (unknown, collection, reason), keys in sorted(together.items()):
        if unknown:
            named = plural(len(keys), "entry", "entries")
        else:
            more = f" and {len(keys) - _KEYS:,} more" if len(keys) > _KEYS else ""
            named = ", ".join(keys[:_KEYS]) + more
        yield f"{collection} {named}: {reason}"


def _clean_up(run: str, target: str | None, configuration: Configuration) -> int:
    removed, stays = _pipeline().crud_clean_up(journal_named(run), target, configuration.settings)
    words = Words(quiet=configuration.output.quiet)
    words.say([Text(f"{plural(removed, 'entry', 'entries')} removed, {len(stays):,} left.", "bold")])
    words.say(Text(f"  {visible(line)}") for line in _still_there(stays))
    if not stays:
        journal_named(run).unlink(missing_ok=True)
    return 1 if stays else 0
