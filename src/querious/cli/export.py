"""``querious export``."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from querious.cli import options
from querious.cli.options import option
from querious.cli.output import Words, write
from querious.config.moments import moment
from querious.errors import ConfigError
from querious.pipeline.coverage.use_case import measure
from querious.pipeline.detection import headers_kept, is_description
from querious.pipeline.export.examples import ALWAYS_FAILED, TUPLES, check_plan, from_plan
from querious.pipeline.export.files import (
    FORMAT_NAMES,
    check_format,
    order_hint,
    order_of,
    rest_order_of,
    write_rest_suite,
    write_suite,
)
from querious.pipeline.export.sources import Gathered, shown_source, usual_source
from querious.pipeline.export.use_case import MUTATION, ExampleFilter, LeftOut, Wish, export
from querious.pipeline.schema.use_case import load_schema
from querious.report.curl import bare
from querious.report.layout import section
from querious.report.phrases import percent
from querious.text.display import plural, shorten, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from graphql import GraphQLSchema

    from querious.model import Coverage, Settings
    from querious.pipeline.export.files import FolderChanges
    from querious.pipeline.export.rest_use_case import RestExported
    from querious.pipeline.export.use_case import Exported

_LISTED: Final = 10
_LONGEST: Final = 150
_KINDS: Final = ("string", "integer", "number", "boolean", "list", "object")
_FIELDS: Final = 50
_A_CALL: Final = "it is a REST call: pass its OpenAPI description with --schema"
_USUAL: Final[Mapping[str, Any]] = {
    "fields": _FIELDS,
    "min_calls": 0,
    **dict.fromkeys(("finding", "name", "coordinate", "scalar"), ()),
    **dict.fromkeys(("mutations", "failing", "minimise", "arguments", "update"), False),
    **dict.fromkeys(("plan", "since", "most", "old_schema"), None),
}
"""What need not be said to do it again."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The options that no other command has."""

    format: str
    output: str
    target: str | None
    plan: str | None
    fields: int
    finding: tuple[str, ...]
    mutations: bool
    failing: bool
    min_calls: int
    since: str | None
    name: tuple[str, ...]
    coordinate: tuple[str, ...]
    minimise: bool
    arguments: bool
    most: int | None
    order: str | None
    update: bool
    old_schema: str | None
    scalar: tuple[str, ...]
    force: bool
    prune: bool

    def check(self) -> None:
        """Say what is wrong before anything is read."""
        check_format(self.format)
        self.choice()
        self.scalars()
        if self.plan is not None:
            check_plan(self.plan)
        if self.old_schema and not self.update:
            raise ConfigError("--old-schema only works with --update")

    def choice(self) -> ExampleFilter:
        """Which cases are wanted."""
        try:
            since = None if self.since is None else moment(self.since, datetime.now(UTC))
        except ValueError as error:
            raise ConfigError(f"--since must be {error}; not {self.since!r:.40}") from None
        return ExampleFilter(self.name, self.coordinate, self.min_calls, since)

    def scalars(self) -> dict[str, str]:
        """How custom scalars are written."""
        known = {}
        for given in self.scalar:
            name, _, kind = given.partition("=")
            if not name.strip() or kind.strip() not in _KINDS:
                raise ConfigError(f"--scalar must be NAME=KIND, KIND one of {', '.join(_KINDS)}; not {given!r:.40}")
            known[name.strip()] = kind.strip()
        return known

    def wish(self) -> Wish:
        """What kind of suite is wanted."""
        old = _schema_of(self.old_schema) if self.old_schema else None
        return Wish(
            self.choice(), self.mutations, self.minimise, self.arguments, self.most, self.update, old, self.scalars()
        )

    def command(self, sources: Iterable[str], schema: str) -> str:
        """The line that does it again, without what may be secret: headers, and users and passwords in URLs."""
        words = ["querious", "export", *(shown_source(name) for name in sources)]
        words += ["--schema", schema] if schema else []
        words += ["--target", bare(self.target)] if self.target else []
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in {"target", "force", "prune", "order"} or value == _USUAL.get(field.name):
                continue
            flag = f"--{field.name.replace('_', '-')}"
            given = value if isinstance(value, tuple) else (value,)
            words += [flag] if value is True else [word for one in given for word in (flag, str(one))]
        return shlex.join(words)


