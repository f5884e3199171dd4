"""``querious harvest``: look through what was recorded, prune it, add to it."""

from __future__ import annotations

import json as json_text
import sys
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from querious.cli import options
from querious.cli.options import option
from querious.cli.output import STANDARD_OUTPUT, Words, write
from querious.config.moments import moment
from querious.errors import ConfigError
from querious.model.recording import CALL
from querious.pipeline.detection import headers_kept
from querious.pipeline.harvest import use_case
from querious.pipeline.harvest.use_case import ORDERS, STORE, RecordingFilter, place_of
from querious.pipeline.schema.use_case import load_schema
from querious.report import recording_text as wording
from querious.report.recording_json import recording_json, recording_line, stats_json, write_recordings
from querious.text.display import plural, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLSchema

    from querious.model.recording import Recording
    from querious.pipeline.harvest.use_case import Imported

_SHOWN: Final = 50
_PRUNED_SHOWN: Final = 20
_BAD_SHOWN: Final = 5
_KINDS: Final = ("query", "mutation", "subscription", CALL, wording.UNKNOWN)

_store = option("--store", f"File or URL. [$QUERIOUS_STORE, {STORE}]", metavar="STORE")
_name = option("--name", "Operations of this name; repeatable.", key="names", metavar="PATTERN", many=True)


@click.group(
    epilog="Examples:\n\n\b\n  querious harvest import traffic.har\n  querious harvest list --kind mutation --since 7d"
)
def command() -> None:
    """List, show, prune and import recorded operations."""


@command.command(
    "list",
    epilog="Examples:\n\n\b\n  querious harvest list --since 7d --order recent\n"
    "  querious harvest list --coordinate 'Mutation.delete*' --json -",
)
@_store
@_name
@option("--kind", "query, mutation, call …; repeatable.", key="kinds", metavar="KIND", many=True)
@option("--coordinate", "Requesting a field like this; repeatable.", key="coordinates", metavar="PATTERN", many=True)
@option("--schema", "Types of fields, for --coordinate.", metavar="FILE")
@click.option("--min-calls", type=click.IntRange(0), default=0, metavar="N", help="Called at least this often.")
@option("--since", "Last called since then: 7d, 2026-05-01.", metavar="TIME")
@click.option("--order", default=ORDERS[0], metavar="WHICH", help=f"{' or '.join(ORDERS)} first. [{ORDERS[0]}]")
@click.option("--limit", type=click.IntRange(1), default=_SHOWN, metavar="N", help=f"Lines at most. [{_SHOWN}]")
@option("--json", "Write all that match; - for standard output.", metavar="FILE")
def listing(store: str | None, schema: str | None, order: str, limit: int, json: str | None, **wanted: Any) -> int:
    """List recorded operations, one a line.

    An operation is listed if it matches all options; of a repeated option, one value is enough.
    """
    choice = _choice(schema=_schema(schema), **wanted)
    if order not in ORDERS:
        raise ConfigError(f"--order must be {' or '.join(ORDERS)}, not {order!r:.40}")
    words = Words((json or "",))
    with words.unobeyed():
        if json:
            _write_all(json, use_case.matching(place_of(store), choice, order))
        found = use_case.list_matching(place_of(store), choice, limit, order)
        words.say(_rows(found.first))
        fitting = found.tally.recordings
        told = f"{plural(found.total, 'recording')}, {fitting:,} match"
        if fitting > limit:
            told += f", {limit:,} shown (--limit shows more)"
        words.say([Text(told + ("; querious harvest show ID shows one in full." if fitting else "."), "bold")])
    return 0


@command.command(
    epilog="Examples:\n\n\b\n  querious harvest show 3f2a9c\n  querious harvest show 3f2a9c --json recording.json"
)
@click.argument("recording", metavar="ID")
@_store
@options.json_file
def show(recording: str, store: str | None, json: str | None) -> int:
    """Show one recorded operation in full.

    ID is as listed, or the beginning of it.
    """
    words = Words((json or "",))
    with words.unobeyed():
        found = use_case.find(place_of(store), recording.strip().lower(), wording.ID)
        if json:
            write(json, json_text.dumps({"querious": 1, "recording": recording_json(found)}, indent=2) + "\n")
        title, *lines = wording.in_full(found, words.console.width)
        words.say([Text(title, "bold"), *map(Text, lines)])
    return 0


@command.command(
    epilog="Examples:\n\n\b\n  querious harvest stats\n  querious harvest stats --store postgresql://db/shop --json -"
)
@_store
@options.json_file
def stats(store: str | None, json: str | None) -> int:
    """Show how much was recorded, of what kind, when, and with which results."""
    words = Words((json or "",))
    with words.unobeyed():
        found, shown = use_case.stats(place_of(store))
        if json:
            write(json, json_text.dumps({"querious": 1, "stats": stats_json(found)}, indent=2) + "\n")
        words.say(wording.stats_lines(found, shown))
    return 0


