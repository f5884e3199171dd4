"""``querious config``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious.cli import options
from querious.cli.offered_values import targets
from querious.cli.options import schema_text
from querious.cli.output import STANDARD_OUTPUT, Words, write
from querious.config.keys import APART, KEYS
from querious.report.curl import shown_target
from querious.report.layout import cut_line
from querious.text.display import visible
from querious.text.urls import without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import Console

    from querious.config import Configuration
    from querious.model.identity import Identity
    from querious.model.login import Login

_HIDDEN = "(hidden)"
_SECRET = frozenset({"headers", "bearer", "basic", "cookie", "subscriptions-init"})
_LONGEST = 60
_DEFAULT = "default"


@click.command(
    epilog="Examples:\n\n\b\n  querious config\n  querious config shop --profile nightly",
)
@click.argument("target", required=False, shell_complete=targets)
@click.option("--all", "every", is_flag=True, help="Defaults too.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the file, for editors.")
@options.profile
@options.config_file
def command(target: str | None, config: str | None, profile: str | None, *, every: bool, schema: bool) -> int:
    """Show what is set, and where each value comes from.

    TARGET is the name of a target in the configuration. What a flag would set is not there. Values of headers, and
    users, passwords and queries of URLs, are never shown.
    """
    words = Words()
    if schema:
        write(STANDARD_OUTPUT, schema_text())
        return 0
    configuration = options.configure({}, config, target=target or "", profile=profile)
    words.say(_told(configuration, words.console, target or "", every=every))
    return 0


def _told(configuration: Configuration, console: Console, target: str, *, every: bool) -> Iterator[Text]:
    yield Text(f"from {visible(configuration.source)}" if configuration.source else "No configuration file was found.")
    if target:
        yield Text(f"target {visible(target)}: {visible(shown_target(configuration.target))}")
    values = _values(configuration)
    keys = [key for key in (*KEYS, *APART) if key in configuration.origins or (every and key in KEYS)]
    if not keys:
        yield Text("All settings have their defaults; --all shows them.")
    for key in keys:
        value = _HIDDEN if key in _SECRET else visible(_written(values.get(key)))
        line = Text(f"  {key:<20}").append(f"{value[:_LONGEST]:<26} ", "bold")
        origin = configuration.origins.get(key, _DEFAULT).removeprefix(f"{configuration.source}: ")
        yield cut_line(line.append(visible(origin), "dim"), console)


def _values(configuration: Configuration) -> Mapping[str, Any]:
    """The value of every key, as it was read."""
    settings = configuration.settings
    parts = {"": settings, "state": settings.state, "output": configuration.output}
    values = {key: getattr(parts[one.part], one.field) for key, one in KEYS.items()}
    values["accepted"] = f"{len(settings.accepted)} in force"
    values["generators"] = ", ".join(settings.generators)
    values["seed-values"] = ", ".join(settings.seed_values)
    values["hooks"] = "loaded"
    values["auth"] = values["auth-user"] = "(see login)"
    values["login"] = _login(settings.login)
    values["identities"] = ", ".join(map(_identity, settings.identities))
    if "seed" not in configuration.origins:
        values["seed"] = "random"
    return values


def _login(login: Login | None) -> str:
    if login is None:
        return "none"
    return " ".join(filter(None, (login.method, without_secrets(login.url), login.user and f"as {login.user}")))


def _identity(identity: Identity) -> str:
    """Who it is and how it logs in, without its secrets."""
    how = [_login(identity.login)] if identity.login is not None else []
    how += [f"header {name}" for name in identity.headers]
    how += ["privileged"] if identity.privileged else []
    return f"{identity.name} ({', '.join(how)})" if how else identity.name


def _written(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ", ".join(f"{name}={_written(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_written, value))
    text = str(value)
    return without_secrets(text) if "://" in text else text