@click.command(
    epilog="Examples:\n\n\b\n"
    "  querious export harvest.sqlite --schema schema.graphql --output tests/graphql\n"
    "  querious export traffic.har --target https://staging.example/graphql \\\n"
    "      --format vitest --output tests/api --minimise\n"
    "  querious export .querious/last-run.json --output tests/found"
)
@click.argument("sources", nargs=-1)
@click.option("--format", default="pytest", metavar="NAME", help=f"{', '.join(FORMAT_NAMES)}. [pytest]")
@click.option("--output", required=True, metavar="FOLDER", help="Where the tests go.")
@option("--schema", "File or glob. [that of the configuration]", metavar="FILE")
@option("--target", "Ask this API for its schema.", metavar="URL")
@option("--plan", f"Cover this criterion, or {TUPLES}.", metavar="NAME")
@click.option(
    "--fields", type=click.IntRange(1), default=_FIELDS, metavar="N", help=f"Per planned operation. [{_FIELDS}]"
)
@option("--finding", "Only findings with this id; repeatable.", metavar="ID", many=True)
@click.option("--mutations", is_flag=True, help="Export mutations too: their tests change data.")
@click.option("--failing", is_flag=True, help="Also export what always failed.")
@click.option("--min-calls", type=click.IntRange(0), default=0, metavar="N", help="Called at least this often.")
@option("--since", "Last called since then: 7d, 2026-05-01.", metavar="TIME")
@option("--name", "Operations of this name; repeatable.", metavar="PATTERN", many=True)
@option("--coordinate", "Requesting a field like this; repeatable.", metavar="PATTERN", many=True)
@click.option("--minimise", is_flag=True, help="Only as many as cover the same fields.")
@click.option("--arguments", is_flag=True, help="Count arguments as well as fields.")
@click.option("--most", type=click.IntRange(1), metavar="N", help="Only the ones that add most coverage.")
@option("--order", "Write the order to run them in.", metavar="FILE")
@click.option("--update", is_flag=True, help="Repair operations of an older schema.")
@option("--old-schema", "The older schema, to find renamed fields.", metavar="FILE")
@option("--scalar", "How a scalar is written: Date=string; repeatable.", metavar="NAME=KIND", many=True)
@click.option("--force", is_flag=True, help="Overwrite files that were changed by hand.")
@click.option("--prune", is_flag=True, help="Remove generated files no longer needed.")
@options.sending
@options.config_file
def command(sources: tuple[str, ...], config: str | None, **flags: Any) -> int:
    """Generate tests for pytest, PHPUnit or Vitest.

    SOURCES are stores of recordings, files that querious harvest import reads, or saved runs; by
    default, the usual store. Each test checks one answer against the schema. The tests send to the API at $GRAPHQL_URL;
    those of a REST API, whose schema is an OpenAPI description, to the one at $API_URL.
    """
    asked = _Asked(**{field.name: flags.pop(field.name) for field in fields(_Asked)})
    asked.check()
    gathered = Gathered(failing=asked.failing, findings=asked.finding, named=headers_kept(flags["schema"]))
    for name in sources:
        gathered.read(name)
    if not sources and asked.plan is None:
        gathered.read(usual_source())
    flags["schema"] = flags["schema"] or (None if asked.target else gathered.schema or None)
    settings = options.configure(flags, config).settings
    target = asked.target or gathered.url
    if _is_rest(gathered, settings.schema, asked):
        return _export_rest(gathered, settings, target, asked, sources)
    gathered.left_out += [LeftOut(call.document, _A_CALL) for call in gathered.calls]
    if not settings.schema and not target:
        raise ConfigError("no schema to check answers against; pass --schema FILE or --target URL")
    schema = load_schema(target, settings).schema
    if asked.plan is not None:
        gathered.examples += from_plan(schema, asked.plan, asked.fields)
    done = export(schema, gathered.examples, asked.wish())
    words = Words()
    with words.unobeyed():
        words.say(_told_left_out((*gathered.left_out, *done.left_out), asked))
        if not done.cases:
            raise ConfigError("nothing to export")
        again = asked.command(sources, settings.schema)
        found = write_suite(done, asked.output, asked.format, again, force=asked.force, prune=asked.prune)
        if asked.order:
            write(asked.order, order_of(done, asked.output, asked.format))
        documents = {case.document: case.document for case in done.cases if case.answer}
        coverage = measure(schema, documents, replace(settings, mutations=asked.mutations))
        words.say(_told(done, found, coverage, asked))
        words.say(Text(f"note: {visible(note)}") for note in gathered.notes)
    return 0