@command.command(
    epilog="Examples:\n\n\b\n  querious harvest prune --before 90d --min-calls 5\n"
    "  querious harvest prune --name 'Test*' --yes"
)
@_store
@_name
@option("--before", "Last called before then: 90d, 2026-01-01.", metavar="TIME")
@click.option("--min-calls", type=click.IntRange(1), metavar="N", help="Called less often than this.")
@click.option("--yes", is_flag=True, help="Remove them, instead of only listing them.")
def prune(store: str | None, min_calls: int | None, yes: bool, **wanted: Any) -> int:  # noqa: FBT001 - click's
    """Remove recorded operations; without --yes only list them.

    An operation is removed if it matches all options.
    """
    if not (min_calls or wanted["before"] or wanted["names"]):
        raise ConfigError("choose what to remove with --before TIME, --min-calls N or --name PATTERN")
    choice = replace(_choice(**wanted), fewer_calls=min_calls)
    words = Words()
    with words.unobeyed():
        if yes:
            gone, left = use_case.prune(place_of(store), choice)
            told = f"{_tallied(gone.recordings, gone.calls)} removed, {left:,} kept."
        else:
            going = use_case.list_matching(place_of(store), choice, _PRUNED_SHOWN)
            words.say(_rows(going.first))
            recordings, calls = going.tally.recordings, going.tally.calls
            if recordings > _PRUNED_SHOWN:
                words.say([Text(f"and {recordings - _PRUNED_SHOWN:,} others")])
            told = f"{_tallied(recordings, calls)} of {going.total:,} would be removed"
            told += "; --yes removes them." if recordings else "."
        words.say([Text(told, "bold")])
    return 0


@command.command(
    "import",
    epilog="Examples:\n\n\b\n  querious harvest import traffic.har\n"
    "  querious harvest import logs/*.jsonl --store postgresql://db/traffic",
)
@click.argument("files", nargs=-1, required=True)
@_store
@click.option("--format", default="", metavar="NAME", help="Format of the files. [detected]")
@option("--schema", "Keep the headers that this OpenAPI description names.", metavar="FILE")
def importing(files: tuple[str, ...], store: str | None, format: str, schema: str | None) -> int:  # noqa: A002 - the option's name
    """Import recordings of other tools: HAR files, access logs, manifests, documents, or folders of these.

    Secrets are redacted first. What cannot be read is counted and skipped. A file imported twice counts twice.
    """
    use_case.check_files(files, format)
    place = place_of(store)
    named = headers_kept(schema)
    words = Words()
    with words.unobeyed():
        taken = 0
        for imported in use_case.import_files(files, place, format, named):
            taken += imported.added
            words.say(_imported(imported))
        words.say([Text(f"{plural(taken, 'recording')} added to {visible(use_case.shown_store(place))}.", "bold")])
    return 0


def _choice(
    *,
    names: tuple[str, ...],
    kinds: tuple[str, ...] = (),
    coordinates: tuple[str, ...] = (),
    min_calls: int = 0,
    since: str | None = None,
    before: str | None = None,
    schema: GraphQLSchema | None = None,
) -> RecordingFilter:
    for kind in kinds:
        if kind not in _KINDS:
            raise ConfigError(f"--kind must be one of {', '.join(_KINDS)}, not {kind!r:.40}")
    return RecordingFilter(
        names=names,
        kinds=tuple("" if kind == wording.UNKNOWN else kind for kind in kinds),
        coordinates=coordinates,
        min_calls=min_calls,
        since=_moment("--since", since),
        before=_moment("--before", before),
        schema=schema,
    )


def _moment(flag: str, given: str | None) -> datetime | None:
    try:
        return None if given is None else moment(given, datetime.now(UTC))
    except ValueError as error:
        raise ConfigError(f"{flag} must be {error}; not {given!r:.40}") from None


def _schema(name: str | None) -> GraphQLSchema | None:
    if name is None:
        return None
    return load_schema("", options.configure({"schema": name}, alone=True).settings).schema


def _rows(recordings: Iterable[Recording]) -> Iterator[Text]:
    for number, recording in enumerate(recordings):
        if not number:
            yield Text(wording.HEADING, "dim")
        yield Text(wording.row(recording))


def _write_all(name: str, recordings: Iterator[Recording]) -> None:
    if name == STANDARD_OUTPUT:
        sys.stdout.writelines(map(recording_line, recordings))
        sys.stdout.flush()
    else:
        write_recordings(name, recordings)


def _tallied(recordings: int, calls: int) -> str:
    return f"{plural(recordings, 'recording')} ({plural(calls, 'call')})"


def _imported(imported: Imported) -> Iterator[Text]:
    reading = imported.reading
    told = f"{visible(imported.name)} ({reading.format}): {plural(imported.added, 'recording')}"
    if reading.other:
        told += f", {reading.other:,} neither GraphQL nor REST"
    yield Text(told + (f", {reading.bad_counted:,} bad" if reading.bad_counted else ""))
    for number, reason in reading.bad[:_BAD_SHOWN]:
        yield Text(f"  {number:,}: {wording.reason(reason)}", "yellow")
    if reading.bad_counted > _BAD_SHOWN:
        yield Text(f"  … and {reading.bad_counted - _BAD_SHOWN:,} more", "yellow")
