"""``querious harvest``: look through what was recorded, prune it, add to it."""

from __future__ import annotations

import json as json_text
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from querious.cli import options
from querious.cli.options import option
from querious.cli.output import STANDARD_OUTPUT, Words, write
from querious.config.moments import moment
from querious.errors import ConfigError
from querious.pipeline.run import use_case
from querious.report import recording_text as wording
from querious.report.phrases import plural
from querious.report.recording_json import recording_json, recording_line, stats_json, write_recordings
from querious.report.safe_text import visible
from querious.store import DEFAULT, Choice, Order, open_store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLSchema

    from querious.harvest.importers import Importing
    from querious.model.recording import Recording
    from querious.store.recording_store import Store

_SHOWN: Final = 50
_PRUNED_SHOWN: Final = 20
_BAD_SHOWN: Final = 5
_SEVERAL: Final = 5
"""Recordings that are named where the beginning of an id means several."""
_ORDERS: Final = (str(Order.CALLS), str(Order.RECENT))
_KINDS: Final = ("query", "mutation", "subscription", wording.UNKNOWN)

_store = option("--store", f"File or URL. [$QUERIOUS_STORE, {DEFAULT}]", metavar="STORE")
_name = option("--name", "Operations of this name; repeatable.", key="names", metavar="PATTERN", many=True)


def place_of(store: str | None) -> str:
    """Where the store is: as said, else by the environment, which keeps a password off the command line."""
    return store or os.environ.get("QUERIOUS_STORE") or DEFAULT


@click.group(
    epilog="Examples:\n\n\b\n  querious harvest import traffic.har\n  querious harvest list --kind mutation --since 7d"
)
def command() -> None:
    """Look through recorded operations, prune them, import others."""


@command.command(
    "list",
    epilog="Examples:\n\n\b\n  querious harvest list --since 7d --order recent\n"
    "  querious harvest list --coordinate 'Mutation.delete*' --json -",
)
@_store
@_name
@option("--kind", f"{', '.join(_KINDS)}; repeatable.", key="kinds", metavar="KIND", many=True)
@option("--coordinate", "Selecting such a field; repeatable.", key="coordinates", metavar="PATTERN", many=True)
@option("--schema", "Types of fields, for --coordinate.", metavar="FILE")
@click.option("--min-calls", type=click.IntRange(0), default=0, metavar="N", help="Called at least so often.")
@option("--since", "Last asked then or later: 7d, 2026-05-01.", metavar="TIME")
@click.option("--order", default=_ORDERS[0], metavar="WHICH", help=f"{' or '.join(_ORDERS)} first. [{_ORDERS[0]}]")
@click.option("--limit", type=click.IntRange(1), default=_SHOWN, metavar="N", help=f"Lines at most. [{_SHOWN}]")
@option("--json", "Write all that match; - for standard output.", metavar="FILE")
def listing(store: str | None, schema: str | None, order: str, limit: int, json: str | None, **wanted: Any) -> int:
    """List recorded operations, one a line.

    What fits all options is listed; of one that is repeated, one is enough.
    """
    choice = _choice(schema=_schema(schema), **wanted)
    if order not in _ORDERS:
        raise ConfigError(f"--order must be {' or '.join(_ORDERS)}, not {order!r:.40}")
    words = Words((json or "",))
    with open_store(place_of(store), create=False) as opened, words.unobeyed():
        if json:
            _write_all(json, opened.recordings(choice, Order(order)))
        words.say(_rows(opened.recordings(choice, Order(order), limit)))
        fitting = opened.count(choice)
        told = f"{plural(opened.count(), 'recording')}, {fitting:,} match"
        if fitting > limit:
            told += f", {limit:,} shown (more by --limit)"
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
    with open_store(place_of(store), create=False) as opened, words.unobeyed():
        found = _only(opened, recording.strip().lower())
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
    """Tell how much was recorded, of what, when, and how it went."""
    words = Words((json or "",))
    with open_store(place_of(store), create=False) as opened, words.unobeyed():
        found = opened.stats()
        if json:
            write(json, json_text.dumps({"querious": 1, "stats": stats_json(found)}, indent=2) + "\n")
        words.say(wording.stats_lines(found, opened.shown))
    return 0


