"""An API, or files → its schema, what is understood of it, and its text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from graphql import introspection_from_schema, print_schema

from querious.execute import open_target
from querious.graphql.schema import summarise
from querious.pipeline.graphql.load import load
from querious.pipeline.loop import run_to_end
from querious.text.urls import is_http
from querious.values import has_generator

if TYPE_CHECKING:
    from querious.graphql.schema import Loaded, Summary
    from querious.model import Settings

_ENDINGS = frozenset({".graphql", ".graphqls", ".gql", ".json"})


class Described(NamedTuple):
    """What is understood of a schema."""

    summary: Summary
    generated: frozenset[str]
    """Custom scalars of which values can be made."""


def load_schema(target: str, settings: Settings) -> Loaded:
    """The schema of ``settings.schema`` or, if none is given, of the target."""
    return run_to_end(lambda: _load_schema(target, settings))


def is_file(target: str) -> bool:
    """Whether a target names files: one that is there, or what only a file or glob is called."""
    if is_http(target):
        return False
    return Path(target).exists() or "*" in target or Path(target).suffix in _ENDINGS


def describe(loaded: Loaded, settings: Settings) -> Described:
    """Count what there is to test, and say of which scalars values can be made."""
    summary = summarise(loaded)
    names = (scalar.name for scalar in summary.custom_scalars)
    generated = frozenset(name for name in names if has_generator(name) or name in settings.generators)
    return Described(summary, generated)


def schema_text(loaded: Loaded, *, sdl: bool) -> str:
    """The schema itself, as SDL or as introspection JSON."""
    if sdl:
        return print_schema(loaded.schema) + "\n"
    return json.dumps({"data": introspection_from_schema(loaded.schema)}, indent=2) + "\n"


async def _load_schema(target: str, settings: Settings) -> Loaded:
    if settings.schema:
        return await load(None, settings)
    opened = await open_target(target, settings)
    try:
        return await load(opened, settings)
    finally:
        await opened.client.close()
