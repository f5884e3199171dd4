"""``querious schema``."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious import pipeline
from querious.cli import options
from querious.cli.examining import url_of
from querious.cli.output import Words, write
from querious.report.console import section
from querious.report.escaping import visible
from querious.schema import summarise
from querious.values import has_generator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.schema import CustomScalar, Summary

_KINDS = ("objects", "interfaces", "unions", "enums", "inputs", "scalars")


@click.command(
    epilog="Examples:\n\n\b\n  querious schema http://localhost:8000/graphql\n"
    "  querious schema 'schema/*.graphql' --json -"
)
@click.argument("target")
@options.sending
@options.configuring
@options.json_file
def command(target: str, config: str | None, **flags: Any) -> int:
    """Show what is understood of an API's schema.

    TARGET is as for querious run, or a file or glob of SDL or introspection JSON.
    """
    configuration = options.configure({**flags, "schema": target if is_file(target) else None}, config)
    settings, output = configuration.settings, configuration.output
    loaded = pipeline.load_schema(target, settings if is_file(target) else dataclasses.replace(settings, schema=""))
    summary = summarise(loaded)

    def known(scalar: str) -> bool:
        return has_generator(scalar) or scalar in settings.generators

    if output.json:
        write(output.json, json.dumps(_as_json(summary, known), indent=2) + "\n")
    words = Words((output.json,))
    with words.unobeyed():
        words.say(_told(summary, known))
    return 0


def is_file(target: str) -> bool:
    """Whether a target names files: one that is there, or what only a file or glob is called."""
    if url_of(target):
        return False
    return Path(target).exists() or "*" in target or Path(target).suffix in {".graphql", ".graphqls", ".gql", ".json"}


def _as_json(summary: Summary, known: Callable[[str], bool]) -> dict[str, Any]:
    content = dataclasses.asdict(summary)
    content["custom_scalars"] = [
        {**scalar._asdict(), "generator": known(scalar.name)} for scalar in summary.custom_scalars
    ]
    content["deprecated"] = summary.deprecated._asdict()
    return {"querious": 1, "schema": content}


def _told(summary: Summary, known: Callable[[str], bool]) -> Iterator[Text]:
    yield from section(
        f"Schema from {visible(summary.source)}", (_row(kind, getattr(summary, kind)) for kind in _KINDS)
    )
    roots = (("query", summary.query), ("mutation", summary.mutation), ("subscription", summary.subscription))
    yield from section("Roots", (Text(f"  {kind:<18}{visible(name) or 'none'}") for kind, name in roots))
    counts = [("fields by queries", summary.query_tuples), ("fields by mutations", summary.mutation_tuples)]
    yield from section(
        "To be asked for", (_row(name, number) for name, number in [*counts, ("arguments", summary.arguments)])
    )
    if summary.custom_scalars:
        yield from section("Custom scalars", (_scalar(scalar, known(scalar.name)) for scalar in summary.custom_scalars))
    deprecated = [(name.replace("_", " "), number) for name, number in summary.deprecated._asdict().items() if number]
    if deprecated:
        yield from section("Deprecated", (_row(name, number) for name, number in deprecated))
    for note in summary.notes:
        yield Text(f"note: {visible(note)}")


def _row(name: str, number: int) -> Text:
    return Text(f"  {name:<20}{number:>8,}")


def _scalar(scalar: CustomScalar, known: bool) -> Text:  # noqa: FBT001 - the one thing said of it
    line = Text(f"  {visible(scalar.name):<18}")
    line.append("generated" if known else "no generator: give one in a hooks file", "" if known else "yellow")
    return line.append(f"  first at {visible(scalar.first_use)}", "dim") if scalar.first_use else line