@command.command(
    epilog="Examples:\n\n\b\n  querious harvest prune --before 90d --min-calls 5\n"
    "  querious harvest prune --name 'Test*' --yes"
)
@_store
@_name
@option("--before", "Last asked earlier: 90d, 2026-01-01.", metavar="TIME")
@click.option("--min-calls", type=click.IntRange(1), metavar="N", help="Called less often than this.")
@click.option("--yes", is_flag=True, help="Remove them, do not only tell.")
def prune(store: str | None, min_calls: int | None, yes: bool, **wanted: Any) -> int:  # noqa: FBT001 - click's
    """Remove recorded operations; without --yes only tell which.

    What fits all options goes.
    """
    if not (min_calls or wanted["before"] or wanted["names"]):
        raise ConfigError("say what should go: --before TIME, --min-calls N or --name PATTERN")
    choice = replace(_choice(**wanted), fewer_calls=min_calls)
    words = Words()
    with open_store(place_of(store), create=False) as opened, words.unobeyed():
        if yes:
            gone = opened.prune(choice)
            told = f"{_tallied(gone.recordings, gone.calls)} removed, {opened.count():,} stay."
        else:
            words.say(_rows(opened.recordings(choice, Order.CALLS, _PRUNED_SHOWN)))
            going = opened.tally(choice)
            if going.recordings > _PRUNED_SHOWN:
                words.say([Text(f"and {going.recordings - _PRUNED_SHOWN:,} others")])
            told = f"{_tallied(going.recordings, going.calls)} of {opened.count():,} would go"
            told += "; --yes removes them." if going.recordings else "."
        words.say([Text(told, "bold")])
    return 0


@command.command(
    "import",
    epilog="Examples:\n\n\b\n  querious harvest import traffic.har\n"
    "  querious harvest import logs/*.jsonl --store postgresql://db/traffic",
)
@click.argument("files", nargs=-1, required=True)
@_store
@click.option("--format", default="", metavar="NAME", help="What the files are. [found out]")
def importing(files: tuple[str, ...], store: str | None, format: str) -> int:  # noqa: A002 - the option's name
    """Add what others recorded: HAR files, logs, manifests, documents.

    Secrets are redacted first. What cannot be read is counted and skipped. A file imported twice counts twice.
    """
    for name in files:
        _read(name, format)  # one that cannot be read is an error before anything is written
    words = Words()
    with open_store(place_of(store)) as opened, words.unobeyed():
        taken = 0
        for name in files:
            reading = _read(name, format)
            try:
                added = opened.add(reading)
            except OSError as error:
                raise ConfigError(f"cannot read {name} to its end: {error.strerror or error}") from None
            taken += added
            words.say(_imported(name, added, reading))
        words.say([Text(f"{plural(taken, 'recording')} added to {visible(opened.shown)}.", "bold")])
    return 0


def _read(name: str, format: str) -> Importing:  # noqa: A002 - the option's name
    from querious.harvest.importers import read_any  # noqa: PLC0415 - no other command needs the readers

    try:
        return read_any(Path(name), format=format)
    except ValueError as error:
        raise ConfigError(f"{error}; nothing was imported") from None
    except OSError as error:
        raise ConfigError(f"cannot read {name}: {error.strerror or error}; nothing was imported") from None


def _choice(
    *,
    names: tuple[str, ...],
    kinds: tuple[str, ...] = (),
    coordinates: tuple[str, ...] = (),
    min_calls: int = 0,
    since: str | None = None,
    before: str | None = None,
    schema: GraphQLSchema | None = None,
) -> Choice:
    for kind in kinds:
        if kind not in _KINDS:
            raise ConfigError(f"--kind must be one of {', '.join(_KINDS)}, not {kind!r:.40}")
    return Choice(
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
    return use_case.load_schema("", options.configure({"schema": name}, alone=True).settings).schema


def _rows(recordings: Iterable[Recording]) -> Iterator[Text]:
    for number, recording in enumerate(recordings):
        if not number:
            yield Text(wording.HEADING, "dim")
        yield Text(wording.row(recording))


def _only(store: Store, start: str) -> Recording:
    found = list(store.recordings(Choice(keys=(start,)), limit=_SEVERAL + 1))
    if len(found) == 1:
        return found[0]
    if not found:
        raise ConfigError(f"there is no recording {start!r:.40} in {store.shown}; querious harvest list shows them")
    ids = ", ".join(recording.key[: max(wording.ID, len(start) + 2)] for recording in found[:_SEVERAL])
    more = " and others" if len(found) > _SEVERAL else ""
    raise ConfigError(f"{start!r:.40} means several recordings: {ids}{more}; give more of the id")


def _write_all(name: str, recordings: Iterator[Recording]) -> None:
    if name == STANDARD_OUTPUT:
        sys.stdout.writelines(map(recording_line, recordings))
        sys.stdout.flush()
    else:
        write_recordings(name, recordings)


def _tallied(recordings: int, calls: int) -> str:
    return f"{plural(recordings, 'recording')} ({plural(calls, 'call')})"


def _imported(name: str, added: int, reading: Importing) -> Iterator[Text]:
    told = f"{visible(name)} ({reading.format}): {plural(added, 'recording')}"
    if reading.other:
        told += f", {reading.other:,} not GraphQL"
    yield Text(told + (f", {reading.bad_counted:,} bad" if reading.bad_counted else ""))
    for number, reason in reading.bad[:_BAD_SHOWN]:
        yield Text(f"  {number:,}: {wording.reason(reason)}", "yellow")
    if reading.bad_counted > _BAD_SHOWN:
        yield Text(f"  … and {reading.bad_counted - _BAD_SHOWN:,} more", "yellow")