def _is_rest(gathered: Gathered, schema: str, asked: _Asked) -> bool:
    """Whether tests of a REST API are wanted: the schema describes one, or there is nothing else."""
    if schema:
        return is_description(schema)
    return bool(gathered.calls or gathered.rest_findings) and not gathered.examples and asked.plan is None


def _export_rest(gathered: Gathered, settings: Settings, target: str, asked: _Asked, sources: tuple[str, ...]) -> int:
    from querious.pipeline.export.rest_use_case import description_of, export_rest  # noqa: PLC0415 - needs an extra

    if asked.plan is not None:
        raise ConfigError("--plan is for GraphQL: there are no paths of types in a REST API")
    description = description_of(settings, target)
    wish = asked.wish() if not asked.old_schema else replace(asked, old_schema=None).wish()
    done = export_rest(gathered, description, wish, failing=asked.failing, old_schema=asked.old_schema or "")
    operations = [
        LeftOut(example.label, "it is GraphQL, and the schema is of a REST API") for example in gathered.examples
    ]
    words = Words()
    with words.unobeyed():
        words.say(_told_left_out((*gathered.left_out, *done.left_out, *operations), asked))
        if not done.scripts:
            raise ConfigError("nothing to export")
        again = asked.command(sources, settings.schema)
        found = write_rest_suite(done.scripts, asked.output, asked.format, again, force=asked.force, prune=asked.prune)
        if asked.order:
            write(asked.order, rest_order_of(done.scripts, asked.output, asked.format))
        words.say(_told_rest(done, found, asked))
        words.say(Text(f"note: {visible(note)}") for note in gathered.notes)
    return 0


def _told_rest(done: RestExported, found: FolderChanges, asked: _Asked) -> Iterator[Text]:
    if done.repaired:
        lines = [
            Text(f"  {count:>6,}  {shorten(visible(change), _LONGEST)}")
            for change, count in list(done.repaired.items())[:_LISTED]
        ]
        yield from section("Calls repaired", lines)
    if done.unchosen:
        yield Text(f"{plural(done.unchosen, 'request')} did not match the filters.")
    if done.minimised:
        yield Text(f"{plural(done.minimised, 'request')} left out, because another test asks the same way.")
    for what, names in _told_files(found, asked):
        lines = [Text(f"  {visible(name)}") for name in names[:_LISTED]]
        more = [Text(f"  and {len(names) - _LISTED:,} more")] if len(names) > _LISTED else []
        yield from section(what, [*lines, *more])
    written = len(found.new) + len(found.changed)
    told = f"{plural(done.tests, 'test')} in {plural(len(done.scripts), 'file')} in {visible(asked.output)}: "
    yield Text(told + f"{plural(written, 'file')} written, {len(found.same):,} unchanged.", "bold")
    if asked.order:
        yield Text(f"To run the most called first: {order_hint(asked.format, visible(asked.order))}")


def _schema_of(name: str) -> GraphQLSchema:
    return load_schema("", options.configure({"schema": name}, alone=True).settings).schema


