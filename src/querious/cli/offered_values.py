"""What a shell offers where a value is to be written. Files that are there are read for it; no API is asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from click.shell_completion import CompletionItem

from querious.config.sources import PROFILES, TARGETS, find_file, names_in
from querious.errors import QueriousError
from querious.model.stream import StreamTransport

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import click

    Offer = Callable[[click.Context, click.Parameter, str], list[CompletionItem[Any]]]

_LAST_RUN: Final = Path(".querious/last-run.json")
_LONGEST: Final = 60


def files(_context: click.Context, _parameter: click.Parameter, start: str) -> list[CompletionItem[Any]]:
    """Whatever files there are, which the shell knows itself."""
    return [CompletionItem(start, type="file")]


def targets(context: click.Context, parameter: click.Parameter, start: str) -> list[CompletionItem[Any]]:
    """The targets that the configuration names; failing that, files."""
    return _beginning(_configured(context, TARGETS), start) or files(context, parameter, start)


def profiles(context: click.Context, _parameter: click.Parameter, start: str) -> list[CompletionItem[Any]]:
    """The profiles of the configuration."""
    return _beginning(_configured(context, PROFILES), start)


def findings(_context: click.Context, _parameter: click.Parameter, start: str) -> list[CompletionItem[Any]]:
    """The findings of the last run, with what they say."""
    try:
        found = json.loads(_LAST_RUN.read_text(encoding="utf-8"))["findings"]
        told = {str(one["id"]): " ".join(str(one["message"]).split())[:_LONGEST] for one in found}
    except (OSError, ValueError, LookupError, TypeError):  # no run yet, or no file of ours
        return []
    return [CompletionItem(name, help=text) for name, text in told.items() if name.startswith(start)]


def _oracles(_context: click.Context, _parameter: click.Parameter, start: str) -> list[CompletionItem[Any]]:
    from querious.pipeline.rule_names import oracle_names  # noqa: PLC0415 - loaded for a shell alone

    return _beginning(oracle_names(), start)


def _criteria(_context: click.Context, _parameter: click.Parameter, start: str) -> list[CompletionItem[Any]]:
    from querious.pipeline.rule_names import criterion_names  # noqa: PLC0415 - likewise

    return _beginning(criterion_names(), start)


def _one_of(*words: str) -> Offer:
    return lambda _context, _parameter, start: _beginning(words, start)


def _beginning(names: Iterable[str], start: str) -> list[CompletionItem[Any]]:
    return [CompletionItem(name) for name in dict.fromkeys(names) if name.startswith(start)]


def _configured(context: click.Context, kind: str) -> list[str]:
    named = context.params.get("config")
    file = Path(named) if named else find_file(Path.cwd())
    try:
        return names_in(file, kind) if file is not None else []
    except QueriousError:  # the command itself will say what is wrong with it
        return []


_BY_FLAG: Final[Mapping[str, Offer]] = {
    "--profile": profiles,
    "--finding": findings,
    "--target": targets,
    "--skip-oracle": _oracles,
    "--criterion": _criteria,
    "--client": _one_of("pyreqwest", "aiohttp"),
    "--subscriptions": _one_of("auto", "none", *(one.value for one in StreamTransport)),
    "--leaves": _one_of("all", "one", "needed"),
    "--fail-on": _one_of("fault", "new", "suspicion", "none"),
    "--keep": _one_of("none", "failing", "all"),
    "--delete": _one_of("hard", "readable", "listed", "tombstone"),
    "--put": _one_of("replaces", "merges"),
}


def offered(flag: str, metavar: str) -> Offer | None:
    """What is offered after a flag: for a file, files."""
    return _BY_FLAG.get(flag, files if metavar == "FILE" else None)
