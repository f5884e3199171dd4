"""``querious coverage``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious.cli import options
from querious.cli.options import option
from querious.cli.output import Words, write
from querious.config.quantities import share
from querious.errors import ConfigError
from querious.model.coverage import Level
from querious.pipeline.coverage.documents import read_documents
from querious.pipeline.coverage.use_case import compare as compare_recordings
from querious.pipeline.coverage.use_case import measure
from querious.pipeline.detection import is_description
from querious.pipeline.recorded import read_recordings
from querious.pipeline.schema.use_case import load_schema
from querious.report import phrases
from querious.report.console import coverage_table
from querious.report.json_report import coverage_to_json
from querious.report.layout import bullets, section
from querious.text.display import plural, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from querious.model import Settings
    from querious.model.coverage import Coverage
    from querious.pipeline.coverage.recorded_calls import CoveredCalls
    from querious.pipeline.coverage.use_case import Compared

_SHOWN = 30


@click.command(
    epilog="Examples:\n\n\b\n  querious coverage --schema schema.graphql queries/\n"
    "  querious coverage --schema schema.graphql 'src/**/*.graphql' --missing --fail-under 90%\n"
    "  querious coverage --schema openapi.yaml traffic.har"
)
@click.argument("files", nargs=-1, required=True)
@option("--schema", "File or glob. [that of the configuration]", metavar="FILE")
@options.counting
@click.option("--missing", is_flag=True, help="List what is not requested, and for REST why.")
@option("--compare", "Compare with what users requested.", metavar="STORE")
@option("--fail-under", "Exit with 1 if fewer fields are requested.", metavar="SHARE")
@options.json_file
@options.config_file
def command(
    files: tuple[str, ...],
    missing: bool,  # noqa: FBT001 - click's
    compare: str | None,
    fail_under: str | None,
    config: str | None,
    **flags: Any,
) -> int:
    """Measure what documents, or recorded REST calls, cover of an API.

    FILES are .graphql documents, source code with documents in it such as exported tests, folders of them, or globs. If
    the schema is an OpenAPI description, they are stores of recordings, HAR files, access logs, or folders of these.
    Nothing is sent; mutations count too.
    """
    configuration = options.configure({"mutations": True, **flags}, config)
    settings, output = configuration.settings, configuration.output
    if not settings.schema:
        raise ConfigError(
            "no schema to measure against; pass --schema FILE (querious schema URL --sdl --output FILE writes one)"
        )
    least = _least(fail_under)
    if is_description(settings.schema):
        if compare:
            raise ConfigError("--compare is for GraphQL documents; name the recordings of REST calls as FILES")
        return _of_calls(files, settings, output.json, least, missing=missing)
    loaded = load_schema("", settings)
    documents = dict(read_documents(files))
    coverage = measure(loaded.schema, documents, settings)
    words = Words((output.json,))
    if output.json:
        write(output.json, json.dumps({"querious": 1, "coverage": coverage_to_json(coverage)}, indent=2) + "\n")
    with words.unobeyed():
        words.say(_told(coverage, len(documents), (*loaded.notes, *coverage.notes), missing=missing))
        if compare:
            recordings = read_recordings(compare)
            words.say(_compared(compare_recordings(loaded.schema, coverage, recordings, settings)))
    return 1 if coverage.share(Level.REQUESTED) < least else 0


def _of_calls(files: Iterable[str], settings: Settings, json_file: str, least: float, *, missing: bool) -> int:
    """What recorded REST calls cover."""
    from querious.pipeline.coverage.recorded_calls import measure_calls  # noqa: PLC0415 - needs the packages of an extra

    covered = measure_calls(files, settings)
    if not covered.recordings:
        raise ConfigError(_nothing_measured(covered))
    coverage = covered.coverage
    words = Words((json_file,))
    if json_file:
        write(json_file, json.dumps({"querious": 1, "coverage": coverage_to_json(coverage)}, indent=2) + "\n")
    with words.unobeyed():
        told = f"Coverage of {plural(covered.recordings, 'recording')} ({plural(covered.calls, 'call')})"
        words.say(section(told, coverage_table(coverage, protocol="REST")))
        words.say(_missing_of_calls(covered, words.console, everything=missing))
    return 1 if coverage.share(Level.REQUESTED) < least else 0


def _nothing_measured(covered: CoveredCalls) -> str:
    """Why no recording counts: an empty store is no measurement of 0%."""
    if covered.unknown:
        named = ", ".join(visible(name) for name in sorted(covered.unknown)[:3])
        return f"nothing to measure: the description has no operation that was recorded ({named})"
    if covered.others:
        return "nothing to measure: all recordings ask GraphQL; pass its schema with --schema"
    return "nothing to measure: no recordings were found"


def _missing_of_calls(covered: CoveredCalls, console: Console, *, everything: bool) -> Iterator[Text]:
    coverage = covered.coverage
    yield from section("Operations that were not reached", bullets(phrases.missing_lines(coverage), console))
    if everything:
        lines = (Text(f"  {visible(name)}: {visible(reason)}") for name, reason in sorted(coverage.missing.items()))
        yield from section("What is missing, and why", lines)
    if covered.unknown:
        named = sorted(covered.unknown.items(), key=lambda entry: (-entry[1], entry[0]))
        rows = (Text(f"  {calls:>8,}x  {visible(name)}") for name, calls in named[:_SHOWN])
        yield from section("Called, but not described", rows)
    if covered.others:
        yield Text(f"note: {plural(covered.others, 'recording')} of GraphQL not counted")
    reached = phrases.percent(len(coverage.reached), len(coverage.tuples))
    yield Text(
        f"{reached} of the operations were reached; {len(coverage.tuples - coverage.reached):,} were not.", "bold"
    )


def _least(given: str | None) -> float:
    try:
        return share(given) if given is not None else 0.0
    except ValueError as error:
        raise ConfigError(f"--fail-under must be {error}, not {given!r:.40}") from None


def _compared(compared: Compared) -> Iterator[Text]:
    both = len(compared.covered & compared.used.keys())
    rows = (
        ("requested by users", len(compared.used)),
        ("requested by both", both),
        ("by documents only", len(compared.covered) - both),
        ("by users only", len(compared.missing)),
    )
    yield Text()
    yield from section("Fields", (Text(f"  {name:<20}{count:>8,}") for name, count in rows))
    if compared.missing:
        lines = (Text(f"  {calls:>8,}x  {visible(name)}") for name, calls in compared.missing[:_SHOWN])
        yield from section("Requested by users but by no document, most requested first", lines)
        if len(compared.missing) > _SHOWN:
            yield Text(f"  … and {len(compared.missing) - _SHOWN:,} more", "dim")
    if compared.unused:
        yield Text(
            f"note: {plural(len(compared.unused), 'recording')} not counted, such as "
            f"{visible(compared.unused[0].name)}: {visible(compared.unused[0].reason)}"
        )


def _told(coverage: Coverage, documents: int, notes: Iterable[str], *, missing: bool) -> Iterator[Text]:
    yield from section(f"Coverage of {plural(documents, 'document')}", coverage_table(coverage, (Level.REQUESTED,)))
    unasked = sorted(coverage.tuples - coverage.requested)
    if missing and unasked:
        yield from section("Fields that no document requests", (Text(f"  {visible(name)}") for name in unasked))
    for note in dict.fromkeys(notes):
        yield Text(f"note: {visible(note)}")
    share_told = phrases.percent(len(coverage.requested), len(coverage.tuples))
    yield Text(f"{share_told} of the fields are requested; {len(unasked):,} are not.", "bold")
