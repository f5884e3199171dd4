"""``querious schema``."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious.cli import options
from querious.cli.offered_values import targets
from querious.cli.options import option
from querious.cli.output import STANDARD_OUTPUT, Words, write
from querious.errors import ConfigError
from querious.pipeline.schema.use_case import describe, is_file, load_schema, schema_text
from querious.report.layout import section
from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.pipeline.schema.use_case import Described

_KINDS = ("objects", "interfaces", "unions", "enums", "inputs", "scalars")


@click.command(
    epilog="Examples:\n\n\b\n  querious schema http://localhost:8000/graphql\n"
    "  querious schema http://localhost:8000/graphql --sdl --output schema.graphql\n"
    "  querious schema 'schema/*.graphql' --json -"
)
@click.argument("target", shell_complete=targets)
@options.sending
@options.configuring
@options.json_file
@click.option("--sdl", is_flag=True, help="Print the schema itself, as SDL.")
@click.option("--introspection", is_flag=True, help="Print the schema itself, as introspection JSON.")
@option("--output", "Where the schema goes. [standard output]", metavar="FILE")
def command(
    target: str,
    config: str | None,
    sdl: bool,  # noqa: FBT001 - click's
    introspection: bool,  # noqa: FBT001 - click's
    output: str | None,
    **flags: Any,
) -> int:
    """Summarise the schema of an API, or print it.

    TARGET is as for querious run, or a file or glob of SDL or introspection JSON.
    """
    _check(flags, sdl=sdl, introspection=introspection, output=output)
    configuration = options.configure({**flags, "schema": target if is_file(target) else None}, config)
    settings, json_file = configuration.settings, configuration.output.json
    loaded = load_schema(target, settings if is_file(target) else dataclasses.replace(settings, schema=""))
    if sdl or introspection:
        write(output or STANDARD_OUTPUT, schema_text(loaded, sdl=sdl))
        _tell_notes(loaded.notes)
        return 0
    described = describe(loaded, settings)
    if json_file:
        write(json_file, json.dumps(_as_json(described), indent=2) + "\n")
    words = Words((json_file,))
    with words.unobeyed():
        words.say(_told(described))
    return 0


def _check(flags: Mapping[str, Any], *, sdl: bool, introspection: bool, output: str | None) -> None:
    """Refuse options that contradict each other, before anything is asked."""
    if sdl and introspection:
        raise ConfigError("--sdl and --introspection cannot be combined")
    if (sdl or introspection) and flags["json"]:
        raise ConfigError("--json writes the summary, --sdl and --introspection the schema: they cannot be combined")
    if output and not (sdl or introspection):
        raise ConfigError("--output only works with --sdl or --introspection")


def _tell_notes(notes: Sequence[str]) -> None:
    """What was odd about the schema, to standard error."""
    words = Words((STANDARD_OUTPUT,))
    with words.unobeyed():
        words.say(Text(f"note: {visible(note)}") for note in notes)


def _as_json(described: Described) -> dict[str, Any]:
    summary = described.summary
    content = dataclasses.asdict(summary)
    content["custom_scalars"] = [
        {**scalar._asdict(), "generator": scalar.name in described.generated} for scalar in summary.custom_scalars
    ]
    content["deprecated"] = summary.deprecated._asdict()
    return {"querious": 1, "schema": content}


def _told(described: Described) -> Iterator[Text]:
    summary = described.summary
    yield from section(
        f"Schema from {visible(summary.source)}", (_row(kind, getattr(summary, kind)) for kind in _KINDS)
    )
    roots = (("query", summary.query), ("mutation", summary.mutation), ("subscription", summary.subscription))
    yield from section("Roots", (Text(f"  {kind:<18}{visible(name) or 'none'}") for kind, name in roots))
    counts = [("fields by queries", summary.query_tuples), ("fields by mutations", summary.mutation_tuples)]
    yield from section(
        "To be requested", (_row(name, number) for name, number in [*counts, ("arguments", summary.arguments)])
    )
    if summary.custom_scalars:
        yield from section("Custom scalars", _scalars(described))
    deprecated = [(name.replace("_", " "), number) for name, number in summary.deprecated._asdict().items() if number]
    if deprecated:
        yield from section("Deprecated", (_row(name, number) for name, number in deprecated))
    for note in summary.notes:
        yield Text(f"note: {visible(note)}")


def _row(name: str, number: int) -> Text:
    return Text(f"  {name:<20}{number:>8,}")


def _scalars(described: Described) -> Iterator[Text]:
    for scalar in described.summary.custom_scalars:
        line = Text(f"  {visible(scalar.name):<18}")
        if scalar.name in described.generated:
            line.append("generated")
        else:
            line.append("no generator: add one in a hooks file", "yellow")
        if scalar.first_use:
            line.append(f"  first at {visible(scalar.first_use)}", "dim")
        yield line
