"""The Python interface: the same run as the command's, from a test or a notebook."""

from __future__ import annotations

from dataclasses import fields, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from querious.errors import ConfigError
from querious.model import Settings
from querious.pipeline.run import use_case

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model import Run


def run(target: str | object, settings: Settings | None = None, **changes: Any) -> Run:
    """Test a URL, ``package.module:name``, an ASGI or WSGI application or a schema object, and return the Run.

    ``changes`` are fields of ``Settings``: ``querious.run(app, seed=7, requests=500, mutations=True)``.
    Nothing is read from configuration files, and nothing is written but the journal of what a run with mutations has
    made (``.querious/crud``), which is removed with its entries.
    """
    return use_case.run(target, with_changes(settings or Settings(), changes))


def with_changes(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    """The settings with some of their fields changed; a ConfigError for a field that there is not."""
    known = [field.name for field in fields(Settings)]
    for name in changes:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else f". Available: {', '.join(known)}."
            raise ConfigError(f"Unknown setting {name!r}{hint}")
    return replace(settings, **changes)