def _told_left_out(left_out: Sequence[Any], asked: _Asked) -> Iterator[Text]:
    """Counted by reason; with the first names where there is more to know than the reason."""
    counted = Counter(reason for _, reason in left_out)
    if not counted:
        return
    advice = {MUTATION: "--mutations", ALWAYS_FAILED: "--failing"}
    lines = []
    for reason, count in counted.most_common(_LISTED):
        names = list(dict.fromkeys(name for name, why in left_out if why == reason))
        told = f"  {count:>6,}  {shorten(visible(reason).rstrip('.'), _LONGEST)}"
        if reason in advice:
            told += f" ({advice[reason]} exports it)"
        else:
            told += f": {visible(', '.join(names[:3]))}{', …' if len(names) > 3 else ''}"  # noqa: PLR2004
        lines.append(Text(told, "yellow" if reason not in advice else ""))
    if len(counted) > _LISTED:
        lines.append(Text(f"  and {len(counted) - _LISTED:,} more reasons"))
    invalid = any(reason.startswith("not allowed by the schema") for reason in counted)
    if invalid and not asked.update:
        lines.append(Text("  --update repairs what the schema no longer allows, where it can"))
    yield from section("Left out", lines)


def _share(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,} fields ({percent(part, whole)})"


def _told(done: Exported, found: FolderChanges, coverage: Coverage, asked: _Asked) -> Iterator[Text]:
    yield from _told_repaired(done)
    if done.unchosen:
        yield Text(f"{plural(done.unchosen, 'case')} did not match the filters.")
    if done.cover:
        yield Text(_told_cover(done))
    for what, names in _told_files(found, asked):
        lines = [Text(f"  {visible(name)}") for name in names[:_LISTED]]
        more = [Text(f"  and {len(names) - _LISTED:,} more")] if len(names) > _LISTED else []
        yield from section(what, [*lines, *more])
    asks = f"They request {_share(len(coverage.requested), len(coverage.tuples))}"
    yield Text(f"{asks}; counted as in the study, {_share(done.studied.covered, done.studied.tuples)}.")
    trials = sum(len(script.trials) for script in done.scripts)
    written = len(found.new) + len(found.changed)
    told = f"{plural(trials, 'test')} in {plural(len(done.scripts), 'file')} in {visible(asked.output)}: "
    told += f"{plural(written, 'file')} written, {len(found.same):,} unchanged."
    yield Text(told, "bold")
    if asked.order:
        yield Text(f"To run the most valuable first: {order_hint(asked.format, visible(asked.order))}")


def _told_repaired(done: Exported) -> Iterator[Text]:
    if done.repaired:
        counted = Counter(change for _, result in done.repaired for change in result.changes)
        lines = [
            Text(f"  {count:>6,}  {shorten(visible(change), _LONGEST)}")
            for change, count in counted.most_common(_LISTED)
        ]
        if len(counted) > _LISTED:
            lines.append(Text(f"  and {len(counted) - _LISTED:,} more changes"))
        yield from section(f"{plural(len(done.repaired), 'operation')} repaired", lines)


def _told_cover(done: Exported) -> str:
    assert done.cover is not None  # noqa: S101 - the caller's condition
    kept = len(done.cover.chosen)
    gap = "no fewer do" if done.cover.exact else f"at least {done.cover.bound:,} are needed"
    return f"{plural(kept, 'test')} cover what all of them cover; {gap}."


def _told_files(found: FolderChanges, asked: _Asked) -> Iterator[tuple[str, Sequence[str]]]:
    if found.edited:
        done = (
            "Changed by hand, overwritten" if asked.force else "Changed by hand, not overwritten (--force overwrites)"
        )
        yield done, list(found.edited)
    if found.foreign:
        yield (
            (
                "Not written by querious, overwritten"
                if asked.force
                else "Not written by querious, not overwritten (--force overwrites)"
            ),
            [*found.foreign],
        )
    if found.obsolete:
        yield ("Removed" if asked.prune else "No longer needed (--prune removes them)"), found.obsolete
    if found.kept:
        yield "No longer needed, but changed by hand", found.kept
